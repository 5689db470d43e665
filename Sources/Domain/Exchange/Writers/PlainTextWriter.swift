package import Checklists

/// Writes lists as plain text for people: names with a line below them, and an item a line. A check mark is
/// `[x]`; an amount stands before the text.
///
/// `PlainTextReader` reads the same lists, sections, texts, check marks and subtasks from it. Notes, times
/// and tags are left out.
package struct PlainTextWriter: TextWriter {
    package let ordersBySection = true

    private var sections = SectionOrder()
    private var parent: Item.ID?
    private var isEmpty = true

    package init() {}

    package mutating func text(of checklist: Checklist) -> String {
        let text = textAtEnd() + title(checklist.name, "=")
        sections = SectionOrder(checklist)
        parent = nil
        return text
    }

    package mutating func text(of item: Item) -> String {
        let names = sections.names(before: item).map { title($0, "-") }.joined()
        let isSubtask = parent != nil && item.parentID == parent
        if !isSubtask { parent = item.id }
        return names + (isSubtask ? "    " : "") + Self.line(of: item) + "\n"
    }

    package mutating func textAtEnd() -> String { sections.namesAtEnd().map { title($0, "-") }.joined() }

    private mutating func title(_ name: String, _ line: String) -> String {
        let blank = isEmpty ? "" : "\n"
        isEmpty = false
        return "\(blank)\(name)\n\(String(repeating: line, count: max(name.count, Self.lineMin)))\n"
    }

    private static let lineMin = 3

    private static func line(of item: Item) -> String {
        let details = item.details
        let amount = details.quantity.map { WrittenQuantity.text($0, unit: details.unit) + " " } ?? ""
        let text = amount + item.text
        if item.checked { return "- [x] \(text)" }
        // A text that begins like a box needs one before it.
        let line = BulletLine("- \(text)"[...])
        return line.text == text && !line.isChecked ? "- \(text)" : "- [ ] \(text)"
    }
}
