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

    var mediaType: MediaType {
        switch self {
        case .full, .app: .json
        case .plist: .propertyList
        case .ics: .calendar
        case .csv, .markdown: MediaType("text/\(rawValue); charset=utf-8") ?? .json
        case .todoTxt, .text: MediaType("text/plain; charset=utf-8") ?? .json
        }
    }

    /// The name of a file with all lists.
    var fileName: String {
        switch self {
        case .full, .app: "Checklists.json"
        case .plist, .ics, .csv: "Checklists.\(rawValue)"
        case .markdown: "Checklists.md"
        case .todoTxt: "todo.txt"
        case .text: "Checklists.txt"
        }
    }

    /// A writer at the start of a document.
    /// - Parameters:
    ///   - name: The name of the document, for formats that have one.
    ///   - now: The time of the export, which the full format contains.
    ///   - zone: The time zone of due times for items without one.
    func writer(name: String, at now: Timestamp, in zone: LocalTime) -> any ListWriter {
        switch self {
        case .full: FullDocumentWriter(at: now)
        case .app: AppDocumentWriter()
        case .plist: PropertyListWriter()
        case .ics: CalendarDocumentWriter(.tasks, name: name)
        case .csv: CSVWriter(zone: zone)
        case .markdown: MarkdownWriter(zone: zone)
        case .todoTxt: TodoTxtWriter(zone: zone)
        case .text: PlainTextWriter()
        }
    }
}
