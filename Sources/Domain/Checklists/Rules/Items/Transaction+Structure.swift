// The section and the parent of an item.

extension Transaction {
    /// Sets the section and the parent of an item to those in a patch.
    ///
    /// - Parameters:
    ///   - item: The item with all other fields of the patch, on its new list.
    ///   - before: The item before the change; `nil` for a new one.
    ///   - list: The list of the item.
    ///   - pointer: The JSON Pointer of the item.
    /// - Throws: `invalid`.
    mutating func applyStructure(
        _ item: inout Item, from before: Item?, by patch: ItemPatch, on list: Checklist,
        within pointer: String = ""
    ) throws(ChecklistsError) {
        let leaves = before.map { $0.checklistID != list.id } ?? false
        if leaves, item.hasDetails {
            // The item leaves its section and its parent behind on the other list. A task of an app names its
            // parent further, so that it returns to it.
            item.details.sectionID = nil
            item.details.detach()
            if !item.hasCalendarObject { item.details.parentUID = patch.details.parentUID ?? nil }
        }
        let details = patch.details
        if details.parentUID == .some(nil), let former = before, !leaves { keepParent(of: &item, as: former) }
        if let parent = details.parentID, parent != item.parentID {
            try attach(&item, below: parent, within: pointer, keepsPosition: patch.position != nil)
        }
        guard let section = details.sectionID else { return }
        if let section, list.sections[section] == nil {
            throw .invalid([Violation(pointer + "/sectionId", .notASection.orNull)])
        }
        if item.isSubtask {
            guard section == nil || section == item.sectionID else {
                throw .invalid([Violation(pointer + "/sectionId", .otherSection)])
            }
        } else if item.sectionID != section {
            item.details.sectionID = section
        }
    }

    /// Keeps the parent of a task that names none, if the object of the parent names the task as its child.
    private mutating func keepParent(of item: inout Item, as before: Item) {
        guard let parent = before.parentID, before.details.parentUID != nil, item.parentID == nil,
            let parent = self.item(parent), parent.calendarObject?.hasChild(item.calendarUID) ?? false
        else { return }
        item.details.parentUID = before.details.parentUID
        item.details.attach(to: parent)
    }

    /// Makes an item the last subtask of a parent. Without a parent, the item moves to the position after its
    /// former parent.
    /// - Throws: `invalid` if the item cannot be a subtask of the parent.
    private mutating func attach(
        _ item: inout Item, below parent: Item.ID?, within pointer: String, keepsPosition: Bool
    ) throws(ChecklistsError) {
        guard let parent else {
            let former = item.parentID
            item.details.detach()
            item.details.parentUID = nil
            if !keepsPosition, let former { item.position = self.position(after: former, on: item) }
            return
        }
        guard parent != item.id, let above = self.item(parent), above.checklistID == item.checklistID,
            !above.isSubtask
        else { throw .invalid([Violation(pointer + "/parentId", .notAParent)]) }
        if item.hasSubtasks { throw .invalid([Violation(pointer + "/parentId", .hasSubtasks)]) }
        if item.hasTiming, item.timing.recurrence != nil {
            throw .invalid([Violation(pointer + "/recurrence", .recurringSubtask)])
        }
        item.details.attach(to: above)
        item.details.parentUID = above.calendarUID
        if !keepsPosition {
            let last = above.hasSubtasks ? subtasks(of: parent).last?.position : nil
            item.position = ((last ?? 0) + Limits.positionGap).asPosition
        }
    }

    /// A position right after an item of the list. Without a gap it is the position of that item, and the id
    /// breaks the tie.
    mutating func position(after id: Item.ID, on item: Item) -> Int {
        let around = neighbours(of: .after(id), on: item.checklistID, reach: 1)
        guard let low = around.before.first?.position else { return item.position }
        guard let high = around.after.first?.position else { return (low + Limits.positionGap).asPosition }
        return low + (high - low) / 2
    }

    /// Sets the section of a new item to the one that the list remembers for its text, unless the patch names
    /// a section. A section in the patch is remembered for the text.
    ///
    /// - Returns: The sections with the changed memory; `nil` if it stays the same.
    func assignSection(of item: inout Item, by patch: ItemPatch, on list: Checklist) -> Sections? {
        guard list.hasSections, !item.isSubtask else { return nil }
        var sections = list.sections
        guard sections.remember else { return nil }
        if patch.details.sectionID == nil {
            guard let known = sections.memory.section(of: item.text), sections[known] != nil else {
                return nil
            }
            item.details.sectionID = known
            return nil
        }
        sections.memory.remember(item.text, in: item.sectionID)
        return sections == list.sections ? nil : sections
    }
}

extension ItemPatch {
    /// The footprint of making the item a subtask.
    var needsOfParent: [Need] {
        guard hasDetails, case .some(.some(let parent)) = details.parentID else { return [] }
        return [.item(parent), .subtasks(of: parent)]
    }
}

extension [Mutation] {
    /// Sets the sections of a list in the mutation of the list.
    mutating func set(_ sections: Sections, of list: Checklist) { set(list) { $0.sections = sections } }

    /// Changes a list in its mutation, which is added if there is none.
    mutating func set(_ list: Checklist, _ change: (inout Checklist) -> Void) {
        let number = lastIndex { mutation in
            if case .checklist(_, let after?) = mutation { after.id == list.id } else { false }
        }
        if let number, case .checklist(let before, var after?) = self[number] {
            change(&after)
            self[number] = .checklist(before: before, after: after)
        } else {
            var after = list
            change(&after)
            append(.checklist(before: list, after: after))
        }
    }
}
