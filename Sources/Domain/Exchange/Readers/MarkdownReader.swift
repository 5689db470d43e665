import Checklists

/// Reads the tasks of a Markdown file, with the fields of Obsidian Tasks and Dataview.
///
/// - A line `- [ ] text` is an item; so is one with `*`, `+`, `1.`, or the marks `x`, `X` (done), `-`
///   (cancelled) and `/` (in progress). If no line of the file has a box, each bullet is an item.
/// - Indentation makes subtasks.
/// - Other lines that are indented deeper than an item are its notes, bullets without a box among them.
/// - A heading of level 1 begins a list. Deeper ones begin sections.
/// - Texts outside items are left out, with a note for each block. So are front matter and code.
enum MarkdownReader {
    static func document(
        in bytes: [UInt8], _ settings: ImportSettings
    ) throws(ImportError) -> ForeignDocument {
        let text = unquoted(try FileText.decode(bytes))
        var lines = TextLines(text)
        var builder = MarkdownBuilder(settings, hasBoxes: hasBoxes(lines))
        skipFrontMatter(&lines, &builder.notes)
        while let line = lines.next() {
            builder.add(line, before: &lines)
            try settings.limits.check(itemsCount: builder.itemsCount)
        }
        return builder.finish()
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
    private static func skipFrontMatter(_ lines: inout TextLines, _ notes: inout ImportNotes) {
        var rest = lines
        guard let first = rest.next(), first.text == "---" else { return }
        while let line = rest.next() {
            guard line.text == "---" || line.text == "..." else { continue }
            notes.append(ImportNote(first.place, "front matter", .notSupported))
            lines = rest
            return
        }
    }
}
