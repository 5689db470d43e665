import Checklists

/// The rows of a CSV file (RFC 4180), with any line ends and a guessed delimiter.
///
/// The table keeps the bytes of the file and the range of each field. A field becomes a text when it is read.
struct CSVTable {
    /// A row with at least one field that is not empty.
    struct Row {
        /// The number of the row in a spreadsheet. The first row is 1, and blank rows count.
        let number: Int
        /// The number of fields up to the last one that is not empty.
        let width: Int
        /// The index of the first field.
        fileprivate let start: Int
    }

    /// The range of a field in the bytes, with its quotation marks.
    fileprivate struct Field {
        let start: UInt32
        let end: UInt32
    }

    /// The rows that are not blank.
    private(set) var rows: [Row] = []
    private var fields: [Field] = []
    private let bytes: [UInt8]
    /// The byte between two fields; `nil` in a file with one column.
    let delimiter: UInt8?

    /// The maximum number of fields of a row, without empty ones at its end.
    static let columnsMax = 1_000
    /// The maximum number of rows that are not blank, as in Excel.
    static let rowsMax = 1_048_576

    /// Reads a file.
    ///
    /// - Parameter headerWithin: The number of first rows that can be the header, which decides the
    ///   delimiter.
    /// - Throws: `ImportError` for an unclosed quotation mark, and too many fields, rows or columns.
    init(_ text: String, headerWithin rowsMax: Int = 1, _ limits: ImportLimits) throws(ImportError) {
        bytes = Array(text.utf8)
        guard bytes.count < Int(UInt32.max) else { throw .malformed("The file has more than 4 GB.") }
        var scanner = CSVScanner(bytes, headerWithin: rowsMax)
        delimiter = scanner.delimiter
        var fieldsCount = 0
        while !scanner.isAtEnd {
            let start = fields.count
            var isRowEnd = false
            while !isRowEnd {
                let range: Range<Int>
                (range, isRowEnd) = try scanner.field(of: bytes)
                fieldsCount += 1
                guard fieldsCount <= limits.valuesMax else {
                    throw .tooMany(limits.valuesMax, "values; split the file")
                }
                fields.append(Field(start: UInt32(range.lowerBound), end: UInt32(range.upperBound)))
            }
            while fields.count > start, isBlank(fields[fields.count - 1]) { fields.removeLast() }
            let width = fields.count - start
            guard width <= Self.columnsMax else { throw .tooMany(Self.columnsMax, "columns") }
            if width == 0 { continue }
            guard rows.count < Self.rowsMax else { throw .tooMany(Self.rowsMax, "rows; split the file") }
            rows.append(Row(number: scanner.rowsCount, width: width, start: start))
        }
    }

    /// The text of a field; empty beyond the end of the row.
    subscript(_ row: Row, _ column: Int) -> String {
        guard 0..<row.width ~= column else { return "" }
        let field = fields[row.start + column]
        let content = bytes[Int(field.start)..<Int(field.end)]
        guard content.first == .quotationMark else { return String(decoding: content, as: UTF8.self) }
        return String(decoding: Self.unquoted(content), as: UTF8.self)
    }

    /// The texts of all fields of a row.
    func texts(of row: Row) -> [String] { (0..<row.width).map { self[row, $0] } }

    /// The indexes of the columns by their names in a row, in lower case. Of equal names the first counts.
    func columns(of row: Row) -> [String: Int] {
        Dictionary(
            texts(of: row).enumerated().map { ($1.trimmed.lowercased(), $0) },
            uniquingKeysWith: { first, _ in first })
    }

    /// The rows below a header, with its names of columns.
    func records(below header: Int, of file: String? = nil) -> [CSVRecord] {
        let columns = columns(of: rows[header])
        return rows.dropFirst(header + 1).map {
            CSVRecord(table: self, columns: columns, row: $0, file: file)
        }
    }

    /// Whether a field is empty, or has spaces only.
    func isBlank(_ row: Row, _ column: Int) -> Bool {
        guard 0..<row.width ~= column else { return true }
        return isBlank(fields[row.start + column])
    }

    private func isBlank(_ field: Field) -> Bool {
        let content = bytes[Int(field.start)..<Int(field.end)]
        if content.count == 2, content.allSatisfy({ $0 == .quotationMark }) { return true }
        return content.allSatisfy { $0 == UInt8(ascii: " ") }
    }

    /// The content of a field that begins with a quotation mark. Bytes after the closing one are kept.
    private static func unquoted(_ field: ArraySlice<UInt8>) -> [UInt8] {
        var content: [UInt8] = []
        content.reserveCapacity(field.count)
        var index = field.startIndex + 1
        var isQuoted = true
        while index < field.endIndex {
            let byte = field[index]
            index += 1
            if isQuoted, byte == .quotationMark {
                if index < field.endIndex, field[index] == .quotationMark {
                    index += 1
                } else {
                    isQuoted = false
                    continue
                }
            }
            content.append(byte)
        }
        return content
    }
}

/// A row of a table whose columns have known names.
struct CSVRecord {
    fileprivate let table: CSVTable
    fileprivate let columns: [String: Int]
    fileprivate let row: CSVTable.Row
    /// The name of the file in an archive.
    fileprivate let file: String?

    /// Where the row is in the file.
    var place: String { (file.map { "\($0), " } ?? "") + "row \(row.number)" }

    /// The text of a column, by its name in lower case; empty for a column that the table lacks.
    subscript(_ column: String) -> String { columns[column].map { table[row, $0].trimmed } ?? "" }
}
