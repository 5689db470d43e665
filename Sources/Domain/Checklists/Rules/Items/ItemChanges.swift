/// The changes of items in one operation, and the changes that follow from them. Each item has one entry.
///
/// A change of an item can change its subtasks, and a change of a subtask changes the counts of its parent.
/// A rule collects its own changes; `mutations(in:)` adds the others and the counts of the lists.
struct ItemChanges {
    /// A change of one item; `before` is `nil` for a new item, `after` for a deleted one.
    struct Entry {
        let before: Item?
        var after: Item?
    }

    private(set) var entries: [Entry] = []
    /// The index of each entry by its item; empty until it is needed.
    private var indexes: [Item.ID: Int] = [:]
    /// Whether a changed item is a subtask or has subtasks.
    private var touchesSubtasks = false
    /// Whether a changed item names its parent by UID, before or after its change.
    private(set) var touchesRelations = false
    /// Whether an item is new on its list.
    private var hasArrivals = false
    /// The changes of the children that calendar objects name.
    var children: [Item.ID: ChildUIDs] = [:]
    /// Whether the subtasks of a deleted item stay.
    var keepsSubtasks = false

    init() {}

    /// The change of one item.
    init(_ before: Item?, _ after: Item?) { set(before, after) }

    var count: Int { entries.count }

    mutating func reserveCapacity(_ count: Int) { entries.reserveCapacity(count) }

    /// Adds the change of an item that has none yet.
    mutating func set(_ before: Item?, _ after: Item?) {
        entries.append(Entry(before: before, after: after))
        if let before, before.hasDetails { touch(before) }
        if let after, after.hasDetails { touch(after) }
        hasArrivals = hasArrivals || after.map { $0.checklistID != before?.checklistID } ?? false
    }

    private mutating func touch(_ item: Item) {
        touchesSubtasks = touchesSubtasks || item.isSubtask || item.hasSubtasks
        touchesRelations = touchesRelations || item.details.parentUID != nil
    }

    /// Whether the relations that apps named can change parents or subtasks.
    private mutating func mayRelate(in transaction: inout some Transaction) -> Bool {
        if touchesRelations || !children.isEmpty || keepsSubtasks { return true }
        guard hasArrivals, let list = entries.lazy.compactMap({ $0.after?.checklistID }).first else {
            return false
        }
        return transaction.checklist(list)?.awaitsTasks ?? false
    }

    /// Changes an item that may have a change already.
    mutating func change(_ before: Item, _ after: Item) {
        let number = indexes[before.id] ?? entries.lastIndex(where: { $0.after?.id == before.id })
        if let number {
            entries[number].after = after
        } else {
            set(before, after)
        }
    }

    /// Places the changed items in their order, `Limits.positionGap` apart.
    mutating func place(at position: Int) {
        for number in entries.indices {
            entries[number].after?.position = position + number * Limits.positionGap
        }
    }

    /// The items that the changes delete.
    var deleted: [Item] { entries.compactMap { $0.after == nil ? $0.before : nil } }

    /// The items that leave a list for another one.
    var moved: [Item] {
        entries.compactMap { entry in
            guard let before = entry.before, let after = entry.after else { return nil }
            return before.checklistID == after.checklistID ? nil : before
        }
    }

    /// The state of an item after the changes; the given one if it has no change.
    func current(_ item: Item) -> Item? {
        indexes[item.id].map { entries[$0].after } ?? item
    }

    /// The states of changed items after the changes.
    func states(of ids: [Item.ID]) -> [Item] {
        let wanted = Set(ids)
        var states: [Item.ID: Item] = [:]
        for entry in entries {
            if let item = entry.after, wanted.contains(item.id) { states[item.id] = item }
        }
        return ids.compactMap { states[$0] }
    }

    /// The mutations of the items, their subtasks, their parents and the counts of their lists.
    /// - Throws: `conflict` if a subtask that moves to another list has a name that is taken there.
    mutating func mutations(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> [Mutation] {
        // Tasks on the new list can wait for a subtask that arrives with its parent.
        if touchesSubtasks, hasArrivals { try addSubtasks(in: &transaction) }
        let awaited = mayRelate(in: &transaction) ? relate(in: &transaction) : [:]
        if touchesSubtasks { try addSubtasksAndParents(in: &transaction) }
        var mutations: [Mutation] = []
        mutations.reserveCapacity(entries.count + 2)
        for entry in entries { mutations.append(.item(before: entry.before, after: entry.after)) }
        if entries.count == 1 {
            // Most operations change one item. They need no array of counts.
            transaction.recount(entries[0].before, entries[0].after, in: &mutations)
            mutations.set(awaited, in: &transaction)
            return mutations
        }
        for (list, counts) in listCounts {
            transaction.recount(list, items: counts.all, unchecked: counts.unchecked, in: &mutations)
        }
        mutations.set(awaited, in: &transaction)
        return mutations
    }

    /// How the counts of lists change. A change concerns one list or two.
    private var listCounts: [(list: Checklist.ID, counts: SubtaskCounts)] {
        var counts: [(list: Checklist.ID, counts: SubtaskCounts)] = []
        for entry in entries {
            for (item, sign) in [(entry.before, -1), (entry.after, 1)] {
                guard let item else { continue }
                let number: Int
                if let known = counts.lastIndex(where: { $0.list == item.checklistID }) {
                    number = known
                } else {
                    number = counts.count
                    counts.append((item.checklistID, SubtaskCounts()))
                }
                counts[number].counts.add(item, times: sign)
            }
        }
        return counts
    }
}

// MARK: - Subtasks and parents

extension ItemChanges {
    /// Indexes the entries by their items.
    mutating func indexEntries() {
        for (number, entry) in entries.enumerated() {
            if let id = (entry.after ?? entry.before)?.id { indexes[id] = number }
        }
    }

    /// Adds the changes of subtasks.
    private mutating func addSubtasks(in transaction: inout some Transaction) throws(ChecklistsError) {
        indexEntries()
        for entry in entries {
            guard let before = entry.before, before.hasSubtasks || entry.takesSubtasks,
                entry.after != nil || !keepsSubtasks
            else { continue }
            let subtasks =
                before.isSubtask
                ? dependents(of: before, in: &transaction) : transaction.subtasks(of: before.id)
            for subtask in subtasks {
                try follow(subtask, before, entry.after, in: &transaction)
            }
        }
    }

    /// Adds the changes of subtasks, then those of parents.
    private mutating func addSubtasksAndParents(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) {
        try addSubtasks(in: &transaction)
        joinParents(in: &transaction)
        var counts: [Item.ID: SubtaskCounts] = [:]
        var parents: [Item.ID] = []
        for entry in entries {
            for (item, sign) in [(entry.before, -1), (entry.after, 1)] {
                guard let item, let parent = item.parentID else { continue }
                if counts[parent] == nil { parents.append(parent) }
                counts[parent, default: SubtaskCounts()].add(item, times: sign)
            }
        }
        for id in parents {
            if let change = counts[id], change != SubtaskCounts() {
                try count(change, of: id, in: &transaction)
            }
        }
    }

    /// Sorts each changed subtask after its parent, in the section of its parent.
    private mutating func joinParents(in transaction: inout some Transaction) {
        for number in entries.indices {
            guard let subtask = entries[number].after, let id = subtask.parentID else { continue }
            let parent = indexes[id].map { entries[$0].after } ?? transaction.item(id)
            guard let parent else { continue }
            if subtask.details.parentPosition != parent.position {
                entries[number].after?.details.parentPosition = parent.position
            }
            if subtask.sectionID != parent.sectionID {
                entries[number].after?.details.sectionID = parent.sectionID
            }
        }
    }

    /// The subtasks of an item, and those that name a subtask as their parent, directly or not. A parent
    /// comes before its subtasks.
    func dependents(of item: Item, in transaction: inout some Transaction) -> [Item] {
        var rest = transaction.subtasks(of: item.parentID ?? item.id)
        var uids: Set = [item.calendarUID]
        var found: [Item] = []
        while true {
            let next = rest.filter { $0.id != item.id && uids.contains($0.details.parentUID ?? "") }
            if next.isEmpty { return item.isSubtask ? found : found + rest }
            found += next
            rest.removeAll { subtask in next.contains { $0.id == subtask.id } }
            uids = Set(next.map(\.calendarUID))
        }
    }

    /// Applies the change of a parent to its subtask.
    private mutating func follow(
        _ subtask: Item, _ before: Item, _ after: Item?, in transaction: inout some Transaction
    ) throws(ChecklistsError) {
        guard let current = current(subtask) else { return }
        guard let after else { return replace(subtask, nil) }
        var changed = current
        if after.checklistID != before.checklistID, current.checklistID == before.checklistID {
            changed.checklistID = after.checklistID
            try transaction.check(changed.names, at: "/checklistId")
            try transaction.checkAssignee(of: &changed, from: current)
        }
        changed.details.sectionID = after.sectionID
        // The subtasks of an item that becomes a subtask get its parent, and return to it when it leaves.
        if current.parentID == subtask.parentID { changed.details.parentID = after.parentID ?? after.id }
        if !before.checked, after.checked {
            if !changed.checked { changed.setChecked(true, at: transaction.now) }
        } else if after.hasMovedOn(from: before), changed.checked {
            changed.setChecked(false, at: transaction.now)
        }
        if changed.checked != current.checked { changed.reschedule(from: current, at: transaction.now) }
        if changed != current {
            // An object that an app sent names its parent itself.
            let isKept =
                current.calendarObject != nil && changed.checklistID == current.checklistID
                && changed.checked == current.checked
            changed = isKept ? transaction.regrouped(changed) : transaction.edited(changed)
        }
        if changed.details.parentPosition != after.anchorPosition {
            changed.details.parentPosition = after.anchorPosition
            changed = transaction.moved(changed)
        }
        if changed != current { replace(subtask, changed) }
    }

    /// Changes the counts of a parent.
    /// - Throws: `conflict` for more than 500 subtasks.
    private mutating func count(
        _ change: SubtaskCounts, of id: Item.ID, in transaction: inout some Transaction
    ) throws(ChecklistsError) {
        if let number = indexes[id] {
            entries[number].after?.details.subtasks.add(change)
        } else if let before = transaction.item(id) {
            var after = transaction.regrouped(before)
            after.details.subtasks.add(change)
            replace(before, after)
        }
        let count = indexes[id].flatMap { entries[$0].after }?.details.subtasks.all ?? 0
        guard change.all <= 0 || count <= Limits.subtasksMax else {
            throw .conflict([Violation("/parentId", .limitReached(Limits.subtasksMax, "subtasks"))])
        }
    }

    /// Sets the state of an item that may have a change already.
    mutating func replace(_ item: Item, _ after: Item?) {
        if let after, after.hasDetails { touch(after) }
        if let number = indexes[item.id] {
            entries[number].after = after
        } else {
            indexes[item.id] = entries.count
            entries.append(Entry(before: item, after: after))
        }
    }
}

extension ItemChanges.Entry {
    /// Whether the change of a subtask is one of the tasks that name it as well: it leaves its parent or its
    /// list, or is completed.
    fileprivate var takesSubtasks: Bool {
        guard let before, before.isSubtask else { return false }
        guard let after else { return true }
        return after.parentID != before.parentID || after.checklistID != before.checklistID
            || after.checked && !before.checked
    }
}

extension Item {
    /// Whether a recurring item has moved to another occurrence since an earlier state.
    fileprivate func hasMovedOn(from before: Item) -> Bool {
        hasTiming && !checked && timing.lastStep != nil && timing.lastStep != before.timing.lastStep
    }
}

extension SubtaskCounts {
    /// Adds the counts of an item, multiplied by a factor.
    fileprivate mutating func add(_ item: Item, times: Int) {
        all += times
        if !item.checked { unchecked += times }
    }

    fileprivate mutating func add(_ other: SubtaskCounts) {
        all += other.all
        unchecked += other.unchecked
    }
}
