/// One list as it was at some moment.
public struct ChecklistSnapshot: Sendable {
    /// The list.
    public let checklist: Checklist
    /// Its items by position.
    public let items: SnapshotItems

    /// A list with its items.
    package init(checklist: Checklist, items: SnapshotItems) {
        self.checklist = checklist
        self.items = items
    }
}

/// The items of a list by position, as they were at some moment.
public struct SnapshotItems: Sequence, Sendable {
    /// How many there are.
    public let count: Int
    private let start: @Sendable () -> () -> Item?

    /// So many items.
    ///
    /// - Parameter start: Begins a walk from the first position to the last.
    package init(count: Int, start: @escaping @Sendable () -> () -> Item?) {
        self.count = count
        self.start = start
    }

    /// No more than these.
    package init(_ items: [Item]) {
        self.init(count: items.count) {
            var rest = items.makeIterator()
            return { rest.next() }
        }
    }

    public var underestimatedCount: Int { count }

    public func makeIterator() -> Iterator { Iterator(next: start()) }

    /// A walk along the items.
    public struct Iterator: IteratorProtocol {
        fileprivate let step: () -> Item?

        fileprivate init(next step: @escaping () -> Item?) { self.step = step }

        public mutating func next() -> Item? { step() }
    }
}
