import Testing

/// A text that a parser is held to, under the name that its case has in the JSON Parsing Test Suite.
struct ConformanceCase: CustomTestStringConvertible, Sendable {
    let name: String
    let bytes: [UInt8]

    init(_ name: String, _ pieces: Piece...) {
        self.name = name
        bytes = pieces.flatMap(\.bytes)
    }

    var testDescription: String { name }

    /// Text, or a single byte that is no text.
    struct Piece: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
        let bytes: [UInt8]

        init(stringLiteral value: String) { bytes = Array(value.utf8) }
        init(integerLiteral value: UInt8) { bytes = [value] }

        static func repeated(_ text: String, _ count: Int) -> Piece {
            Piece(stringLiteral: String(repeating: text, count: count))
        }
    }
}
