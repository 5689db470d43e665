import Checklists
import Randomness
import Testing

@testable import QuickAdd

/// Counts how often a phrase is compared with a token, which no machine is faster at than another.
@Suite struct `Steps of quick add` {
    /// More than any line of the corpus takes for a token.
    private static let stepsPerTokenMax = 2_000

    private func steps(of line: String) -> (steps: Int, tokens: Int) {
        let tokens = Token.tokens(of: line)
        let sentence = Sentence(tokens, now: Readings.now, language: nil)
        _ = sentence.parts(of: line)
        return (sentence.stepCount, tokens.count)
    }

    private static let pieces = [
        "every ", "1 ", "明日", "monday, ", "tous les deux ", "at 8 ", "3.12.", "every second tuesday of ",
        "毎週月曜と", "monday and ", "from 9 to ", "den 3. ", "9時から", "third friday of december ", "12月3日〜",
        "la fin du mois ", "in ", "of the ", "half past ", "一", "の", "tomorrow until ", "ab dem ",
        "à partir ", "mo-", "2026-", "!!", "#a", "\"", "(", "5pm EST ", "3", "18:00-", "when done ",
        "each first ", "2 kg ", "1/2 ", "x3 ", "@a ", "@", "2本", "c. à s. ", "@\"", "@« ",
        "for 3 weeks ", "every 1st and ", "until dec 24 ", "every! ", "毎月1日、", "bis 24.12. ",
    ]

    @Test(arguments: pieces) func `grow with the length of a line and no faster`(piece: String) {
        let count = QuickAdd.unitsMax / 2 / piece.utf16.count
        let half = steps(of: String(repeating: piece, count: count))
        let whole = steps(of: String(repeating: piece, count: 2 * count))
        // The ends of a line cost a little more or less than its middle.
        #expect(whole.steps <= 2 * half.steps + Self.stepsPerTokenMax, "\(half) \(whole)")
        #expect(whole.steps <= Self.stepsPerTokenMax * max(whole.tokens, 1), "\(whole)")
    }

    @Test(arguments: pieces) func `grow no faster in a date field`(piece: String) {
        let count = QuickAdd.unitsMax / 2 / piece.utf16.count
        for lexicon in Lexicon.all {
            let steps = [count, 2 * count].map { count in
                let tokens = Token.tokens(of: String(repeating: piece, count: count))
                let sentence = Sentence(tokens, now: Readings.now, language: nil, dateLexicon: lexicon)
                _ = sentence.dateParts()
                return sentence.stepCount
            }
            #expect(steps[1] <= 2 * steps[0] + Self.stepsPerTokenMax, "\(lexicon.language) \(steps)")
        }
    }

    @Test(arguments: 0..<20) func `are bounded for random lines`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var line = ""
        while line.utf16.count < QuickAdd.unitsMax - 40 {
            line += Self.pieces.randomElement(using: &generator) ?? ""
        }
        let (steps, tokens) = steps(of: line)
        #expect(steps <= Self.stepsPerTokenMax * tokens, "\(steps) of \(tokens)")
    }

    @Test func `are few for lines of the corpus`() {
        for table in [Corpus.english, Corpus.german, Corpus.french, Corpus.japanese] {
            for line in Corpus.lines(of: table) {
                let (steps, tokens) = steps(of: line.typed)
                #expect(steps <= Self.stepsPerTokenMax * tokens, "\(line.typed): \(steps) of \(tokens)")
            }
        }
    }
}
