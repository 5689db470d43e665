/// A pattern of words and slots with one meaning.
///
/// In a pattern such as `[on] {weekday}`, spaces separate words, `a|b` means either, `[…]` is optional and
/// `{…}` is a slot. White space between two words is optional in the text. Parts written without a space must
/// stand without one, as in `{h}:{mm}`. `_` is a space within an alternative (`a_day|daily`).
struct Phrase: Sendable {
    /// What a phrase needs beside it before it counts as certain.
    enum Need: Int, Comparable, Sendable {
        /// Nothing.
        case nothing
        /// The phrase ends the text, or a certain phrase follows it and ends the text.
        case end
        /// A day needs a time beside it, and a time needs a day.
        case company
        /// The text is a date as a whole (`QuickAdd.readDate`).
        case dateField

        static func < (left: Need, right: Need) -> Bool { left.rawValue < right.rawValue }
    }

    /// A place in a pattern that many words or numbers can fill.
    enum Slot: String, Sendable {
        /// A count, in digits or as a word.
        case n
        /// A day of the month, optionally as an ordinal: `3`, `3rd`, `1er`, `3.`.
        case day
        /// A day, a month or a year, in digits.
        case d, m, y
        /// One or more days of the month, with or without ordinal suffixes: `2, 15 and 27`.
        case days
        /// The same, each with an ordinal suffix: `1st and 15th`.
        case ordinals
        /// A day or a month, in two digits, or in one or two.
        case dd, dm
        /// One weekday, or a list of weekdays.
        case weekday, weekdays
        /// Weekdays whose form means a repetition: `Mondays`, `montags`.
        case habits
        case month
        /// An hour; minutes in two digits.
        case h, mm
        /// An hour of a 12-hour clock: in digits or as a word, and only as a word.
        case hour, hourWord
        /// First to fifth, or last.
        case nth
    }

    enum Node: Sendable {
        case words([Word], isTight: Bool)
        case slot(Slot, isTight: Bool)
        /// The given number of nodes that follow can be absent.
        case optional(Int)
    }

    /// One or more tokens of an alternative.
    struct Word: Sendable {
        let tokens: [Token]
        /// Whether the accents are required: in another language, the word `à` without its accent is common.
        let hasAccents: Bool
    }

    let nodes: [Node]
    let meaning: Sense
    let need: Need
    /// How much the words before an ambiguous name reduce its doubt (`Slots.doubt`).
    let trust: Int

    init(_ pattern: String, _ meaning: Sense, need: Need = .nothing, trust: Int = 0) {
        var reader = PatternReader(pattern)
        nodes = reader.nodes()
        self.meaning = meaning
        self.need = need
        self.trust = trust
    }

    /// The alternatives of a text, separated by `|`.
    static func words(_ text: some StringProtocol) -> [Word] {
        text.split(separator: "|").map { word in
            let hasAccents = word.hasPrefix("=")
            let text = word.drop { $0 == "=" }.split(separator: "_").joined(separator: " ")
            return Word(tokens: Token.tokens(of: text), hasAccents: hasAccents)
        }
    }
}

/// Parses a pattern.
private struct PatternReader {
    private let pattern: [Character]
    private var index = 0
    private var isTight = false

    init(_ pattern: String) {
        self.pattern = Array(pattern)
    }

    /// The nodes up to the end of the pattern or of the optional part.
    mutating func nodes() -> [Phrase.Node] {
        var nodes: [Phrase.Node] = []
        while index < pattern.count, pattern[index] != "]" {
            switch pattern[index] {
            case " ":
                isTight = false
                index += 1
            case "[":
                index += 1
                let inner = self.nodes()
                nodes += [.optional(inner.count)] + inner
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
