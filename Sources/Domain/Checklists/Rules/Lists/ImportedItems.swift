/// Makes the items of imported lists.
struct ImportedItems {
    /// The items in order. They have their final subtask counts.
    private var items: [Item] = []
    /// The UIDs of calendar objects in the file, and those of their items.
    private var uids: [String: String] = [:]

    /// Adds the items of an imported list.
    ///
    /// - Parameters:
    ///   - checklist: The list with all sections.
    ///   - sections: The section on the list for each section of the imported list.
    ///   - position: The position of the first item. The others follow `Limits.positionGap` apart.
    /// - Throws: `invalid`.
    mutating func add(
        _ list: ImportedChecklist, to checklist: Checklist, sections: [Section.ID], at position: Int,
        in transaction: inout some Transaction
    ) throws(ChecklistsError) {
        let first = items.count
        for (index, imported) in list.items.enumerated() {
            var item = try transaction.newItem(
                imported, on: checklist, sections: sections, at: position + index * Limits.positionGap)
            if let object = item.calendarObject, object.text.contains("RELATED-TO") {
                item.details.parentUID = object.parentUID
            }
            if let parent = imported.parent, parent < index { attach(&item, to: first + parent) }
            if let uid = imported.draft.calendarObject?.uid { uids[uid] = item.calendarUID }
            items.append(item)
        }
    }

    /// Makes an item a subtask of another one, if the latter can have more subtasks.
    private mutating func attach(_ item: inout Item, to index: Int) {
        let parent = items[index]
        guard !parent.isSubtask, parent.details.subtasks.all < Limits.subtasksMax,
            item.timing.recurrence == nil
        else { return }
        item.details.attach(to: parent)
        if item.details.parentUID.flatMap({ uids[$0] }) == nil { item.details.parentUID = parent.calendarUID }
        items[index].details.subtasks.all += 1
        if !item.checked { items[index].details.subtasks.unchecked += 1 }
    }

    /// The mutations that add the items.
    var mutations: [Mutation] {
        var mutations = items.map { Mutation.item(before: nil, after: $0) }
        mutations.mapUIDs(by: uids)
        return mutations
    }
}

extension Transaction {
    /// A new item with the history of an imported one.
    fileprivate mutating func newItem(
        _ imported: ImportedItem, on checklist: Checklist, sections: [Section.ID], at position: Int
    ) throws(ChecklistsError) -> Item {
        var draft = try imported.draft.validated()
        try imported.timeViolations.throwIfAny()
        // These fields refer to the server that made the export.
        (draft.uid, draft.assigneeID, draft.position) = (nil, nil, nil)
        draft.calendarObject = draft.calendarObject?.unnamed
        draft.snoozedUntil = imported.snoozedUntil
        (draft.patch.details.parentID, draft.patch.details.sectionID) = (nil, nil)
        if let section = imported.section, sections.indices.contains(section) {
            draft.patch.details.sectionID = sections[section]
        }
        var item = try newItem(draft, on: checklist, at: position).item
        item.change { item in
            if item.checked { item.checkedAt = imported.checkedAt ?? now }
            item.createdAt = imported.createdAt ?? now
            item.updatedAt = imported.updatedAt ?? item.createdAt
        }
        if draft.recurrence != nil, imported.completionsCount > 0 {
            item.timing.completionsCount = min(imported.completionsCount, Limits.completionsMax)
            item.timing.lastCompletedAt = imported.lastCompletedAt
        }
        return item
    }
}
