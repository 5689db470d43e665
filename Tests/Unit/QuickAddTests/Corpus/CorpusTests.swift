import QuickAdd
import Testing

/// Lines as people type them, with what they mean on Monday, 2026-11-23, at 10:00.
///
/// Each line stands in a row of its own: the line, what is understood of it, and the text that is left. Where
/// nothing may be taken, the last column says what would be wrong about it.
enum Corpus {
    struct Line: Sendable, CustomTestStringConvertible {
        let typed: String
        let meaning: String
        let text: String

        var isUnderstood: Bool { meaning != "nothing" }
        var testDescription: String { typed }
    }

    static func lines(of table: String) -> [Line] {
        table.split(separator: "\n").map { row in
            let columns = row.split(separator: "|").map { column in
                column.split(separator: " ").joined(separator: " ")
            }
            guard columns.count == 3 else { return Line(typed: String(row), meaning: "", text: "") }
            return Line(typed: columns[0], meaning: columns[1], text: columns[2])
        }
    }
}

@Suite struct `The corpus of quick add` {
    @Test(arguments: Corpus.lines(of: Corpus.english)) func `is read in English`(line: Corpus.Line) {
        check(line)
    }

    @Test(arguments: Corpus.lines(of: Corpus.german)) func `is read in German`(line: Corpus.Line) {
        check(line)
    }

    @Test(arguments: Corpus.lines(of: Corpus.french)) func `is read in French`(line: Corpus.Line) {
        check(line)
    }

    @Test(arguments: Corpus.lines(of: Corpus.japanese)) func `is read in Japanese`(line: Corpus.Line) {
        check(line)
    }

    private func check(_ line: Corpus.Line) {
        let reading = Readings.read(line.typed)
        let summary = Readings.summary(reading)
        #expect(summary == (line.isUnderstood ? line.meaning : ""), "\(line.typed)")
        #expect(reading.text == (line.isUnderstood ? line.text : line.typed), "\(line.typed)")
    }

    @Test(arguments: [Corpus.english, Corpus.german, Corpus.french, Corpus.japanese])
    func `has a hundred lines a language, and understands half of them`(table: String) {
        let lines = Corpus.lines(of: table)
        #expect(lines.count == 100)
        #expect(lines.filter(\.isUnderstood).count == 50)
        #expect(Set(lines.map(\.typed)).count == lines.count)
    }
}
