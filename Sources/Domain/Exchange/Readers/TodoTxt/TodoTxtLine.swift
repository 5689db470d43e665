import Checklists
import Dates

/// A task in todo.txt: `x 2026-11-02 2026-11-01 (A) text +project @context due:2026-12-01`.
struct TodoTxtLine {
    var isDone = false
    var completedOn: CivilDate?
    var createdOn: CivilDate?
    /// `A` to `Z`.
    var priority: String?
    /// The text without the words at its start and end that have another meaning.
    var text = ""
    /// All these words.
    var words: [TodoTxtWord] = []

    init(_ line: Substring) {
        var rest = line
        if let after = Self.after("x", in: rest) {
            isDone = true
            rest = after
        }
        takePriority(&rest)
        if isDone { completedOn = Self.takeDay(&rest) }
        createdOn = Self.takeDay(&rest)
        if isDone, priority == nil { takePriority(&rest) }
        takeText(rest)
    }

    // MARK: - Start

    private static func after(_ word: Substring, in line: Substring) -> Substring? {
        guard line.hasPrefix(word), let next = line.utf8.dropFirst(word.utf8.count).first,
            next == UInt8(ascii: " ") || next == UInt8(ascii: "\t")
        else { return nil }
        return skippingSpace(Substring(line.utf8.dropFirst(word.utf8.count)))
    }

    private static func skippingSpace(_ line: Substring) -> Substring {
        Substring(line.utf8.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") })
    }

    private static func firstWord(_ line: Substring) -> Substring {
        Substring(line.utf8.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") })
    }

    private mutating func takePriority(_ rest: inout Substring) {
        let word = Self.firstWord(rest)
        guard let letter = TodoTxtWord.priority(word) else { return }
        priority = letter
        rest = Self.skippingSpace(Substring(rest.utf8.dropFirst(word.utf8.count)))
    }

    private static func takeDay(_ rest: inout Substring) -> CivilDate? {
        let word = firstWord(rest)
        guard let day = CivilDate(String(word)) else { return nil }
        rest = skippingSpace(Substring(rest.utf8.dropFirst(word.utf8.count)))
        return day
    }

    // MARK: - Words

    private mutating func takeText(_ line: Substring) {
        let spans = Self.spans(of: line)
        var meanings = spans.map(TodoTxtWord.init)
        var last = meanings.count
        while last > 0, meanings[last - 1] != .plain { last -= 1 }
        // In front only projects and contexts are apart from the text.
        var first = 0
        while first < last, meanings[first].isName { first += 1 }
        for index in first..<last where !meanings[index].countsWithinText { meanings[index] = .plain }
        words = meanings.filter { $0 != .plain }
        if first < last {
            text = Self.text(of: line, spans[first..<last], meanings[first..<last])
        } else {
            // A task of such words only has them as its text.
            text = String(line)
        }
    }

    private static func spans(of line: Substring) -> [Substring] {
        line.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.map(Substring.init)
    }

    /// The text from the first word to the last, with the spaces between them.
    private static func text(
        of line: Substring, _ spans: ArraySlice<Substring>, _ meanings: ArraySlice<TodoTxtWord>
    ) -> String {
        var text = ""
        var end: Substring.Index?
        for (index, word) in zip(spans.indices, spans) {
            let space = end.map { line[$0..<word.startIndex] } ?? ""
            end = word.endIndex
            switch meanings[index] {
            case .plain: text += space + TodoTxtWord.unescaped(word, isFirst: text.isEmpty)
            case .project, .context:
                // The name is a part of the sentence: `Ask @Ada for a copy`.
                text += space + Substring(word.utf8.dropFirst())
            case .value: break
            }
        }
        return text
    }
}

extension TodoTxtWord {
    fileprivate var isName: Bool {
        switch self {
        case .project, .context: true
        case .value, .plain: false
        }
    }

    fileprivate var countsWithinText: Bool {
        if case .value(let key, _) = self { Self.keys.contains(key.lowercased()) } else { true }
    }
}
