import Checklists

/// The words and phrases of a language. Accents may be missing where people type, and case does not matter.
struct Vocabulary: Sendable {
    let language: Language
    /// The days of the week, Monday first; several names are separated by `|`.
    let weekdays: [String]
    /// Names of theirs that are other words as well.
    var shortWeekdays: [String] = []
    /// Those that by their name come again.
    var habits: [String] = []
    /// The months, January first.
    var months: [String] = []
    /// Names of theirs that are other words as well, with how much is needed beside them.
    var doubtfulMonths: [String: Phrase.Need] = [:]
    /// Words for numbers, from 1 on.
    var numbers: [String] = []
    /// Words for the first to the fifth, and then for the last.
    var nths: [String] = []
    /// What follows the number of a day without white space.
    var ordinals: [String] = []
    /// What joins two days or times, neither of which is then sure.
    var joiners: [String] = []
    /// Before what a day or time is not when something is due.
    var refusedBefore: [String] = []
    /// After what it is not.
    var refusedAfter: [String] = []
    /// Phrases of which no word means a time.
    var names: [String] = []
    /// What beside a phrase changes what it means.
    let surroundings: Surroundings
    /// What means something.
    let phrases: [Phrase]

    /// All there are.
    static let all = [english, french, german, japanese]
}

/// A vocabulary in which words are found.
struct Lexicon: Sendable {
    /// A word for one of many.
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
    /// The names of weekdays and months that are no other words.
    let sureNames: Set<String>
    private let phrases: [String: [Phrase]]
    private let names: [String: [Phrase]]
    private let weekdays: [String: [Entry]]
    private let habits: [String: [Entry]]
    private let months: [String: [Entry]]
    private let numbers: [String: [Entry]]
    private let nths: [String: [Entry]]

    /// Those of all languages.
    static let all = Vocabulary.all.map { Lexicon($0) }

    /// Stands for numbers in digits, which no word is.
    private static let digits = "0"

    init(_ vocabulary: Vocabulary) {
        language = vocabulary.language
        joiners = Set(vocabulary.joiners)
        refusedBefore = Set(vocabulary.refusedBefore.map { Token.tokens(of: $0).map(\.text).joined() })
        refusedAfter = vocabulary.refusedAfter.map(Token.tokens(of:))
        ordinals = Set(vocabulary.ordinals)
        surroundings = vocabulary.surroundings
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
                let keys = Self.firstWords(of: phrase.nodes) { slot in
                    switch slot {
                    case .weekday, .weekdays: Array(weekdays.keys)
                    case .habits: Array(habits.keys)
                    case .month: Array(months.keys)
                    case .n, .hour: [Self.digits] + numbers.keys
                    case .hourWord: Array(numbers.keys)
                    case .nth: nths.keys.map { Int($0) == nil ? $0 : Self.digits }
                    case .day, .d, .m, .y, .dd, .h, .mm: [Self.digits]
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

    /// The names that can.
    func names(beginningWith token: Token) -> [Phrase] {
        names[token.kind == .number ? Self.digits : token.text] ?? []
    }

    /// What can stand in a slot from a token on.
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

    /// Words for the numbers from 0 on, found by their first token; 1 is the first number.
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
        of nodes: [Phrase.Node], in slot: (Phrase.Slot) -> [String]
    ) -> [String] {
        var words: [String] = []
        for node in nodes {
            switch node {
            case .words(let alternatives, _):
                return words
                    + alternatives.compactMap { word in
                        word.tokens.first.map { $0.kind == .number ? digits : $0.text }
                    }
            case .slot(let name, _): return words + slot(name)
            case .optional(let nodes): words += firstWords(of: nodes, in: slot)
            }
        }
        return words
    }
}
