import Checklists

/// The words and phrases of a language. Case does not matter, and accents are optional.
struct Vocabulary: Sendable {
    let language: Language
    /// The weekdays from Monday; `|` separates several names of a day.
    let weekdays: [String]
    /// Short weekday names that are also other words.
    var shortWeekdays: [String] = []
    /// Weekday names that mean a repetition, such as `Mondays`.
    var habits: [String] = []
    /// The months from January.
    var months: [String] = []
    /// Month names that are also other words, with what each of them needs beside it.
    var doubtfulMonths: [String: Phrase.Need] = [:]
    /// Number words from 1.
    var numbers: [String] = []
    /// Words for first to fifth, then for last.
    var nths: [String] = []
    /// Suffixes that follow the number of a day without white space.
    var ordinals: [String] = []
    /// Words that join two days or times and make both ambiguous.
    var joiners: [String] = []
    /// Words before a day or time that is not a due date.
    var refusedBefore: [String] = []
    /// Words after a day or time that is not a due date.
    var refusedAfter: [String] = []
    /// Phrases in which no word means a time.
    var names: [String] = []
    /// Abbreviations in date fields with the words that they stand for. In a text they are other words.
    var shorthands: [String: String] = [:]
    /// Words that change the meaning of a phrase beside them.
    let surroundings: Surroundings
    /// The phrases with their meanings.
    let phrases: [Phrase]

    /// The vocabularies of all languages.
    static let all = [english, french, german, japanese]
}

/// A vocabulary, indexed by first tokens.
struct Lexicon: Sendable {
    /// A word that fills a slot.
    struct Entry: Sendable {
        let tokens: [Token]
        let value: Int
        let doubt: Int
    }

    let language: Language
    let joiners: Set<String>
    let refusedBefore: Set<String>
    let refusedAfter: [[Token]]
    let ordinals: Set<String>
    let surroundings: Surroundings
    let shorthands: [String: String]
    /// The names of weekdays and months that are no other words.
    let sureNames: Set<String>
    private let phrases: [String: [Phrase]]
    private let names: [String: [Phrase]]
    private let weekdays: [String: [Entry]]
    private let habits: [String: [Entry]]
    private let months: [String: [Entry]]
    private let numbers: [String: [Entry]]
    private let nths: [String: [Entry]]

    /// The lexicons of all languages.
    static let all = Vocabulary.all.map { Lexicon($0) }

    /// The key of phrases that begin with digits; no word equals it.
    private static let digits = "0"

    init(_ vocabulary: Vocabulary) {
        language = vocabulary.language
        joiners = Set(vocabulary.joiners)
        refusedBefore = Set(vocabulary.refusedBefore.map { Token.tokens(of: $0).map(\.text).joined() })
        refusedAfter = vocabulary.refusedAfter.map(Token.tokens(of:))
        ordinals = Set(vocabulary.ordinals)
        surroundings = vocabulary.surroundings
        shorthands = vocabulary.shorthands
        let weekdays = Self.entries(
            vocabulary.weekdays, vocabulary.shortWeekdays, Phrase.Need.company.rawValue)
        let habits = Self.entries(vocabulary.habits)
        let numbers = Self.entries(vocabulary.numbers)
        let months = Self.entries(vocabulary.months).mapValues { entries in
            entries.map { entry in
                let need = vocabulary.doubtfulMonths[entry.tokens[0].accented] ?? .nothing
                return Entry(tokens: entry.tokens, value: entry.value, doubt: need.rawValue)
            }
        }
        let nths = Self.entries(vocabulary.nths)
        (self.weekdays, self.habits, self.months) = (weekdays, habits, months)
        (self.numbers, self.nths) = (numbers, nths)
        sureNames = Set(
            [weekdays, habits, months].flatMap { names in
                names.values.joined().filter { $0.doubt == 0 }.map { $0.tokens.map(\.text).joined() }
            })
        func index(_ phrases: [Phrase]) -> [String: [Phrase]] {
            var index: [String: [Phrase]] = [:]
            for phrase in phrases {
                let keys = Self.firstWords(of: phrase.nodes[...]) { slot in
                    switch slot {
                    case .weekday, .weekdays: Array(weekdays.keys)
                    case .habits: Array(habits.keys)
                    case .month: Array(months.keys)
                    case .n, .hour: [Self.digits] + numbers.keys
                    case .hourWord: Array(numbers.keys)
                    case .nth: nths.keys.map { Int($0) == nil ? $0 : Self.digits }
                    case .day, .days, .ordinals, .d, .m, .y, .dd, .dm, .h, .mm: [Self.digits]
                    }
                }
                for key in Set(keys) { index[key, default: []].append(phrase) }
            }
            return index
        }
        phrases = index(vocabulary.phrases)
        names = index(vocabulary.names.map { Phrase($0, .name) })
    }

    /// The phrases that can begin with a token.
    func phrases(beginningWith token: Token) -> [Phrase] {
        phrases[token.kind == .number ? Self.digits : token.text] ?? []
    }

    /// The names that can begin with a token.
    func names(beginningWith token: Token) -> [Phrase] {
        names[token.kind == .number ? Self.digits : token.text] ?? []
    }

    /// The words that fill a slot and begin with a token.
    func entries(_ slot: Phrase.Slot, beginningWith token: Token) -> [Entry] {
        switch slot {
        case .weekday, .weekdays: weekdays[token.text] ?? []
        case .habits: habits[token.text] ?? []
        case .month: months[token.text] ?? []
        case .n: numbers[token.text] ?? []
        case .nth: nths[token.text] ?? []
        default: []
        }
    }

    /// Entries by their first token. The value of an entry is its index: the word for 1 has the value 0.
    private static func entries(
        _ names: [String], _ others: [String] = [], _ doubt: Int = 0
    ) -> [String: [Entry]] {
        var entries: [String: [Entry]] = [:]
        for (names, doubt) in [(names, 0), (others, doubt)] {
            for (value, names) in names.enumerated() {
                for word in Phrase.words(names) {
                    guard let first = word.tokens.first else { continue }
                    entries[first.text, default: []].append(
                        Entry(tokens: word.tokens, value: value, doubt: doubt))
                }
            }
        }
        return entries
    }

    private static func firstWords(
        of nodes: ArraySlice<Phrase.Node>, in slot: (Phrase.Slot) -> [String]
    ) -> [String] {
        var words: [String] = []
        var rest = nodes
        while let node = rest.popFirst() {
            switch node {
            case .words(let alternatives, _):
                return words
                    + alternatives.compactMap { word in
                        word.tokens.first.map { $0.kind == .number ? digits : $0.text }
                    }
            case .slot(let name, _): return words + slot(name)
            case .optional(let count):
                words += firstWords(of: rest.prefix(count), in: slot)
                rest = rest.dropFirst(count)
            }
        }
        return words
    }
}
