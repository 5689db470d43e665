import Checklists

/// The items of some lists that have all of some marks.
struct MarkedItems {
    /// The sets whose intersection has the items of a list, the smallest first.
    private var sets: [Checklist.ID: [SlotSet]] = [:]
    /// At least the number of items; exact for one mark.
    private(set) var countMax = 0
    /// The number of unchecked items; known for one mark.
    private(set) var uncheckedCount: Int?

    init(_ marks: [ItemMark]) { uncheckedCount = marks.count == 1 ? 0 : nil }

    /// Adds the items of a list.
    mutating func add(_ index: ItemMarks, of list: Checklist.ID, having marks: [ItemMark]) {
        let postings = marks.compactMap { index[$0] }
        guard postings.count == marks.count, let fewest = postings.map(\.count).min() else { return }
        countMax += fewest
        if uncheckedCount != nil { uncheckedCount? += postings[0].uncheckedCount }
        sets[list] = postings.map(\.slots).sorted { $0.count < $1.count }
    }

    /// The lists that may have such items.
    var lists: Dictionary<Checklist.ID, [SlotSet]>.Keys { sets.keys }

    func contains(_ slot: Slot, on list: Checklist.ID) -> Bool {
        sets[list]?.allSatisfy { $0.contains(slot) } ?? false
    }

    func forEach(_ body: (Slot) -> Void) {
        for sets in sets.values {
            let others = sets.dropFirst()
            sets.first?.forEach { slot in
                if others.allSatisfy({ $0.contains(slot) }) { body(slot) }
            }
        }
    }
}

extension MemoryStore {
    /// The items of a scope that have all of some marks.
    func marked(by marks: [ItemMark], in scope: ItemScope) -> MarkedItems {
        var marked = MarkedItems(marks)
        for list in lists(of: scope) {
            if let index = listIndexes[list]?.marks { marked.add(index, of: list, having: marks) }
        }
        return marked
    }
}
