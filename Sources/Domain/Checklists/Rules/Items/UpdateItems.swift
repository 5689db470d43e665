extension CallerSession {
    /// Applies a patch to all items of a list that match a filter, all or none, and returns the number of
    /// changed items. Items that move to another list go to its end, in their order. A patch that checks
    /// items skips those whose series the server does not follow.
    /// - Throws: `notFound`, `invalid`, `conflict`.
    public func updateItems(
        of checklist: Checklist.ID, where filter: ItemFilter, _ patch: ItemPatch
    ) async throws -> Int {
        try await write(
            UpdateItems(checklistID: checklist, filter: filter, patch: patch, principal: principal),
            ifMatch: nil, idempotencyKey: nil
        ).value
    }
}

package struct UpdateItems: BatchOperation {
    private(set) var checklistID: Checklist.ID
    let filter: ItemFilter
    private(set) var patch: ItemPatch
    let principal: Principal
    /// The numbers of the items that may change; `nil` for all.
    private(set) var numbers: RangeSet<Int>?

    private var target: Checklist.ID { patch.checklistID ?? checklistID }

    package var access: Access { .list(checklistID, patch.isOfCheckMark ? .checkItems : .changeItems) }
    package var needs: [Need] {
        let ofTarget: [Need] = [.checklist(target), .lastPosition(of: target)]
        return [.checklist(checklistID), .items(of: checklistID)] + (target == checklistID ? [] : ofTarget)
    }

    package mutating func resolve(_ ids: TemporaryIDs) {
        ids.resolve(&checklistID)
        ids.resolve(&patch)
    }

    package mutating func narrow(to numbers: RangeSet<Int>) -> Bool {
        self.numbers = numbers
        return true
    }

    package func size(in transaction: inout some Transaction) -> Int {
        let count = transaction.checklist(checklistID)?.itemsCount ?? 0
        let changesSeries =
            patch.checked != nil || patch.dueDate != nil || !TimingPatch(patch).isOfDueDate
        guard changesSeries, count <= Limits.itemsAddedMax else { return count }
        let series = transaction.items(of: checklistID).count { $0.timing.recurrence != nil }
        return count + series * Limits.itemsPerSeries
    }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Int> {
        try transaction.existingChecklist(checklistID).checkChangesAtOnce()
        let patch = try patch.validated()
        if patch.details.parentID != nil {
            throw .invalid([Violation("/parentId", .severalItems)])
        }
        var patchOfSubtasks = patch
        // A subtask follows the section of its parent.
        patchOfSubtasks.details.sectionID = nil
        let isMove = target != checklistID
        if isMove { _ = try transaction.targetChecklist(target, of: principal) }
        let matcher = ItemMatcher(filter)
        guard let list = transaction.checklist(target) else { throw .notFound(.checklist) }
        var changes = ItemChanges()
        var movedIDs: Set<Item.ID> = []
        for before in transaction.items(of: checklistID) where matcher.matches(before) {
            if numbers?.contains(before.id.rawValue) == false { continue }
            // Only the calendar app of a series that the server does not follow can check its item.
            if patch.checked == true, !before.checked, !before.isFollowed { continue }
            // A subtask moves to another list with its parent.
            if isMove, let parent = before.parentID, movedIDs.contains(parent) { continue }
            var after = try transaction.apply(patch, to: before)
            if isMove { after.checklistID = target }
            if after.hasDetails || patch.hasDetails {
                let patch = before.isSubtask ? patchOfSubtasks : patch
                try transaction.applyStructure(&after, from: before, by: patch, on: list)
            }
            try transaction.checkNames(of: after, from: before, by: patch)
            try transaction.checkAssignee(of: &after, from: before)
            after.reschedule(from: before, at: transaction.now)
            if after.isSame(as: before) { continue }
            if patch.calendarObject?.name != nil, changes.count > 0 { throw .invalid([.nameOfMany]) }
            changes.set(before, transaction.edited(after))
            if isMove { movedIDs.insert(before.id) }
        }
        let count = changes.count
        if count == 0 { return .unchanged(0) }
        if !isMove { return Decision(try changes.mutations(in: &transaction), count) }
        let gap = transaction.gapAtEnd(of: target, count: count)
        if patch.position == nil {
            changes.place(at: gap.position)
        }
        for move in gap.moves.entries { changes.set(move.before, move.after) }
        let mutations = try changes.mutations(in: &transaction)
        let tombstone = transaction.tombstone(of: changes.moved, from: checklistID, keepsTrash: false)
        return Decision(mutations + [tombstone], changes.moved.count)
    }
}

extension Violation {
    /// The violation of a resource name for several items.
    fileprivate static let nameOfMany = Violation("/calendarObject/name", .severalItems)
}
