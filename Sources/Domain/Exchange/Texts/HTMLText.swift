import Checklists

/// The text of HTML without its tags, in one pass.
///
/// Blocks and `<br>` begin lines, list items begin with `- ` or `- [x] `, and a link keeps its address. A `<`
/// that begins no tag is text.
struct HTMLText {
    private var output = ""
    /// The length of the output after a bullet. What follows is in its line.
    private var bulletEnd = 0
    private var listDepth = 0
    private var isPreformatted = false
    /// The address of the open link.
    private var address: String?

    private static let listDepthMax = 8
    private static let blocks: Set = [
        "p", "div", "ul", "ol", "tr", "table", "pre", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6",
    ]

    /// The text of an HTML fragment.
    static func text(of html: String) -> String {
        var text = HTMLText()
        /// How the part ends that has no text: a comment, a script or a style.
        var skipped: String?
        for (number, part) in html.split(separator: "<", omittingEmptySubsequences: false).enumerated() {
            if number > 0, skipped == nil, part.hasPrefix("!--") { skipped = "-->" }
            if let end = skipped {
                guard end == "-->" ? part.contains(end) : part.lowercased().hasPrefix(end) else { continue }
                skipped = nil
                let close = part.firstRange(of: end == "-->" ? end : ">")?.upperBound
                text.append(part[(close ?? part.endIndex)...])
                continue
            }
            let isTag = part.first.map { $0.isASCII && $0.isLetter || "/!?".contains($0) } ?? false
            guard number > 0, isTag, let end = part.firstIndex(of: ">") else {
                text.append(number > 0 ? "<\(part)"[...] : part)
                continue
            }
            let name = part.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }.lowercased()
            if ["script", "style", "title"].contains(name) {
                skipped = part.hasPrefix("/") ? nil : "/\(name)"
            } else {
                text.apply(name, part[..<end])
                text.append(part[end...].dropFirst())
            }
        }
        return text.output.trimmed
    }

    private mutating func apply(_ name: String, _ tag: Substring) {
        let isEnd = tag.hasPrefix("/")
        switch name {
        case "br": output += "\n"
        case "ul", "ol": listDepth = max(0, min(listDepth + (isEnd ? -1 : 1), Self.listDepthMax))
        case "li":
            beginLine()
            if isEnd { return }
            // An empty item has no line.
            if output.utf8.count == bulletEnd {
                while let last = output.utf8.last, last != UInt8(ascii: "\n") { output.removeLast() }
            }
            let box = Self.attribute("data-checked", of: tag).map { $0 == "true" ? "[x] " : "[ ] " } ?? ""
            output += String(repeating: "  ", count: max(0, listDepth - 1)) + "- \(box)"
            bulletEnd = output.utf8.count
        case "pre": isPreformatted = !isEnd
        case "a":
            if let address, !output.hasSuffix(address) { append(" (\(address))"[...]) }
            address = isEnd ? nil : Self.attribute("href", of: tag)
            if let address, !["http", "mailto:", "tel:"].contains(where: address.hasPrefix) {
                self.address = nil
            }
            if address?.hasPrefix("mailto:") ?? false { address?.removeFirst("mailto:".count) }
        case "img": append((Self.attribute("alt", of: tag) ?? "")[...])
        case "td", "th": append(" ")
        default: break
        }
        if Self.blocks.contains(name) { beginLine() }
    }

    private mutating func beginLine() {
        if output.utf8.count == bulletEnd { return }
        while output.utf8.last == UInt8(ascii: " ") { output.removeLast() }
        if output.utf8.last != UInt8(ascii: "\n") { output += "\n" }
    }

    /// Adds a text. White space becomes one space.
    private mutating func append(_ part: Substring) {
        let text = Self.unescaped(part)
        if isPreformatted { return output += text }
        let words = text.split(omittingEmptySubsequences: false) { $0.isASCII && $0.isWhitespace }
        for (number, word) in words.enumerated() {
            if number > 0, let last = output.utf8.last, !last.isSpace { output += " " }
            output += word
        }
    }

    /// The text without the references of XML, `&nbsp;` and numbers.
    private static func unescaped(_ text: Substring) -> String {
        let parts = text.split(separator: "&", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(into: String(parts[0])) { text, part in
            let name = part.prefix(10).prefix { $0 != ";" }
            let number = name.dropFirst()
            let code = name.first == "#" ? UInt32(number) ?? UInt32(number.dropFirst(), radix: 16) : nil
            let character = code.map { Unicode.Scalar($0).map { String($0) } ?? "\u{FFFD}" } ?? names[name]
            if let character, part.dropFirst(name.count).first == ";" {
                text += character + part.dropFirst(name.count + 1)
            } else {
                text += "&\(part)"
            }
        }
    }

    private static let names: [Substring: String] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ",
    ]

    /// The value of an attribute; `nil` if the tag lacks it.
    private static func attribute(_ name: String, of tag: Substring) -> String? {
        guard let start = tag.firstRange(of: " \(name)=")?.upperBound, let quote = tag[start...].first else {
            return nil
        }
        let isQuoted = quote == "\"" || quote == "'"
        let value = tag[start...].dropFirst(isQuoted ? 1 : 0)
        return unescaped(value.prefix { isQuoted ? $0 != quote : !$0.isWhitespace })
    }
}
