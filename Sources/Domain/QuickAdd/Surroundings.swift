import Checklists

/// The words of a language that change what a phrase beside them means.
///
/// `Pay the third Friday of December` is not Friday, `Meeting 5pm EST` not 5pm here, and `every day except
/// Sunday` not every day.
struct Surroundings: Sendable {
    /// Words that tie what follows to a phrase: `Friday of December`, `tomorrow at 25`.
    var links: WordSet
    /// Words that tie a word or a phrase to it, but not a number: `tomorrow and 2 beers`.
    var conjunctions: WordSet
    /// Words that tell of time and are in no phrase there.
    var timeWords: WordSet
    /// Words that leave something out: `every day except Sunday`.
    var exceptions: WordSet
    /// Words before the end of a repetition: `every day until Friday`.
    var limits: WordSet
    /// Names of time zones, in small letters.
    var zones: WordSet
    /// Words that make a zone of the names before them: `5pm London time`.
    var zoneNouns: WordSet
    /// Words that stand before the number of something else, `chapter 3`.
    var numbered: WordSet
    /// Words before the day from which on something comes again, and after it.
    var starters: WordSet
    var startersAfter: WordSet

    init(
        links: String, conjunctions: String = "", timeWords: String, exceptions: String, limits: String,
        zones: String, zoneNouns: String = "", numbered: String, starters: String = "",
        startersAfter: String = ""
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
    }
}

/// Words, each of one token or more, that are found from either end.
struct WordSet: Sendable {
    private var firsts: [String: [[Token]]] = [:]
    private var lasts: [String: [[Token]]] = [:]

    /// The words of a text, separated by white space; `_` is white space inside of one.
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
