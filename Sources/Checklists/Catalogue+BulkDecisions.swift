// Decisions on many items of a list at once: all of them or none.

extension Catalogue {
    /// Decides on new items at the end of a list, in that order.
    /// - Throws: `notFound`, `invalid` with pointers such as `/3/text`, `idempotencyKeyReused`.
    public func addingItems(
        _ drafts: [ItemDraft], to id: Checklist.ID, once key: IdempotencyKey?, at now: Timestamp
    ) throws(ChecklistsError) -> Decision<[Item]> {
        if let record = try once.record(of: key, at: now) {
            guard case .items(let items) = record.result else { throw .idempotencyKeyReused }
            return .replay(items, of: record.revision)
        }
        _ = try checklist(id)
        let drafts = try validated(drafts)
        let room = roomAtEnd(of: id, count: drafts.count)
        let items = drafts.enumerated().map { number, draft in
            item(draft, on: id, number: number, at: room.position + number * Limits.positionGap, now)
        }
        let unchecked = items.count { !$0.checked }
        var mutations = room.mutations + items.map { .item(before: nil, after: $0) }
        recount(id, items: items.count, unchecked: unchecked, in: &mutations)
        return change(mutations, items, once: record(key, .items(items), at: now))
    }

    /// Decides on one change of all items of a list that a filter finds, and counts those that it changes.
    ///
    /// Those that go to another list come last there, in their order.
    /// - Throws: `notFound`, `invalid`, `conflict`.
    public func updatingItems(
        of id: Checklist.ID, where filter: ItemFilter, _ patch: ItemPatch, at now: Timestamp
    ) throws(ChecklistsError) -> Decision<Int> {
        guard let snapshot = snapshot(of: id) else { throw .notFound(.checklist) }
        let patch = try patch.validated()
        let target = patch.checklistID ?? id
        guard checklistSlots[target] != nil else { throw .missingChecklist }
        let matcher = ItemMatcher(filter)
        var mutations: [Mutation] = []
        var unchecked = (before: 0, after: 0)
        for before in snapshot.items where matcher.matches(before) {
            var after = try patch.applied(to: before, at: now)
            after.checklistID = target
            after.reschedule(from: before, at: now)
            if after.isSame(as: before) { continue }
            after.updatedAt = now
            after.revision = nextRevision
            if !before.checked { unchecked.before += 1 }
            if !after.checked { unchecked.after += 1 }
            mutations.append(.item(before: before, after: after))
        }
        let count = mutations.count
        if count == 0 { return .unchanged(0, asOf: lastTouched(id)) }
        if target == id {
            recount(id, items: 0, unchecked: unchecked.after - unchecked.before, in: &mutations)
            return change(mutations, count)
        }
        let room = roomAtEnd(of: target, count: count)
        for number in mutations.indices {
            guard case .item(let before, var after?) = mutations[number] else { continue }
            after.position = room.position + number * Limits.positionGap
            mutations[number] = .item(before: before, after: after)
        }
        recount(id, items: -count, unchecked: -unchecked.before, in: &mutations)
        recount(target, items: count, unchecked: unchecked.after, in: &mutations)
        return change(room.mutations + mutations, count)
    }

    /// The drafts as they are kept.
    private func validated(_ drafts: [ItemDraft]) throws(ChecklistsError) -> [ItemDraft] {
        guard 1...Limits.itemsAddedMax ~= drafts.count else { throw .invalid([.itemsCount]) }
        let violations = drafts.enumerated().flatMap { number, draft in
            draft.violations().map { $0.within("/\(number)") }
        }
        try violations.throwIfAny()
        var validated: [ItemDraft] = []
        validated.reserveCapacity(drafts.count)
        for draft in drafts { validated.append(try draft.validated()) }
        return validated
    }
}

extension Violation {
    /// What is wrong with an array of items that is empty or too long.
    public static let itemsCount = Violation("", "must have 1 to \(Limits.itemsAddedMax) items")

    /// The same breach, where what was sent is part of something else.
    public func within(_ pointer: String) -> Violation { Violation(pointer + self.pointer, detail) }
}

extension ChecklistsError {
    /// An item was to go to a list that is not there.
    static let missingChecklist = conflict([Violation("/checklistId", "must be the id of a checklist")])
}
