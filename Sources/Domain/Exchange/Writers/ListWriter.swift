public import Checklists

/// Writes lists as a file that people and other programs read, piece by piece.
///
/// The caller gives each list, then its items. Subtasks follow their parent.
public protocol ListWriter: Sendable {
    /// Whether the items of a list come in the order of its sections, those without a section first.
    /// Otherwise they come by position.
    var ordersBySection: Bool { get }
    /// The text before the first list.
    var head: String { get }
    /// The text before the first item of a list.
    mutating func begin(_ checklist: Checklist) -> String
    /// An item of that list.
    mutating func item(_ item: Item) -> String
    /// The text after the last item of a list.
    mutating func endList() -> String
    /// The text after the last list.
    mutating func end() -> String
}

extension ListWriter {
    /// No text.
    public mutating func endList() -> String { "" }
    /// No text.
    public mutating func end() -> String { "" }
}
