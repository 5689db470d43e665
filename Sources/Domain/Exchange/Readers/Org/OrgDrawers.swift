import Checklists

/// The drawers of an org file: from a line `:NAME:` to a line `:END:` below the same headline.
struct OrgDrawers {
    /// The names of the drawers by the numbers of their first lines.
    private(set) var names: [Int: String] = [:]

    private static let lineBytesMax = 100

    init(_ lines: TextLines) {
        var open: (number: Int, name: String)?
        for line in lines {
            switch line.content.utf8.first {
            case UInt8(ascii: "*") where line.columns == 0: open = nil
            case UInt8(ascii: ":"):
                if Self.isEnd(line) {
                    if let open { names[open.number] = open.name }
                    open = nil
                } else if open == nil, let name = Self.name(line) {
                    open = (line.number, name)
                }
            default: break
            }
        }
    }

    /// Whether a line ends a drawer.
    static func isEnd(_ line: TextLine) -> Bool { name(line)?.uppercased() == "END" }

    /// The name of a line such as `:LOGBOOK:`.
    private static func name(_ line: TextLine) -> String? {
        guard line.content.utf8.first == UInt8(ascii: ":"), line.content.utf8.count <= lineBytesMax else {
            return nil
        }
        let text = String(line.content).trimmed.utf8
        let name = text.dropFirst().dropLast()
        guard text.last == UInt8(ascii: ":"), !name.isEmpty,
            name.allSatisfy({ $0 > 0x20 && $0 != UInt8(ascii: ":") })
        else { return nil }
        return String(Substring(name))
    }
}
