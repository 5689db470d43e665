extension Catalogue {
    /// What the first start of a service makes: a list with two items to play with; `nil` after any change.
    public func firstStart(at now: Timestamp) -> Change? { preconditionFailure() }

    /// Decides on a new checklist.
    /// - Throws: `invalid`, `idempotencyKeyReused`.
    public func addingChecklist(
        _ draft: ChecklistDraft, once key: IdempotencyKey?, at now: Timestamp
    ) throws(ChecklistsError) -> Decision<Checklist> { preconditionFailure() }

    /// Decides on a change of a checklist.
    /// - Throws: `notFound`, `revisionMismatch`, `invalid`.
    public func updatingChecklist(
        _ id: Checklist.ID, _ patch: ChecklistPatch, ifMatch: Set<Revision>?, at now: Timestamp
    ) throws(ChecklistsError) -> Decision<Checklist> { preconditionFailure() }

    /// Decides on the end of a checklist and of all its items.
    /// - Throws: `notFound`, `revisionMismatch`.
    public func deletingChecklist(
        _ id: Checklist.ID, ifMatch: Set<Revision>?
    ) throws(ChecklistsError) -> Decision<Void> { preconditionFailure() }

    /// Decides on a new item at the end of a list.
    /// - Throws: `notFound`, `invalid`, `idempotencyKeyReused`.
    public func addingItem(
        _ draft: ItemDraft, to checklist: Checklist.ID, once key: IdempotencyKey?, at now: Timestamp
    ) throws(ChecklistsError) -> Decision<Item> { preconditionFailure() }

    /// Decides on a change of an item.
    /// - Throws: `notFound`, `revisionMismatch`, `invalid`.
    public func updatingItem(
        _ id: Item.ID, _ patch: ItemPatch, ifMatch: Set<Revision>?, at now: Timestamp
    ) throws(ChecklistsError) -> Decision<Item> { preconditionFailure() }

    /// Decides on checking an unchecked item, or unchecking a checked one.
    /// - Throws: `notFound`, `revisionMismatch`, `idempotencyKeyReused`.
    public func togglingItem(
        _ id: Item.ID, ifMatch: Set<Revision>?, once key: IdempotencyKey?, at now: Timestamp
    ) throws(ChecklistsError) -> Decision<Item> { preconditionFailure() }

    /// Decides on an item's place within its list.
    /// - Throws: `notFound`, `revisionMismatch`, `invalid`, `idempotencyKeyReused`.
    public func movingItem(
        _ id: Item.ID, to placement: ItemPlacement, ifMatch: Set<Revision>?, once key: IdempotencyKey?,
        at now: Timestamp
    ) throws(ChecklistsError) -> Decision<Item> { preconditionFailure() }

    /// Decides on the end of an item.
    /// - Throws: `notFound`, `revisionMismatch`.
    public func deletingItem(
        _ id: Item.ID, ifMatch: Set<Revision>?
    ) throws(ChecklistsError) -> Decision<Void> { preconditionFailure() }

    /// Decides on the end of all items of a list, or of those that are (not) checked, and counts them.
    /// - Throws: `notFound`.
    public func deletingItems(
        of checklist: Checklist.ID, checked: Bool?
    ) throws(ChecklistsError) -> Decision<Int> { preconditionFailure() }
}
