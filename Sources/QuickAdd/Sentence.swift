import Checklists
import Dates

/// A text in which phrases have been found.
struct Sentence {
    /// A phrase in the text.
    struct Piece {
        let tokens: Range<Int>
        var value: TimeValue
        let need: Phrase.Need
        /// In which languages it means that.
        let languages: Set<Language>
        /// Whether a word beside it says that nothing is due then: `since Monday`.
        let isRefused: Bool
    }

    /// How many phrases may stand one after the other without white space.
    private static let phrasesInRowMax = 4

    let tokens: [Token]
    let now: DayAndTime
    private let hint: Language?
    private let matchers: [Matcher]
    /// Tokens of names, which mean no time.
    private var named: Set<Int> = []
    private(set) var pieces: [Piece] = []

    init(_ tokens: [Token], now: DayAndTime, language: Language?) {
        self.tokens = tokens
        self.now = now
        hint = language
        matchers = Lexicon.all.map { Matcher(tokens: tokens, lexicon: $0) }
        findNames()
        findPieces()
        refuseJoined()
        refuseDoubtful()
    }

    private mutating func findNames() {
        for index in tokens.indices {
            for matcher in matchers {
                for name in matcher.lexicon.names(beginningWith: tokens[index]) {
                    guard let (end, _) = matcher.longest(name, at: index) else { continue }
                    named.formUnion(index..<end)
                }
            }
        }
    }

    private mutating func findPieces() {
        var index = 0
        while index < tokens.count {
            let isAfterPiece = pieces.last?.tokens.upperBound == index
            guard isAfterPiece || canBegin(at: index), let piece = longest(at: index, isAfterPiece) else {
                index += 1
                continue
            }
            // `6 am Freitag` is no time in the morning.
            let last = piece.tokens.upperBound - 1
            if last > index, tokens[last].kind == .word, let other = longest(at: last, true),
                other.tokens.upperBound > last + 1, other.languages.isDisjoint(with: piece.languages)
            {
                index += 1
                continue
            }
            if piece.value != .none { pieces.append(piece) }
            index = piece.tokens.upperBound
        }
    }

    /// The longest phrase of any language that begins at a token; what means nothing is one as well, so that
    /// no part of it is taken for something.
    private func longest(at index: Int, _ isAfterPiece: Bool) -> Piece? {
        var best: Piece?
        for matcher in matchers {
            let lexicon = matcher.lexicon
            let isRefused =
                !isAfterPiece && index > 0 && lexicon.refusedBefore.contains(tokens[index - 1].text)
            for phrase in lexicon.phrases(beginningWith: tokens[index]) {
                guard let (end, slots) = matcher.longest(phrase, at: index), canEnd(at: end, index),
                    named.isDisjoint(with: index..<end)
                else { continue }
                let doubt = lexicon.language == hint ? 0 : slots.doubt - phrase.trust
                var need = max(phrase.need, Phrase.Need(rawValue: max(0, doubt)) ?? .company)
                let value = TimeValue(phrase.meaning, slots, now: now, hint: hint)
                if phrase.meaning == .weekday, slots.doubt > 0, phrase.trust == 0 { need = .company }
                let hour = slots.hour ?? 0
                if phrase.meaning == .hourOrLength, hour < 13, hint != lexicon.language { need = .company }
                if phrase.meaning == .clock, 1...6 ~= hour { need = .company }
                let found = Piece(
                    tokens: index..<end, value: value, need: need, languages: [lexicon.language],
                    isRefused: isRefused || lexicon.refusedAfter.contains { matcher.matches($0, at: end) })
                best = best.map { Self.better($0, found) } ?? found
            }
        }
        return best
    }

    /// The longer one; of two that are as long, the one that is surer.
    private static func better(_ one: Piece, _ other: Piece) -> Piece {
        let (end, otherEnd) = (one.tokens.upperBound, other.tokens.upperBound)
        if end != otherEnd { return end > otherEnd ? one : other }
        if one.value == other.value {
            return Piece(
                tokens: one.tokens, value: one.value, need: min(one.need, other.need),
                languages: one.languages.union(other.languages),
                isRefused: one.isRefused || other.isRefused)
        }
        if one.value == .none || other.value == .none { return one.value == .none ? other : one }
        return one.need <= other.need ? one : other
    }

    // MARK: - Borders

    /// Whether a phrase can begin at a token: after white space or, where a text has none, after what is not
    /// written in the same way.
    private func canBegin(at index: Int) -> Bool {
        let token = tokens[index]
        if token.kind == .symbol || token.kind == .opaque { return false }
        guard !token.isApart, index > 0 else { return true }
        let last = tokens[index - 1]
        switch last.kind {
        case .important, .list: return true
        case .symbol: return "、。・，".contains(last.text) || (last.text == "," && token.kind != .number)
        case .han, .katakana: return token.kind == .number || token.kind == .word
        case .hiragana:
            return token.kind == .number || token.kind == .word
                || (token.kind == .han && "をはがにでもと".contains(last.text))
        case .word, .number: return token.kind == .han && last.kind == .word
        case .opaque: return token.isJapanese
        }
    }

    /// Whether a phrase can end before a token.
    private func canEnd(at index: Int, _ first: Int, depth: Int = 0) -> Bool {
        guard index < tokens.count, index > first, !tokens[index].isApart else { return true }
        let (last, next) = (tokens[index - 1], tokens[index])
        switch next.kind {
        case .important, .list: return true
        case .symbol:
            let isLast = index + 1 == tokens.count || tokens[index + 1].isApart
            return "、。，".contains(next.text) || (isLast && ",;:.!?…".contains(next.text))
        case .opaque: return last.isJapanese
        case .word: return last.isJapanese
        case .number: return last.isJapanese
        case .han:
            // What belongs to the same word is as likely as what begins another one, if that is no time.
            return last.kind == .word || (last.isJapanese && beginsTime(at: index, depth: depth + 1))
                || (last.kind == .hiragana && "にのはでまごろ".contains(last.text))
        case .hiragana: return last.kind != .hiragana || "にのはでまろ".contains(last.text)
        case .katakana: return last.kind != .katakana
        }
    }

    /// Whether a phrase begins at a token, wherever that stands. Not many stand one after the other without
    /// white space.
    private func beginsTime(at index: Int, depth: Int) -> Bool {
        guard depth <= Self.phrasesInRowMax else { return false }
        return matchers.contains { matcher in
            matcher.lexicon.phrases(beginningWith: tokens[index]).contains { phrase in
                matcher.longest(phrase, at: index).map { canEnd(at: $0.end, index, depth: depth) } ?? false
            }
        }
    }

    // MARK: - Doubts

    /// Drops days and times that are joined to others: `Monday to Friday`, `18:00 - 20:00`.
    private mutating func refuseJoined() {
        var isJoined = pieces.map { _ in false }
        for (number, piece) in pieces.enumerated().dropFirst() {
            let last = pieces[number - 1]
            guard piece.value.kind == last.value.kind else { continue }
            if piece.value.canBeJoined(with: last.value), isBeside(last, piece) { continue }
            let between = last.tokens.upperBound..<piece.tokens.lowerBound
            let joiners = between.isEmpty ? piece.tokens.prefix(1) : between
            guard joiners.count <= 2, !joiners.isEmpty else { continue }
            let areJoiners = joiners.allSatisfy { index in
                matchers.contains { matcher in
                    let token = tokens[index]
                    return matcher.lexicon.joiners.contains(token.text)
                        || matcher.lexicon.joiners.contains(token.accented)
                        || (token.kind == .hiragana && "からと".contains(token.text))
                }
            }
            if areJoiners { (isJoined[number - 1], isJoined[number]) = (true, true) }
        }
        pieces = zip(pieces, isJoined).filter { !$0.isRefused && !$1 }.map(\.0)
    }

    /// Drops what is not sure where it stands, and says which of two meanings holds.
    private mutating func refuseDoubtful() {
        for number in pieces.indices where pieces[number].value == .tomorrowOrMorning {
            let isPart = number > 0 && isBeside(pieces[number - 1], pieces[number])
            let isOfDay = isPart && pieces[number - 1].value.kind == .day
            let tomorrow = TimeValue.day(now.day.advanced(by: 1), nil)
            pieces[number].value = isOfDay ? .part(.morning) : tomorrow
        }
        var isSure = pieces.map { $0.need == .nothing }
        for number in pieces.indices.reversed() where pieces[number].need == .end {
            isSure[number] = isEnd(after: number, isSure)
        }
        // A day, a part of it and a time: the last one is sure because of the first.
        for _ in 0..<2 {
            let wereSure = isSure
            for number in pieces.indices where pieces[number].need == .company && !wereSure[number] {
                isSure[number] = [number - 1, number + 1].contains { other in
                    pieces.indices.contains(other) && wereSure[other] && isCompany(other, of: number)
                }
            }
        }
        pieces = zip(pieces, isSure).filter { $1 }.map(\.0)
    }

    /// Whether a piece stands beside another one, tells something else and does so in the same language.
    private func isCompany(_ other: Int, of number: Int) -> Bool {
        let (piece, company) = (pieces[number], pieces[other])
        return isBeside(pieces[min(number, other)], pieces[max(number, other)])
            && piece.value.kind != company.value.kind
            && !piece.languages.isDisjoint(with: company.languages)
    }

    /// Whether two pieces stand beside each other, with a comma between them at most.
    func isBeside(_ one: Piece, _ other: Piece) -> Bool {
        let between = one.tokens.upperBound..<other.tokens.lowerBound
        return between.isEmpty
            || (between.count == 1 && [",", "、"].contains(tokens[between.lowerBound].text))
    }

    /// Whether nothing follows a piece but others that are sure.
    private func isEnd(after number: Int, _ isSure: [Bool]) -> Bool {
        var end = pieces[number].tokens.upperBound
        if end < tokens.count, [".", ","].contains(tokens[end].text), !tokens[end].isApart { end += 1 }
        guard end < tokens.count else { return true }
        switch tokens[end].kind {
        case .important, .list: return true
        default:
            guard number + 1 < pieces.count, isSure[number + 1] else { return false }
            return pieces[number + 1].tokens.lowerBound == end
        }
    }
}
