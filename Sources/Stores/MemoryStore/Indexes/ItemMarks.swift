import Checklists

/// A property that few items of a list have.
enum ItemMark: Hashable, Sendable {
    /// The key of a tag.
    case tag(String)
    case section(Section.ID)
    case assignee(Person.ID)
    /// An item that has an assignee.
    case assigned
    case important
    case subtask
    /// An item with a start, in the past or in the future.
    case start
}

/// The items of a list or of a person by their marks. An item without marks takes no memory here.
struct ItemMarks: Sendable {
    private var postings: [ItemMark: Posting] = [:]

    /// The items with a mark.
    struct Posting: Sendable {
        var slots = SlotSet()
        var uncheckedCount = 0
        var datedCount = 0
        /// The spellings of a tag that differ from its key, with the numbers of items.
        var spellings: [String: Int] = [:]

        var count: Int { slots.count }
    }

    init() {}

    init(of slots: [Slot], in table: Table<Item>) {
        for slot in slots { insert(table[slot], in: slot) }
    }

    /// The items with a mark; `nil` if there are none.
    subscript(mark: ItemMark) -> Posting? { postings[mark] }

    /// Calls the body with each tag.
    func forEachTag(_ body: (_ key: String, Posting) -> Void) {
        for (mark, posting) in postings { if case .tag(let key) = mark { body(key, posting) } }
    }

    mutating func insert(_ item: Item, in slot: Slot) {
        guard item.isMarked else { return }
        item.forEachMark { mark, spelling in
            postings[mark, default: Posting()].insert(slot, item, spelling)
        }
    }

    mutating func remove(_ item: Item, in slot: Slot) {
        guard item.isMarked else { return }
        item.forEachMark { mark, spelling in
            postings[mark]?.remove(slot, item, spelling)
            if postings[mark]?.count == 0 { postings[mark] = nil }
        }
    }

    mutating func change(_ old: Item, to new: Item, in slot: Slot) {
        guard old.isMarked || new.isMarked else { return }
        if old.sharesMarks(with: new) {
            guard old.checked != new.checked || old.isDated != new.isDated else { return }
            new.forEachMark { mark, _ in
                postings[mark]?.count(old, by: -1)
                postings[mark]?.count(new, by: 1)
            }
        } else {
            remove(old, in: slot)
            insert(new, in: slot)
        }
    }

    /// Adds the items of another list.
    mutating func add(_ others: ItemMarks) {
        for (mark, posting) in others.postings { postings[mark, default: Posting()].add(posting) }
    }

    /// Removes the items of a list.
    mutating func remove(_ others: ItemMarks) {
        for (mark, posting) in others.postings {
            postings[mark]?.remove(posting)
            if postings[mark]?.count == 0 { postings[mark] = nil }
        }
    }
}

extension ItemMarks.Posting {
    fileprivate mutating func insert(_ slot: Slot, _ item: Item, _ spelling: String?) {
        slots.insert(slot)
        count(item, by: 1)
        if let spelling { count(spelling, by: 1) }
    }

    fileprivate mutating func remove(_ slot: Slot, _ item: Item, _ spelling: String?) {
        slots.remove(slot)
        count(item, by: -1)
        if let spelling { count(spelling, by: -1) }
    }

    fileprivate mutating func add(_ other: ItemMarks.Posting) {
        other.slots.forEach { slots.insert($0) }
        uncheckedCount += other.uncheckedCount
        datedCount += other.datedCount
        for (spelling, number) in other.spellings { count(spelling, by: number) }
    }

    fileprivate mutating func remove(_ other: ItemMarks.Posting) {
        other.slots.forEach { slots.remove($0) }
        uncheckedCount -= other.uncheckedCount
        datedCount -= other.datedCount
        for (spelling, number) in other.spellings { count(spelling, by: -number) }
    }

    fileprivate mutating func count(_ item: Item, by change: Int) {
        if !item.checked { uncheckedCount += change }
        if item.isDated { datedCount += change }
    }

    private mutating func count(_ spelling: String, by change: Int) {
        let number = (spellings[spelling] ?? 0) + change
        spellings[spelling] = number == 0 ? nil : number
    }
}

extension Item {
    fileprivate var isDated: Bool { dueDate != nil }

    /// Whether the item may have marks.
    fileprivate var isMarked: Bool { hasDetails || important || assigneeID != nil }

    fileprivate func sharesMarks(with other: Item) -> Bool {
        important == other.important && assigneeID == other.assigneeID && sharesDetails(with: other)
    }

    /// Calls the body with each mark; for a tag, with its spelling if that is not its key.
    fileprivate func forEachMark(_ body: (ItemMark, _ spelling: String?) -> Void) {
        if important { body(.important, nil) }
        if let assigneeID {
            body(.assigned, nil)
            body(.assignee(assigneeID), nil)
        }
        guard hasDetails else { return }
        let details = details
        if let section = details.sectionID { body(.section(section), nil) }
        if details.parentID != nil { body(.subtask, nil) }
        if details.startDate != nil || details.startOn != nil { body(.start, nil) }
        for tag in details.tags {
            let key = Tag.key(of: tag)
            body(.tag(key), key == tag ? nil : tag)
        }
    }
}
