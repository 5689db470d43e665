public import Checklists
public import Exchange

/// The lists of a file to import, and what the import changes and leaves out.
public struct ImportFile: Sendable {
    /// The format of the file.
    public let format: ImportFormat
    /// The lists in order.
    public let checklists: [ImportedChecklist]
    /// The meaning of each column of a CSV file; `nil` for other files.
    public let columns: [String]?
    /// The first parts that the import changes, and the number of all.
    public let changed: (first: [ImportRemark], count: Int)
    /// The first parts that the import leaves out, and the number of all.
    public let skipped: (first: [ImportRemark], count: Int)

    /// Reads a file. This can take long.
    /// - Parameters:
    ///   - format: The format; `nil` to detect it.
    ///   - progress: Called from time to time with the number of bytes read.
    /// - Throws: `ImportError` if the format is unknown, or the file is malformed, or has no lists, or too
    ///   many.
    public init(
        _ bytes: [UInt8], as format: ImportFormat?, _ settings: ImportSettings,
        progress: (Int) -> Void = { _ in }
    ) throws(ImportError) {
        let file = try UnpackedFile(bytes, settings)
        let format = if let format { format } else { try ImportFormat(detecting: file) }
        self.format = format
        guard case .foreign(let foreign) = format else {
            let json =
                format == .json ? try file.json() : try PropertyList.json(of: file.content(), settings.limits)
            let document = try ImportDocument(json, limits: settings.limits, progress: progress)
            checklists = document.checklists
            columns = nil
            changed = ([], 0)
            skipped = (document.skipped.map(ImportRemark.violation), document.skipped.count)
            return
        }
        let plan = try foreign.plan(of: file, settings)
        checklists = plan.checklists
        columns = plan.columns
        let notes = plan.notes
        changed = (
            notes.first.filter { $0.outcome == .changed }.map(ImportRemark.note), notes.changedCount
        )
        skipped = (
            notes.first.filter { $0.outcome == .leftOut }.map(ImportRemark.note), notes.leftOutCount
        )
    }
}

extension ImportFile {
    /// The lists with these indexes, or all.
    /// - Throws: `ImportError.unusable` if no list has one of them.
    public func lists(
        at numbers: RangeSet<Int>?
    ) throws(ImportError) -> [(index: Int, list: ImportedChecklist)] {
        let lists = checklists.enumerated().map { (index: $0, list: $1) }
        guard let numbers, !lists.isEmpty else { return lists }
        let chosen = lists.filter { numbers.contains($0.index) }
        guard chosen.isEmpty else { return chosen }
        let known = lists.count == 1 ? "only list 0" : "lists 0 to \(lists.count - 1)"
        throw .unusable(
            Violation("", .nothingToImport("has \(known), but lists names \(numbers.numbersText)")))
    }
}

/// A part of a file that an import changes or leaves out.
public enum ImportRemark: Hashable, Sendable {
    /// A part of an export of this service, with the broken rule.
    case violation(Violation)
    /// A part of a file of another program.
    case note(ImportNote)

    /// Where the part is in the file.
    public var place: String {
        switch self {
        case .violation(let violation): violation.pointer
        case .note(let note): note.place
        }
    }

    /// What happens to the part, and why.
    public var detail: String {
        switch self {
        case .violation(let violation): violation.detail
        case .note(let note): note.detail
        }
    }
}
