package import Checklists
import Dates

/// Writes lists as CSV (RFC 4180), one item a row, for spreadsheets and for an import into this service.
///
/// The file begins with a byte order mark, because Excel reads it as UTF-8 only then. A row with a list and a
/// section but no text names each section; a row with a list only names a list without items and sections.
/// `parent` has the `id` of another row, so that a spreadsheet can sort the rows.
package struct CSVWriter: TextWriter {
    let zone: LocalTime
    private var list = ""
    private var sections: [Section.ID: String] = [:]

    package init(zone: LocalTime) { self.zone = zone }

    package var head: String { "\u{FEFF}" + Self.row(TableColumn.header) }

    package mutating func text(of checklist: Checklist) -> String {
        list = checklist.name
        let all = checklist.hasSections ? checklist.sections.all : []
        sections = Dictionary(all.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        if all.isEmpty, checklist.itemsCount == 0 { return Self.row([list]) }
        return all.map { Self.row([list, $0.name]) }.joined()
    }

    package mutating func text(of item: Item) -> String {
        Self.row(TableColumn.allCases.map { text(of: $0, item) })
    }

    // MARK: Fields

    private func text(of column: TableColumn, _ item: Item) -> String {
        switch column {
        case .list: list
        case .section: item.sectionID.flatMap { sections[$0] } ?? ""
        case .text: item.text
        case .notes: item.notes
        case .checked: item.checked ? "true" : "false"
        case .important: item.important ? "true" : "false"
        case .due: item.due.map { text(of: $0, item) } ?? ""
        case .start: Due(startOf: item).map { text(of: $0, item) } ?? ""
        case .timeZone: item.hasTiming ? item.timing.timeZone ?? "" : ""
        case .recurrence: recurrence(of: item)?.rule.text ?? ""
        case .repeatFrom: recurrence(of: item)?.from.rawValue ?? ""
        case .reminders: reminders(of: item)
        case .repeatEvery:
            item.hasTiming ? item.timing.repeatEvery.map { ISO8601Duration.text(seconds: $0) } ?? "" : ""
        case .tags: item.tags.joined(separator: ", ")
        case .quantity: item.hasDetails ? item.details.quantity?.text ?? "" : ""
        case .unit: item.hasDetails ? item.details.unit ?? "" : ""
        case .street: item.location?.street ?? ""
        case .postalCode: item.location?.postalCode ?? ""
        case .city: item.location?.city ?? ""
        case .country: item.location?.country ?? ""
        case .latitude: item.location?.latitude.map { "\($0)" } ?? ""
        case .longitude: item.location?.longitude.map { "\($0)" } ?? ""
        case .created: text(of: .moment(item.createdAt), item)
        case .updated: text(of: .moment(item.updatedAt), item)
        case .completed: item.checkedAt.map { text(of: .moment($0), item) } ?? ""
        case .id: "\(item.id.rawValue)"
        case .parent: item.parentID.map { "\($0.rawValue)" } ?? ""
        }
    }

    private func recurrence(of item: Item) -> Recurrence? { item.hasTiming ? item.timing.recurrence : nil }

    private func reminders(of item: Item) -> String {
        let alarms = item.hasTiming ? item.timing.alarms : []
        let texts = alarms.map { $0.text { text(of: .moment($0), item) } }
        return ((item.shouldRemind ? ["PT0S"] : []) + texts).joined(separator: ", ")
    }

    /// A day, or a moment in local time with its offset from UTC.
    private func text(of due: Due, _ item: Item) -> String {
        switch due {
        case .day(let day): day.text
        case .moment(let moment):
            WrittenTime.text(of: moment, in: (item.hasTiming ? item.timing.localTime : nil) ?? zone)
        }
    }

    // MARK: Rows

    /// A row. Missing fields at its end are empty.
    private static func row(_ texts: [String]) -> String {
        let missing = String(repeating: ",", count: TableColumn.allCases.count - texts.count)
        return texts.map { quoted(escaped($0)) }.joined(separator: ",") + missing + "\r\n"
    }

    private static func quoted(_ text: String) -> String {
        let needsQuotes = text.utf8.contains { byte in
            switch byte {
            case .quotationMark, .lineFeed, .carriageReturn, UInt8(ascii: ","), UInt8(ascii: ";"),
                UInt8(ascii: "\t"):
                true
            default: false
            }
        }
        return needsQuotes ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
    }

    /// The text with a leading apostrophe if a spreadsheet would take it for a formula.
    static func escaped(_ text: String) -> String { isFormula(text[...]) ? "'" + text : text }

    /// The text before `escaped`.
    static func unescaped(_ text: String) -> String {
        text.first == "'" && isFormula(text.dropFirst()) ? String(text.dropFirst()) : text
    }

    /// Whether the text begins with the mark of a formula, after any apostrophes.
    private static func isFormula(_ text: Substring) -> Bool {
        let first = text.unicodeScalars.first { $0 != "'" }
        return first.map { "=+-@\t\r".unicodeScalars.contains($0) } ?? false
    }
}
