import Checklists

/// The items of some lists that have all of some marks.
struct MarkedItems {
    /// The sets whose intersection is the items of each list, the smallest first.
    private var sets: [Checklist.ID: [SlotSet]] = [:]
    /// The sets whose intersection has the items of all lists of a person, the smallest first; `nil` if each
    /// list has separate sets.
    private var whole: [SlotSet]?
    /// An upper bound of the number of items; exact for one mark.
    private(set) var countMax = 0
    /// The number of unchecked items; known for one mark.
    private(set) var uncheckedCount: Int?
    /// Whether no item has a due date.
    private(set) var areUndated = true

    init(_ marks: [ItemMark]) { uncheckedCount = marks.count == 1 ? 0 : nil }

    /// The items of all lists of a person.
    init(_ marks: [ItemMark], in index: ItemMarks) {
        self.init(marks)
        whole = add(index, having: marks)
    }

    /// Adds the items of a list.
    mutating func add(_ index: ItemMarks, of list: Checklist.ID, having marks: [ItemMark]) {
        let sets = add(index, having: marks)
        if !sets.isEmpty { self.sets[list] = sets }
    }

    private mutating func add(_ index: ItemMarks, having marks: [ItemMark]) -> [SlotSet] {
        let postings = marks.compactMap { index[$0] }
        guard postings.count == marks.count, let fewest = postings.map(\.count).min() else { return [] }
        countMax += fewest
        if uncheckedCount != nil { uncheckedCount? += postings[0].uncheckedCount }
        areUndated = areUndated && postings.contains { $0.datedCount == 0 }
        return postings.map(\.slots).sorted { $0.count < $1.count }
    }

    /// The lists that may have such items; `nil` if that is unknown.
    var lists: Set<Checklist.ID>? { whole == nil ? Set(sets.keys) : nil }

    /// Whether the item in a slot is one of them. `list` is the list of the item.
    func contains(_ slot: Slot, on list: () -> Checklist.ID) -> Bool {
        guard let sets = whole ?? sets[list()], !sets.isEmpty else { return false }
        return sets.allSatisfy { $0.contains(slot) }
    }

    func forEach(_ body: (Slot) -> Void) {
        if let whole { return Self.forEach(in: whole, body) }
        for sets in sets.values { Self.forEach(in: sets, body) }
    }

    private static func forEach(in sets: [SlotSet], _ body: (Slot) -> Void) {
        let others = sets.dropFirst()
        sets.first?.forEach { slot in
            if others.allSatisfy({ $0.contains(slot) }) { body(slot) }
        }
    }
}

extension MemoryStore {
    /// The items of a scope that have all of some marks. For a person with many lists, missing marks are a
    /// miss.
    mutating func marked(by marks: [ItemMark], in scope: ItemScope) -> MarkedItems {
        let lists = lists(of: scope)
        if case .person(let number) = scope, lists.count > Limits.listsMergedMax {
            return MarkedItems(marks, in: self.marks(ofPerson: number))
        }
        var marked = MarkedItems(marks)
        for list in lists {
            if let index = listIndexes[list]?.marks { marked.add(index, of: list, having: marks) }
        }
        return marked
    }

    /// The items of a person by their marks. For many items, missing marks are a miss.
    private mutating func marks(ofPerson number: Int) -> ItemMarks {
        if let marks = personIndexes[number].items.marks { return marks }
        let scope = ItemScope.person(number)
        guard tally(of: scope).total <= Limits.itemsSortedUnderLockMax else {
            miss(.marks(of: scope))
            return ItemMarks()
        }
        let marks = ItemMarks(of: slots(of: scope), in: items)
        personIndexes[number].items.setMarks(marks)
        return marks
    }

    /// The marks of the items that a caller sees on lists that are not archived.
    mutating func marks(for principal: Principal, at now: Timestamp) -> ItemMarks {
        switch scope(of: principal, at: now) {
        case .person(let number): marks(ofPerson: number)
        case let scope: lists(of: scope).first.flatMap { listIndexes[$0]?.marks } ?? ItemMarks()
        }
    }
}
