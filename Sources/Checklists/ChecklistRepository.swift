/// Where checklists are kept: the seam between what the service does and what it keeps things in.
///
/// Every method is one transaction: it reads, decides, changes and keeps in one step, and it returns when
/// what it answers is durable. Listings are paged, identifiers typed, so that a database shared by several
/// processes can stand behind it as well.
///
/// Changes of one resource take the revisions that the client has seen (`If-Match`): `nil` does not care, and
/// an empty set matches nothing. They throw `ChecklistsError.revisionMismatch` when the current one is not
/// among them.
///
/// What creates takes an idempotency key. The first request with a key leaves its result behind for 24 hours,
/// in the same step as the change itself; the same request again gets that result and changes nothing.
///
/// All methods throw `ChecklistsError` for what a client caused, and any other error for what the machine
/// did.
public protocol ChecklistRepository: Sendable {
    /// A page of the checklists that a query finds.
    func checklists(_ query: ChecklistQuery) async throws -> Page<Checklist>
    /// One checklist.
    func checklist(_ id: Checklist.ID) async throws -> Checklist
    /// Makes a checklist.
    func addChecklist(_ draft: ChecklistDraft, once key: IdempotencyKey?) async throws -> Once<Checklist>
    /// Changes what the patch names.
    func updateChecklist(
        _ id: Checklist.ID, _ patch: ChecklistPatch, ifMatch: Set<Revision>?
    ) async throws -> Checklist
    /// Deletes a checklist with all its items.
    func deleteChecklist(_ id: Checklist.ID, ifMatch: Set<Revision>?) async throws

    /// A page of the items that a query finds.
    func items(_ query: ItemQuery) async throws -> Page<Item>
    /// One item.
    func item(_ id: Item.ID) async throws -> Item
    /// Adds an item at the end of a list.
    func addItem(
        _ draft: ItemDraft, to checklist: Checklist.ID, once key: IdempotencyKey?
    ) async throws -> Once<Item>
    /// Adds items at the end of a list, all or none.
    func addItems(
        _ drafts: [ItemDraft], to checklist: Checklist.ID, once key: IdempotencyKey?
    ) async throws -> Once<[Item]>
    /// Changes what the patch names in all items of a list that a filter finds, all or none, and tells how
    /// many it changed.
    func updateItems(
        of checklist: Checklist.ID, where filter: ItemFilter, _ patch: ItemPatch
    ) async throws -> Int
    /// Changes what the patch names.
    func updateItem(_ id: Item.ID, _ patch: ItemPatch, ifMatch: Set<Revision>?) async throws -> Item
    /// Checks an unchecked item and unchecks a checked one.
    func toggleItem(_ id: Item.ID, ifMatch: Set<Revision>?, once key: IdempotencyKey?) async throws -> Once<
        Item
    >
    /// Places an item within its list.
    func moveItem(
        _ id: Item.ID, to placement: ItemPlacement, ifMatch: Set<Revision>?, once key: IdempotencyKey?
    ) async throws -> Once<Item>
    /// Deletes an item.
    func deleteItem(_ id: Item.ID, ifMatch: Set<Revision>?) async throws
    /// Deletes all items of a list, or those that are (not) checked, and tells how many went.
    func deleteItems(of checklist: Checklist.ID, checked: Bool?) async throws -> Int

    /// The content of one list, or of all by their numbers, as it was at one moment.
    func snapshots(of checklist: Checklist.ID?) async throws -> [ChecklistSnapshot]

    /// How somebody wants to see the lists.
    func preferences() async throws -> Preferences
    /// Changes what the patch names.
    func updatePreferences(_ patch: PreferencesPatch, ifMatch: Set<Revision>?) async throws -> Preferences

    /// How much there is.
    func counts() async throws -> Counts

    /// The newest change of a part of what there is; `nil` if the part is not there, or if that cannot be
    /// told without waiting. What was read of it as of the same change still holds.
    func currentRevision(of part: Part) -> Revision?
}

/// What somebody may have read before and want to know the newest change of.
public enum Part: Hashable, Sendable {
    /// A checklist without its items.
    case checklist(Checklist.ID)
    /// The items of a checklist.
    case items(of: Checklist.ID)
    /// Everything there is.
    case everything
}
