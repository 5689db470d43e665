/// Turns HTML into plain text, in one pass without recursion.
///
/// Block elements and `<br>` begin lines, list items begin with `- `, a number or `- [x] `, and a link keeps
/// its address. Scripts and styles are dropped. A `<` that begins no tag is text.
enum HTMLText {
    /// The text of an HTML fragment.
    static func text(of html: String) -> String {
        var parser = Parser(bytes: Array(html.utf8))
        parser.parse()
        return parser.writer.text
    }
}

/// Finds tags, entities and text.
private struct Parser {
    let bytes: [UInt8]
    var writer = HTMLTextWriter()
    private var index = 0
    /// Whether a tag was found whose quotes do not end. Searching for their ends each time is quadratic.
    private var ignoresQuotes = false
    /// Whether no `>` follows any more.
    private var hasNoTags = false

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func parse() {
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "<"): readMarkup()
            case UInt8(ascii: "&"): readEntity()
            default:
                writer.append(bytes[index])
                index += 1
            }
        }
        writer.endLink()
    }

    private mutating func readMarkup() {
        let next = index + 1 < bytes.count ? bytes[index + 1] : 0
        if next == UInt8(ascii: "!") || next == UInt8(ascii: "?") {
            let isComment = bytes[(index + 2)...].starts(with: [UInt8(ascii: "-"), UInt8(ascii: "-")])
            index = isComment ? end(of: "-->", from: index + 4) : end(of: ">", from: index + 2)
        } else if next.isLetter || next == UInt8(ascii: "/"), !hasNoTags, let tag = readTag() {
            apply(tag)
        } else {
            writer.append(bytes[index])
            index += 1
        }
    }

    private mutating func apply(_ tag: HTMLTag) {
        if !tag.isEnd, ["script", "style", "head", "title", "template"].contains(tag.name) {
            index = end(ofElement: Array(tag.name.utf8))
        } else {
            writer.apply(tag)
        }
    }

    /// The index behind the end tag of an element, or the end of the text.
    private func end(ofElement name: [UInt8]) -> Int {
        var index = index
        while index + 1 < bytes.count {
            if bytes[index] == UInt8(ascii: "<"), bytes[index + 1] == UInt8(ascii: "/"),
                bytes[(index + 2)...].prefix(name.count).elementsEqual(name, by: { $0.lowercased == $1 })
            {
                return end(of: ">", from: index + 2 + name.count)
            }
            index += 1
        }
        return bytes.count
    }

    /// The index behind the next occurrence of an ending, or the end of the text.
    private func end(of ending: String, from start: Int) -> Int {
        let ending = Array(ending.utf8)
        var index = start
        while index + ending.count <= bytes.count {
            if bytes[index...].starts(with: ending) { return index + ending.count }
            index += 1
        }
        return bytes.count
    }

    // MARK: - Tags

    /// Reads a tag and its attributes; `nil` without a step if it does not end.
    private mutating func readTag() -> HTMLTag? {
        let start = index
        if let tag = tag() { return tag }
        index = start
        if !ignoresQuotes {
            ignoresQuotes = true
            if let tag = tag() { return tag }
            index = start
        }
        hasNoTags = true
        return nil
    }

    private mutating func tag() -> HTMLTag? {
        index += 1
        let isEnd = index < bytes.count && bytes[index] == UInt8(ascii: "/")
        if isEnd { index += 1 }
        var tag = HTMLTag(name: readName(), isEnd: isEnd)
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: ">"):
                index += 1
                return tag
            case UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "\""), UInt8(ascii: "'"):
                index += 1
            case let byte where byte.isSpace: index += 1
            default:
                let name = readName()
                if name.isEmpty {
                    index += 1
                    continue
                }
                guard let value = readValue() else { return nil }
                tag.add(name, value)
            }
        }
        return nil
    }

    private mutating func readName() -> String {
        let start = index
        while index < bytes.count, !bytes[index].isSpace, !">/=\"'".utf8.contains(bytes[index]) { index += 1 }
        return String(decoding: bytes[start..<index].map(\.lowercased), as: UTF8.self)
    }

    /// The value of an attribute, empty if there is none; `nil` if its quotes do not end.
    private mutating func readValue() -> ArraySlice<UInt8>? {
        while index < bytes.count, bytes[index].isSpace { index += 1 }
        guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else { return [] }
        index += 1
        while index < bytes.count, bytes[index].isSpace { index += 1 }
        guard index < bytes.count else { return nil }
        let quote = bytes[index]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"), !ignoresQuotes {
            index += 1
            let start = index
            while index < bytes.count, bytes[index] != quote { index += 1 }
            guard index < bytes.count else { return nil }
            index += 1
            return bytes[start..<(index - 1)]
        }
        let start = index
        while index < bytes.count, !bytes[index].isSpace, bytes[index] != UInt8(ascii: ">") { index += 1 }
        return bytes[start..<index]
    }

    // MARK: - Entities

    private mutating func readEntity() {
        if let (text, count) = HTMLEntity.text(in: bytes[index...]) {
            writer.append(entity: text)
            index += count
        } else {
            writer.append(bytes[index])
            index += 1
        }
    }
}

extension UInt8 {
    /// Whether the byte is an ASCII letter.
    fileprivate var isLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= lowercased }

    /// Whether the byte is white space in HTML.
    var isSpace: Bool {
        switch self {
        case 0x20, 0x09, 0x0A, 0x0C, 0x0D: true
        default: false
        }
    }

    /// The ASCII letter in lower case, or another byte unchanged.
    fileprivate var lowercased: UInt8 { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self }
}
