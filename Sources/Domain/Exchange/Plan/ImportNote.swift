/// A part of a file that an import changes or leaves out.
public struct ImportNote: Hashable, Sendable {
    /// What happens to the part.
    public enum Outcome: String, CaseIterable, Sendable {
        /// The import keeps the part in another form.
        case changed
        /// The import does not keep the part.
        case leftOut = "left-out"
    }

    /// The reason, stable on the wire.
    public enum Code: String, CaseIterable, Sendable {
        /// The value is a line of the notes, because items have no such field.
        case keptInNotes = "kept-in-notes"
        /// The words are a line of the notes, because the server does not understand them as a date.
        case dateNotUnderstood = "date-not-understood"
        /// The text is shortened to the limit.
        case shortened
        /// The item was a subtask of a subtask, and is a subtask of the item above it.
        case nested
        /// The item has no parent or section, or the tag is a line of the notes, because of a limit.
        case limitReached = "limit-reached"
        /// The item does not repeat, since a subtask and a checked item of an import cannot.
        case repeatEnded = "repeat-ended"
        /// The item was no open or completed task in the file, such as a cancelled one or a note.
        case converted

        /// Lists and items have no such field.
        case notSupported = "not-supported"
        /// The value breaks a rule of its field.
        case invalid
        /// The item has no text.
        case noText = "no-text"
        /// The item is deleted in the file.
        case deleted
        /// The item or list is archived in the file.
        case archived
        /// The reader does not know the part.
        case unknown

        /// What happens to a part for this reason.
        public var outcome: Outcome {
            switch self {
            case .keptInNotes, .dateNotUnderstood, .shortened, .nested, .limitReached, .repeatEnded,
                .converted:
                .changed
            case .notSupported, .invalid, .noText, .deleted, .archived, .unknown: .leftOut
            }
        }
    }

    /// Where the part is in the file: `row 12`, `line 3`, `/lists/0`, or `Home.csv, row 12`.
    public var place: String
    /// The name of the part in the file, such as a column; empty for the whole item or list.
    public var field: String
    /// The reason.
    public var code: Code
    /// More about the value, in a few words; empty if the code says all.
    public var value: String

    /// The maximum length of `value`, in characters.
    public static let valueCharactersMax = 80

    /// Creates a note. A longer value is cut at `valueCharactersMax`.
    public init(_ place: String, _ field: String = "", _ code: Code, _ value: String = "") {
        self.place = place
        self.field = field
        self.code = code
        let start = value.prefix(Self.valueCharactersMax)
        let isCut = start.endIndex < value.endIndex
        self.value = String(start.map { $0.isNewline ? " " : $0 }) + (isCut ? "…" : "")
    }

    /// What happens to the part.
    public var outcome: Outcome { code.outcome }

    /// The note as a clause: `kept in the notes, since the date is not understood: DATE “every blue moon”`.
    public var detail: String {
        let clause =
            switch code {
            case .keptInNotes: "kept in the notes"
            case .dateNotUnderstood: "kept in the notes, since the date is not understood"
            case .shortened: "shortened to the limit"
            case .nested: "made a subtask of the top item, since subtasks have no subtasks"
            case .limitReached: "changed, since a limit is reached"
            case .repeatEnded: "kept without its repetition, since it is checked or a subtask"
            case .converted: "kept in another form"
            case .notSupported: "left out, since lists and items have no such field"
            case .invalid: "left out, since the value is not valid"
            case .noText: "left out, since it has no text"
            case .deleted: "left out, since it is deleted in the file"
            case .archived: "left out, since it is archived in the file"
            case .unknown: "left out, since it is unknown"
            }
        let part = [field, value.isEmpty ? "" : "“\(value)”"].filter { !$0.isEmpty }.joined(separator: " ")
        return part.isEmpty ? clause : "\(clause): \(part)"
    }
}

/// The notes of an import: the first ones, and the number of all.
public struct ImportNotes: Hashable, Sendable {
    /// The first notes.
    public private(set) var first: [ImportNote] = []
    /// The number of all changed parts.
    public private(set) var changedCount = 0
    /// The number of all parts left out.
    public private(set) var leftOutCount = 0
    fileprivate let max: Int

    fileprivate mutating func append(_ note: ImportNote) {
        switch note.outcome {
        case .changed: changedCount += 1
        case .leftOut: leftOutCount += 1
        }
        if first.count < max { first.append(note) }
    }
}

/// Collects the notes of a file while its parts are read.
final class NoteLog {
    private(set) var notes: ImportNotes

    init(max: Int) { notes = ImportNotes(max: max) }

    func add(_ place: String, _ field: String, _ code: ImportNote.Code, _ value: String = "") {
        notes.append(ImportNote(place, field, code, value))
    }
}
