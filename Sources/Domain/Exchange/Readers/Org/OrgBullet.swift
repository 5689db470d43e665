import Checklists

/// A line of a list: `- [X] text`, `1. text`.
struct OrgBullet {
    let isBox: Bool
    let isChecked: Bool
    let text: String

    init?(_ line: TextLine) {
        // At the margin `*` begins a headline.
        guard line.columns > 0 || line.content.utf8.first != UInt8(ascii: "*"),
            let rest = MarkdownLine.afterMarker(line.content)
        else { return nil }
        let (mark, text) = MarkdownLine.box(rest)
        isBox = mark == " " || mark == "X" || mark == "x" || mark == "-"
        isChecked = mark == "X" || mark == "x"
        self.text = String(isBox ? text : rest).trimmed
    }
}
