public import Checklists

/// The reason why a file cannot be imported.
public enum ImportError: Error, Hashable, Sendable {
    /// The file breaks the rules of its format. The sentence says where and why.
    case malformed(String)
    /// The file is well-formed, but has no lists or items, or too many.
    case unusable(Violation)

    /// The file has no item that can be imported.
    /// - Parameter notes: The first one says why an item was left out.
    static func noItem(_ fault: String, _ notes: ImportNotes) -> ImportError {
        let note = notes.first.first { $0.outcome == .leftOut }
        let cause = note.map { " (\($0.place.isEmpty ? "" : "\($0.place): ")\($0.detail))" } ?? ""
        return .unusable(Violation("", .nothingToImport(fault + cause)))
    }

    /// - Parameter things: The counted things, in the plural.
    static func tooMany(_ max: Int, _ things: String) -> ImportError {
        .unusable(Violation("", .tooMany(max: max, things)))
    }
}
