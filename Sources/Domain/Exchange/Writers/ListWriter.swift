public import Checklists

/// Writes a document of lists, piece by piece.
///
/// The caller gives each list, then its items. Subtasks follow their parent.
public protocol ListWriter: Sendable {
    /// Whether the items of a list come in the order of its sections, those without a section first.
    /// Otherwise they come by position.
    var ordersBySection: Bool { get }
    /// The bytes before the first list.
    mutating func begin() -> [UInt8]
    /// The bytes before the first item of a list.
    mutating func begin(_ checklist: Checklist) -> [UInt8]
    /// An item of that list.
    mutating func item(_ item: Item, on checklist: Checklist) -> [UInt8]
    /// The bytes after the last item of a list.
    mutating func endList() -> [UInt8]
    /// The bytes after the last list.
    mutating func end() -> [UInt8]
}

extension ListWriter {
    /// By position.
    public var ordersBySection: Bool { false }
}

/// Writes lists as a text for people and other programs.
package protocol TextWriter: ListWriter {
    var head: String { get }
    mutating func text(of checklist: Checklist) -> String
    mutating func text(of item: Item) -> String
    mutating func textAtEnd() -> String
}

extension TextWriter {
    package var head: String { "" }
    package mutating func textAtEnd() -> String { "" }

    package mutating func begin() -> [UInt8] { Array(head.utf8) }
    package mutating func begin(_ checklist: Checklist) -> [UInt8] { Array(text(of: checklist).utf8) }
    package mutating func item(_ item: Item, on checklist: Checklist) -> [UInt8] {
        Array(text(of: item).utf8)
    }
    package mutating func endList() -> [UInt8] { [] }
    package mutating func end() -> [UInt8] { Array(textAtEnd().utf8) }
}

extension Due {
    /// When the work on an item can begin; `nil` if it has no start.
    init?(startOf item: Item) {
        guard let start = item.details.startOn.map(Due.day) ?? item.details.startDate.map(Due.moment) else {
            return nil
        }
        self = start
    }
}
