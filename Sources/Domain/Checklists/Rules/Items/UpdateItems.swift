extension CallerSession {
    /// Applies a patch to all items of a list that match a filter, all or none, and returns the number of
    /// changed items. Items that move to another list go to its end, in their order. A patch that checks
    /// items skips those whose series the server does not follow.
    /// - Throws: `notFound`, `invalid`, `conflict`.
    public func updateItems(
        of checklist: Checklist.ID, where filter: ItemFilter, _ patch: ItemPatch
    ) async throws -> Int {
        try await store.write(
            UpdateItems(checklistID: checklist, filter: filter, patch: patch, principal: principal),
            as: principal, ifMatch: nil, idempotencyKey: nil
        ).value
    }
}

package struct UpdateItems: Operation {
    let checklistID: Checklist.ID
    let filter: ItemFilter
    let patch: ItemPatch
    let principal: Principal

    private var target: Checklist.ID { patch.checklistID ?? checklistID }

    package var access: Access { .list(checklistID, patch.isOfCheckMark ? .checkItems : .changeItems) }
    package var needs: [Need] {
        let ofTarget: [Need] = [.checklist(target), .lastPosition(of: target)]
        return [.checklist(checklistID), .items(of: checklistID)] + (target == checklistID ? [] : ofTarget)
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
        let isMove = target != checklistID
        if isMove { _ = try transaction.targetChecklist(target, of: principal) }
        let matcher = ItemMatcher(filter)
        var mutations: [Mutation] = []
        var moved: [Item] = []
        var unchecked = (before: 0, after: 0)
        for before in transaction.items(of: checklistID) where matcher.matches(before) {
            // Only the calendar app of a series that the server does not follow can check its item.
            if patch.checked == true, !before.checked, !before.isFollowed { continue }
            var after = try transaction.apply(patch, to: before)
            if isMove { after.checklistID = target }
            try transaction.checkNames(of: after, from: before, by: patch)
            try transaction.checkAssignee(of: &after, from: before)
            after.reschedule(from: before, at: transaction.now)
            if after.isSame(as: before) { continue }
            if patch.calendarObject?.name != nil, !mutations.isEmpty { throw .invalid([.nameOfMany]) }
            after = transaction.edited(after)
            if !before.checked { unchecked.before += 1 }
            if !after.checked { unchecked.after += 1 }
            mutations.append(.item(before: before, after: after))
            if isMove { moved.append(before) }
        }
        let count = mutations.count
        if count == 0 { return .unchanged(0) }
        if target == checklistID {
            transaction.recount(
                checklistID, items: 0, unchecked: unchecked.after - unchecked.before, in: &mutations)
            return Decision(mutations, count)
        }
        let gap = transaction.gapAtEnd(of: target, count: count)
        for number in mutations.indices {
            guard case .item(let before, var after?) = mutations[number] else { continue }
            if patch.position == nil { after.position = gap.position + number * Limits.positionGap }
            mutations[number] = .item(before: before, after: after)
        }
        transaction.recount(checklistID, items: -count, unchecked: -unchecked.before, in: &mutations)
        transaction.recount(target, items: count, unchecked: unchecked.after, in: &mutations)
        mutations.append(transaction.tombstone(of: moved, from: checklistID, keepsTrash: false))
        return Decision(gap.mutations + mutations, count)
    }
}

extension Violation {
    /// The violation of a resource name for several items.
    fileprivate static let nameOfMany = Violation("/calendarObject/name", .severalItems)
}
