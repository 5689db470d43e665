/// Merges the first entries after a position from several sources.
package struct FeedCollector {
    /// The position of the client.
    package let position: FeedPosition
    private let limit: Int
    private var found: [(key: FeedKey, entry: FeedEntry)] = []
    /// The number of entries from the current ordered source.
    private var inOrder = 0

    /// Creates a collector for a page of at most `limit` entries.
    package init(after position: FeedPosition, limit: Int) {
        self.position = position
        self.limit = max(limit, 1)
    }

    /// Whether no further entry of the current ordered source can be on the page.
    package var isFull: Bool { inOrder > limit }

    /// Begins with another ordered source.
    package mutating func beginSource() {
        inOrder = 0
        trim()
    }

    package mutating func add(_ list: Checklist) {
        let key = FeedKey(list.revision, .checklist, list.id.rawValue)
        add(key, FeedEntry(.checklist(list), at: list.changedAt, by: list.changedBy))
    }

    /// Adds an item at the change in which it became visible in its current state.
    package mutating func add(_ item: Item, at revision: Revision) {
        let key = FeedKey(revision, .item, item.id.rawValue)
        inOrder += add(key, FeedEntry(.item(item), at: item.changedAt, by: item.changedBy)) ? 1 : 0
    }

    /// Adds the deletion of an item, or the loss of access to it.
    package mutating func add(
        removed id: Item.ID, from list: Checklist.ID, name: String, in revision: Revision,
        at moment: Timestamp, by: Principal?
    ) {
        let key = FeedKey(revision, .itemRemoved, id.rawValue)
        add(key, FeedEntry(.itemRemoved(id, from: list, name: name), at: moment, by: by))
    }

    /// Adds the move of an item to another visible list.
    ///
    /// The item may never appear there: if its entry is in a later change, the client can lose access to that
    /// list first. The client must therefore learn at once that the item left the old list.
    /// - Parameter telling: The change with the item's entry on the other list.
    package mutating func add(
        moved id: Item.ID, from list: Checklist.ID, to other: Checklist.ID, name: String,
        at telling: Revision, in revision: Revision, at moment: Timestamp, by: Principal?
    ) {
        let key = FeedKey(revision, .itemRemoved, id.rawValue)
        let subject = FeedEntry.Subject.itemMoved(
            id, from: list, to: other, name: name, comesLater: telling > revision)
        add(key, FeedEntry(subject, at: moment, by: by))
    }

    /// Adds people who left a visible list, except those who are members again.
    package mutating func add(
        removed people: [Person.ID], from list: Checklist.ID, with members: [Member], in revision: Revision,
        at moment: Timestamp, by: Principal?
    ) {
        let gone = people.filter { person in !members.contains { $0.personID == person } }
        if gone.isEmpty { return }
        let key = FeedKey(revision, .membersRemoved, list.rawValue)
        add(key, FeedEntry(.membersRemoved(gone, from: list), at: moment, by: by))
    }

    /// Adds the deletion of a list, or the loss of access to it.
    package mutating func add(
        removed id: Checklist.ID, in revision: Revision, at moment: Timestamp, by: Principal?
    ) {
        let key = FeedKey(revision, .checklistRemoved, id.rawValue)
        add(key, FeedEntry(.checklistRemoved(id), at: moment, by: by))
    }

    @discardableResult
    private mutating func add(_ key: FeedKey, _ entry: FeedEntry) -> Bool {
        guard key.isBehind(position) else { return false }
        found.append((key, entry))
        return true
    }

    /// Drops the entries that cannot be on the page.
    package mutating func trim() {
        guard found.count > 2 * (limit + 1) else { return }
        found.sort { $0.key < $1.key }
        found.removeLast(found.count - limit - 1)
    }

    /// The page with the first entries.
    package mutating func page(newest: Revision) -> FeedPage {
        found.sort { $0.key < $1.key }
        let page = found.prefix(limit)
        let hasMore = found.count > page.count
        let next =
            hasMore ? page.last?.key.position(since: position.start) : nil
        return FeedPage(
            entries: page.map(\.entry), next: next ?? FeedPosition(after: newest), hasMore: hasMore)
    }
}
