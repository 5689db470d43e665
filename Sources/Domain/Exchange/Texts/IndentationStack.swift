/// The items above a line that can have it as a subtask, by their indentation.
struct IndentationStack {
    private var entries: [(columns: Int, index: Int)] = []

    /// How much deeper a subtask is, in columns.
    private static let stepColumns = 2

    /// Removes the items that are too deep, and returns the last of the others: the parent.
    mutating func parent(at columns: Int) -> Int? {
        while let last = entries.last, last.columns + Self.stepColumns > columns { entries.removeLast() }
        return entries.last?.index
    }

    /// Adds an item, after `parent(at:)`.
    mutating func push(_ index: Int, at columns: Int) {
        entries.append((columns, index))
    }

    /// The last item that is indented less than a line, so that the line belongs to it. Deeper items are
    /// removed.
    mutating func owner(at columns: Int) -> (columns: Int, index: Int)? {
        while let last = entries.last, last.columns >= columns { entries.removeLast() }
        return entries.last
    }

    /// Removes all items.
    mutating func removeAll() { entries.removeAll() }
}
