import Checklists

/// The meanings of the columns of a CSV file, and its first row of data.
struct TableLayout {
    /// The meaning of each column; `nil` for one that is kept in the notes.
    private(set) var columns: [TableColumn?] = []
    /// The index of the first row with data.
    private(set) var firstRow = 0
    /// Whether the file has the header of an export of this service. Its texts can be escaped.
    private(set) var isExport = false
    /// The sign before the decimals of a number in the language of the file; `nil` if that is unknown.
    let decimalSign: Character?
    private var names: [String] = []

    /// The maximum length of a name in the notes. Each row can repeat it.
    private static let nameCharactersMax = 50

    /// Guesses the meanings from the header, or takes those of the settings.
    /// - Throws: `ImportError.malformed` if the settings name an unknown meaning, or no `text`.
    init(_ table: CSVTable, _ settings: ImportSettings) throws(ImportError) {
        decimalSign =
            switch settings.language {
            case .german, .french: ","
            case .english, .japanese: "."
            // A spreadsheet separates fields by semicolons where the comma is in numbers.
            case nil: table.delimiter == UInt8(ascii: ";") ? "," : nil
            }
        guard let first = table.rows.first else { return }
        let header = table.texts(of: first).map(\.trimmed)
        let width = table.rows.reduce(0) { max($0, $1.width) }
        if let text = settings.columns?.trimmed, !text.isEmpty {
            columns = try Self.columns(named: text)
            let isHeader =
                header.contains { TableColumn.named($0) != nil } && !header.contains(where: Self.isData)
            if isHeader { setHeader(header) }
        } else {
            isExport = header == TableColumn.header
            columns = isExport ? TableColumn.allCases : Self.guess(header)
            if width == 1, columns != [.text] { columns = [nil] }
            // Without a known name, the first row can be data.
            if columns.contains(where: { $0 != nil }) { setHeader(header) }
            addText(width)
        }
        while columns.count < width { columns.append(nil) }
    }

    /// The name of a column in the file; `Column 3` if the file has none.
    func name(of column: Int) -> String {
        let name = column < names.count ? names[column] : ""
        return name.isEmpty ? "Column \(column + 1)" : name
    }

    /// The name of the column with a meaning.
    func name(of meaning: TableColumn) -> String {
        columns.firstIndex(of: meaning).map { name(of: $0) } ?? meaning.rawValue
    }

    private mutating func setHeader(_ header: [String]) {
        names = header.map { name in
            let name = String(name.asLine.prefix(Self.nameCharactersMax))
            return name.utf8.count <= 4 * Self.nameCharactersMax ? name : ""
        }
        firstRow = 1
    }

    /// Makes the first column without a meaning the text, if there is none.
    private mutating func addText(_ width: Int) {
        if columns.contains(.text) { return }
        while columns.count < width { columns.append(nil) }
        let free = columns.indices.filter { columns[$0] == nil }
        // `Product ID` identifies the item, and `Product name` is its text.
        let text = free.first { lastWord(of: $0).map { TableColumn.named($0)?.column == .text } ?? false }
        let others = free.filter { !["id", "url"].contains(lastWord(of: $0)?.lowercased()) }
        if let column = text ?? others.first ?? free.first { columns[column] = .text }
    }

    /// The last word of the name of a column; `nil` for one without a name.
    private func lastWord(of column: Int) -> String? {
        column < names.count ? names[column].split(separator: " ").last.map(String.init) : nil
    }

    private static func columns(named text: String) throws(ImportError) -> [TableColumn?] {
        let known = TableColumn.header.joined(separator: ", ")
        var columns: [TableColumn?] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let name = String(part).trimmed
            guard columns.count < CSVTable.columnsMax else { throw .tooMany(CSVTable.columnsMax, "columns") }
            if name.isEmpty {
                columns.append(nil)
            } else if let column = TableColumn.named(name)?.column {
                guard !columns.contains(column) else {
                    throw .malformed("columns names \(column.rawValue) twice.")
                }
                columns.append(column)
            } else {
                throw .malformed(
                    "columns names the unknown meaning \(name.first(40)). The meanings are \(known); an "
                        + "empty name puts a column into the notes.")
            }
        }
        guard columns.contains(.text) else {
            throw .malformed(
                "columns must name the column with the text of the items: text. The meanings are \(known).")
        }
        return columns
    }

    /// The meanings of columns by their names. No two columns have the same meaning.
    private static func guess(_ header: [String]) -> [TableColumn?] {
        var columns: [TableColumn?] = Array(repeating: nil, count: header.count)
        var best: [TableColumn: (index: Int, rank: Int)] = [:]
        for (index, name) in header.enumerated() {
            guard let (column, rank) = TableColumn.named(name) else { continue }
            // Of several texts the one with the best name counts, of other columns the first one.
            if let other = best[column], column != .text || other.rank <= rank { continue }
            best[column] = (index, rank)
        }
        // A list of Trello is a column of its board.
        if let board = header.firstIndex(where: { $0.lowercased() == "board name" }), let list = best[.list] {
            (best[.list], best[.section]) = ((board, 0), list.index == board ? best[.section] : list)
        }
        // Without a column of parents, identifiers are of no use.
        if best[.parent] == nil { best[.id] = nil }
        for (column, place) in best { columns[place.index] = column }
        return columns
    }

    private static func isData(_ text: String) -> Bool {
        Double(text) != nil || DateText.due(text, in: .utc) != nil
            || !text.isEmpty && TableWords.truth(of: text) != nil
    }
}
