import Checklists

/// Words around phrases.
///
/// An ordinal, a time word, a number, a time zone or an exception can touch a phrase. If it belongs to no
/// recognised phrase, the phrase is not recognised either.
extension Sentence {
    /// The maximum number of linking words between a phrase and a word that touches it: `Friday of the next`.
    private static let linksMax = 3
    /// The maximum number of words in the name of a zone before `time`.
    private static let zoneWordsMax = 3

    /// A side of a phrase.
    private enum Side {
        case before, after
    }

    /// Which words can still touch a phrase after the words between them.
    private enum Tie: Comparable {
        /// After a comma or a parenthesis: phrases, zones and exceptions.
        case loose
        /// After a conjunction: time words as well.
        case conjunction
        case tight
    }

    /// Whether an adjacent word adds a meaning that the chosen pieces do not express.
    func isTouched(_ taken: [Piece]) -> Bool {
        if taken.contains(where: \.value.isRepetition), isLimited(taken) { return true }
        return taken.contains { piece in
            isTouched(piece, .before, taken) || isTouched(piece, .after, taken)
        }
    }

    private func isTouched(_ piece: Piece, _ side: Side, _ taken: [Piece]) -> Bool {
        let lexicons = matchers.map(\.lexicon).filter { piece.languages.contains($0.language) }
        let step = side == .after ? 1 : -1
        var index = side == .after ? piece.tokens.upperBound : piece.tokens.lowerBound - 1
        var tie = Tie.tight
        var links = 0
        while tokens.indices.contains(index), links <= Self.linksMax {
            if taken.contains(where: { $0.tokens.contains(index) }) { return false }
            if let other = pieces.first(where: { $0.tokens.contains(index) }) {
                if other.value == .timeRange {
                    index = side == .after ? other.tokens.upperBound : other.tokens.lowerBound - 1
                    continue
                }
                if isInTheWay(other, of: piece) { return true }
            }
            guard !named.contains(index) else { return false }
            for lexicon in lexicons {
                if touches(index, piece, side, tie, lexicon.surroundings) { return true }
                if tie > .loose, isTimeWord(index, side, lexicon) { return true }
                if tie == .tight, isNumber(index, side, piece, lexicon) { return true }
                // `Friday, 27.` is one date; the number in `tomorrow, 2 eggs` is not part of a date.
                if side == .after, isOrdinal(index, lexicon) { return true }
            }
            guard let next = self.tie(at: index, side, lexicons) else { return false }
            tie = min(tie, next)
            links += 1
            index += step
        }
        return false
    }

    /// Whether a piece that was not chosen changes the meaning of a chosen one.
    private func isInTheWay(_ other: Piece, of piece: Piece) -> Bool {
        if other.isRefused || other.value.kind == .nothing { return true }
        if sure.contains(where: { $0.tokens == other.tokens }) { return true }
        // `So`, `do` and `may` are more often ordinary words than names.
        let isName = other.sense == .weekday && other.need == .company
        return !isName && !other.languages.isDisjoint(with: piece.languages)
    }

    /// Which words can touch the phrase beyond this token; `nil` for none.
    private func tie(at index: Int, _ side: Side, _ lexicons: [Lexicon]) -> Tie? {
        let token = tokens[index]
        if [",", "、", "(", "（", "[", ";"].contains(token.text) { return .loose }
        for lexicon in lexicons {
            let surroundings = lexicon.surroundings
            if surroundings.links.end(beginningAt: index, in: tokens) != nil { return .tight }
            if surroundings.links.begin(endingAt: index + 1, in: tokens) != nil { return .tight }
            guard surroundings.conjunctions.end(beginningAt: index, in: tokens) != nil else { continue }
            // The number in `between the 3rd and Friday` is a date; the one in `tomorrow and 2 beers` is not.
            return side == .before ? .tight : .conjunction
        }
        return nil
    }

    // MARK: - Words

    /// Whether an exception stands at the index, or a zone beside a time.
    private func touches(
        _ index: Int, _ piece: Piece, _ side: Side, _ tie: Tie, _ words: Surroundings
    ) -> Bool {
        func stands(_ set: WordSet) -> Bool {
            side == .after
                ? set.end(beginningAt: index, in: tokens) != nil
                : set.begin(endingAt: index + 1, in: tokens) != nil
        }
        if stands(words.exceptions) { return true }
        if side == .after, piece.value.isRepetition, stands(words.limits) { return true }
        guard piece.value.kind == .time || piece.value.kind == .part || isMoment(piece) else { return false }
        // Two letters before a time are a word, not a zone: `PT at 5pm`.
        if stands(words.zones), side == .after || tokens[index].text.count > 2 { return true }
        return side == .after && tie == .tight && isZoneByNoun(index, words)
    }

    private func isMoment(_ piece: Piece) -> Bool {
        switch piece.value {
        case .delay, .day(_, .some), .again(_, .some): true
        default: false
        }
    }

    /// Whether the name of a place and a word for time follow: `London time`.
    private func isZoneByNoun(_ index: Int, _ words: Surroundings) -> Bool {
        for end in index..<min(index + Self.zoneWordsMax, tokens.count) {
            if words.zoneNouns.end(beginningAt: end, in: tokens) != nil { return true }
            guard tokens[end].kind == .word else { return false }
        }
        return false
    }

    /// Whether an ordinal or time word stands at the index.
    private func isTimeWord(_ index: Int, _ side: Side, _ lexicon: Lexicon) -> Bool {
        let token = tokens[index]
        let words = lexicon.surroundings.timeWords
        let range =
            side == .after
            ? words.end(beginningAt: index, in: tokens).map { index..<$0 }
            : words.begin(endingAt: index + 1, in: tokens).map { $0..<index + 1 }
        if let range, !isBeginOfWord(range, side) { return true }
        if lexicon.sureNames.contains(token.text) { return true }
        let isNth = { lexicon.entries(.nth, beginningWith: token).contains { $0.tokens.count == 1 } }
        if token.kind == .word, isNth() { return true }
        return isWeekdayInRun(index, lexicon)
    }

    /// Whether a single Japanese character more likely belongs to another word: `明日 前髪を切る`.
    private func isBeginOfWord(_ range: Range<Int>, _ side: Side) -> Bool {
        guard range.count == 1, tokens[range.lowerBound].isJapanese else { return false }
        let second = side == .after ? range.lowerBound : range.upperBound
        return second >= tokens.count || tokens[second].isApart
    }

    /// Whether the token is a weekday joined to another one without white space: `Mon-Sat`.
    private func isWeekdayInRun(_ index: Int, _ lexicon: Lexicon) -> Bool {
        let run = run(around: index)
        guard run.count > 2 else { return false }
        return run.filter { other in
            tokens[other].kind == .word
                && lexicon.entries(.weekday, beginningWith: tokens[other]).contains { $0.tokens.count == 1 }
        }.count > 1
    }

    // MARK: - Numbers

    /// The tokens around an index that no white space separates, at most 8 to each side.
    private func run(around index: Int) -> Range<Int> {
        let runMax = 8
        var (begin, end) = (index, index + 1)
        while begin > 0, !tokens[begin].isApart, index - begin < runMax { begin -= 1 }
        while end < tokens.count, !tokens[end].isApart, end - index < runMax { end += 1 }
        return begin..<end
    }

    /// Whether a number at the index can belong to a date or time.
    private func isNumber(_ index: Int, _ side: Side, _ piece: Piece, _ lexicon: Lexicon) -> Bool {
        let token = tokens[index]
        if side == .before, isOrdinalSuffix(index, lexicon) { return true }
        if token.kind != .number {
            // `One` is also an article.
            return lexicon.entries(.n, beginningWith: token).contains { $0.value > 0 && $0.tokens.count == 1 }
                && !(side == .before && isOfSomethingElse(index, piece, lexicon))
        }
        if side == .after, isFollowedByTimeWord(index, lexicon) { return true }
        if isPartOfWord(index, lexicon) || isOfSomethingElse(index, piece, lexicon) { return false }
        return isHourDayOrYear(token)
    }

    /// Whether the token is an ordinal suffix: `rd` of `3rd`, in German `.` of `3.`.
    private func isOrdinalSuffix(_ index: Int, _ lexicon: Lexicon) -> Bool {
        index > 0 && !tokens[index].isApart && tokens[index - 1].kind == .number
            && lexicon.ordinals.contains(tokens[index].text)
    }

    private func isOrdinal(_ index: Int, _ lexicon: Lexicon) -> Bool {
        tokens[index].kind == .number && index + 1 < tokens.count && isOrdinalSuffix(index + 1, lexicon)
    }

    private func isFollowedByTimeWord(_ index: Int, _ lexicon: Lexicon) -> Bool {
        let next = index + 1
        guard next < tokens.count else { return false }
        let words = lexicon.surroundings.timeWords
        return words.end(beginningAt: next, in: tokens) != nil
            || lexicon.sureNames.contains(tokens[next].text)
            || (!tokens[next].isApart
                && (lexicon.ordinals.contains(tokens[next].text)
                    || ["h", "am", "pm", "min", "d", "時", "分", "日", "月", "週", "年", "回", "間", "ヶ", "か"]
                        .contains(tokens[next].text)))
    }

    /// Whether the number belongs to a word (`LH123`), to an amount (`$50`) or to a unit (`5 km`, `3個`).
    private func isPartOfWord(_ index: Int, _ lexicon: Lexicon) -> Bool {
        let signs: Set<String> = ["$", "€", "£", "¥", "%", "#", "°", "№"]
        let run = run(around: index)
        for other in run where other != index {
            let token = tokens[other]
            if signs.contains(token.text) { return true }
            if token.kind == .word || token.isJapanese, !isOrdinalSuffix(other, lexicon),
                !pieces.contains(where: { $0.tokens.contains(other) })
            {
                return true
            }
        }
        guard run.upperBound < tokens.count, index == run.upperBound - 1 else { return false }
        return Self.units.contains(tokens[run.upperBound].text)
    }

    /// Units of measure and currencies after a number.
    private static let units: Set<String> = [
        "km", "kg", "g", "mg", "l", "ml", "cl", "dl", "cm", "mm", "mb", "gb", "kwh", "mi", "lb", "lbs", "oz",
        "ft", "€", "$", "£", "¥", "%", "°", "eur", "euro", "euros", "usd", "chf", "gbp", "円", "個", "本", "枚",
        "人", "冊",
    ]

    /// Whether a word before the number says what it numbers: `chapter 3`.
    ///
    /// `For 4` counts people if the phrase has a preposition itself: `table for 4 at 7pm`.
    private func isOfSomethingElse(_ index: Int, _ piece: Piece, _ lexicon: Lexicon) -> Bool {
        let before = run(around: index).lowerBound
        guard lexicon.surroundings.numbered.begin(endingAt: before, in: tokens) != nil else { return false }
        guard ["for", "fur", "fuer", "pour"].contains(tokens[before - 1].text) else { return true }
        return lexicon.surroundings.links.end(beginningAt: piece.tokens.lowerBound, in: tokens) != nil
    }

    /// Whether a number can be an hour, a day, an hour with minutes or a year.
    private func isHourDayOrYear(_ token: Token) -> Bool {
        guard let number = token.number else { return false }
        switch token.text.utf8.count {
        case 1, 2: return number <= 31
        default: return (number / 100 <= 23 && number % 100 <= 59) || 1_900...2_199 ~= number
        }
    }

    // MARK: - Repetitions

    /// Whether an exception or the end of a repetition stands in the text: `every day … until Friday`.
    private func isLimited(_ taken: [Piece]) -> Bool {
        let languages = taken.first { $0.value.isRepetition }?.languages ?? []
        let surroundings = matchers.map(\.lexicon).filter { languages.contains($0.language) }
            .map(\.surroundings)
        func stands(_ words: KeyPath<Surroundings, WordSet>, at index: Int) -> Bool {
            surroundings.contains { $0[keyPath: words].end(beginningAt: index, in: tokens) != nil }
        }
        let isException = { !named.contains($0) && stands(\.exceptions, at: $0) }
        if tokens.indices.contains(where: isException) { return true }
        func standsBefore(_ words: KeyPath<Surroundings, WordSet>, _ index: Int) -> Bool {
            surroundings.contains { $0[keyPath: words].begin(endingAt: index, in: tokens) != nil }
        }
        return pieces.contains { piece in
            guard !taken.contains(where: { $0.tokens == piece.tokens }) else { return false }
            let first = piece.tokens.lowerBound
            // The start of a repetition can be past: `every 2 weeks starting 2020-01-01`.
            if piece.value == .none, piece.sense == .date { return standsBefore(\.starters, first) }
            guard piece.value.kind == .day else { return false }
            return stands(\.limits, at: first) || standsBefore(\.limits, first)
        }
    }
}
