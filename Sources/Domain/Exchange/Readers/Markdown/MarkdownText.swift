import Checklists
import Dates

/// The text of a task in Markdown, and the fields in it.
///
/// - Fields with emoji count at the end of the line only, as in Obsidian Tasks.
/// - `[key:: value]` and `(key:: value)` count anywhere, as in Dataview.
/// - `#tag` counts anywhere. At the start and at the end it leaves the text; elsewhere only `#` does.
/// - A backslash before a punctuation mark or an emoji of a field makes it a part of the text.
/// - Code in backticks has no fields.
struct MarkdownText {
    /// A field of a task. Fields of emoji have the keys of Dataview.
    enum Field: Hashable {
        case tag(String)
        case value(key: String, String)
    }

    /// The text without fields.
    let text: String
    /// The fields in their order.
    let fields: [Field]

    init(_ line: Substring) {
        var scanner = MarkdownScanner(Array(line.unicodeScalars))
        scanner.scan()
        (text, fields) = scanner.settle()
    }

    /// Whether a tag can be written as `#tag`.
    static func isWord(_ tag: String) -> Bool {
        !tag.isEmpty && tag.unicodeScalars.allSatisfy(\.isOfTag)
            && tag.unicodeScalars.contains { !("0"..."9" ~= $0) }
    }
}

extension Unicode.Scalar {
    /// Whether the scalar can be in a tag.
    var isOfTag: Bool {
        switch value {
        case 0..<0x80: properties.isAlphabetic || "0"..."9" ~= self || ["_", "-", "/"].contains(self)
        case 0x2000...0x200C, 0x200E...0x206F, 0x2E00...0x2E7F, 0x3000...0x303F, 0xFEFF: false
        default:
            !properties.isWhitespace && properties.generalCategory != .control && MarkdownSign(self) == nil
        }
    }

    /// Whether a backslash before the scalar makes it a part of the text.
    var isEscapable: Bool {
        switch value {
        case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
        case 0..<0x80: false
        default: MarkdownSign(self) != nil
        }
    }
}
