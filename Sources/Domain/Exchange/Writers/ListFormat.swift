public import Checklists

/// A format of lists that an export writes for people and other programs.
public enum ListFormat: String, CaseIterable, Sendable {
    case csv
    case markdown
    case todoTxt = "todo.txt"
    case text

    /// The media type, without parameters.
    public var mediaType: String {
        switch self {
        case .csv: "text/csv"
        case .markdown: "text/markdown"
        case .todoTxt, .text: "text/plain"
        }
    }

    /// The name of a file with all lists.
    public var fileName: String {
        switch self {
        case .csv: "Checklists.csv"
        case .markdown: "Checklists.md"
        case .todoTxt: "todo.txt"
        case .text: "Checklists.txt"
        }
    }

    /// A writer at the start of a file.
    /// - Parameter zone: The time zone of due times for items without one.
    public func writer(in zone: LocalTime) -> any ListWriter {
        switch self {
        case .csv: CSVWriter(zone: zone)
        case .markdown: MarkdownWriter(zone: zone)
        case .todoTxt: TodoTxtWriter(zone: zone)
        case .text: PlainTextWriter()
        }
    }
}
