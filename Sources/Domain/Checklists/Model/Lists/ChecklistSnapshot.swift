/// A list with its items at one revision.
public struct ChecklistSnapshot: Sendable {
    /// The list.
    public let checklist: Checklist
    /// The items in the order of their positions.
    public let items: SnapshotItems

    package init(checklist: Checklist, items: SnapshotItems) {
        self.checklist = checklist
        self.items = items
    }
}

/// The items of a list at one revision, in the order of their positions.
public struct SnapshotItems: Sequence, Sendable {
    /// The number of items.
    public let count: Int
    private let start: @Sendable () -> () -> Item?

    /// Creates a lazy sequence.
    ///
    /// - Parameter start: Begins an iteration from the first position to the last.
    package init(count: Int, start: @escaping @Sendable () -> () -> Item?) {
        self.count = count
        self.start = start
    }

    /// Creates a sequence of items in memory.
    package init(_ items: [Item]) {
        self.init(count: items.count) {
            var rest = items.makeIterator()
            return { rest.next() }
        }
    }

    public var underestimatedCount: Int { count }

    public func makeIterator() -> Iterator { Iterator(next: start()) }

    /// An iteration over the items.
    public struct Iterator: IteratorProtocol {
        fileprivate let step: () -> Item?

        fileprivate init(next step: @escaping () -> Item?) { self.step = step }

        public mutating func next() -> Item? { step() }
    }
}
