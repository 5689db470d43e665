import Checklists

/// The words of all languages that decide whether a number is a quantity. Accents are optional.
struct Measures: Sendable {
    /// How ambiguous a unit is.
    enum Kind: Hashable, Sendable {
        /// A unit that has no other meaning: `kg`, `tbsp`, `EL`.
        case symbol
        /// A Japanese counter: `本`.
        case counter
        /// A noun that can also be the counted thing, as in `Return 2 bottles`.
        case words(Set<Language>)
    }

    /// The words of one language.
    struct Table: Sendable {
        let language: Language
        /// Units that are nouns.
        var units = ""
        /// Words between a unit and a thing: `2 cans of beans`.
        var linkers = ""
        /// Words that join two things, so that the quantity belongs to only one of them.
        var joiners = ""
        /// Words of rates and frequencies: `2 l per day`.
        var rates = ""
        /// Words that begin or end a phrase other than a thing.
        var particles = ""
        /// Verbs beside an amount that is no quantity of a thing: `lose 5 kg`.
        var verbs = ""
        /// Words that a number before them describes or numbers: `3 bedroom flat`, `50 euro`.
        var notCounted = ""
        /// Words after `2x` that mean how often or how much.
        var notMultiplied = ""
        /// Words after a unit that form one word with it: `1 bottle opener`.
        var notMeasured = ""
        /// Things that an amount describes: `4 oz jars`, `23 kg suitcase`.
        var containers = ""
        /// Endings of compounds with such things: `Müllbeutel`.
        var containerEndings = ""
        /// Names that begin with a number, without the number.
        var titles = ""
        /// Common things of shopping lists.
        var groceries = ""
    }

    static let all = Measures([english, french, german, japanese])

    /// Units that are the same in all languages or are no words in any other.
    private static let symbols = WordSet(
        """
        g kg ml cl dl l ltr oz lb lbs tbsp tbsps tsp tsps pcs el tl stk pck pkg msp
        cs cc càs càc c._à_s. c._à_c. c.à.s. c.à.c. c_à_s c_à_c c._à_soupe c._à_café c_à_soupe c_à_café
        """)

    /// Japanese units before their number.
    let spoons = WordSet("大さじ 小さじ")
    /// Units before a period that belongs to them.
    let abbreviations: Set<String> = ["oz", "lb", "lbs", "tbsp", "tsp", "pcs", "stk", "pck", "pkg", "msp"]
    let linkers: WordSet
    let joiners: Set<String>
    let rates: Set<String>
    let particles: Set<String>
    let verbs: Set<String>
    let notCounted: Set<String>
    let notMultiplied: Set<String>
    let notMeasured: Set<String>
    let containers: Set<String>
    let containerEndings: Set<String>
    let titles: Set<String>
    let groceries: Set<String>
    private let units: [(language: Language, words: WordSet)]

    init(_ tables: [Table]) {
        func words(_ list: KeyPath<Table, String>) -> Set<String> {
            Set(
                tables.flatMap { $0[keyPath: list].split(whereSeparator: \.isWhitespace) }.map { word in
                    word.split(separator: "_").map { Token.tokens(of: String($0)).map(\.text).joined() }
                        .joined(separator: " ")
                })
        }
        linkers = WordSet(tables.map(\.linkers).joined(separator: " "))
        joiners = words(\.joiners)
        rates = words(\.rates)
        particles = words(\.particles)
        verbs = words(\.verbs)
        notCounted = words(\.notCounted)
        notMultiplied = words(\.notMultiplied).union(rates)
        notMeasured = words(\.notMeasured)
        containers = words(\.containers)
        containerEndings = words(\.containerEndings)
        titles = words(\.titles)
        groceries = words(\.groceries)
        units = tables.map { ($0.language, WordSet($0.units)) }
    }

    /// The end and the kind of the longest unit at an index.
    func unit(at index: Int, in tokens: [Token]) -> (end: Int, kind: Kind)? {
        let symbolEnd = Self.symbols.end(beginningAt: index, in: tokens)
        let ends = units.compactMap { language, words in
            words.end(beginningAt: index, in: tokens).map { (language: language, end: $0) }
        }
        guard let end = (ends.map(\.end) + [symbolEnd].compactMap(\.self)).max() else { return nil }
        if symbolEnd == end { return (end, .symbol) }
        let languages = Set(ends.filter { $0.end == end }.map(\.language))
        return (end, languages.contains(.japanese) ? .counter : .words(languages))
    }
}
