import Checklists

/// Applies the rules of this service to the lists of a file: limits of texts and numbers, one level of
/// subtasks, valid times. A note reports each change.
struct PlanMaker {
    let settings: ImportSettings
    let notes: NoteLog

    func checklists(of lists: [ForeignList]) throws(ImportError) -> [ImportedChecklist] {
        let limits = settings.limits
        guard lists.count <= limits.checklistsMax else { throw .tooMany(limits.checklistsMax, "lists") }
        let count = lists.reduce(0) { $0 + $1.items.count }
        try limits.check(itemsCount: count)
        let checklists = lists.map { checklist(of: $0) }
        guard checklists.contains(where: { !$0.items.isEmpty }) else {
            throw .noItem("has no item that can be imported", notes.notes)
        }
        return checklists
    }

    private func checklist(of list: ForeignList) -> ImportedChecklist {
        var checklist = ImportedChecklist(ChecklistDraft(name: name(of: list)), items: [])
        checklist.items.reserveCapacity(list.items.count)
        var sections = SectionNumbers()
        for section in list.sections {
            let count = checklist.sections.count
            if sections.number(of: section, on: &checklist) != nil, checklist.sections.count == count {
                notes.add(list.place, "section", .converted, section)
            }
        }
        let tree = ItemTree(list.items)
        /// The index in `checklist.items` of each item of the file, and its number of subtasks.
        var made: [(index: Int, subtasks: Int)?] = Array(repeating: nil, count: list.items.count)
        for index in tree.order {
            let item = list.items[index]
            var imported: ImportedItem?
            if let parent = tree.parents[index], let place = made[parent] {
                if place.subtasks < Limits.subtasksMax {
                    imported = self.item(item, isSubtask: true)
                    imported?.parent = place.index
                    if imported != nil {
                        made[parent]?.subtasks += 1
                        if parent != item.parent { notes.add(item.place, "", .nested) }
                    }
                } else {
                    imported = self.item(item, isSubtask: false)
                    notes.add(item.place, "", .limitReached, "\(Limits.subtasksMax) subtasks")
                }
                imported?.section = checklist.items[place.index].section
            } else {
                let name = item.section?.asLine ?? ""
                let section = name.isEmpty ? nil : sections.number(of: name, on: &checklist)
                let isLost = !name.isEmpty && section == nil
                if isLost {
                    notes.add(item.place, "", .limitReached, "\(Limits.sectionsMax) sections")
                }
                imported = self.item(item, isSubtask: false, adding: isLost ? "Section: \(name)" : nil)
                imported?.section = section
            }
            guard let imported else { continue }
            made[index] = (checklist.items.count, 0)
            checklist.items.append(imported)
        }
        return checklist
    }

    private func name(of list: ForeignList) -> String {
        let name = (list.name ?? "").asLine
        if name.isEmpty {
            let other = String(settings.listName.asLine.prefix(Limits.nameCharactersMax)).trimmed
            return other.isEmpty ? "Imported" : other
        }
        return shortened(name, to: Limits.nameCharactersMax, at: list.place)
    }

    /// A text of at most so many characters, with a note if it was longer.
    func shortened(
        _ text: String, to charactersMax: Int, at place: String, _ field: String = ""
    ) -> String {
        let short = text.first(charactersMax)
        if short.utf8.count == text.utf8.count { return text }
        notes.add(place, field, .shortened, text)
        return short.trimmed
    }
}

/// The numbers of the sections of a list by their names.
private struct SectionNumbers {
    private var numbers: [String: Int] = [:]

    /// The number of a section, which the list gets if it lacks it; `nil` if it has too many.
    mutating func number(of name: String, on checklist: inout ImportedChecklist) -> Int? {
        let name = name.asLine.first(Limits.sectionNameCharactersMax).trimmed
        if let number = numbers[name] { return number }
        guard checklist.addSection(name).isEmpty else { return nil }
        numbers[name] = checklist.sections.count - 1
        return checklist.sections.count - 1
    }
}

/// The items of a list as trees of one level.
struct ItemTree {
    /// The index of the top item above each item; `nil` for a top item.
    let parents: [Int?]
    /// The indexes of all items: each top item, followed by the items below it.
    let order: [Int]

    init(_ items: [ForeignItem]) {
        var parents: [Int?] = Array(repeating: nil, count: items.count)
        var isKnown = Array(repeating: false, count: items.count)
        for start in items.indices where !isKnown[start] {
            var path: [Int] = []
            var index = start
            var top: Int?
            var onPath: Set<Int> = []
            while top == nil {
                if isKnown[index] {
                    top = parents[index] ?? index
                } else if let parent = items[index].parent, items.indices.contains(parent),
                    onPath.insert(index).inserted
                {
                    path.append(index)
                    index = parent
                } else {
                    // Either a top item, or the item where a cycle closes, which becomes a top item.
                    isKnown[index] = true
                    top = index
                }
            }
            for index in path where !isKnown[index] {
                parents[index] = top
                isKnown[index] = true
            }
        }
        var children: [Int: [Int]] = [:]
        for (index, parent) in parents.enumerated() {
            if let parent { children[parent, default: []].append(index) }
        }
        self.parents = parents
        order = items.indices.flatMap { parents[$0] == nil ? [$0] + (children[$0] ?? []) : [] }
    }
}
