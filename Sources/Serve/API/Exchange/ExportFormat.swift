import Checklists
import Exchange
import HTTP

/// The format of an export, which limits its content.
public enum ExportFormat: String, CaseIterable, Sendable {
    /// All data of lists and items, which an import reads again.
    case full
    /// `Checklists.json` in the apps' format.
    case app
    /// `Checklists.plist` in the apps' format, in XML.
    case plist
    /// A calendar with tasks.
    case ics
    case csv
    case markdown
    case todoTxt = "todo.txt"
    case text

    /// The format of the module `Exchange` with the same name.
    private var list: ListFormat? { ListFormat(rawValue: rawValue) }

    var mediaType: MediaType {
        switch self {
        case .full, .app: .json
        case .plist: .propertyList
        case .ics: .calendar
        case .csv, .markdown, .todoTxt, .text:
            MediaType("\(list?.mediaType ?? "text/plain"); charset=utf-8") ?? .json
        }
    }

    /// The name of a file with all lists.
    var fileName: String {
        switch self {
        case .full, .app: "Checklists.json"
        case .plist: "Checklists.plist"
        case .ics: "Checklists.ics"
        case .csv, .markdown, .todoTxt, .text: list?.fileName ?? rawValue
        }
    }

    /// A writer at the start of a document.
    /// - Parameters:
    ///   - name: The name of the document, for formats that have one.
    ///   - now: The time of the export, which the full format contains.
    ///   - zone: The time zone of due times for items without one.
    func writer(name: String, at now: Timestamp, in zone: LocalTime) -> any DocumentWriter {
        switch self {
        case .full: FullDocumentWriter(at: now)
        case .app: AppDocumentWriter()
        case .plist: PropertyListWriter()
        case .ics: CalendarDocumentWriter(.tasks, name: name)
        case .csv, .markdown, .todoTxt, .text:
            TextDocumentWriter((list ?? .text).writer(in: zone))
        }
    }
}

/// Writes a document of lists, piece by piece. The caller gives each list, then its items; subtasks follow
/// their parent.
protocol DocumentWriter: Sendable {
    /// Whether the items of a list come in the order of its sections. Otherwise they come by position.
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

extension DocumentWriter {
    var ordersBySection: Bool { false }
}

/// Writes a format of the module `Exchange`.
private struct TextDocumentWriter: DocumentWriter {
    private var writer: any ListWriter

    init(_ writer: any ListWriter) {
        self.writer = writer
    }

    var ordersBySection: Bool { writer.ordersBySection }
    mutating func begin() -> [UInt8] { Array(writer.head.utf8) }
    mutating func begin(_ checklist: Checklist) -> [UInt8] { Array(writer.begin(checklist).utf8) }
    mutating func item(_ item: Item, on checklist: Checklist) -> [UInt8] { Array(writer.item(item).utf8) }
    mutating func endList() -> [UInt8] { Array(writer.endList().utf8) }
    mutating func end() -> [UInt8] { Array(writer.end().utf8) }
}
