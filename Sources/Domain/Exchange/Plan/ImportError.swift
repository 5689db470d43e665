public import Checklists

/// The reason why a file cannot be imported.
public enum ImportError: Error, Hashable, Sendable {
    /// The file breaks the rules of its format. The sentence says where and why.
    case malformed(String)
    /// The file is well-formed, but has no lists or items, or too many.
    case unusable(Violation)

    /// - Parameter things: The counted things, in the plural.
    static func tooMany(_ max: Int, _ things: String) -> ImportError {
        .unusable(Violation("", .tooMany(max: max, things)))
    }
}
