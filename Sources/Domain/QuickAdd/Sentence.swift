import Checklists
import Dates

/// A tokenised text with the phrases found in it.
struct Sentence {
    /// A phrase found in the text.
    struct Piece {
        var tokens: Range<Int>
        var value: TimeValue
        let sense: Sense
        let need: Phrase.Need
        /// The languages in which the phrase has this meaning.
        let languages: Set<Language>
        /// Whether a word before or after the phrase rules it out: `since Monday`.
        var isRefusedBefore: Bool
        var isRefusedAfter: Bool
        /// Whether a repetition starts on this day.
        var isStart = false

        /// Whether an adjacent word rules the phrase out.
        var isRefused: Bool { isRefusedBefore || isRefusedAfter }

        /// Whether the phrase is a candidate for a part.
        var isOpen: Bool { !isRefused && value.kind != .nothing }

        mutating func refuse() { isRefusedBefore = true }
    }

    /// The maximum number of consecutive phrases without white space.
    private static let phrasesInRowMax = 4

    let tokens: [Token]
    let now: DayAndTime
    let matchers: [Matcher]
    let hint: Language?
    /// Whether the text is a date as a whole, so that no phrase is doubtful.
    let isDateField: Bool
    /// The tokens before a `!` that means completion: `every! 3 days`.
    let completionMarks: Set<Int>
    private let steps: StepCounter
    /// The indices of tokens in names, which mean no time.
    private(set) var named: Set<Int> = []
    /// All phrases in the order of the text.
    var pieces: [Piece] = []
    /// The phrases that are certain.
    private(set) var sure: [Piece] = []

    /// The number of comparisons of phrases with tokens.
    var stepCount: Int { steps.count }
    /// Whether the text has so many numbers and time words that not all were compared.
    var isTooLong: Bool { steps.isExhausted }

    /// - Parameters:
    ///   - language: The language of the text, if known.
    ///   - dateLexicon: The only lexicon, for a text that is a date as a whole.
    init(_ tokens: [Token], now: DayAndTime, language: Language?, dateLexicon: Lexicon? = nil) {
        isDateField = dateLexicon != nil
        let (tokens, completionMarks) = Self.withoutCompletionMarks(tokens, dateLexicon)
        (self.tokens, self.completionMarks) = (tokens, completionMarks)
        self.now = now
        hint = language
        let counter = StepCounter()
        steps = counter
        let lexicons = dateLexicon.map { [$0] } ?? Lexicon.all
        matchers = lexicons.map { Matcher(tokens: tokens, lexicon: $0, steps: counter) }
        if !isDateField { findNames() }
        findPieces()
        findStarts()
        findEnds()
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
            // In `6 am Freitag`, `am` is German and does not mean the morning.
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

    /// The longest phrase of any language at a token.
    ///
    /// Phrases without a meaning count too, so that no part of them is recognised.
    private func longest(at index: Int, _ isAfterPiece: Bool) -> Piece? {
        var best: Piece?
        for matcher in matchers {
            let lexicon = matcher.lexicon
            let isRefused =
                !isAfterPiece && index > 0 && lexicon.refusedBefore.contains(tokens[index - 1].text)
            for phrase in lexicon.phrases(beginningWith: tokens[index]) where isPossible(phrase) {
                guard let (end, slots) = matcher.longest(phrase, at: index), canEnd(at: end, index),
                    named.isDisjoint(with: index..<end)
                else { continue }
                // Excludes the end of `Friday 5 pm`.
                if phrase.meaning == .weekdayAndDay, !isLast(end) { continue }
                let doubt = lexicon.language == hint ? 0 : slots.doubt - phrase.trust
                var need = max(phrase.need, Phrase.Need(rawValue: max(0, doubt)) ?? .company)
                let reader = TimeValue.Reader(hint: hint, isDateField: isDateField)
                let value = TimeValue(phrase.meaning, slots, now: now, reader)
                if phrase.meaning == .weekday, slots.doubt > 0, phrase.trust == 0 { need = .company }
                let hour = slots.hour ?? 0
                if phrase.meaning == .hourOrLength, hour < 13, hint != lexicon.language { need = .company }
                if phrase.meaning == .clock, 1...6 ~= hour { need = .company }
                let found = Piece(
                    tokens: index..<end, value: value, sense: phrase.meaning, need: need,
                    languages: [lexicon.language], isRefusedBefore: isRefused,
                    isRefusedAfter: lexicon.refusedAfter.contains { word in
                        // `明日 前髪` is tomorrow; `明日前` is before tomorrow.
                        matcher.matches(word, at: end)
                            && !(word.count == 1 && tokens[end].isJapanese && tokens[end].isApart)
                    })
                best = best.map { Self.better($0, found) } ?? found
            }
        }
        return best
    }

    /// Whether a phrase can stand in this kind of text.
    ///
    /// A date field has no words but dates, so that none of them is a name. `2h` is a time only in French.
    private func isPossible(_ phrase: Phrase) -> Bool {
        guard isDateField else { return phrase.need != .dateField }
        let isHour = phrase.meaning == .hourOrLength || (phrase.meaning == .time && phrase.need == .company)
        return phrase.meaning != .name && (!isHour || hint == .french)
    }

    /// The longer piece; of two with the same length, the more certain one.
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

    /// Whether a phrase can begin at a token: after white space, or where the script changes in a text
    /// without it.
    private func canBegin(at index: Int) -> Bool {
        let token = tokens[index]
        if token.kind == .symbol, isDateField, token.text == "+" { return true }
        if token.kind == .symbol || token.kind == .opaque { return false }
        guard !token.isApart, index > 0 else { return true }
        let last = tokens[index - 1]
        switch last.kind {
        case .important, .list, .tag: return true
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
        case .important, .list, .tag: return true
        case .symbol:
            let isLast = index + 1 == tokens.count || tokens[index + 1].isApart
            return "、。，".contains(next.text) || (isLast && ",;:.!?…".contains(next.text))
        case .opaque: return last.isJapanese
        case .word: return last.isJapanese
        case .number: return last.isJapanese
        case .han:
            // A character after a phrase can belong to the same word, unless it begins another time phrase.
            return last.kind == .word || (last.isJapanese && beginsTime(at: index, depth: depth + 1))
                || (last.kind == .hiragana && ("にのはでまごろ".contains(last.text) || isFrom(index)))
        case .hiragana: return last.kind != .hiragana || "にのはでまろ".contains(last.text)
        case .katakana: return last.kind != .katakana
        }
    }

    /// Whether `から` precedes a token.
    private func isFrom(_ index: Int) -> Bool {
        index > 1 && tokens[index - 2].text == "か" && tokens[index - 1].text == "ら"
    }

    /// Whether nothing follows except punctuation, a mark of importance, a list or a tag.
    func isLast(_ end: Int) -> Bool {
        var end = end
        if end < tokens.count, [".", ","].contains(tokens[end].text), !tokens[end].isApart { end += 1 }
        guard end < tokens.count else { return true }
        switch tokens[end].kind {
        case .important, .list, .tag: return true
        default: return false
        }
    }

    /// Whether a phrase begins at a token. The depth limits phrases in a row without white space.
    private func beginsTime(at index: Int, depth: Int) -> Bool {
        guard depth <= Self.phrasesInRowMax else { return false }
        return matchers.contains { matcher in
            matcher.lexicon.phrases(beginningWith: tokens[index]).contains { phrase in
                matcher.longest(phrase, at: index).map { canEnd(at: $0.end, index, depth: depth) } ?? false
            }
        }
    }
}
