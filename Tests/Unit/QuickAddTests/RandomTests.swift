import Checklists
import QuickAdd
import Randomness
import Testing

@Suite struct `Random lines of quick add` {
    private static let words = [
        "tomorrow", "Friday", "every", "other", "day", "at", "8", "18:00", "6", "pm", "am", "in", "3", "days",
        "next", "week", "month", "Dec", "May", "the", "of", "15th", "!!", "！！", "#", "#Shop", "#\"a b\"",
        "\"", "“",
        "«", "demain", "le", "à", "9h", "mars", "tous", "les", "deux", "jours", "lundi", "morgen", "Abend",
        "jeden", "um", "Uhr", "3.12.", "3.", "Dezember", "und", "bis", "明日", "の", "18時", "半", "毎週", "金曜日",
        "と", "12月", "3日", "午後", "牛乳", "２０２６-１２-０３", "24/12", ",", ".", ":", "-", "/", "'", "’", "🍋",
        "e\u{301}",
        "\u{301}", "\u{200D}", "\r\n", "\u{3000}", "99999999999999999999", "0", "2026", "a@b", "www.x",
        "@tag", "@", "2 kg", "½", "x3", "3x", "flour", "本", "大さじ", "c. à s.", "d'",
        "until", "for", "weeks", "starting", "every!", "ev", "1st", "bis", "jusqu'au", "まで", "間",
    ]

    @Test(arguments: 0..<40) func `are read within bounds, and nothing of them is lost`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let count = Int.random(in: 0...14, using: &generator)
            let line = (0..<count).map { _ in
                let word = Self.words.randomElement(using: &generator) ?? ""
                return word + (Bool.random(using: &generator) ? " " : "")
            }.joined()
            check(line)
        }
    }

    @Test(arguments: 0..<40) func `are dates as a whole, or none`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let count = Int.random(in: 1...6, using: &generator)
            let words = (0..<count).map { _ in Self.words.randomElement(using: &generator) ?? "" }
            let line = words.joined(separator: " ")
            guard let reading = QuickAdd.readDate(line, now: Readings.now) else { continue }
            #expect(reading.text.isEmpty && (reading.dueOn != nil || reading.dueTime != nil), "\(line)")
            var rest = Array(line.utf16)
            for part in reading.parts.reversed() {
                rest.removeSubrange(part.offset..<part.offset + part.length)
            }
            let left = String(decoding: rest, as: UTF16.self).unicodeScalars.filter {
                !$0.properties.isWhitespace && !",.、".unicodeScalars.contains($0)
            }
            #expect(left.isEmpty, "\(line): \(left.map(\.value))")
        }
    }

    private func check(_ line: String) {
        let reading = Readings.read(line)
        let units = Array(line.utf16)
        var rest: [UInt16] = []
        var end = 0
        for part in reading.parts {
            #expect(
                part.offset >= end && part.length > 0 && part.offset + part.length <= units.count, "\(line)")
            guard part.offset >= end, part.offset + part.length <= units.count else { return }
            rest += units[end..<part.offset]
            end = part.offset + part.length
            let text = String(decoding: units[part.offset..<end], as: UTF16.self)
            #expect(Array(text.utf16) == Array(part.text.utf16), "\(line)")
        }
        rest += units[end...]
        let left = String(decoding: rest, as: UTF16.self).unicodeScalars
            .filter { !$0.properties.isWhitespace }
        #expect(
            reading.text.unicodeScalars.filter { !$0.properties.isWhitespace }.elementsEqual(left), "\(line)")
    }

    @Test func `are understood often enough for that to mean something`() {
        var generator = SeededGenerator(seed: 7)
        let understood = (0..<1_000).filter { _ in
            let words = (0..<6).map { _ in Self.words.randomElement(using: &generator) ?? "" }
            return !Readings.read("Milk " + words.joined(separator: " ")).parts.isEmpty
        }
        #expect(understood.count > 300)
    }

    @Test(arguments: [
        "every ", "\"“«", "1 ", "明日", "monday, ", "#\"", "e\u{301}", "毎週月曜と", "tous les deux ", "at 8 ",
        "3.12.", "2 kg ", "@a ", "1 1/2 ", "x3 ", "2本",
    ])
    func `may be as long as they may`(piece: String) {
        check(String(repeating: piece, count: QuickAdd.unitsMax / piece.utf16.count))
    }
}
