// The parents and children that calendar apps name by UID (`RELATED-TO`, RFC 5545 §3.8.4.5).

extension ItemChanges {
    /// Makes changed items subtasks of the parents that their app named. Items that waited for a changed item
    /// become its subtasks.
    ///
    /// An app can send a subtask before its parent. The subtask is then an item without a parent, and its
    /// list remembers that it waits. There is only one level: a subtask of a subtask becomes a subtask of the
    /// topmost item.
    /// - Returns: The awaited tasks of lists where they changed.
    mutating func relate(
        in transaction: inout some Transaction
    ) -> [Checklist.ID: AwaitedTasks] {
        indexEntries()
        var relating = Relating()
        for entry in entries {
            guard let id = (entry.after ?? entry.before)?.id else { continue }
            let staysWaiting = entry.after.map { entry.before?.waits(as: $0) ?? false } ?? false
            if let before = entry.before, before.isWaiting, !staysWaiting {
                relating.change(before.checklistID, in: &transaction) { $0.removeWaiting(id) }
            }
            if keepsSubtasks, entry.after == nil, let before = entry.before {
                for subtask in dependents(of: before, in: &transaction) {
                    release(subtask, &relating, in: &transaction)
                }
            }
            // An earlier entry may have changed the item.
            guard var after = entry.after.flatMap(current) else { continue }
            let isNew = entry.before?.checklistID != after.checklistID
            let waiting = isNew ? take(after, &relating, in: &transaction) : []
            if let parent = named(by: waiting, after, in: &transaction) {
                after.details.parentUID = parent.calendarUID
                replace(after, after)
            }
            if after.isWaiting, !staysWaiting {
                attach(after, from: entry.before, &relating, in: &transaction)
            }
            if let before = entry.before {
                moveBehindFormerParent(after, from: before, in: &transaction)
                leaveParent(after, from: before, in: &transaction)
            }
            for child in waiting where !child.isChild {
                attachChild(child.item, of: after, &relating, in: &transaction)
            }
            if let children = children[id] { change(children, of: after, &relating, in: &transaction) }
        }
        return relating.changed
    }

    /// Takes the entries that wait for an item that is new on its list. Another UID can have the same hash.
    private func take(
        _ item: Item, _ relating: inout Relating, in transaction: inout some Transaction
    ) -> [AwaitedTasks.Entry] {
        let uid = item.calendarUID
        var (own, others): ([AwaitedTasks.Entry], [AwaitedTasks.Entry]) = ([], [])
        for entry in relating.take(item, in: &transaction) {
            let waiting = transaction.item(entry.item).flatMap(current)
            let isOwn =
                entry.isChild
                ? waiting?.calendarObject?.hasChild(uid) : waiting.map { $0.details.parentUID == uid }
            if isOwn ?? true, !own.contains(entry) { own.append(entry) } else { others.append(entry) }
        }
        if !others.isEmpty {
            relating.change(item.checklistID, in: &transaction) { $0.putBack(others) }
        }
        return own
    }

    /// The item that named a new item as its child before the new item arrived. `nil` if there is none, or if
    /// the new item names its parent itself.
    private func named(
        by waiting: [AwaitedTasks.Entry], _ child: Item, in transaction: inout some Transaction
    ) -> Item? {
        guard child.details.parentUID == nil else { return nil }
        for entry in waiting where entry.isChild {
            guard let parent = transaction.item(entry.item).flatMap(current),
                parent.checklistID == child.checklistID,
                parent.calendarObject?.hasChild(child.calendarUID) ?? false
            else { continue }
            return parent
        }
        return nil
    }

    /// Makes an item a subtask of the parent that it waited for.
    private mutating func attachChild(
        _ id: Item.ID, of parent: Item, _ relating: inout Relating, in transaction: inout some Transaction
    ) {
        guard let before = transaction.item(id), let child = current(before), child.isWaiting,
            child.checklistID == parent.checklistID, child.details.parentUID == parent.calendarUID
        else { return }
        attach(child, from: before, &relating, in: &transaction)
    }

    /// Makes an item a subtask of the task that it names. Without that task, the item waits for it.
    private mutating func attach(
        _ item: Item, from before: Item?, _ relating: inout Relating, in transaction: inout some Transaction
    ) {
        guard let uid = item.details.parentUID else { return }
        guard let named = find(uid, on: item.checklistID, in: &transaction) else {
            return relating.change(item.checklistID, in: &transaction) { $0.add(uid, for: item.id) }
        }
        let above = named.parentID.map { transaction.item($0).flatMap(current) } ?? named
        guard let top = above, top.id != item.id, !top.isSubtask, top.checklistID == item.checklistID,
            !item.recurs
        else { return }
        let count = relating.added[top.id, default: 0] + 1 + item.details.subtasks.all
        guard top.details.subtasks.all + count <= Limits.subtasksMax else { return }
        relating.added[top.id] = count
        var after = item
        after.details.attach(to: top)
        if before?.parentID != top.id, !(item.calendarObject?.hasOrder ?? false) {
            let positions = top.hasSubtasks ? transaction.subtasks(of: top.id).last?.position : nil
            let last = max(positions ?? 0, relating.lastPositions[top.id] ?? 0)
            after.position = (last + Limits.positionGap).asPosition
            relating.lastPositions[top.id] = after.position
        }
        if let before, before.revision == after.revision {
            let isKept = before.details.parentUID == uid && item.calendarObject != nil
            after = isKept ? transaction.regrouped(after) : transaction.edited(after)
        }
        replace(before ?? item, after)
        // The item may have got subtasks in the same operation.
        for case let subtask? in entries.map(\.after) where subtask.parentID == item.id {
            var moved = subtask
            moved.details.attach(to: top)
            replace(subtask, moved)
        }
    }

    /// Gives a subtask of a deleted item the parent that it names. Without that task, it has none and waits
    /// for it.
    private mutating func release(
        _ subtask: Item, _ relating: inout Relating, in transaction: inout some Transaction
    ) {
        // An object that an app sent has no order of ours, and stays.
        var own =
            subtask.calendarObject == nil ? transaction.edited(subtask) : transaction.regrouped(subtask)
        let named = own.details.parentUID.flatMap { find($0, on: own.checklistID, in: &transaction) }
        if let named, let top = named.parentID.map({ transaction.item($0).flatMap(current) }) ?? named {
            own.details.attach(to: top)
        } else {
            own.details.detach()
            if let uid = own.details.parentUID {
                relating.change(own.checklistID, in: &transaction) { $0.add(uid, for: own.id) }
            }
        }
        replace(subtask, own)
        moveBehindFormerParent(own, from: subtask, in: &transaction)
    }

    /// Moves an item that left its parent to the position after that parent, unless its app sent a position.
    private mutating func moveBehindFormerParent(
        _ item: Item, from before: Item, in transaction: inout some Transaction
    ) {
        guard let former = before.parentID, let after = current(item), after.parentID == nil,
            after.checklistID == before.checklistID, after.position == before.position,
            !(after.calendarObject?.hasOrder ?? false)
        else { return }
        var placed = after
        placed.position = transaction.position(after: former, on: after)
        replace(item, placed)
    }

    /// Removes an item from the children that the object of its former parent names.
    private mutating func leaveParent(
        _ item: Item, from before: Item, in transaction: inout some Transaction
    ) {
        guard let former = before.parentID, item.details.parentUID != before.details.parentUID,
            let parent = transaction.item(former).flatMap(current), let object = parent.calendarObject,
            object.hasChild(item.calendarUID)
        else { return }
        var changed = transaction.edited(parent)
        changed.calendarObject = object.removingChild(item.calendarUID)
        replace(parent, changed)
    }

    /// The task with a UID, in its state after the changes; `nil` if the list does not have it.
    private func find(
        _ uid: String, on list: Checklist.ID, in transaction: inout some Transaction
    ) -> Item? {
        let arrived = entries.first { entry in
            entry.before?.checklistID != list && entry.after?.checklistID == list
                && entry.after?.calendarUID == uid
        }
        if let item = arrived?.after { return item }
        let id = transaction.itemID(of: Item.Name(.uid, uid, on: list)) ?? Item.id(fromCalendarUID: uid)
        let item = id.flatMap { transaction.item($0) }.flatMap(current)
        return item.flatMap { $0.checklistID == list && $0.calendarUID == uid ? $0 : nil }
    }

    /// Adds the children that an app newly names to the subtasks of an item, and removes those that it no
    /// longer names.
    private mutating func change(
        _ children: ChildUIDs, of parent: Item, _ relating: inout Relating,
        in transaction: inout some Transaction
    ) {
        let uid = parent.calendarUID
        for name in children.added where name != uid {
            guard let child = find(name, on: parent.checklistID, in: &transaction) else {
                relating.change(parent.checklistID, in: &transaction) {
                    $0.add(name, for: parent.id, asChild: true)
                }
                continue
            }
            guard child.details.parentUID == nil else { continue }
            var named = child
            named.details.parentUID = uid
            attach(named, from: child, &relating, in: &transaction)
        }
        for name in children.removed {
            guard let child = find(name, on: parent.checklistID, in: &transaction),
                child.details.parentUID == uid, child.calendarObject?.parentUID != uid
            else { continue }
            var own = child
            own.details.parentUID = nil
            own.details.detach()
            own = transaction.edited(own)
            replace(child, own)
            moveBehindFormerParent(own, from: child, in: &transaction)
        }
    }
}

/// The intermediate results of `relate`.
private struct Relating {
    /// The awaited tasks of lists where they changed.
    var changed: [Checklist.ID: AwaitedTasks] = [:]
    /// The numbers of new subtasks by their parents.
    var added: [Item.ID: Int] = [:]
    /// The positions of the last new subtasks by their parents.
    var lastPositions: [Item.ID: Int] = [:]

    mutating func change(
        _ list: Checklist.ID, in transaction: inout some Transaction, _ body: (inout AwaitedTasks) -> Void
    ) {
        let before = changed[list] ?? transaction.checklist(list)?.awaited ?? AwaitedTasks()
        var after = before
        body(&after)
        if after != before { changed[list] = after }
    }

    /// The entries that wait for an item that is new on its list.
    mutating func take(_ item: Item, in transaction: inout some Transaction) -> [AwaitedTasks.Entry] {
        var taken: [AwaitedTasks.Entry] = []
        change(item.checklistID, in: &transaction) { awaited in
            if !awaited.isEmpty { taken = awaited.take(item.calendarUID) }
        }
        return taken
    }
}

extension Item {
    /// Whether the item names a parent but is not a subtask.
    fileprivate var isWaiting: Bool { hasDetails && details.parentUID != nil && !isSubtask }

    /// Whether the item waits for the same parent before and after a change.
    fileprivate func waits(as after: Item) -> Bool {
        isWaiting && after.isWaiting && details.parentUID == after.details.parentUID
            && checklistID == after.checklistID && (after.recurs || !recurs)
    }

    /// Whether the item recurs. It then cannot become a subtask.
    fileprivate var recurs: Bool { hasTiming && timing.recurrence != nil }
}

extension [Mutation] {
    /// Sets the awaited tasks of lists.
    mutating func set(
        _ awaited: [Checklist.ID: AwaitedTasks], in transaction: inout some Transaction
    ) {
        for (id, awaited) in awaited {
            if let list = transaction.checklist(id) { set(list) { $0.awaited = awaited } }
        }
    }
}
