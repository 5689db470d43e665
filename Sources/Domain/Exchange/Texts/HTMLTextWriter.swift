import Checklists

/// Writes the text of HTML: collapses white space, and begins lines.
struct HTMLTextWriter {
    private var output: [UInt8] = []
    /// The line ends before the next text.
    private var lines = 0
    private var hasSpace = false
    /// The bullet before the next text.
    private var bullet = ""
    private var preDepth = 0
    /// Whether the current paragraph is still empty. An empty one is a blank line.
    private var isEmptyParagraph = false
    /// The open lists: the next number, or 0 for bullets.
    private var lists: [Int] = []
    /// The open link, and where its text begins.
    private var link: (address: String, start: Int)?

    private static let indentedListsMax = 8

    /// The text so far.
    var text: String { String(decoding: output, as: UTF8.self).trimmed }

    /// Adds a byte of text.
    mutating func append(_ byte: UInt8) {
        guard byte.isSpace else {
            flush()
            output.append(byte)
            return
        }
        if preDepth == 0 {
            hasSpace = true
        } else if byte == UInt8(ascii: "\n") {
            lines += 1
        } else if byte != UInt8(ascii: "\r") {
            flush()
            output.append(byte)
        }
    }

    /// Adds the text of an entity.
    mutating func append(entity text: String) {
        if text == "\u{A0}" {
            append(UInt8(ascii: " "))
        } else {
            flush()
            output += text.utf8
        }
    }

    /// Writes what the tag means for the text.
    mutating func apply(_ tag: HTMLTag) {
        switch tag.name {
        case "br": lines = lines < 2 ? lines + 1 : lines
        case "p": applyParagraph(isEnd: tag.isEnd)
        case "ul", "ol":
            beginLine()
            if tag.isEnd {
                _ = lists.popLast()
            } else {
                lists.append(tag.name == "ol" ? tag["start"].flatMap { Int($0) } ?? 1 : 0)
            }
        case "li":
            beginLine()
            bullet = tag.isEnd ? "" : nextBullet(isChecked: tag["data-checked"].map { $0 == "true" })
        case "pre":
            beginLine()
            preDepth = max(0, preDepth + (tag.isEnd ? -1 : 1))
        case "a":
            endLink()
            if !tag.isEnd, let address = tag["href"], !address.isEmpty {
                flush()
                link = (address, output.count)
            }
        case "img": appendImage(tag)
        case "hr":
            beginLine()
            append(entity: "---")
            beginLine()
        case "td", "th": hasSpace = true
        default: if Self.blocks.contains(tag.name) { beginLine() }
        }
    }

    /// Writes the address of the open link, unless its text is the address.
    mutating func endLink() {
        guard let (address, start) = link else { return }
        link = nil
        let isWeb = ["http:", "https:", "mailto:", "tel:"].contains { address.lowercased().hasPrefix($0) }
        let label = output[start...].drop { $0.isSpace }
        if label.isEmpty {
            if isWeb { append(entity: address) }
            return
        }
        let plain = address.hasPrefix("mailto:") ? String(address.dropFirst(7)) : address
        guard isWeb, !label.elementsEqual(plain.utf8), !label.elementsEqual(address.utf8) else { return }
        append(entity: " (\(plain))")
    }

    private mutating func applyParagraph(isEnd: Bool) {
        if isEnd, isEmptyParagraph, lines < 2 { lines += 1 } else { beginLine() }
        isEmptyParagraph = !isEnd && bullet.isEmpty
    }

    private mutating func appendImage(_ tag: HTMLTag) {
        let address = tag["src"] ?? ""
        let isWeb = address.hasPrefix("http:") || address.hasPrefix("https:")
        if let text = tag["alt"], !text.isEmpty {
            append(entity: text)
        } else if isWeb {
            append(entity: address)
        }
    }

    private mutating func nextBullet(isChecked: Bool?) -> String {
        let indentation = String(repeating: "  ", count: min(max(0, lists.count - 1), Self.indentedListsMax))
        if let isChecked { return "\(indentation)- [\(isChecked ? "x" : " ")] " }
        guard let number = lists.last, number != 0 else { return "\(indentation)- " }
        lists[lists.count - 1] = number &+ 1
        return "\(indentation)\(number). "
    }

    private mutating func beginLine() {
        if lines == 0 { lines = 1 }
        hasSpace = false
    }

    /// Writes what stands before a text.
    private mutating func flush() {
        isEmptyParagraph = false
        if lines > 0 {
            if !output.isEmpty { for _ in 0..<lines { output.append(UInt8(ascii: "\n")) } }
            lines = 0
        } else if hasSpace, !output.isEmpty {
            output.append(UInt8(ascii: " "))
        }
        hasSpace = false
        if !bullet.isEmpty {
            output += bullet.utf8
            bullet = ""
        }
    }

    /// The elements that begin and end lines.
    private static let blocks: Set = [
        "address", "article", "aside", "blockquote", "body", "dd", "details", "div", "dl", "dt", "fieldset",
        "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "html",
        "main", "nav", "section", "summary", "table", "tbody", "tfoot", "thead", "tr",
    ]
}
