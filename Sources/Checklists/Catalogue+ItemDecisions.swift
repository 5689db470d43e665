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
        let mutations = room.mutations + [.item(before: nil, after: item)] + recounting(nil, item)
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
        return change(mutations + recounting(before, after), after)
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
        return change(
            [.item(before: before, after: after)] + recounting(before, after), after,
            once: record(key, .item(after), at: now))
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
        return change([.item(before: item, after: nil)] + recounting(item, nil), ())
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

    /// What becomes of the counts of lists when an item becomes another, appears or goes.
    private func recounting(_ before: Item?, _ after: Item?) -> [Mutation] {
        let unchecked = { (item: Item?) in item.map { $0.checked ? 0 : 1 } ?? 0 }
        if let before, let after, before.checklistID == after.checklistID {
            return recounting(before.checklistID, items: 0, unchecked: unchecked(after) - unchecked(before))
        }
        return (before.map { recounting($0.checklistID, items: -1, unchecked: -unchecked($0)) } ?? [])
            + (after.map { recounting($0.checklistID, items: 1, unchecked: unchecked($0)) } ?? [])
    }

    /// What becomes of the counts of a list when it gets so many more items, and unchecked ones among them.
    func recounting(_ id: Checklist.ID, items: Int, unchecked: Int) -> [Mutation] {
        guard items != 0 || unchecked != 0, let slot = checklistSlots[id] else { return [] }
        let before = checklists[slot]
        var after = before
        after.itemsCount += items
        after.uncheckedItemsCount += unchecked
        after.revision = nextRevision
        return [.checklist(before: before, after: after)]
    }
}
