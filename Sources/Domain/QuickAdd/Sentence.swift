import Checklists
import Dates

/// A text in which phrases have been found.
struct Sentence {
    /// A phrase in the text.
    struct Piece {
        var tokens: Range<Int>
        var value: TimeValue
        let sense: Sense
        let need: Phrase.Need
        /// In which languages it means that.
        let languages: Set<Language>
        /// Whether a word before it, or after it, says that nothing is due then: `since Monday`.
        var isRefusedBefore: Bool
        var isRefusedAfter: Bool
        /// Whether something comes again from that day on.
        var isStart = false

        /// Whether nothing is due then.
        var isRefused: Bool { isRefusedBefore || isRefusedAfter }

        /// What may be taken of a text.
        var isOpen: Bool { !isRefused && value.kind != .nothing }

        mutating func refuse() { isRefusedBefore = true }
    }

    /// How many phrases may stand one after the other without white space.
    private static let phrasesInRowMax = 4

    let tokens: [Token]
    let now: DayAndTime
    let matchers: [Matcher]
    private let hint: Language?
    private let steps: StepCounter
    /// Tokens of names, which mean no time.
    private(set) var named: Set<Int> = []
    /// All phrases, in the order in which they stand in the text.
    var pieces: [Piece] = []
    /// Those that are sure.
    private(set) var sure: [Piece] = []

    /// How often a phrase was compared with a token.
    var stepCount: Int { steps.count }

    init(_ tokens: [Token], now: DayAndTime, language: Language?) {
        self.tokens = tokens
        self.now = now
        hint = language
        let counter = StepCounter()
        steps = counter
        matchers = Lexicon.all.map { Matcher(tokens: tokens, lexicon: $0, steps: counter) }
        findNames()
        findPieces()
        findStarts()
        refuseJoined()
        findMornings()
        sure = surePieces()
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
            pieces.append(piece)
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
                // Not the end of `Friday 5 pm`.
                if phrase.meaning == .weekdayAndDay, !isLast(end) { continue }
                let doubt = lexicon.language == hint ? 0 : slots.doubt - phrase.trust
                var need = max(phrase.need, Phrase.Need(rawValue: max(0, doubt)) ?? .company)
                let value = TimeValue(phrase.meaning, slots, now: now, hint: hint)
                if phrase.meaning == .weekday, slots.doubt > 0, phrase.trust == 0 { need = .company }
                let hour = slots.hour ?? 0
                if phrase.meaning == .hourOrLength, hour < 13, hint != lexicon.language { need = .company }
                if phrase.meaning == .clock, 1...6 ~= hour { need = .company }
                let found = Piece(
                    tokens: index..<end, value: value, sense: phrase.meaning, need: need,
                    languages: [lexicon.language], isRefusedBefore: isRefused,
                    isRefusedAfter: lexicon.refusedAfter.contains { word in
                        // `明日 前髪` is tomorrow, and `明日前` is before it.
                        matcher.matches(word, at: end)
                            && !(word.count == 1 && tokens[end].isJapanese && tokens[end].isApart)
                    })
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
                tokens: one.tokens, value: one.value, sense: one.sense, need: min(one.need, other.need),
                languages: one.languages.union(other.languages),
                isRefusedBefore: one.isRefusedBefore || other.isRefusedBefore,
                isRefusedAfter: one.isRefusedAfter || other.isRefusedAfter)
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
                || (token.kind == .han && ("をはがにでもと".contains(last.text) || isFrom(index)))
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
                || (last.kind == .hiragana && ("にのはでまごろ".contains(last.text) || isFrom(index)))
        case .hiragana: return last.kind != .hiragana || "にのはでまろ".contains(last.text)
        case .katakana: return last.kind != .katakana
        }
    }

    /// Whether `から` stands before a token.
    private func isFrom(_ index: Int) -> Bool {
        index > 1 && tokens[index - 2].text == "か" && tokens[index - 1].text == "ら"
    }

    /// Whether nothing follows but a mark of punctuation, importance or a list.
    func isLast(_ end: Int) -> Bool {
        var end = end
        if end < tokens.count, [".", ","].contains(tokens[end].text), !tokens[end].isApart { end += 1 }
        guard end < tokens.count else { return true }
        switch tokens[end].kind {
        case .important, .list: return true
        default: return false
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
}
