import Checklists
import QuickAdd
import Testing

@Suite struct `Quantities and tags of quick add` {
    @Test(arguments: Corpus.lines(of: Corpus.englishQuantities)) func `are read in English`(
        line: Corpus.Line
    ) { check(line) }

    @Test(arguments: Corpus.lines(of: Corpus.germanQuantities)) func `are read in German`(
        line: Corpus.Line
    ) { check(line) }

    @Test(arguments: Corpus.lines(of: Corpus.frenchQuantities)) func `are read in French`(
        line: Corpus.Line
    ) { check(line) }

    @Test(arguments: Corpus.lines(of: Corpus.japaneseQuantities)) func `are read in Japanese`(
        line: Corpus.Line
    ) { check(line) }

    private func check(_ line: Corpus.Line) {
        let reading = Readings.read(line.typed)
        #expect(Readings.summary(reading) == (line.isUnderstood ? line.meaning : ""), "\(line.typed)")
        #expect(reading.text == (line.isUnderstood ? line.text : line.typed), "\(line.typed)")
    }

    @Test(arguments: [
        Corpus.englishQuantities, Corpus.germanQuantities, Corpus.frenchQuantities, Corpus.japaneseQuantities,
    ])
    func `have at least 60 lines a language, each once`(table: String) {
        let lines = Corpus.lines(of: table)
        #expect(lines.count >= 60)
        #expect(Set(lines.map(\.typed)).count == lines.count)
        #expect(lines.allSatisfy { !$0.text.isEmpty })
    }

    @Test func `count as JavaScript counts`() {
        let reading = Readings.read("🍋 1,5 kg lemons @\"corner shop\" tomorrow")
        #expect(reading.parts.map(\.text) == ["@\"corner shop\"", "tomorrow"])
        let other = Readings.read("Tomorrow: 1,5 kg lemons 🍋 @shop")
        #expect(other.parts.map(\.text) == ["Tomorrow:", "1,5 kg", "@shop"])
        #expect(other.parts.map(\.offset) == [0, 10, 27])
        #expect(other.parts.map(\.length) == [9, 6, 5])
        #expect(other.text == "lemons 🍋")
    }

    @Test func `can be left in the text`() {
        let reading = Readings.read("2 milk @shop tomorrow")
        let other = reading.leaving { $0.meaning == .tag("shop") }
        #expect(other.text == "milk @shop")
        #expect(Readings.summary(other) == "2026-11-24 2")
        #expect(reading.leaving { _ in true }.text == "2 milk @shop tomorrow")
    }

    @Test(arguments: ["2 kg @shop", "x3", "3x"])
    func `need a text beside them`(line: String) {
        #expect(Readings.read(line).text == (line == "2 kg @shop" ? "2 kg" : line))
        #expect(Readings.read(line).quantity == nil)
    }

    @Test func `have limits and three decimals`() {
        #expect(Readings.read("1000000 g flour").quantity?.thousandths == Quantity.range.upperBound)
        #expect(Readings.read("1000001 g flour").quantity == nil)
        #expect(Readings.read("0.001 g salt").quantity?.thousandths == 1)
        #expect(Readings.read("0.0001 g saffron").quantity == nil)
    }

    @Test(arguments: [("2 Schrauben", 2_000), ("5 Freunde", nil), ("3 Ecken spielen", nil)])
    func `count a German noun where the language is known`(line: String, thousandths: Int?) {
        #expect(Readings.read(line, hint: .german).quantity?.thousandths == thousandths)
        #expect(Readings.read(line).quantity == nil)
    }
}
