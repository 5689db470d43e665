import Foundation

/// The rules of tags.
///
/// A tag is stored as written. Two tags are the same if they differ only in case.
public enum Tag {
    /// The form by which tags are compared: NFC in lowercase.
    public static func key(of tag: String) -> String { kept(tag).lowercased() }

    /// The tag as it is stored: trimmed, in NFC.
    static func kept(_ tag: String) -> String { tag.trimmed.precomposedStringWithCanonicalMapping }

    /// The rules that the tags of an item break.
    static func violations(_ tags: [String]) -> [Violation] {
        if tags.count > Limits.tagsMax {
            return [Violation("/tags", .tooMany(max: Limits.tagsMax, "tags"))]
        }
        var violations: [Violation] = []
        var numbers: [String: Int] = [:]
        for (number, tag) in tags.enumerated() {
            violations += Self.violations(of: tag, at: "/tags/\(number)")
            guard let other = numbers.updateValue(number, forKey: key(of: tag)) else { continue }
            violations.append(Violation("/tags/\(number)", .duplicateTag(of: "/tags/\(other)")))
        }
        return violations
    }

    /// The rules that a tag breaks.
    static func violations(of tag: String, at pointer: String) -> [Violation] {
        var violations = TextRule.tag.violations(of: tag, at: pointer)
        if tag.utf8.contains(UInt8(ascii: ",")) { violations.append(Violation(pointer, .comma)) }
        return violations
    }
}
