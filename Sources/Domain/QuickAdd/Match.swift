/// The values in the slots of a matched phrase.
struct Slots: Sendable {
    var count: Int?
    /// 1 is the first, -1 the last.
    var nth: Int?
    var day: Int?
    /// All days of the month, of which `day` is the last.
    var days: [Int] = []
    var month: Int?
    var year: Int?
    /// Monday is 0.
    var weekdays: [Int] = []
    var hour: Int?
    var minute: Int?
    /// Two numbers, either of which can be the day.
    var pair: [Int] = []
    /// How ambiguous the names are: a raw value of `Phrase.Need`.
    var doubt = 0
}

/// Counts comparisons of phrases with tokens.
final class StepCounter {
    /// More than ten times what a line of the tests takes. It bounds the time of a line, whatever it says.
    static let max = 10_000

    var count = 0

    var isExhausted: Bool { count >= Self.max }
}

/// Matches phrases against tokens.
struct Matcher {
    /// The largest ordinal of a weekday in a month.
    private static let nthMax = 5
    /// The maximum length of a list of weekdays or days of the month.
    private static let listMax = 7

    let tokens: [Token]
    let lexicon: Lexicon
    let steps: StepCounter

    /// The longest match of a phrase at a token: its end and the values in its slots.
    func longest(_ phrase: Phrase, at index: Int) -> (end: Int, slots: Slots)? {
        match(phrase.nodes, from: 0, at: index, first: index, Slots())
    }

    private func match(
        _ nodes: [Phrase.Node], from number: Int, at index: Int, first: Int, _ slots: Slots
    ) -> (end: Int, slots: Slots)? {
        guard !steps.isExhausted else { return nil }
        steps.count += 1
        guard number < nodes.count else { return (index, slots) }
        let next = number + 1
        var best: (end: Int, slots: Slots)?
        func note(_ match: (end: Int, slots: Slots)?) {
            if let match, match.end > best?.end ?? -1 { best = match }
        }
        switch nodes[number] {
        case .optional(let count):
            note(match(nodes, from: next, at: index, first: first, slots))
            note(match(nodes, from: next + count, at: index, first: first, slots))
        case .words(let words, let isTight):
            guard isRight(index, first, isTight) else { return nil }
            for word in words where matches(word.tokens, at: index, hasAccents: word.hasAccents) {
                note(match(nodes, from: next, at: index + word.tokens.count, first: first, slots))
            }
        case .slot(let slot, let isTight):
            guard isRight(index, first, isTight) else { return nil }
            for (end, filled) in fill(slot, at: index, slots) {
                note(match(nodes, from: next, at: end, first: first, filled))
            }
        }
        return best
    }

    /// Whether there is a token and, where the pattern requires it, no white space before it.
    private func isRight(_ index: Int, _ first: Int, _ isTight: Bool) -> Bool {
        index < tokens.count && (index == first || !isTight || !tokens[index].isApart)
    }

    /// Whether a word stands at this index.
    func matches(_ word: [Token], at index: Int, hasAccents: Bool = false) -> Bool {
        guard index + word.count <= tokens.count else { return false }
        for (offset, token) in word.enumerated() {
            let other = tokens[index + offset]
            guard token.kind == other.kind, offset == 0 || token.isApart == other.isApart,
                hasAccents ? token.accented == other.accented : token.text == other.text
            else { return false }
        }
        return true
    }

    /// All ways to fill a slot at this index.
    private func fill(_ slot: Phrase.Slot, at index: Int, _ slots: Slots) -> [(end: Int, slots: Slots)] {
        let token = tokens[index]
        switch slot {
        case .n, .day, .d, .m, .y, .dd, .dm, .h, .mm, .hour, .hourWord:
            return number(slot, at: index, slots)
        case .days: return list(at: index, slots) { number(.day, at: $0, $1) }
        case .ordinals:
            return list(at: index, slots) { start, slots in
                // A number without its suffix is one token.
                number(.day, at: start, slots).filter { $0.end > start + 1 }
            }
        case .nth:
            return lexicon.entries(slot, beginningWith: token).compactMap { entry in
                guard matches(entry.tokens, at: index) else { return nil }
                var filled = slots
                filled.nth = entry.value < Self.nthMax ? entry.value + 1 : -1
                return (index + entry.tokens.count, filled)
            }
        case .month:
            return lexicon.entries(slot, beginningWith: token).compactMap { entry in
                guard matches(entry.tokens, at: index) else { return nil }
                var filled = slots
                filled.month = entry.value + 1
                filled.doubt = max(filled.doubt, entry.doubt)
                return (index + entry.tokens.count, filled)
            }
        case .weekday: return weekdays(slot, at: index, slots)
        case .weekdays, .habits: return list(at: index, slots) { weekdays(slot, at: $0, $1) }
        }
    }

    /// All beginnings of a list, whose entries `one` reads.
    private func list(
        at index: Int, _ slots: Slots, one: (Int, Slots) -> [(end: Int, slots: Slots)]
    ) -> [(end: Int, slots: Slots)] {
        var found = one(index, slots)
        var next = 0
        while next < found.count {
            let (end, slots) = found[next]
            next += 1
            let count = max(slots.weekdays.count, slots.days.count)
            guard count < Self.listMax, let start = afterJoiner(at: end), start < tokens.count else {
                continue
            }
            found += one(start, slots)
        }
        return found
    }

    private func weekdays(
        _ slot: Phrase.Slot, at index: Int, _ slots: Slots
    ) -> [(end: Int, slots: Slots)] {
        guard index < tokens.count else { return [] }
        return lexicon.entries(slot, beginningWith: tokens[index]).compactMap { entry in
            guard matches(entry.tokens, at: index) else { return nil }
            var filled = slots
            filled.weekdays.append(entry.value)
            filled.doubt = max(filled.doubt, entry.doubt)
            return (index + entry.tokens.count, filled)
        }
    }

    /// The start of the next name in a list; `nil` where no joiner follows.
    private func afterJoiner(at index: Int) -> Int? {
        var index = index
        var isJoined = false
        for _ in 0..<2 where index < tokens.count {
            guard [",", "、", "・", "&", "and", "et", "und", "と"].contains(tokens[index].text) else { break }
            isJoined = true
            index += 1
        }
        return isJoined ? index : nil
    }

    private func number(
        _ slot: Phrase.Slot, at index: Int, _ slots: Slots
    ) -> [(end: Int, slots: Slots)] {
        var filled = slots
        guard let number = tokens[index].number else {
            guard slot == .n || slot == .hour || slot == .hourWord else { return [] }
            return lexicon.entries(.n, beginningWith: tokens[index]).compactMap { entry in
                let number = entry.value + 1
                guard slot == .n || number <= 12, matches(entry.tokens, at: index) else { return nil }
                if slot == .n { filled.count = number } else { filled.hour = number }
                return (index + entry.tokens.count, filled)
            }
        }
        let digits = tokens[index].text.utf8.count
        switch slot {
        case .n where 1...999 ~= number: filled.count = number
        case .day where 1...31 ~= number && digits <= 2, .d where 1...31 ~= number && digits <= 2:
            filled.day = number
            filled.days.append(number)
            let next = index + 1
            if slot == .day, next < tokens.count, !tokens[next].isApart,
                lexicon.ordinals.contains(tokens[next].text)
            {
                return [(next + 1, filled), (next, filled)]
            }
        case .m where 1...12 ~= number && digits <= 2: filled.month = number
        case .y where digits == 4: filled.year = number
        case .dd where digits == 2, .dm where digits <= 2: filled.pair.append(number)
        case .h where number <= 23 && digits <= 2: filled.hour = number
        case .hour where 1...12 ~= number && digits <= 2: filled.hour = number
        case .mm where number <= 59 && digits == 2: filled.minute = number
        default: return []
        }
        return [(index + 1, filled)]
    }
}
