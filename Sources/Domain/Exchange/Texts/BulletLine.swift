import Checklists

/// A line of a list without the sign before its text.
///
/// The sign is at most one bullet (`-`, `*`, `+`, `•`, `–`) or number (`1.`, `2)`, `(3)`), then at most one
/// box (`[ ]`, `[x]`, `☐`, `☑`, `✓`). White space follows each sign; only `•` and the boxes of one character
/// need none.
struct BulletLine {
    /// Whether the line has a sign.
    let hasSign: Bool
    /// Whether the box has a check mark.
    let isChecked: Bool
    /// The text after the sign, in one line.
    let text: String

    private static let numberDigitsMax = 3

    init(_ line: Substring) {
        var rest = line.unicodeScalars[...]
        Self.skipSpace(&rest)
        let isBullet = Self.takeBullet(&rest) || Self.takeNumber(&rest)
        let box = Self.takeBox(&rest)
        hasSign = isBullet || box != nil
        isChecked = box ?? false
        text = String(rest).asLine
    }

    private typealias Scalars = Substring.UnicodeScalarView

    private static func takeBullet(_ rest: inout Scalars) -> Bool {
        guard let first = rest.first else { return false }
        switch first {
        case "-", "*", "+", "–", "—", "·": return take(1, of: &rest, needsSpace: true)
        case "•", "◦", "▪", "‣": return take(1, of: &rest, needsSpace: false)
        default: return false
        }
    }

    private static func takeNumber(_ rest: inout Scalars) -> Bool {
        let isInBrackets = rest.first == "("
        let start = isInBrackets ? 1 : 0
        let digits = rest.dropFirst(start).prefix(numberDigitsMax + 1).prefix { "0"..."9" ~= $0 }.count
        guard 1...numberDigitsMax ~= digits, let end = rest.dropFirst(start + digits).first,
            end == ")" || end == "." && !isInBrackets
        else { return false }
        return take(start + digits + 1, of: &rest, needsSpace: true)
    }

    /// Takes a box.
    /// - Returns: Whether it has a check mark; `nil` if there is no box.
    private static func takeBox(_ rest: inout Scalars) -> Bool? {
        switch rest.first {
        case "☐", "□", "⬜": return take(1, of: &rest, needsSpace: false) ? false : nil
        case "☑", "☒", "✓", "✔", "✅": return take(1, of: &rest, needsSpace: false) ? true : nil
        case "[":
            let inside = rest.dropFirst().prefix(2)
            if inside.first == "]" { return take(2, of: &rest, needsSpace: true) ? false : nil }
            guard inside.last == "]", let mark = inside.first, [" ", "x", "X"].contains(mark) else {
                return nil
            }
            return take(3, of: &rest, needsSpace: true) ? mark != " " : nil
        default: return nil
        }
    }

    /// Takes a sign and the space after it.
    private static func take(_ count: Int, of rest: inout Scalars, needsSpace: Bool) -> Bool {
        var after = rest.dropFirst(count)
        // An emoji style can follow a sign.
        if after.first == "\u{FE0F}" || after.first == "\u{FE0E}" { after = after.dropFirst() }
        if needsSpace, let next = after.first, !isSpace(next) { return false }
        skipSpace(&after)
        rest = after
        return true
    }

    private static func skipSpace(_ rest: inout Scalars) { rest = rest.drop(while: isSpace) }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }
}
