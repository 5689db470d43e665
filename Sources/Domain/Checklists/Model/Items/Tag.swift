import Foundation

/// The rules of tags.
///
/// A tag is stored as written. Two tags are the same if they differ only in case.
public enum Tag {
    /// The form by which tags are compared: NFC in lowercase.
    public static func key(of tag: String) -> String { kept(tag).lowercased() }

    /// The tag as it is stored: trimmed, in NFC. ASCII is already in NFC; skipping Foundation saves a
    /// microsecond.
    static func kept(_ tag: String) -> String {
        let trimmed = tag.trimmed
        return trimmed.utf8.allSatisfy { $0 < 0x80 } ? trimmed : trimmed.precomposedStringWithCanonicalMapping
    }

    /// The tags of an item as they are stored: each once, in its first spelling.
    static func kept(_ tags: [String]) -> [String] {
        var keys: Set<String> = []
        return tags.map(kept).filter { keys.insert($0.lowercased()).inserted }
    }

    /// The valid tags among texts of a calendar app: each once, at most 20.
    package static func valid(_ texts: [String]) -> [String] {
        Array(kept(texts.filter { violations(of: $0, at: "").isEmpty }).prefix(Limits.tagsMax))
    }

    /// The rules that the tags of an item break.
    static func violations(_ tags: [String]) -> [Violation] {
        if tags.count > Limits.tagsMax {
            return [Violation("/tags", .tooMany(max: Limits.tagsMax, "tags"))]
        }
        return tags.enumerated().flatMap { number, tag in violations(of: tag, at: "/tags/\(number)") }
    }

    /// The rules that a tag breaks.
    static func violations(of tag: String, at pointer: String) -> [Violation] {
        var violations = TextRule.tag.violations(of: tag, at: pointer)
        if tag.utf8.contains(UInt8(ascii: ",")) { violations.append(Violation(pointer, .comma)) }
        if [".", ".."].contains(tag.trimmed) { violations.append(Violation(pointer, .dots)) }
        return violations
    }
}

/// A tag with the numbers of items that have it.
public struct TagCount: Hashable, Sendable {
    /// The most frequent spelling.
    public var name: String
    /// The number of items.
    public var itemsCount: Int
    /// The number of unchecked items.
    public var uncheckedItemsCount: Int

    /// Creates a count.
    public init(name: String, itemsCount: Int, uncheckedItemsCount: Int) {
        self.name = name
        self.itemsCount = itemsCount
        self.uncheckedItemsCount = uncheckedItemsCount
    }
}
