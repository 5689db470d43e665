/// A file format of another program that an import reads.
public enum ForeignFormat: String, CaseIterable, Sendable {
    case todoist
    case ticktick
    case googleTasks = "google-tasks"
    case microsoftToDo = "microsoft-to-do"
    case ics
    case vikunja
    case trello
    case taskwarrior
    case todoTxt = "todo.txt"
    case markdown
    case org
    case csv
    case text

    /// The names of all formats.
    public static let names = allCases.map(\.rawValue)

    /// Reads a file of this format, in time and memory linear in its size.
    ///
    /// - Throws: `ImportError` if the bytes break the format, have no item, or more than the limits allow.
    public func plan(
        of bytes: [UInt8], _ settings: ImportSettings
    ) throws(ImportError) -> ImportPlan {
        try ImportPlan(of: document(in: bytes, settings), settings)
    }

    /// `Tasks.json` of a zip file of Google Takeout; another file as it is.
    private func takeout(_ bytes: [UInt8], _ settings: ImportSettings) throws(ImportError) -> [UInt8] {
        guard bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) else { return bytes }
        let archive = try ZipArchive(bytes, settings)
        guard let name = archive.names.first(where: { $0.hasSuffix("Tasks.json") }) else {
            throw .malformed("The zip file has no Tasks.json. Unpack it and import its files one by one.")
        }
        return try archive.content(of: name)
    }

    private func document(
        in bytes: [UInt8], _ settings: ImportSettings
    ) throws(ImportError) -> ForeignDocument {
        switch self {
        case .todoist: try TodoistReader.document(in: bytes, settings)
        case .ticktick: try TickTickReader.document(in: bytes, settings)
        case .googleTasks: try GoogleTasksReader.document(in: takeout(bytes, settings), settings)
        case .microsoftToDo: try MicrosoftToDoReader.document(in: bytes, settings)
        case .ics: try CalendarReader.document(in: bytes, settings)
        case .vikunja: try VikunjaReader.document(in: bytes, settings)
        case .trello: try TrelloReader.document(in: bytes, settings)
        case .taskwarrior: try TaskwarriorReader.document(in: bytes, settings)
        case .todoTxt: try TodoTxtReader.document(in: bytes, settings)
        case .markdown: try MarkdownReader.document(in: bytes, settings)
        case .org: try OrgReader.document(in: bytes, settings)
        case .csv: try TableReader.document(in: bytes, settings)
        case .text: try PlainTextReader.document(in: bytes, settings)
        }
    }
}
