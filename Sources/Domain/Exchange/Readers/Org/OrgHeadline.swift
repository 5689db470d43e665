import Checklists

/// A headline: `** NEXT [#A] Title [1/2] :tag:`.
struct OrgHeadline {
    let level: Int
    /// The keyword of a task, and whether it means done.
    private(set) var keyword: (word: String, isDone: Bool)?
    private(set) var priority: String?
    private(set) var title = ""
    private(set) var tags: [String] = []

    init?(_ line: Substring, _ keywords: OrgKeywords) {
        let stars = line.utf8.prefix { $0 == UInt8(ascii: "*") }.count
        let body = line.utf8.dropFirst(stars)
        guard stars > 0, body.first == UInt8(ascii: " ") || body.first == UInt8(ascii: "\t") else {
            return nil
        }
        level = stars
        var rest = Substring(Self.skippingSpace(body))
        let word = String(Substring(rest.utf8.prefix { $0 > 0x20 }.prefix(Self.keywordBytesMax)))
        if let isDone = keywords.isDone(word),
            rest.utf8.count == word.utf8.count || rest.hasPrefix("\(word) ")
        {
            keyword = (word, isDone)
            rest = Substring(Self.skippingSpace(rest.utf8.dropFirst(word.utf8.count)))
        }
        takePriority(&rest)
        takeTags(&rest)
        title = Self.withoutCookies(rest).trimmed
    }

    private static let keywordBytesMax = 40

    private static func skippingSpace(_ bytes: Substring.UTF8View) -> Substring.UTF8View {
        bytes.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    }

    /// Takes `[#A]` or `[#1]`.
    private mutating func takePriority(_ rest: inout Substring) {
        let start = Array(rest.utf8.prefix(5))
        guard start.count >= 4, start.starts(with: "[#".utf8) else { return }
        let end =
            start[3] == UInt8(ascii: "]") ? 4 : start.count == 5 && start[4] == UInt8(ascii: "]") ? 5 : 0
        guard end > 0 else { return }
        priority = String(decoding: start[2..<end - 1], as: UTF8.self)
        rest = Substring(Self.skippingSpace(rest.utf8.dropFirst(end)))
    }

    /// Takes `:home:phone:` from the end.
    private mutating func takeTags(_ rest: inout Substring) {
        let text = Substring(String(rest).trimmed)
        rest = text
        let word = text.utf8.lastIndex { $0 <= 0x20 }.map { text[$0...].dropFirst() } ?? text
        guard word.utf8.count > 2, word.utf8.first == UInt8(ascii: ":"), word.utf8.last == UInt8(ascii: ":")
        else { return }
        let names = word.dropFirst().dropLast().split(separator: ":", omittingEmptySubsequences: false)
        guard names.allSatisfy({ !$0.isEmpty && $0.unicodeScalars.allSatisfy(Self.isOfTag) }) else { return }
        tags = names.map(String.init)
        rest = text[..<word.startIndex]
    }

    /// The manual allows letters, digits, `_`, `@`, `#` and `%`; programs write hyphens as well.
    private static func isOfTag(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            || ["_", "@", "#", "%", "-"].contains(scalar)
    }

    /// The title without counts of subtasks: `[1/2]`, `[50%]`.
    private static func withoutCookies(_ title: Substring) -> String {
        guard title.utf8.contains(UInt8(ascii: "[")) else { return String(title) }
        let words = title.split(separator: " ", omittingEmptySubsequences: false)
        return words.filter { !isCookie($0) }.joined(separator: " ")
    }

    private static func isCookie(_ word: Substring) -> Bool {
        let bytes = word.utf8
        guard bytes.count >= 3, bytes.first == UInt8(ascii: "["), bytes.last == UInt8(ascii: "]") else {
            return false
        }
        let inside = bytes.dropFirst().dropLast()
        return inside.allSatisfy { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "%") }
            && (inside.contains(UInt8(ascii: "/")) || inside.last == UInt8(ascii: "%"))
    }
}
