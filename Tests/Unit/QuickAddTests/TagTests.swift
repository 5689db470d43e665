import QuickAdd
import Testing

@Suite struct `Tags of quick add` {
    @Test(arguments: [
        ("Water the roses @garden", "Water the roses", "@garden"),
        ("@phone call the bank friday", "call the bank", "2026-11-27 @phone"),
        ("Sort nails @\"tool shed\"", "Sort nails", "@tool shed"),
        ("Plan trip @Home @home @family", "Plan trip", "@Home @family"),
        ("Tea in 5 minutes @kitchen", "Tea", "2026-11-23 10:05 @kitchen"),
        ("@büro Drucker prüfen", "Drucker prüfen", "@büro"), ("Trier @été", "Trier", "@été"),
        ("水やり ＠庭", "水やり", "@庭"),
    ])
    func `are words after an at sign`(line: String, text: String, meaning: String) {
        let reading = Readings.read(line)
        #expect(reading.text == text)
        #expect(Readings.summary(reading) == meaning)
    }

    @Test(arguments: [
        "Mail ann@example.org", "Mail @ann@example.org", "Buy @example.com", "See https://example.org/@ann",
        "Write \"see @garden now\" down", "Read \"@garden now\" again", "Lies „Post @garten an“ vor",
        "Call me @5pm", "Lunch @ Luigi", "Look (@garden) up", "田中@営業 連絡", "Sort @\"a, b\"", "Sort @\" a\"",
        "Sort @\"a\u{7}b\"", "@garden", "@garden tomorrow",
        "Buy mulch @garden, then rest", "Lunch with @luigi", "Écrire à @lea", "Essen mit @anna", "Ask @bob",
        "Lunch @noon", "Sort @home/garage",
    ])
    func `are no addresses, numbers or quotations`(line: String) {
        #expect(Readings.read(line).text == line)
        #expect(Readings.read(line).tags == [])
    }

    @Test func `have limits`() {
        let name = String(repeating: "a", count: QuickAdd.tagCharactersMax)
        #expect(Readings.read("Milk @\(name)").tags == [name])
        #expect(Readings.read("Milk @\(name)a").tags == [])
        #expect(Readings.read("Milk @\"\(name)\"").tags == [name])
        #expect(Readings.read("Milk @\"\(name)a\"").tags == [])
        let tags = (0..<QuickAdd.tagsMax).map { "t\($0)" }
        let line = "Milk " + tags.map { "@\($0)" }.joined(separator: " ")
        #expect(Readings.read(line).tags == tags)
        #expect(Readings.read(line + " @more @T0").tags == tags)
        #expect(Readings.read(line + " @more @T0").text == "Milk @more")
    }

    @Test func `can be left in the text`() {
        let reading = Readings.read("Milk @shop tomorrow")
        let other = reading.leaving { $0.meaning == .tag("shop") }
        #expect(other.text == "Milk @shop")
        #expect(Readings.summary(other) == "2026-11-24")
        #expect(reading.leaving { _ in true }.text == "Milk @shop tomorrow")
    }
}
