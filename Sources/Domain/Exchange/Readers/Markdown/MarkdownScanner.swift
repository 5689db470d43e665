import Checklists
import Dates

/// Finds the fields in the text of a task, in time linear in its length.
struct MarkdownScanner {
    private let scalars: [Unicode.Scalar]
    /// The index of the bracket that closes each opening one.
    private let closes: [Int: Int]
    private let codeEnds: [Int: Int]
    private var tokens: [Token] = []
    /// Whether each scalar stays. Backslashes of escapes do not.
    private var isKept: [Bool]
    private var index = 0

    private struct Token {
        var range: Range<Int>
        var content: Content
    }

    private enum Content {
        case tag
        case inline(key: String, value: Range<Int>)
        case sign(MarkdownSign, value: Range<Int>)
        /// The identifier of a block: `^a1b2`.
        case block
    }

    init(_ scalars: [Unicode.Scalar]) {
        self.scalars = scalars
        closes = Self.closes(scalars)
        codeEnds = Self.codeEnds(scalars)
        isKept = Array(repeating: true, count: scalars.count)
    }

    mutating func scan() {
        while index < scalars.count {
            let scalar = scalars[index]
            if scalar == "\\", index + 1 < scalars.count, scalars[index + 1].isEscapable {
                isKept[index] = false
                index += 2
            } else if scalar == "`" {
                index = codeEnds[index] ?? index + 1
            } else if let token = token(at: index, scalar) {
                tokens.append(token)
                index = token.range.upperBound
            } else {
                index += 1
            }
        }
        endRecurrences()
    }

    private func token(at start: Int, _ scalar: Unicode.Scalar) -> Token? {
        switch scalar {
        case "[", "(": return inlineField(at: start)
        case "#" where isWordStart(start): return tag(at: start)
        case "^" where isWordStart(start): return block(at: start)
        default:
            guard scalar.value > 0x7F, let sign = MarkdownSign(scalar) else { return nil }
            return self.sign(sign, at: start)
        }
    }

    private func isWordStart(_ index: Int) -> Bool {
        index == 0 || scalars[index - 1].properties.isWhitespace
    }

    private func tag(at start: Int) -> Token? {
        let end = end(from: start + 1) { $0.isOfTag }
        guard scalars[start + 1..<end].contains(where: { !("0"..."9" ~= $0) }) else { return nil }
        return Token(range: start..<end, content: .tag)
    }

    private func block(at start: Int) -> Token? {
        let end = end(from: start + 1) {
            $0.isASCII && ($0.properties.isAlphabetic || "0"..."9" ~= $0 || $0 == "-")
        }
        guard end > start + 1, self.end(from: end, while: { $0.properties.isWhitespace }) == scalars.count
        else { return nil }
        return Token(range: start..<end, content: .block)
    }

    private func inlineField(at start: Int) -> Token? {
        guard let close = closes[start] else { return nil }
        let keyEnd = end(from: start + 1, max: Self.keyScalarsMax) {
            $0.properties.isAlphabetic || "0"..."9" ~= $0 || [" ", "-", "_"].contains($0)
        }
        guard keyEnd > start + 1, keyEnd + 1 < close, scalars[keyEnd] == ":", scalars[keyEnd + 1] == ":"
        else { return nil }
        let key = text(of: start + 1..<keyEnd).trimmed
        return key.isEmpty
            ? nil : Token(range: start..<close + 1, content: .inline(key: key, value: keyEnd + 2..<close))
    }

    private static let keyScalarsMax = 40

    private func sign(_ sign: MarkdownSign, at start: Int) -> Token? {
        // Some keyboards add the emoji style.
        var begin = start + 1
        if begin < scalars.count, scalars[begin] == "\u{FE0F}" { begin += 1 }
        let first = end(from: begin) { $0 == " " || $0 == "\t" }
        switch sign.value {
        case .none: return Token(range: start..<begin, content: .sign(sign, value: begin..<begin))
        case .day:
            let end = min(first + Self.dayScalars, scalars.count)
            guard CivilDate(text(of: first..<end)) != nil else { return nil }
            return Token(range: start..<end, content: .sign(sign, value: first..<end))
        case .word:
            let end = end(from: first) {
                $0.isASCII && ($0.properties.isAlphabetic || "0"..."9" ~= $0 || ["-", "_", ","].contains($0))
            }
            return end == first ? nil : Token(range: start..<end, content: .sign(sign, value: first..<end))
        case .words:
            // The words end at the next field, which is not known yet.
            return Token(range: start..<begin, content: .sign(sign, value: begin..<begin))
        }
    }

    private static let dayScalars = 10

    private func end(from start: Int, max: Int = .max, while isPart: (Unicode.Scalar) -> Bool) -> Int {
        var end = start
        while end < scalars.count, end - start < max, isPart(scalars[end]) { end += 1 }
        return end
    }

    /// Ends the words of each recurrence at the next field. Words that do not begin with `every` are text.
    private mutating func endRecurrences() {
        var next = scalars.count
        var settled: [Token] = []
        for var token in tokens.reversed() {
            if case .sign(let sign, let value) = token.content, sign.value == .words {
                guard isRecurrence(value.lowerBound..<next) else { continue }
                token.range = token.range.lowerBound..<next
                token.content = .sign(sign, value: value.lowerBound..<next)
            }
            next = token.range.lowerBound
            settled.append(token)
        }
        tokens = settled.reversed()
    }

    private func isRecurrence(_ range: Range<Int>) -> Bool {
        guard range.count <= Self.wordsScalarsMax else { return false }
        return text(of: range).trimmed.lowercased().hasPrefix("every")
    }

    private static let wordsScalarsMax = 200

    private func text(of range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }
}

// MARK: - Result

extension MarkdownScanner {
    /// The text without its fields, and the fields.
    mutating func settle() -> (text: String, fields: [MarkdownText.Field]) {
        let (first, last) = (endOfHead, startOfTail)
        var fields: [MarkdownText.Field] = []
        for (position, token) in tokens.enumerated() {
            let isAtEdge = position < first || position >= last
            switch token.content {
            case .tag:
                fields.append(.tag(text(of: token.range.dropFirst())))
                remove(isAtEdge ? token.range : token.range.prefix(1))
            case .inline(let key, let value):
                fields.append(.value(key: key, unescaped(value)))
                removeWithSpace(token.range)
            case .sign(let sign, let value):
                guard position >= last else { continue }
                fields.append(.value(key: sign.key, sign.priority ?? unescaped(value)))
                remove(token.range)
            case .block:
                guard position >= last else { continue }
                fields.append(.value(key: "block", text(of: token.range.dropFirst())))
                remove(token.range)
            }
        }
        var kept = String.UnicodeScalarView()
        for index in scalars.indices where isKept[index] { kept.append(scalars[index]) }
        let text = String(kept).trimmed
        // A task of fields only has them as its text.
        return (text.isEmpty ? unescaped(scalars.indices) : text, fields)
    }

    /// The number of tags and inline fields at the start of the text.
    private var endOfHead: Int {
        var (count, end) = (0, 0)
        for token in tokens {
            switch token.content {
            case .tag, .inline: break
            case .sign, .block: return count
            }
            guard isSpace(end..<token.range.lowerBound) else { return count }
            count += 1
            end = token.range.upperBound
        }
        return count
    }

    /// The position of the first of the fields at the end of the text.
    private var startOfTail: Int {
        var (first, start) = (tokens.count, scalars.count)
        for (position, token) in tokens.enumerated().reversed() {
            guard isSpace(token.range.upperBound..<start) else { break }
            first = position
            start = token.range.lowerBound
        }
        return first
    }

    private func isSpace(_ range: Range<Int>) -> Bool {
        scalars[range].allSatisfy { $0.properties.isWhitespace }
    }

    private mutating func remove(_ range: Range<Int>) {
        for index in range { isKept[index] = false }
    }

    /// Removes a field within the text, and one of the spaces around it.
    private mutating func removeWithSpace(_ range: Range<Int>) {
        remove(range)
        if range.lowerBound > 0, scalars[range.lowerBound - 1] == " " { isKept[range.lowerBound - 1] = false }
    }

    private func unescaped(_ range: Range<Int>) -> String {
        MarkdownEscapes.unescaped(text(of: range)[...]).trimmed
    }
}

// MARK: - Pairs

extension MarkdownScanner {
    /// The brackets that close others. Empty where the text has no `::`, and so no field.
    private static func closes(_ scalars: [Unicode.Scalar]) -> [Int: Int] {
        guard zip(scalars, scalars.dropFirst()).contains(where: { $0 == ":" && $1 == ":" }) else {
            return [:]
        }
        var (squares, rounds): ([Int], [Int]) = ([], [])
        var closes: [Int: Int] = [:]
        var index = 0
        while index < scalars.count {
            switch scalars[index] {
            case "\\": if index + 1 < scalars.count, scalars[index + 1].isEscapable { index += 1 }
            case "[": squares.append(index)
            case "(": rounds.append(index)
            case "]": if let open = squares.popLast() { closes[open] = index }
            case ")": if let open = rounds.popLast() { closes[open] = index }
            default: break
            }
            index += 1
        }
        return closes
    }

    /// The end of the code that begins at each run of backticks, or of the run where no other one closes it
    /// (CommonMark 0.31 §6.1).
    private static func codeEnds(_ scalars: [Unicode.Scalar]) -> [Int: Int] {
        var ends: [Int: Int] = [:]
        /// The end of the nearest run of each length.
        var next: [Int: Int] = [:]
        var end = scalars.count
        while end > 0 {
            let start = end - scalars[..<end].reversed().prefix { $0 == "`" }.count
            if start < end {
                ends[start] = next[end - start] ?? end
                next[end - start] = end
            }
            end = min(start, end - 1)
        }
        return ends
    }
}
