import Checklists

/// Reads the tasks of a Markdown file, with the fields of Obsidian Tasks and Dataview.
///
/// - A line `- [ ] text` is an item; so is one with `*`, `+`, `1.`, or the marks `x`, `X` (done), `-`
///   (cancelled) and `/` (in progress). If no line of the file has a box, each bullet is an item.
/// - Indentation makes subtasks.
/// - Other lines that are indented deeper than an item are its notes, bullets without a box among them.
/// - A heading of level 1 begins a list. Deeper ones begin sections.
/// - Texts outside items are left out, with a note for each block. So are front matter and code.
struct MarkdownReader: ForeignReader {
    var document: ForeignDocument
    /// Whether a line has a box, so that bullets without one are no items.
    private var hasBoxes = false
    private var list = ForeignList()
    /// The section, the level of its heading, and what is below it.
    private var section: (name: String, level: Int, place: String, hasItems: Bool, hasText: Bool)?
    /// The headings above the current line, below that of the list.
    private var headings: [(name: String, level: Int)] = []
    private var sectionNames = SectionNames()
    /// Whether there is text below the heading of the list.
    private var hasText = false
    /// The open items by their indentation.
    private var stack = IndentationStack()
    private var noteBlock = NoteBlock()
    private var code: (fence: MarkdownLine.Fence, isInNotes: Bool)?
    private var isInText = false

    init(document: ForeignDocument) { self.document = document }

    mutating func read(_ bytes: [UInt8]) throws(ImportError) {
        var lines = TextLines(Self.unquoted(try FileText.decode(bytes)))
        hasBoxes = Self.hasBoxes(lines)
        skipFrontMatter(&lines)
        while let line = lines.next() {
            try add(line, before: &lines)
        }
        endList()
    }

    /// The text without the signs of quotes and callouts at the beginnings of lines. Their tasks are items.
    private static func unquoted(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: ">")) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var isAtStart = true
        for byte in text.utf8 {
            if isAtStart, byte == UInt8(ascii: ">") { continue }
            // The space after the last sign stays. The levels of an indentation are wider.
            isAtStart = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether a line outside of code has a box.
    private static func hasBoxes(_ lines: TextLines) -> Bool {
        var code: MarkdownLine.Fence?
        for line in lines {
            if let fence = MarkdownLine.fence(line.content) {
                if let open = code {
                    if fence.closes(open) { code = nil }
                } else {
                    code = fence
                }
            } else if code == nil, let text = MarkdownLine.afterMarker(line.content),
                MarkdownLine.box(text).mark != nil
            {
                return true
            }
        }
        return false
    }

    /// Skips a block of YAML between lines of `---` at the start.
    private func skipFrontMatter(_ lines: inout TextLines) {
        var rest = lines
        guard let first = rest.next(), first.text == "---" else { return }
        while let line = rest.next() {
            guard line.text == "---" || line.text == "..." else { continue }
            document.notes.add(first.place, "front matter", .notSupported)
            lines = rest
            return
        }
    }

    private mutating func add(_ line: TextLine, before lines: inout TextLines) throws(ImportError) {
        if continueCode(line) { return }
        if line.isBlank {
            isInText = false
            noteBlock.addBlank(line)
            return
        }
        let kind = MarkdownLine(line.content)
        if case .item(let mark, let text) = kind, mark != nil || !hasBoxes {
            try addItem(mark, text, line)
        } else if line.columns > 0, let owner = stack.owner(at: line.columns) {
            addNote(line, kind, to: owner.index)
        } else {
            addBlock(line, kind, before: &lines)
        }
    }

    // MARK: - Items

    private mutating func addItem(
        _ mark: Unicode.Scalar?, _ text: Substring, _ line: TextLine
    ) throws(ImportError) {
        try document.countItem()
        endNotes()
        isInText = false
        let reading = MarkdownText(text)
        var item = ForeignItem(at: line.place, text: reading.text)
        setMark(mark, of: &item)
        var fields = MarkdownFields(document)
        fields.set(reading.fields, of: &item)
        item.section = section?.name
        section?.hasItems = true
        item.parent = stack.parent(at: line.columns)
        stack.push(list.items.count, at: line.columns)
        list.items.append(item)
    }

    private mutating func setMark(_ mark: Unicode.Scalar?, of item: inout ForeignItem) {
        switch mark {
        case nil, " ": break
        case "x", "X": item.check()
        case "-":
            item.check()
            item.keep("Status", "cancelled")
        case "!": item.draft.important = true
        case .some(let mark): document.notes.add(item.place, "", .converted, "[\(mark)]")
        }
    }

    // MARK: - Notes

    private mutating func addNote(_ line: TextLine, _ kind: MarkdownLine, to owner: Int) {
        if noteBlock.owner != owner {
            endNotes()
            noteBlock = NoteBlock(owner: owner, columns: line.columns)
        }
        noteBlock.add(line)
        if case .fence(let fence) = kind { code = (fence, isInNotes: true) }
    }

    private mutating func endNotes() {
        if let owner = noteBlock.owner { list.items[owner].draft.addLine(noteBlock.text) }
        noteBlock = NoteBlock()
    }

    /// Takes a line of a block of code.
    /// - Returns: Whether the line is in one.
    private mutating func continueCode(_ line: TextLine) -> Bool {
        guard let (fence, isInNotes) = code else { return false }
        if isInNotes {
            if line.isBlank {
                noteBlock.addBlank(line)
                return true
            }
            // A line outside of the item ends its code as well.
            guard line.columns > 0, stack.owner(at: line.columns)?.index == noteBlock.owner else {
                code = nil
                return false
            }
            noteBlock.add(line, isCode: true)
        }
        if let end = MarkdownLine.fence(line.content), end.closes(fence) { code = nil }
        return true
    }

    // MARK: - Headings and texts

    private mutating func addBlock(_ line: TextLine, _ kind: MarkdownLine, before lines: inout TextLines) {
        endNotes()
        stack.removeAll()
        let wasInText = isInText
        isInText = false
        switch kind {
        case .heading(let level, let name): begin(name, level, line)
        case .fence(let fence):
            code = (fence, isInNotes: false)
            document.notes.add(line.place, "code", .notSupported)
            noteText()
        case .rule: break
        case .item:
            document.notes.add(line.place, "", .unknown, String(line.content).trimmed)
            noteText()
        case .other:
            if !wasInText, let next = lines.upcoming, let level = MarkdownLine.levelOfUnderline(next) {
                _ = lines.next()
                begin(MarkdownEscapes.name(inHeading: line.content), level, line)
                return
            }
            if !wasInText {
                document.notes.add(line.place, "", .unknown, String(line.content.prefix(100)).trimmed)
            }
            isInText = true
            noteText()
        }
    }

    private mutating func noteText() {
        if section == nil { hasText = true } else { section?.hasText = true }
    }

    private mutating func begin(_ name: String, _ level: Int, _ line: TextLine) {
        if level == 1 {
            endList()
            list = ForeignList(name: name, place: line.place)
            return
        }
        endSection(before: level)
        while let last = headings.last, last.level >= level { headings.removeLast() }
        guard !name.isEmpty else { return }
        let above = headings.last?.name
        headings.append((name, level))
        let name = sectionNames.next(name, below: above)
        section = (name, level, line.place, false, false)
        list.sections.append(name)
    }

    /// Removes a section that is only the title of a text or of other sections.
    private mutating func endSection(before level: Int) {
        if let section, !section.hasItems {
            if section.hasText {
                list.sections.removeLast()
            } else if level > section.level {
                list.sections.removeLast()
                document.notes.add(section.place, "", .unknown, section.name)
            }
        }
        section = nil
    }

    /// Keeps a list with items or sections. An empty one stays as well, unless it is the title of a text.
    private mutating func endList() {
        endNotes()
        endSection(before: 1)
        let isNamed = list.name != nil
        if !list.items.isEmpty || isNamed && (!list.sections.isEmpty || !hasText) {
            document.lists.append(list)
        }
        list = ForeignList()
        (headings, sectionNames) = ([], SectionNames())
        hasText = false
        stack.removeAll()
    }
}

/// The notes below an item, line by line.
private struct NoteBlock {
    /// The index of the item.
    var owner: Int?
    /// The indentation of the first line, which no line has in the notes.
    private var columns = 0
    private var lines: [String] = []
    private var blanks: [String] = []

    init() {}

    init(owner: Int, columns: Int) {
        self.owner = owner
        self.columns = columns
    }

    mutating func add(_ line: TextLine, isCode: Bool = false) {
        let text = line.dropping(columns: columns)
        lines += blanks
        lines.append(isCode ? String(text) : MarkdownEscapes.note(in: text))
        blanks = []
    }

    /// Adds a blank line, which counts if another line follows.
    mutating func addBlank(_ line: TextLine) {
        if owner != nil { blanks.append(String(line.dropping(columns: columns))) }
    }

    var text: String { lines.joined(separator: "\n") }
}
