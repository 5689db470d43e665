/// A file format of another program that an import reads.
public enum ForeignFormat: String, CaseIterable, Sendable {
    case todoist
    case ticktick
    case googleTasks = "google-tasks"
    case googleKeep = "google-keep"
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
        try plan(of: UnpackedFile(bytes, settings), settings)
    }

    /// Reads an unpacked file of this format.
    ///
    /// - Throws: `ImportError` if the bytes break the format, have no item, or more than the limits allow.
    public func plan(
        of file: UnpackedFile, _ settings: ImportSettings
    ) throws(ImportError) -> ImportPlan {
        var settings = settings
        if settings.name == nil { settings.name = file.listName }
        let document = try document(in: file, settings)
        guard document.lists.contains(where: { !$0.items.isEmpty }) else {
            throw .noItem(isTable ? "has a header but no item" : "has no item", document.notes)
        }
        return try ImportPlan(of: document, settings)
    }

    private var isTable: Bool { [.todoist, .ticktick, .csv].contains(self) }

    private func document(
        in file: UnpackedFile, _ settings: ImportSettings
    ) throws(ImportError) -> ForeignDocument {
        // The archives of Todoist and Google Keep have several files.
        let bytes = [.todoist, .googleKeep].contains(self) ? file.bytes : try file.content()
        var document: ForeignDocument
        switch self {
        // These read archives of several files, and report what they leave out.
        case .todoist: return try TodoistReader.document(in: file, settings)
        case .googleKeep: return try GoogleKeepReader.document(in: file, settings)
        case .vikunja: return try VikunjaReader.document(in: file, settings)
        case .ticktick: document = try TickTickReader.document(in: bytes, settings)
        case .googleTasks: document = try GoogleTasksReader.document(in: bytes, settings)
        case .microsoftToDo: document = try MicrosoftToDoReader.document(in: bytes, settings)
        case .ics: document = try CalendarReader.document(in: FileText.utf8(of: bytes), settings)
        case .trello: document = try TrelloReader.document(in: bytes, settings)
        case .taskwarrior: document = try TaskwarriorReader.document(in: bytes, settings)
        case .todoTxt: document = try TodoTxtReader.document(in: bytes, settings)
        case .markdown: document = try MarkdownReader.document(in: bytes, settings)
        case .org: document = try OrgReader.document(in: bytes, settings)
        case .csv: document = try TableReader.document(in: bytes, settings)
        case .text: document = try PlainTextReader.document(in: bytes, settings)
        }
        if isText, FileText.isWindows1252(bytes) {
            document.notes.append(ImportNote("", "", .converted, "Windows-1252"))
        }
        for note in file.leftOut { document.notes.append(note) }
        return document
    }

    /// Whether files of this format are texts of lines, in any encoding.
    private var isText: Bool { [.ticktick, .csv, .ics, .todoTxt, .markdown, .org, .text].contains(self) }
}
