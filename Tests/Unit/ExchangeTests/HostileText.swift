import Checklists
import Randomness

@testable import Exchange

/// Texts that look like the syntax of a format.
struct HostileText {
    var generator: SeededGenerator

    private static let pieces = [
        "milk", "http://a.b/#c", "a", "B2", " ", " ", "  ", "- ", "* ", "+ ", "[ ] ", "[x]", "[x] ", "[X] ",
        "[-] ", "[", "]",
        "# ", "#", "##", "#tag", "#12", " #tag", "#a/b", "1. ", "2) ", "(3) ", "\\", "\\\\", "`", "``", "```",
        "~~~", "📅 2026-12-01", "📅", " ⏫", "🔁 every day", "🔁", "✅ 2026-01-01", "🛫", "🆔 x", "\u{FE0F}",
        "[due:: 2026-01-01]", " (a:: b)", "::", ":::", ":", "^abc", " ^abc", "**", "_", "__", "+list",
        " +list",
        " @home", "@", "due:2026-01-01", " note:x", "x ", "X ", "(A) ", "(B)", "2026-01-01 ", "é", "e\u{301}",
        "\u{301}", "👩‍👩‍👧", "☐", "☑ ", "✓", "• ", "– ", "---", "===", "-----", "%20", "%",
        "\u{3000}", "\u{A0}", "<!--", "|", ">", "> ", "TODO ", "\u{200B}", "}", ")", "(", "p:1", "id:1", ",",
        "h:1", "list:a", "&amp;", "\"", "'", "📅️ 2026-12-01", "every week", "DEADLINE: <2026-01-01>",
    ]

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

    /// Pieces of syntax, with spaces at the ends.
    mutating func raw() -> String {
        (0..<number(1...6)).map { _ in Self.pieces.randomElement(using: &generator) ?? "" }.joined()
    }

    /// A text of one line, as an item has it.
    mutating func line() -> String {
        let text = raw().asLine
        return text.isEmpty ? "a" : text
    }

    /// Notes, as an item has them after an import.
    mutating func notes() -> String {
        (0..<number(1...5)).map { _ in
            let indentation = ["", "", "  ", "\t", "    "].randomElement(using: &generator) ?? ""
            return indentation + (chance(15) ? "" : raw())
        }.joined(separator: "\n").asLines
    }

    /// A tag without a comma.
    mutating func tag() -> String {
        if chance(60) { return "t\(number(0...99))" }
        let start = line().prefix(20).unicodeScalars.filter { $0 != "," }
        let tag = String(String.UnicodeScalarView(start)).asLine
        return tag.isEmpty || tag == "." || tag == ".." ? "t" : tag
    }
}
