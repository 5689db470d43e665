import Checklists
import Randomness
import Testing

@testable import QuickAdd

/// Counts how often a phrase is compared with a token, which no machine is faster at than another.
@Suite struct `Steps of quick add` {
    private func sentence(_ line: String, in lexicon: Lexicon? = nil) -> Sentence {
        Sentence(Token.tokens(of: line), now: Readings.now, language: nil, dateLexicon: lexicon)
    }

    private static let pieces = [
        "every ", "1 ", "明日", "monday, ", "tous les deux ", "at 8 ", "3.12.", "every second tuesday of ",
        "毎週月曜と", "monday and ", "from 9 to ", "den 3. ", "9時から", "third friday of december ", "12月3日〜",
        "la fin du mois ", "in ", "of the ", "half past ", "一", "の", "tomorrow until ", "ab dem ",
        "à partir ", "mo-", "2026-", "!!", "#a", "\"", "(", "5pm EST ", "3", "18:00-", "when done ",
        "each first ", "2 kg ", "1/2 ", "x3 ", "@a ", "@", "2本", "c. à s. ", "@\"", "@« ",
        "for 3 weeks ", "every 1st and ", "until dec 24 ", "every! ", "毎月1日、", "bis 24.12. ",
    ]

    @Test(arguments: pieces) func `are bounded, and a line that needs more is not parsed`(piece: String) {
        let line = String(repeating: piece, count: QuickAdd.unitsMax / piece.utf16.count)
        let sentence = sentence(line)
        #expect(sentence.stepCount <= StepCounter.max)
        let reading = QuickAdd.read(line, now: Readings.now)
        if sentence.isTooLong { #expect(reading.text == line && reading.parts.isEmpty) }
        for lexicon in Lexicon.all { #expect(self.sentence(line, in: lexicon).stepCount <= StepCounter.max) }
    }

    @Test func `run out where a line has only numbers, which costs little before`() {
        let line = String(repeating: "1 ", count: QuickAdd.unitsMax / 2)
        #expect(sentence(line).isTooLong)
        #expect(!sentence(String(repeating: "1 ", count: 25)).isTooLong)
    }

    @Test(arguments: 0..<20) func `are bounded for random lines`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var line = ""
        while line.utf16.count < QuickAdd.unitsMax - 40 {
            line += Self.pieces.randomElement(using: &generator) ?? ""
        }
        #expect(sentence(line).stepCount <= StepCounter.max)
    }

    @Test func `are few for lines of the corpus`() {
        for table in [Corpus.english, Corpus.german, Corpus.french, Corpus.japanese] {
            for line in Corpus.lines(of: table) {
                let steps = sentence(line.typed).stepCount
                #expect(steps <= StepCounter.max / 10, "\(line.typed): \(steps)")
            }
        }
    }
}
