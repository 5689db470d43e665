/// Writes a document as HTML. All text of the document is escaped.
public struct HTMLWriter {
    private let resolve: (String) -> String?
    private var html = ""

    /// The blocks of a document as HTML, in order.
    /// - Parameter resolve: Maps a destination to an address; `nil` writes the text without a link.
    public static func html(
        _ document: MarkdownDocument, resolving resolve: @escaping (String) -> String?
    ) -> String {
        var writer = HTMLWriter(resolve: resolve)
        for block in document.blocks { writer.write(block) }
        return writer.html
    }

    /// Escapes the characters with a meaning in HTML text and attributes.
    public static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.append(character)
            }
        }
        return escaped
    }

    private init(resolve: @escaping (String) -> String?) {
        self.resolve = resolve
    }

    private mutating func write(_ block: MarkdownDocument.Block) {
        switch block {
        case .heading(let level, let text, let anchor):
            let id = Self.escaped(anchor)
            html += "<h\(level) id=\"\(id)\"><a href=\"#\(id)\">\(inlines(text))</a></h\(level)>\n"
        case .paragraph(let text): html += "<p>\(inlines(text))</p>\n"
        case .code(let language, let text):
            let kind = language.isEmpty ? "" : " class=\"language-\(Self.escaped(language))\""
            // A focusable block scrolls by keyboard.
            html += "<pre tabindex=\"0\"><code\(kind)>\(Self.escaped(text))</code></pre>\n"
        case .list(let isOrdered, let items): write(items, in: isOrdered ? "ol" : "ul")
        case .table(let head, let rows): writeTable(head, rows)
        case .aside(let kind, let blocks): writeAside(kind, blocks)
        }
    }

    private mutating func write(_ items: [[MarkdownDocument.Block]], in list: String) {
        html += "<\(list)>\n"
        for item in items {
            html += "<li>"
            for (index, block) in item.enumerated() {
                // The first paragraph stands beside the marker.
                if index == 0, case .paragraph(let text) = block {
                    html += inlines(text)
                } else {
                    write(block)
                }
            }
            html += "</li>\n"
        }
        html += "</\(list)>\n"
    }

    private mutating func writeTable(
        _ head: [[MarkdownDocument.Inline]], _ rows: [[[MarkdownDocument.Inline]]]
    ) {
        html += "<div class=\"table\" tabindex=\"0\"><table>\n"
        if head.contains(where: { !$0.isEmpty }) {
            let cells = head.map { "<th scope=\"col\">\(inlines($0))</th>" }.joined()
            html += "<thead><tr>\(cells)</tr></thead>\n"
        }
        html += "<tbody>\n"
        // A narrow screen shows each row as a block, with the label of each cell.
        let labels = head.map { Self.escaped($0.plainText) }
        for row in rows {
            let cells = row.enumerated().map { column, cell in
                let label = column < labels.count ? " data-label=\"\(labels[column])\"" : ""
                return "<td\(label)>\(inlines(cell))</td>"
            }
            html += "<tr>\(cells.joined())</tr>\n"
        }
        html += "</tbody>\n</table></div>\n"
    }

    private mutating func writeAside(_ kind: String, _ blocks: [MarkdownDocument.Block]) {
        let name = Self.escaped(kind)
        html += kind.isEmpty ? "<blockquote>\n" : "<div class=\"aside \(name.lowercased())\">\n"
        if !kind.isEmpty { html += "<p><strong>\(name)</strong></p>\n" }
        for block in blocks { write(block) }
        html += kind.isEmpty ? "</blockquote>\n" : "</div>\n"
    }

    private func inlines(_ inlines: [MarkdownDocument.Inline]) -> String {
        inlines.map { inline in
            switch inline {
            case .text(let text): Self.escaped(text)
            case .code(let text): "<code>\(Self.escaped(text))</code>"
            case .emphasis(let inner): "<em>\(self.inlines(inner))</em>"
            case .strong(let inner): "<strong>\(self.inlines(inner))</strong>"
            case .link(let inner, let destination): link(self.inlines(inner), destination)
            }
        }.joined()
    }

    private func link(_ html: String, _ destination: String) -> String {
        resolve(destination).map { "<a href=\"\(Self.escaped($0))\">\(html)</a>" } ?? html
    }
}
