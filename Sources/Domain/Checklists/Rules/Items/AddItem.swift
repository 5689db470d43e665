extension CallerSession {
    /// Adds an item at its position, or at the end of a list.
    ///
    /// - Parameter merges: Whether an unchecked item of the same text and unit gets the amount instead, if
    ///   the draft sets nothing else. That item is the result.
    /// - Throws: `notFound`, `invalid`, `idempotencyKeyReused`.
    public func addItem(
        _ draft: ItemDraft, to checklist: Checklist.ID, merges: Bool = false,
        idempotencyKey key: IdempotencyKey?
    ) async throws -> Idempotent<Item> {
        try await write(
            AddItem(draft: draft, checklistID: checklist, merges: merges), ifMatch: nil,
            idempotencyKey: key)
    }
}

package struct AddItem: BatchOperation {
    private(set) var draft: ItemDraft
    private(set) var checklistID: Checklist.ID
    var merges = false

    package var access: Access { .list(checklistID, .changeItems) }
    package var needs: [Need] {
        [.checklist(checklistID), .lastPosition(of: checklistID), .newIDs(.item, 1)]
            + draft.needs(on: checklistID) + (mayMerge ? [.items(of: checklistID)] : [])
    }

    package mutating func resolve(_ ids: TemporaryIDs) {
        ids.resolve(&checklistID)
        ids.resolve(&draft)
    }

    package static func created(_ result: Item) -> Int? { result.id.rawValue }

    package func size(in transaction: inout some Transaction) -> Int {
        mayMerge ? transaction.checklist(checklistID)?.itemsCount ?? 1 : 1
    }

    private var mayMerge: Bool { merges && draft.isMergeable }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Item> {
        let checklist = try transaction.existingChecklist(checklistID)
        let draft = try draft.validated()
        try checklist.checkAssignee(draft.assigneeID)
        try transaction.check(draft.names(on: checklistID))
        if mayMerge {
            try checklist.checkChangesAtOnce()
            var merging = ItemMerging([draft], into: transaction.items(of: checklistID))
            if let (before, after) = try merging.merge(draft, in: transaction) {
                return Decision([.item(before: before, after: after)], after)
            }
        }
        let gap = draft.position == nil ? transaction.gapAtEnd(of: checklistID) : PositionGap(position: 0)
        let (item, sections) = try transaction.newItem(draft, on: checklist, at: gap.position)
        var changes = gap.moves
        changes.set(nil, item)
        if draft.patch.hasDetails { changes.children[item.id] = draft.patch.details.children.ifAny }
        var mutations = try changes.mutations(in: &transaction)
        if let sections { mutations.set(sections, of: checklist) }
        return Decision(mutations, changes.current(item) ?? item)
    }
}
