/// A line of a text file.
struct TextLine {
    /// The number of the line, from 1.
    let number: Int
    /// The line without its end.
    let text: Substring
    /// The width of the indentation. A tab ends at the next multiple of four.
    let columns: Int
    /// The line without its indentation.
    let content: Substring

    private static let tabColumns = 4

    init(_ text: Substring, number: Int) {
        self.number = number
        self.text = text
        let (columns, start) = Self.skip(.max, of: text)
        self.columns = columns
        content = text[start...]
    }

    /// The place of the line in notes: `line 3`.
    var place: String { "line \(number)" }

    /// Whether the line has only spaces and tabs.
    var isBlank: Bool { content.isEmpty }

    /// The line without at most so many columns of its indentation.
    func dropping(columns: Int) -> Substring { text[Self.skip(columns, of: text).start...] }

    private static func skip(_ columnsMax: Int, of text: Substring) -> (columns: Int, start: String.Index) {
        let bytes = text.utf8
        var (columns, index) = (0, bytes.startIndex)
        while index < bytes.endIndex, columns < columnsMax {
            switch bytes[index] {
            case UInt8(ascii: " "): columns += 1
            case UInt8(ascii: "\t"): columns += tabColumns - columns % tabColumns
            default: return (columns, index)
            }
            bytes.formIndex(after: &index)
        }
        return (columns, index)
    }
}

/// The lines of a text file, one by one. They end with LF, CR LF or CR.
struct TextLines: Sequence, IteratorProtocol {
    private let text: String
    private var start: String.Index
    private var number = 0

    init(_ text: String) {
        self.text = text
        start = text.startIndex
    }

    mutating func next() -> TextLine? {
        let bytes = text.utf8
        guard start < bytes.endIndex else { return nil }
        var end = start
        while end < bytes.endIndex, bytes[end] != UInt8(ascii: "\n"), bytes[end] != UInt8(ascii: "\r") {
            bytes.formIndex(after: &end)
        }
        let line = text[start..<end]
        start = end
        if start < bytes.endIndex {
            let first = bytes[start]
            bytes.formIndex(after: &start)
            if first == UInt8(ascii: "\r"), start < bytes.endIndex, bytes[start] == UInt8(ascii: "\n") {
                bytes.formIndex(after: &start)
            }
        }
        number += 1
        return TextLine(line, number: number)
    }

    /// The next line, which stays the next one.
    var upcoming: TextLine? {
        var copy = self
        return copy.next()
    }
}
