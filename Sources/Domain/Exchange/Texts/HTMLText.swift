import Checklists

/// Strips the tags of HTML, in one pass.
///
/// Blocks and `<br>` begin lines, list items begin with `- ` or `- [x] `, and a link keeps its address.
/// Scripts and styles are dropped. A `<` that begins no tag is text.
struct HTMLText {
    private let bytes: [UInt8]
    private var index = 0
    private var output: [UInt8] = []
    /// The length of the output after a bullet. What follows is in its line.
    private var bulletEnd = 0
    private var listDepth = 0
    private var isPreformatted = false
    /// The open link, and where its text begins.
    private var link: (address: String, start: Int)?
    /// Whether quotes of a tag did not end, or no `>` follows. Searching again each time is quadratic.
    private var (ignoresQuotes, hasNoTags) = (false, false)

    /// The text of an HTML fragment.
    static func text(of html: String) -> String {
        var text = HTMLText(bytes: Array(html.utf8))
        text.strip()
        return String(decoding: text.output, as: UTF8.self).trimmed
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func strip() {
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "<"), let tag = takeTag() {
                apply(tag)
            } else if bytes[index] == UInt8(ascii: "&"),
                let (text, count) = HTMLEntity.text(in: bytes[index...])
            {
                if text == "\u{A0}" { append(UInt8(ascii: " ")) } else { output += text.utf8 }
                index += count
            } else {
                append(bytes[index])
                index += 1
            }
        }
        endLink()
    }

    /// Adds a byte of text. White space becomes one space.
    private mutating func append(_ byte: UInt8) {
        if isPreformatted || !byte.isSpace { return output.append(byte) }
        if let last = output.last, !last.isSpace { output.append(UInt8(ascii: " ")) }
    }

    private mutating func beginLine() {
        if output.count == bulletEnd { return }
        while output.last == UInt8(ascii: " ") { output.removeLast() }
        if output.last != UInt8(ascii: "\n") { output.append(UInt8(ascii: "\n")) }
    }

    // MARK: - Tags

    /// The inside of the tag that begins here; `nil` without a step if there is none.
    private mutating func takeTag() -> String? {
        let start = index + 1
        guard !hasNoTags, start < bytes.count, bytes[start].isLetter || "/!?".utf8.contains(bytes[start])
        else {
            return nil
        }
        if bytes[start...].starts(with: "!--".utf8) {
            index = end(of: "-->", from: start + 3)
            return "!"
        }
        var end = ignoresQuotes ? nil : endOfTag(from: start, withQuotes: true)
        if end == nil {
            ignoresQuotes = true
            end = endOfTag(from: start, withQuotes: false)
        }
        hasNoTags = end == nil
        guard let end else { return nil }
        index = end + 1
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    private func endOfTag(from start: Int, withQuotes: Bool) -> Int? {
        var quote: UInt8?
        return bytes[start...].firstIndex { byte in
            if let open = quote {
                if byte == open { quote = nil }
            } else if withQuotes, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else {
                return byte == UInt8(ascii: ">")
            }
            return false
        }
    }

    /// The index behind the next occurrence of an ending in lower case, or the end of the text.
    private func end(of ending: String, from start: Int) -> Int {
        var index = start
        while index < bytes.count {
            let part = bytes[index...].prefix(ending.utf8.count)
            if part.elementsEqual(ending.utf8, by: { $0 == $1 || $0.isLetter && $0 | 0x20 == $1 }) {
                return index + ending.utf8.count
            }
            index += 1
        }
        return bytes.count
    }

    private mutating func apply(_ tag: String) {
        let isEnd = tag.hasPrefix("/")
        let name = tag.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }.lowercased()
        switch name {
        case "script", "style", "head", "title", "template":
            if !isEnd { index = end(of: ">", from: end(of: "</\(name)", from: index)) }
        case "br": output.append(UInt8(ascii: "\n"))
        case "ul", "ol":
            listDepth = max(0, min(listDepth + (isEnd ? -1 : 1), Self.listDepthMax))
            beginLine()
        case "li":
            beginLine()
            if isEnd { return }
            // An empty item has no line.
            if output.count == bulletEnd {
                while let last = output.last, last != 0x0A { output.removeLast() }
            }
            let box = Self.attribute("data-checked", of: tag).map { $0 == "true" ? "[x] " : "[ ] " } ?? ""
            output += "\(String(repeating: "  ", count: max(0, listDepth - 1)))- \(box)".utf8
            bulletEnd = output.count
        case "a":
            endLink()
            if !isEnd { link = Self.attribute("href", of: tag).map { ($0, output.count) } }
        case "img": output += (Self.attribute("alt", of: tag) ?? "").utf8
        case "td", "th": append(UInt8(ascii: " "))
        default:
            if name == "pre" { isPreformatted = !isEnd }
            if !Self.inline.contains(name) { beginLine() }
        }
    }

    /// The value of an attribute; `nil` if the tag lacks it.
    private static func attribute(_ name: String, of tag: String) -> String? {
        guard let start = tag.firstRange(of: " \(name)=")?.upperBound, let quote = tag[start...].first else {
            return nil
        }
        let isQuoted = quote == "\"" || quote == "'"
        let value = tag[start...].dropFirst(isQuoted ? 1 : 0).prefix {
            isQuoted ? $0 != quote : !$0.isWhitespace
        }
        return HTMLText.text(of: String(value))
    }

    /// Writes the address of the open link, unless its text is the address.
    private mutating func endLink() {
        guard let (address, start) = link else { return }
        link = nil
        let isWeb = ["http:", "https:", "mailto:", "tel:"].contains { address.lowercased().hasPrefix($0) }
        let plain = address.hasPrefix("mailto:") ? String(address.dropFirst(7)) : address
        let label = String(decoding: output[start...], as: UTF8.self).trimmed
        guard isWeb, label != plain, label != address else { return }
        output += (label.isEmpty ? address : " (\(plain))").utf8
    }

    private static let listDepthMax = 8
    /// The elements within a line. All others begin and end lines.
    private static let inline: Set = [
        "", "abbr", "b", "bdi", "bdo", "cite", "code", "data", "del", "dfn", "em", "font", "i", "input",
        "ins",
        "kbd", "label", "mark", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "time",
        "tt",
        "u", "var", "wbr",
    ]
}

extension UInt8 {
    fileprivate var isLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }

    /// Whether the byte is white space in HTML.
    var isSpace: Bool { [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(self) }
}
