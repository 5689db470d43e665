extension Catalogue {
    /// Decides on a new item at the end of a list.
    /// - Throws: `notFound`, `invalid`, `idempotencyKeyReused`.
    public func addingItem(
        _ draft: ItemDraft, to checklist: Checklist.ID, once key: IdempotencyKey?, at now: Timestamp
    ) throws(ChecklistsError) -> Decision<Item> {
        if let replay = try replayOfItem(key, at: now) { return replay }
        _ = try self.checklist(checklist)
        let draft = try draft.validated()
        let room = roomAtEnd(of: checklist)
        let item = item(draft, on: checklist, number: 0, at: room.position, now)
        var mutations = room.mutations
        mutations.reserveCapacity(mutations.count + 2)
        mutations.append(.item(before: nil, after: item))
        recount(nil, item, in: &mutations)
        return change(mutations, item, once: record(key, .item(item), at: now))
    }

    /// Decides on a change of an item.
    /// - Throws: `notFound`, `revisionMismatch`, `invalid`, `conflict`.
    public func updatingItem(
        _ id: Item.ID, _ patch: ItemPatch, ifMatch: Set<Revision>?, at now: Timestamp
    ) throws(ChecklistsError) -> Decision<Item> {
        let before = try item(id, ifMatch: ifMatch)
        var after = try patch.validated().applied(to: before, at: now)
        var mutations: [Mutation] = []
        if let target = patch.checklistID, target != before.checklistID {
            guard checklistSlots[target] != nil else { throw .missingChecklist }
            let room = roomAtEnd(of: target)
            mutations += room.mutations
            after.checklistID = target
            after.position = room.position
        }
        after.reschedule(from: before, at: now)
        if after.isSame(as: before) { return .unchanged(before, asOf: before.revision) }
        after.updatedAt = now
        after.revision = nextRevision
        mutations.append(.item(before: before, after: after))
        recount(before, after, in: &mutations)
        return change(mutations, after)
    }

    /// Decides on checking an unchecked item, or unchecking a checked one.
    /// - Throws: `notFound`, `revisionMismatch`, `idempotencyKeyReused`.
    public func togglingItem(
        _ id: Item.ID, ifMatch: Set<Revision>?, once key: IdempotencyKey?, at now: Timestamp
    ) throws(ChecklistsError) -> Decision<Item> {
        if let replay = try replayOfItem(key, at: now) { return replay }
        let before = try item(id, ifMatch: ifMatch)
        var after = before
        after.setChecked(!before.checked, at: now)
        after.reschedule(from: before, at: now)
        after.updatedAt = now
        after.revision = nextRevision
        var mutations = [Mutation.item(before: before, after: after)]
        recount(before, after, in: &mutations)
        return change(mutations, after, once: record(key, .item(after), at: now))
    }

    /// Decides on an item's place within its list.
    /// - Throws: `notFound`, `revisionMismatch`, `conflict`, `idempotencyKeyReused`.
    public func movingItem(
        _ id: Item.ID, to placement: ItemPlacement, ifMatch: Set<Revision>?, once key: IdempotencyKey?,
        at now: Timestamp
    ) throws(ChecklistsError) -> Decision<Item> {
        if let replay = try replayOfItem(key, at: now) { return replay }
        let before = try item(id, ifMatch: ifMatch)
        guard let room = try room(for: before, at: placement) else {
            // A repetition has to find this answer even when other moves came between.
            guard let record = record(key, .item(before), at: now) else {
                return .unchanged(before, asOf: lastTouched(before.checklistID))
            }
            return change([], before, once: record)
        }
        var after = before
        after.position = room.position
        after.updatedAt = now
        after.revision = nextRevision
        return change(
            room.mutations + [.item(before: before, after: after)], after,
            once: record(key, .item(after), at: now))
    }

    /// Decides on the end of an item.
    /// - Throws: `notFound`, `revisionMismatch`.
    public func deletingItem(
        _ id: Item.ID, ifMatch: Set<Revision>?
    ) throws(ChecklistsError) -> Decision<Void> {
        let item = try item(id, ifMatch: ifMatch)
        var mutations = [Mutation.item(before: item, after: nil)]
        recount(item, nil, in: &mutations)
        return change(mutations, ())
    }

    /// Decides on the end of all items of a list, or of those that are (not) checked, and counts them.
    /// - Throws: `notFound`.
    public func deletingItems(
        of id: Checklist.ID, checked: Bool?
    ) throws(ChecklistsError) -> Decision<Int> {
        let before = try checklist(id)
        var unchecked = 0
        var mutations = deletions(of: id) { item in
            guard checked == nil || item.checked == checked else { return false }
            if !item.checked { unchecked += 1 }
            return true
        }
        let count = mutations.count
        if count == 0 { return .unchanged(0, asOf: lastTouched(id)) }
        var after = before
        after.itemsCount -= count
        after.uncheckedItemsCount -= unchecked
        after.revision = nextRevision
        mutations.append(.checklist(before: before, after: after))
        return change(mutations, count)
    }

    /// The end of those items of a list that a condition chooses.
    func deletions(of id: Checklist.ID, where isChosen: (Item) -> Bool) -> [Mutation] {
        guard let snapshot = snapshot(of: id) else { return [] }
        var mutations: [Mutation] = []
        for item in snapshot.items where isChosen(item) { mutations.append(.item(before: item, after: nil)) }
        return mutations
    }

    /// What the same request was answered before.
    func replayOfItem(
        _ key: IdempotencyKey?, at now: Timestamp
    ) throws(ChecklistsError) -> Decision<Item>? {
        guard let record = try once.record(of: key, at: now) else { return nil }
        guard case .item(let item) = record.result else { throw .idempotencyKeyReused }
        return .replay(item, of: record.revision)
    }

    /// An item, if its revision is one of those.
    func item(_ id: Item.ID, ifMatch: Set<Revision>?) throws(ChecklistsError) -> Item {
        let item = try item(id)
        if let ifMatch, !ifMatch.contains(item.revision) { throw .revisionMismatch }
        return item
    }

    /// A new item made of a draft that is valid.
    ///
    /// - Parameter number: How many others the same change adds before it.
    func item(
        _ draft: ItemDraft, on checklist: Checklist.ID, number: Int, at position: Int, _ now: Timestamp
    ) -> Item {
        var item = Item(
            id: Item.ID(rawValue: nextItemID.rawValue + number), checklistID: checklist, text: draft.text,
            notes: draft.notes, checked: draft.checked, important: draft.important, dueDate: draft.dueDate,
            shouldRemind: draft.shouldRemind, location: draft.location, position: position,
            checkedAt: draft.checked ? now : nil, createdAt: now, updatedAt: now, revision: nextRevision)
        item.reschedule(from: nil, at: now)
        return item
    }

    /// Adds what becomes of the counts of lists when an item becomes another, appears or goes.
    private func recount(_ before: Item?, _ after: Item?, in mutations: inout [Mutation]) {
        let unchecked = { (item: Item) in item.checked ? 0 : 1 }
        if let before, let after, before.checklistID == after.checklistID {
            let more = unchecked(after) - unchecked(before)
            return recount(before.checklistID, items: 0, unchecked: more, in: &mutations)
        }
        if let before {
            recount(before.checklistID, items: -1, unchecked: -unchecked(before), in: &mutations)
        }
        if let after { recount(after.checklistID, items: 1, unchecked: unchecked(after), in: &mutations) }
    }

    /// Adds what becomes of the counts of a list when it gets so many more items, and unchecked ones among
    /// them.
    func recount(_ id: Checklist.ID, items: Int, unchecked: Int, in mutations: inout [Mutation]) {
        guard items != 0 || unchecked != 0, let slot = checklistSlots[id] else { return }
        let before = checklists[slot]
        var after = before
        after.itemsCount += items
        after.uncheckedItemsCount += unchecked
        after.revision = nextRevision
        mutations.append(.checklist(before: before, after: after))
    }
}
