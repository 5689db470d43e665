/// Pages, scripts and style sheets as they are sent: without what browsers have no use for.
enum PageText {
    /// The text without comments that have lines of their own, and without the space that lines begin with.
    ///
    /// The page's files keep to what makes that safe: no text in them goes over several lines, and nothing
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
