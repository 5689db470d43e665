import Checklists
import Dates

/// Decides which phrases of a text are certain.
extension Sentence {
    /// Words that join two times into a range.
    private static let rangeJoiners: Set<String> = [
        "-", "–", "—", "~", "〜", "～", "to", "till", "until", "through", "bis", "a", "au", "ら",
    ]

    /// Marks the start days of repetitions: `every 2 weeks starting Friday`.
    mutating func findStarts() {
        for number in pieces.indices {
            var start = pieces[number]
            if start.value == .tomorrowOrMorning { start.value = .day(now.day.advanced(by: 1), nil) }
            guard case .day(_, nil) = start.value else { continue }
            let range = start.tokens
            for matcher in matchers where start.languages.contains(matcher.lexicon.language) {
                let surroundings = matcher.lexicon.surroundings
                if let begin = surroundings.starters.begin(endingAt: range.lowerBound, in: tokens) {
                    start.tokens = begin..<range.upperBound
                    start.isRefusedBefore = false
                } else if let end = surroundings.startersAfter.end(beginningAt: range.upperBound, in: tokens)
                {
                    start.tokens = range.lowerBound..<end
                    start.isRefusedAfter = false
                } else {
                    continue
                }
                start.isStart = isBesideRepetition(start, number)
                if !start.isStart { start.refuse() }
                pieces[number] = start
                break
            }
        }
    }

    /// Days that can end a repetition. A weekday or `tomorrow` is more likely another due date.
    private static let endSenses: Set<Sense> = [.date, .pair, .dayOfMonthAhead]

    /// Marks the ends of repetitions: `every day until 24 December`, `every day for 3 weeks`.
    ///
    /// A length that follows no repetition is no time phrase: `Rent a car tomorrow for 3 days`, `Cook for 2
    /// days every week`.
    mutating func findEnds() {
        var isEnd = pieces.map { _ in true }
        for number in pieces.indices {
            if case .lasting = pieces[number].value {
                let sides = isDateField ? [-1, 1] : [-1]
                isEnd[number] = isBesideRepetition(pieces[number], number, sides)
            } else if let end = lastDay(of: pieces[number]), isBesideRepetition(end, number) {
                pieces[number] = end
            }
        }
        pieces = zip(pieces, isEnd).filter { $1 }.map(\.0)
    }

    /// The piece as the last day of a repetition, with the word that says so; `nil` without such a word.
    private func lastDay(of piece: Piece) -> Piece? {
        guard case .day(let day, nil) = piece.value, !piece.isStart, Self.endSenses.contains(piece.sense)
        else { return nil }
        let range = piece.tokens
        var end = piece
        end.value = .until(day)
        for matcher in matchers where piece.languages.contains(matcher.lexicon.language) {
            let (before, after) = (
                matcher.lexicon.surroundings.enders, matcher.lexicon.surroundings.endersAfter
            )
            if let begin = before.begin(endingAt: range.lowerBound, in: tokens) {
                end.tokens = begin..<range.upperBound
                end.isRefusedBefore = false
                return end
            }
            if let upper = after.end(beginningAt: range.upperBound, in: tokens) {
                end.tokens = range.lowerBound..<upper
                end.isRefusedAfter = false
                return end
            }
            // `bis 24.12.` is one phrase.
            if before.end(beginningAt: range.lowerBound, in: tokens) != nil
                || after.begin(endingAt: range.upperBound, in: tokens) != nil
            {
                return end
            }
        }
        return nil
    }

    /// Whether a repetition stands beside a piece, with at most two other phrases between them.
    private func isBesideRepetition(_ piece: Piece, _ number: Int, _ sides: [Int] = [-1, 1]) -> Bool {
        sides.contains { step in
            var (last, next) = (piece, number + step)
            while pieces.indices.contains(next), abs(next - number) <= 3,
                step > 0 ? isBeside(last, pieces[next]) : isBeside(pieces[next], last)
            {
                if pieces[next].value.isRepetition { return true }
                (last, next) = (pieces[next], next + step)
            }
            return false
        }
    }

    /// Refuses days and times that are joined to others: `Monday to Friday`. Ranges of times stay in the
    /// text: `18:00 - 20:00`.
    mutating func refuseJoined() {
        let original = pieces
        for (number, piece) in original.enumerated().dropFirst() {
            let last = original[number - 1]
            guard piece.value.kind == last.value.kind, piece.value.kind != .nothing else { continue }
            if joins(last, piece), isBeside(last, piece) { continue }
            let between = joiners(last, piece)
            guard between.count <= 2, !between.isEmpty, between.allSatisfy(isJoiner) else { continue }
            let isRange = piece.value.kind == .time && between.allSatisfy(isRangeJoiner)
            for each in [number - 1, number] {
                if isRange { pieces[each].value = .timeRange } else { pieces[each].refuse() }
            }
        }
    }

    /// The tokens between two pieces, or a joiner inside the border of one: `9時から11時`, `bis 20 Uhr`.
    private func joiners(_ one: Piece, _ other: Piece) -> Range<Int> {
        let between = one.tokens.upperBound..<other.tokens.lowerBound
        if !between.isEmpty { return between }
        let last = one.tokens.suffix(1)
        return last.allSatisfy(isRangeJoiner) ? last : other.tokens.prefix(1)
    }

    private func isRangeJoiner(_ index: Int) -> Bool { Self.rangeJoiners.contains(tokens[index].text) }

    private func isJoiner(_ index: Int) -> Bool {
        let token = tokens[index]
        return matchers.contains { matcher in
            matcher.lexicon.joiners.contains(token.text) || matcher.lexicon.joiners.contains(token.accented)
                || (token.kind == .hiragana && "からと".contains(token.text))
        }
    }

    /// Decides which of its two meanings `morgen` has.
    mutating func findMornings() {
        for number in pieces.indices where pieces[number].value == .tomorrowOrMorning {
            let last = number > 0 ? pieces[number - 1] : nil
            let isOfDay = last.map { $0.isOpen && $0.value.kind == .day && isBeside($0, pieces[number]) }
            let tomorrow = TimeValue.day(now.day.advanced(by: 1), nil)
            pieces[number].value = isOfDay ?? false ? .part(.morning) : tomorrow
        }
    }

    /// The pieces that are certain in their context.
    func surePieces() -> [Piece] {
        let pieces = pieces.filter(\.isOpen)
        var isSure = pieces.map { isDateField || $0.need == .nothing }
        for number in pieces.indices.reversed() where pieces[number].need == .end {
            let next = number + 1 < pieces.count && isSure[number + 1] ? pieces[number + 1] : nil
            isSure[number] = isEnd(pieces[number], before: next)
        }
        // In a day, a part of the day and a time, certainty spreads over two steps.
        for _ in 0..<2 {
            let wereSure = isSure
            for number in pieces.indices where pieces[number].need == .company && !wereSure[number] {
                isSure[number] = [number - 1, number + 1].contains { other in
                    guard pieces.indices.contains(other), wereSure[other] else { return false }
                    let (first, second) = (pieces[min(number, other)], pieces[max(number, other)])
                    return isBeside(first, second) && first.value.kind != second.value.kind
                        && !first.languages.isDisjoint(with: second.languages)
                }
            }
        }
        return zip(pieces, isSure).filter { $1 }.map(\.0)
    }

    /// Whether only the next certain piece, if any, follows this piece.
    private func isEnd(_ piece: Piece, before next: Piece?) -> Bool {
        let end = piece.tokens.upperBound
        if isLast(end) { return true }
        guard let next else { return false }
        let isSplit = [".", ","].contains(tokens[end].text) && !tokens[end].isApart
        return next.tokens.lowerBound == (isSplit ? end + 1 : end)
    }

    /// Whether two pieces are adjacent, with at most a comma between them.
    func isBeside(_ one: Piece, _ other: Piece) -> Bool {
        let between = one.tokens.upperBound..<other.tokens.lowerBound
        return between.isEmpty
            || (between.count == 1 && [",", "、"].contains(tokens[between.lowerBound].text))
    }

    /// Whether two days form one date: a repetition and its start, or the same day twice.
    func joins(_ one: Piece, _ other: Piece) -> Bool {
        guard one.value.isRepetition != other.value.isRepetition else {
            return one.value == other.value && !one.value.isRepetition
        }
        let (repeated, day) = one.value.isRepetition ? (one, other) : (other, one)
        guard case .again(let repetition, _) = repeated.value, case .day(_, nil) = day.value else {
            return false
        }
        if day.isStart { return true }
        switch (repetition, day.sense) {
        // `Every month Friday` does not mean a month that begins on a Friday.
        case (.every(_, let unit), .weekday): return unit == .week
        case (.every, _): return true
        default: return false
        }
    }
}
