import JSON

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
        var reader = reader.init(document: ForeignDocument(settings))
        try reader.read(file)
        guard reader.document.lists.contains(where: { !$0.items.isEmpty }) else {
            let isTable = [.todoist, .ticktick, .csv].contains(self)
            throw .noItem(isTable ? "has a header but no item" : "has no item", reader.document.notes.notes)
        }
        reader.document.relate()
        return try ImportPlan(of: reader.document)
    }

    private var reader: any ForeignReader.Type {
        switch self {
        case .todoist: TodoistReader.self
        case .ticktick: TickTickReader.self
        case .googleTasks: GoogleTasksReader.self
        case .googleKeep: GoogleKeepReader.self
        case .microsoftToDo: MicrosoftToDoReader.self
        case .ics: CalendarReader.self
        case .vikunja: VikunjaReader.self
        case .trello: TrelloReader.self
        case .taskwarrior: TaskwarriorReader.self
        case .todoTxt: TodoTxtReader.self
        case .markdown: MarkdownReader.self
        case .org: OrgReader.self
        case .csv: TableReader.self
        case .text: PlainTextReader.self
        }
    }
}

/// Reads a file of a format into a document. A reader has one of the functions.
protocol ForeignReader {
    var document: ForeignDocument { get set }

    init(document: ForeignDocument)

    /// Reads a file that can be an archive of several files.
    mutating func read(_ file: UnpackedFile) throws(ImportError)
    mutating func read(_ bytes: [UInt8]) throws(ImportError)
    mutating func read(_ root: JSONValue)
}

extension ForeignReader {
    mutating func read(_ file: UnpackedFile) throws(ImportError) {
        let bytes = try file.content()
        try read(bytes)
        if FileText.isWindows1252(bytes) { document.notes.add("", "", .converted, "Windows-1252") }
        for name in file.leftOut {
            document.notes.add(name, "", file.archive?.isEmpty(name) ?? false ? .noText : .unknown)
        }
    }

    mutating func read(_ bytes: [UInt8]) throws(ImportError) {
        read(try JSONFile.parse(bytes, document.settings.limits))
    }

    mutating func read(_ root: JSONValue) {}
}
