/// The first entries behind a position, from several sources.
package struct FeedCollector {
    /// Where somebody is.
    package let position: FeedPosition
    private let limit: Int
    private var found: [(key: FeedKey, entry: FeedEntry)] = []
    /// How many came from the source that comes in order.
    private var inOrder = 0

    /// A page of so many entries at most.
    package init(after position: FeedPosition, limit: Int) {
        self.position = position
        self.limit = max(limit, 1)
    }

    /// Whether nothing that follows in order can be among the first.
    package var isFull: Bool { inOrder > limit }

    /// Adds a list.
    package mutating func add(_ list: Checklist) {
        let key = FeedKey(list.revision, .checklist, list.id.rawValue)
        add(key, FeedEntry(.checklist(list), at: list.changedAt, by: list.changedBy))
    }

    /// Adds an item, at the change by which somebody gets to see it as it is.
    package mutating func add(_ item: Item, at revision: Revision) {
        let key = FeedKey(revision, .item, item.id.rawValue)
        inOrder += add(key, FeedEntry(.item(item), at: item.changedAt, by: item.changedBy)) ? 1 : 0
    }

    /// Adds that an item is not to be seen any more.
    package mutating func add(
        removed id: Item.ID, from list: Checklist.ID, name: String, in revision: Revision,
        at moment: Timestamp, by: Principal?
    ) {
        let key = FeedKey(revision, .itemRemoved, id.rawValue)
        add(key, FeedEntry(.itemRemoved(id, from: list, name: name), at: moment, by: by))
    }

    /// Adds that an item went to another list that is to be seen.
    ///
    /// Where it comes by a later change it may not come at all, if that list goes out of sight before it is
    /// reached, so that who follows has to know at once that it is not where it was.
    /// - Parameter telling: The change by which it comes.
    package mutating func add(
        moved id: Item.ID, from list: Checklist.ID, to other: Checklist.ID, name: String,
        at telling: Revision, in revision: Revision, at moment: Timestamp, by: Principal?
    ) {
        let key = FeedKey(revision, .itemRemoved, id.rawValue)
        let subject = FeedEntry.Subject.itemMoved(
            id, from: list, to: other, name: name, comesLater: telling > revision)
        add(key, FeedEntry(subject, at: moment, by: by))
    }

    /// Adds that some are not on a list any more that is still to be seen; those who are back are left out.
    package mutating func add(
        removed people: [Person.ID], from list: Checklist.ID, with members: [Member], in revision: Revision,
        at moment: Timestamp, by: Principal?
    ) {
        let gone = people.filter { person in !members.contains { $0.personID == person } }
        if gone.isEmpty { return }
        let key = FeedKey(revision, .membersRemoved, list.rawValue)
        add(key, FeedEntry(.membersRemoved(gone, from: list), at: moment, by: by))
    }

    /// Adds that a list is not to be seen any more.
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

    /// Drops what cannot be among the first.
    package mutating func trim() {
        guard found.count > 2 * (limit + 1) else { return }
        found.sort { $0.key < $1.key }
        found.removeLast(found.count - limit - 1)
    }

    /// The first of them.
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
