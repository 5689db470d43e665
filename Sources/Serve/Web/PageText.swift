/// Minifies pages, scripts and style sheets.
enum PageText {
    /// Removes comments on separate lines, and the indentation.
    ///
    /// The page's files follow the rules that make it safe: no string spans several lines, and no code
    /// follows a comment on its last line.
    static func withoutComments(_ content: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        kept.reserveCapacity(content.count)
        var isInComment = false
        for line in content.split(separator: UInt8(ascii: "\n")) {
            let text = line.drop { $0 == UInt8(ascii: " ") }
            if isInComment || text.starts(with: "/*".utf8) {
                isInComment = !text.suffix(2).elementsEqual("*/".utf8)
            } else if !text.isEmpty, !text.starts(with: "//".utf8) {
                kept += text
                kept.append(UInt8(ascii: "\n"))
            }
        }
        return kept
    }
}
