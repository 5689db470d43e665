extension CallerSession {
    /// Applies a patch to an item. An item that moves to another list goes to its end, unless the patch sets
    /// a position.
    /// - Throws: `notFound`, `revisionMismatch`, `invalid`, `conflict`.
    public func updateItem(
        _ id: Item.ID, _ patch: ItemPatch, ifMatch: KnownState?
    ) async throws -> Item {
        try await write(
            UpdateItem(id: id, patch: patch, principal: principal), ifMatch: ifMatch,
            idempotencyKey: nil
        ).value
    }
}

package struct UpdateItem: BatchOperation {
    private(set) var id: Item.ID
    private(set) var patch: ItemPatch
    let principal: Principal

    package var access: Access { .item(id, patch.isOfCheckMark ? .checkItems : .changeItems) }
    package var needs: [Need] {
        let needs = [.item(id)] + patch.needsOfParent
        guard let target = patch.checklistID else { return needs }
        return needs + [.checklist(target), .lastPosition(of: target)]
    }
    package var subject: Subject? { .item(id) }

    package mutating func resolve(_ ids: TemporaryIDs) {
        ids.resolve(&id)
        ids.resolve(&patch)
    }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Item> {
        let before = try transaction.existingItem(id)
        let patch = try patch.validated()
        var after = try transaction.apply(patch, to: before)
        var changes = ItemChanges()
        if let target = patch.checklistID, target != before.checklistID {
            _ = try transaction.targetChecklist(target, of: principal)
            after.checklistID = target
            if patch.position == nil {
                let gap = transaction.gapAtEnd(of: target)
                changes = gap.moves
                after.position = gap.position
            }
        }
        var sections: Sections?
        if after.hasDetails || patch.hasDetails, let list = transaction.checklist(after.checklistID) {
            try transaction.applyStructure(&after, from: before, by: patch, on: list)
            if patch.details.sectionID != nil {
                sections = transaction.assignSection(of: &after, by: patch, on: list)
            }
        }
        try transaction.checkNames(of: after, from: before, by: patch)
        try transaction.checkAssignee(of: &after, from: before)
        after.reschedule(from: before, at: transaction.now)
        if after.isSame(as: before) { return .unchanged(before) }
        after = transaction.edited(after)
        changes.set(before, after)
        if patch.hasDetails { changes.children[id] = patch.details.children.ifAny }
        var mutations = try changes.mutations(in: &transaction)
        if let sections, let list = transaction.checklist(after.checklistID) {
            mutations.set(sections, of: list)
        }
        if after.checklistID != before.checklistID {
            mutations.append(
                transaction.tombstone(of: changes.moved, from: before.checklistID, keepsTrash: false))
        }
        return Decision(mutations, changes.current(after) ?? after)
    }
}
