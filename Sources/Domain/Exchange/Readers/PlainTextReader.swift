import Checklists

/// Reads a plain text: each line is an item.
///
/// - `BulletLine` removes bullets, numbers and boxes.
/// - A name above a line of `=` begins a list, above one of `-` a section. The line is at least as long as
///   the name, and three characters.
/// - A line that ends with a colon is a section if it has no bullet, and the line below it has one. It ends
///   at a blank line before a line without a bullet.
/// - A line is a subtask of the last line above it that is indented less, by two columns or more.
/// - Other lines of only `-`, `=`, `*`, `_` or `~` are separators.
struct PlainTextReader: ForeignReader {
    var document: ForeignDocument
    private var list = ForeignList()
    private var section: String?
    /// Whether a blank line ends the section.
    private var isSectionOfColon = false
    private var parents = IndentationStack()
    private var isAfterBlank = false

    init(document: ForeignDocument) { self.document = document }

    mutating func read(_ bytes: [UInt8]) throws(ImportError) {
        var lines = TextLines(try FileText.decode(bytes))
        while let line = lines.next() { try add(line, before: &lines) }
        begin(ForeignList())
    }

    private mutating func add(_ line: TextLine, before lines: inout TextLines) throws(ImportError) {
        if line.isBlank {
            isAfterBlank = true
            return
        }
        defer { isAfterBlank = false }
        if let next = lines.upcoming, let underline = next.underline(of: line) {
            _ = lines.next()
            let name = String(line.text).asLine
            parents = IndentationStack()
            if underline == "=" {
                begin(ForeignList(name: name, place: line.place))
            } else {
                begin(section: name, endsAtBlank: false)
            }
            return
        }
        if line.isRule { return }
        let bullet = BulletLine(line.content)
        if isAfterBlank, !bullet.hasSign, isSectionOfColon { section = nil }
        if !bullet.hasSign, line.columns == 0, let name = bullet.text.beforeColon,
            let next = lines.upcoming, !next.isBlank, !next.isRule, BulletLine(next.content).hasSign
        {
            begin(section: name, endsAtBlank: true)
            return
        }
        try document.countItem()
        var item = ForeignItem(at: line.place, text: bullet.text)
        if bullet.isChecked { item.check() }
        item.section = section
        item.parent = parents.parent(at: line.columns)
        parents.push(list.items.count, at: line.columns)
        list.items.append(item)
    }

    private mutating func begin(_ next: ForeignList) {
        if list.name != nil || !list.items.isEmpty || !list.sections.isEmpty { document.lists.append(list) }
        list = next
        section = nil
    }

    private mutating func begin(section name: String, endsAtBlank: Bool) {
        section = name
        isSectionOfColon = endsAtBlank
        parents = IndentationStack()
        list.sections.append(name)
    }
}

extension TextLine {
    /// Whether the line has only one of `-`, `=`, `*`, `_` and `~`, at least three times.
    fileprivate var isRule: Bool {
        guard let first = content.utf8.first, "-=*_~".utf8.contains(first) else { return false }
        let rest = content.utf8.drop { $0 == first }
        return content.utf8.prefix(3).allSatisfy { $0 == first } && content.utf8.count >= 3
            && rest.allSatisfy(MarkdownLine.isSpace)
    }

    /// The character of this line, `=` or `-`, if it underlines a title.
    fileprivate func underline(of title: TextLine) -> Character? {
        let line = String(content).trimmed.utf8
        guard columns == 0, title.columns == 0, line.count >= 3, let first = line.first,
            first == UInt8(ascii: "=") || first == UInt8(ascii: "-"), line.allSatisfy({ $0 == first }),
            title.text.utf8.count <= line.count * 64, String(title.text).trimmed.count <= line.count
        else { return nil }
        return first == UInt8(ascii: "=") ? "=" : "-"
    }
}

extension String {
    /// The text before a colon at its end; `nil` if there is none.
    fileprivate var beforeColon: String? {
        guard unicodeScalars.last == ":" || unicodeScalars.last == "：" else { return nil }
        let name = String(unicodeScalars.dropLast()).trimmed
        return name.isEmpty ? nil : name
    }
}
