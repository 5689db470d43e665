/// Finds the fields of a CSV file one by one.
struct CSVScanner {
    /// The number of rows that have begun, blank ones included.
    private(set) var rowsCount = 0
    private(set) var isAtEnd = false
    private var index = 0
    private var isAtRowStart = true
    /// The byte between two fields; `nil` in a file with one column.
    private(set) var delimiter: UInt8?

    private static let delimiters = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]

    /// Starts at the first row.
    /// - Parameter headerWithin: The number of first rows that can be the header.
    init(_ bytes: [UInt8], headerWithin rowsMax: Int) {
        isAtEnd = bytes.isEmpty
        // Excel writes and reads a first row `sep=;`.
        if bytes.count > 5, bytes.starts(with: Array("sep=".utf8)), Self.delimiters.contains(bytes[4]),
            bytes[5].isLineEnd
        {
            delimiter = bytes[4]
            index = 5
            rowsCount = 1
            endRow(of: bytes)
        } else {
            delimiter = Self.delimiter(of: bytes, headerWithin: rowsMax)
        }
    }

    /// The range of the next field, and whether it is the last one of its row.
    /// - Throws: `ImportError.malformed` if a quotation mark is not closed.
    mutating func field(of bytes: [UInt8]) throws(ImportError) -> (Range<Int>, isRowEnd: Bool) {
        if isAtRowStart { rowsCount += 1 }
        isAtRowStart = false
        let start = index
        if index < bytes.count, bytes[index] == .quotationMark {
            guard let end = Self.end(ofQuotationAt: index, in: bytes) else {
                let line = Self.line(of: start, in: bytes)
                throw .malformed(
                    "The quotation mark in line \(line) is not closed. Export the file again as CSV.")
            }
            index = end
        }
        while index < bytes.count, bytes[index] != delimiter, !bytes[index].isLineEnd { index += 1 }
        let end = index
        if index < bytes.count, bytes[index] == delimiter {
            index += 1
            return (start..<end, false)
        }
        endRow(of: bytes)
        return (start..<end, true)
    }

    private mutating func endRow(of bytes: [UInt8]) {
        if index + 1 < bytes.count, bytes[index] == .carriageReturn, bytes[index + 1] == .lineFeed {
            index += 1
        }
        index += 1
        isAtRowStart = true
        isAtEnd = index >= bytes.count
    }

    /// The index after the closing quotation mark; `nil` if there is none.
    private static func end(ofQuotationAt start: Int, in bytes: [UInt8]) -> Int? {
        var index = start + 1
        while index < bytes.count {
            if bytes[index] == .quotationMark {
                index += 1
                if index == bytes.count || bytes[index] != .quotationMark { return index }
            }
            index += 1
        }
        return nil
    }

    /// The delimiter that is most frequent in one of the first rows, outside of quotation marks.
    private static func delimiter(of bytes: [UInt8], headerWithin rowsMax: Int) -> UInt8? {
        var best: (delimiter: UInt8, count: Int)?
        var counts = [0, 0, 0]
        var (index, rowsCount) = (0, 0)
        var canQuote = true
        var isBlank = true
        while index <= bytes.count, rowsCount < rowsMax {
            let byte = index < bytes.count ? bytes[index] : .lineFeed
            if byte == .quotationMark, canQuote {
                guard let end = end(ofQuotationAt: index, in: bytes) else { break }
                (index, canQuote, isBlank) = (end, false, false)
                continue
            }
            index += 1
            canQuote = byte.isLineEnd
            if let number = delimiters.firstIndex(of: byte) {
                counts[number] += 1
                canQuote = true
            }
            guard byte.isLineEnd else {
                isBlank = false
                continue
            }
            for (delimiter, count) in zip(delimiters, counts) where count > best?.count ?? 0 {
                best = (delimiter, count)
            }
            if !isBlank { rowsCount += 1 }
            (counts, isBlank) = ([0, 0, 0], true)
        }
        return best?.delimiter
    }

    /// The number of the line at an index.
    private static func line(of index: Int, in bytes: [UInt8]) -> Int {
        var line = 1
        for position in 0..<index where bytes[position].isLineEnd {
            let isHalf =
                bytes[position] == .lineFeed && position > 0 && bytes[position - 1] == .carriageReturn
            if !isHalf { line += 1 }
        }
        return line
    }
}

extension UInt8 {
    static var quotationMark: UInt8 { UInt8(ascii: "\"") }
    static var lineFeed: UInt8 { UInt8(ascii: "\n") }
    static var carriageReturn: UInt8 { UInt8(ascii: "\r") }

    /// Whether the byte is LF or CR.
    var isLineEnd: Bool { self == .lineFeed || self == .carriageReturn }
}
