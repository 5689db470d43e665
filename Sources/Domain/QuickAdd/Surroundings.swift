import Checklists

/// The words of a language that change the meaning of an adjacent phrase.
///
/// `Pay the third Friday of December` does not mean Friday, `Meeting 5pm EST` not 5pm local time, and `every
/// day except Sunday` not every day.
struct Surroundings: Sendable {
    /// Words that link what follows them to a phrase: `Friday of December`, `tomorrow at 25`.
    var links: WordSet
    /// Words that link a word or a phrase to a phrase, but no number: `tomorrow and 2 beers`.
    var conjunctions: WordSet
    /// Time words outside phrases.
    var timeWords: WordSet
    /// Words that introduce an exception: `every day except Sunday`.
    var exceptions: WordSet
    /// Words before the end of a repetition: `every day until Friday`.
    var limits: WordSet
    /// Names of time zones, in lower case.
    var zones: WordSet
    /// Words that turn the names before them into a zone: `5pm London time`.
    var zoneNouns: WordSet
    /// Words before a number that is no date: `chapter 3`.
    var numbered: WordSet
    /// Words before, and words after, the start day of a repetition.
    var starters: WordSet
    var startersAfter: WordSet
    /// Words before, and words after, the last day of a repetition.
    var enders: WordSet
    var endersAfter: WordSet

    init(
        links: String, conjunctions: String = "", timeWords: String, exceptions: String, limits: String,
        zones: String, zoneNouns: String = "", numbered: String, starters: String = "",
        startersAfter: String = "", enders: String = "", endersAfter: String = ""
    ) {
        self.links = WordSet(links)
        self.conjunctions = WordSet(conjunctions)
        self.timeWords = WordSet(timeWords)
        self.exceptions = WordSet(exceptions)
        self.limits = WordSet(limits)
        self.zones = WordSet(zones)
        self.zoneNouns = WordSet(zoneNouns)
        self.numbered = WordSet(numbered)
        self.starters = WordSet(starters)
        self.startersAfter = WordSet(startersAfter)
        self.enders = WordSet(enders)
        self.endersAfter = WordSet(endersAfter)
    }
}

/// Words of one or more tokens, searchable by their first or last token.
struct WordSet: Sendable {
    private var firsts: [String: [[Token]]] = [:]
    private var lasts: [String: [[Token]]] = [:]

    /// Creates a set from words separated by white space; `_` is a space within a word.
    init(_ text: String) {
        for word in text.split(whereSeparator: \.isWhitespace) {
            let tokens = Token.tokens(of: String(word.map { $0 == "_" ? " " : $0 }))
            guard let first = tokens.first, let last = tokens.last else { continue }
            firsts[first.text, default: []].append(tokens)
            lasts[last.text, default: []].append(tokens)
        }
    }

    /// The end of the longest word that begins at an index.
    func end(beginningAt index: Int, in tokens: [Token]) -> Int? {
        guard tokens.indices.contains(index) else { return nil }
        return firsts[tokens[index].text]?.filter { Self.matches($0, tokens, index) }
            .map { index + $0.count }.max()
    }

    /// The beginning of the longest word that ends before an index.
    func begin(endingAt end: Int, in tokens: [Token]) -> Int? {
        guard tokens.indices.contains(end - 1) else { return nil }
        return lasts[tokens[end - 1].text]?.filter { Self.matches($0, tokens, end - $0.count) }
            .map { end - $0.count }.min()
    }

    private static func matches(_ word: [Token], _ tokens: [Token], _ index: Int) -> Bool {
        guard index >= 0, index + word.count <= tokens.count else { return false }
        return word.indices.allSatisfy { offset in
            let token = tokens[index + offset]
            return token.text == word[offset].text && (offset == 0 || token.isApart == word[offset].isApart)
        }
    }
}
