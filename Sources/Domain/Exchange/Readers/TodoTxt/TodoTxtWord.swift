import Checklists
import Dates

/// A word of a task in todo.txt.
enum TodoTxtWord: Hashable {
    case project(String)
    case context(String)
    case value(key: String, String)
    case plain

    init(_ word: Substring) {
        let bytes = word.utf8
        switch bytes.first {
        case UInt8(ascii: "+"): self = Self.named(bytes.dropFirst()).map(Self.project) ?? .plain
        case UInt8(ascii: "@"): self = Self.named(bytes.dropFirst()).map(Self.context) ?? .plain
        default: self = Self.pair(bytes) ?? .plain
        }
    }

    private static func named(_ bytes: Substring.UTF8View) -> String? {
        let name = TodoTxtName.name(Substring(bytes))
        return name.trimmed.isEmpty ? nil : name
    }

    private static func pair(_ bytes: Substring.UTF8View) -> TodoTxtWord? {
        let key = bytes.prefix(keyBytesMax + 1).prefix { byte in
            Unicode.Scalar(byte).properties.isAlphabetic && byte < 0x80 || 0x30...0x39 ~= byte
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
        let rest = bytes.dropFirst(key.count)
        guard 1...keyBytesMax ~= key.count, let first = key.first, !(0x30...0x39 ~= first),
            rest.first == UInt8(ascii: ":"), let next = rest.dropFirst().first,
            // `https://example.com`, `C:\\folder`, `a::b`
            ![UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: ":")].contains(next)
        else { return nil }
        let name = String(Substring(key))
        return schemes.contains(name.lowercased())
            ? nil : .value(key: name, String(Substring(rest.dropFirst())))
    }

    private static let keyBytesMax = 30
    private static let schemes: Set<String> = ["http", "https", "mailto", "tel", "ftp", "file", "urn"]

    /// The keys that have a meaning anywhere in a task. Others count at its end only.
    static let keys: Set<String> = [
        "due", "t", "rec", "pri", "h", "id", "p", "sup", "list", "tag", "qty",
    ]

    // MARK: - Writing

    /// A word of a text, with a backslash if it would be read as something else, or has one in front of such
    /// a word.
    static func escaped(_ word: Substring, isFirst: Bool) -> String {
        let rest = Substring(word.utf8.drop { $0 == UInt8(ascii: "\\") })
        return isSign(rest, isFirst: isFirst) ? "\\\(word)" : String(word)
    }

    /// The word that `escaped` wrote.
    static func unescaped(_ word: Substring, isFirst: Bool) -> Substring {
        guard word.utf8.first == UInt8(ascii: "\\") else { return word }
        let rest = Substring(word.utf8.drop { $0 == UInt8(ascii: "\\") })
        return isSign(rest, isFirst: isFirst) ? Substring(word.utf8.dropFirst()) : word
    }

    private static func isSign(_ word: Substring, isFirst: Bool) -> Bool {
        TodoTxtWord(word) != .plain || isFirst && (priority(word) != nil || CivilDate(String(word)) != nil)
    }

    /// The letter of a priority `(A)`; `nil` for another word.
    static func priority(_ word: Substring) -> String? {
        let bytes = Array(word.utf8.prefix(4))
        guard bytes.count == 3, bytes[0] == UInt8(ascii: "("), bytes[2] == UInt8(ascii: ")"),
            0x41...0x5A ~= bytes[1]
        else { return nil }
        return String(Unicode.Scalar(bytes[1]))
    }
}
