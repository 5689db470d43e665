/// Words that mean something together, with slots for those that are one of many.
///
/// `[on] {weekday}` is a pattern: words between spaces, `a|b` for either, `[…]` for what may be missing and
/// `{…}` for a slot. White space between two words does not matter; what is written without it has to stand
/// without it, as in `{h}:{mm}`, and `_` is white space inside of one of several (`a_day|daily`).
struct Phrase: Sendable {
    /// How much is needed beside a phrase for it to be sure.
    enum Need: Int, Comparable, Sendable {
        /// Nothing.
        case nothing
        /// That it ends the text, or that another phrase does that follows it.
        case end
        /// That a time is beside it, if it is a day, or a day beside a time.
        case company

        static func < (left: Need, right: Need) -> Bool { left.rawValue < right.rawValue }
    }

    /// What is one of many.
    enum Slot: String, Sendable {
        /// How many, in digits or as a word.
        case n
        /// A day of the month as people count them: `3`, `3rd`, `1er`, `3.`.
        case day
        /// A day, a month or a year in digits.
        case d, m, y
        /// A day or a month in two digits.
        case dd
        /// A day of the week, and several of them.
        case weekday, weekdays
        /// Such as come again by their name: `Mondays`, `montags`.
        case habits
        case month
        /// An hour, and minutes in two digits.
        case h, mm
        /// An hour of a clock with twelve of them, in digits or as a word, and only as a word.
        case hour, hourWord
        /// First to fifth, or last.
        case nth
    }

    indirect enum Node: Sendable {
        case words([Word], isTight: Bool)
        case slot(Slot, isTight: Bool)
        case optional([Node])
    }

    /// Tokens that are one word or several.
    struct Word: Sendable {
        let tokens: [Token]
        /// Whether its accents must not be missing: `à` is a word in more languages without.
        let hasAccents: Bool
    }

    let nodes: [Node]
    let meaning: Sense
    let need: Need
    /// By how much a name that could be another word is surer because of the words before it.
    let trust: Int

    init(_ pattern: String, _ meaning: Sense, need: Need = .nothing, trust: Int = 0) {
        var reader = PatternReader(pattern)
        nodes = reader.nodes()
        self.meaning = meaning
        self.need = need
        self.trust = trust
    }

    /// The words, separated by `|`.
    static func words(_ text: some StringProtocol) -> [Word] {
        text.split(separator: "|").map { word in
            let hasAccents = word.hasPrefix("=")
            let text = word.drop { $0 == "=" }.split(separator: "_").joined(separator: " ")
            return Word(tokens: Token.tokens(of: text), hasAccents: hasAccents)
        }
    }
}

/// Reads a pattern.
private struct PatternReader {
    private let pattern: [Character]
    private var index = 0
    private var isTight = false

    init(_ pattern: String) {
        self.pattern = Array(pattern)
    }

    /// What there is up to the end, or to that of something that may be missing.
    mutating func nodes() -> [Phrase.Node] {
        var nodes: [Phrase.Node] = []
        while index < pattern.count, pattern[index] != "]" {
            switch pattern[index] {
            case " ":
                isTight = false
                index += 1
            case "[":
                index += 1
                nodes.append(.optional(self.nodes()))
                precondition(index < pattern.count, "A pattern has a [ without its ].")
                index += 1
            case "{":
                let name = text(upTo: "}").dropFirst()
                index += 1
                guard let slot = Phrase.Slot(rawValue: String(name)) else {
                    preconditionFailure("A pattern has a slot {\(name)}, of which there is none.")
                }
                nodes.append(.slot(slot, isTight: isTight))
                isTight = true
            default:
                nodes.append(.words(Phrase.words(text(upTo: " []{")), isTight: isTight))
                isTight = true
            }
        }
        return nodes
    }

    private mutating func text(upTo stops: String) -> String {
        let start = index
        while index < pattern.count, !stops.contains(pattern[index]) { index += 1 }
        return String(pattern[start..<index])
    }
}
