import Checklists
import Dates
import QuickAdd
import Testing

@Suite struct `What quick add leaves alone` {
    @Test(arguments: [
        // Words that are names of times as well.
        "May the 4th be with you", "we may 4 go", "Sun cream", "Put on sun cream", "Mon chéri",
        "Mon rendez-vous", "march to the shop", "second-hand books", "Arbeit am Ende", "mars",
        "Buy 3 Mars bars", "Buy 3 Mars", "Mars attacks", "Do it so", "Call Sam", "Ask April",
        "every sun lotion",
        "Guten Morgen Tee", "Sunday roast", "Black Friday deals", "mardi gras", "every day care",
        "Daily standup", "Weekly report", "Watch Friday the 13th", "mercredi des cendres", "Lumière du matin",
        "menu midi", "日曜大工", "毎日新聞", "明日香に電話",
        "明日買う", "先週の金曜日", "ビタミン 毎日2回",
        // Numbers.
        "7up", "Route 66", "iPhone 15", "3,5 kg", "18:9 screen",
        "24/7 support", "3/4 inch pipe", "16/9 screen", "Python 3.12", "Python 3.12.1", "192.168.2.12 reboot",
        "10.4.26 release", "John 3:16", "Boil 1:30 h", "Parking 2h", "Cuire 2h30", "Take a 2 h walk",
        "5 Guys",
        "Meet at 8", "Bus 25:00", "Bus 7:5", "Bus 12:60", "18時間 勉強", "Pay 03/12", "$18:00", "Milk #1",
        // Days that there are not, or that are over.
        "Party 30 February", "Party 2026-02-30", "Party 31.11.", "Photos 2020-01-01", "Photos 1 Jan 2020",
        "Photos 3.12.2020", "Thursday 4 December dentist",
        // What is not when something is due.
        "Since Monday", "last Friday report", "Cake for Friday", "Monday or Tuesday gym",
        "Monday to Friday work",
        "Monday, Tuesday and Friday gym", "Work 9:00 - 17:00", "Work 9:00 to 17:00", "Work 9:00-17:00",
        "Catch the 18:00 train", "Friday's leftovers", "du lundi au vendredi yoga", "lundi ou mardi yoga",
        "vendredi dernier facture", "yoga le vendredi", "Montag bis Freitag Büro", "seit Montag krank",
        "Brot für Freitag", "明日から休み", "in a day or two",
        // Words inside of others, quotations and addresses.
        "tomorrow.com", "today/tomorrow", "Tomorrowland tickets", "Friday-night lights", "heutemorgen",
        "Ask \"tomorrow 18:00\" again", "Lire « demain » ensuite", "「明日」を読む", "See https://x.example/today",
        "Write to friday@today.example", "www.today.example read", "Song \"!!\" play", "\"#Name\" tag",
        // Nothing but punctuation, or too much.
        "a ! b", "Really!!! why", "What?!! yes", "!!important", "C# lesson", "# Heading", "every 5000 days",
        "every 0 days", "in 0 days",
        // How long something takes.
        "Dinner in 30 minutes by Jamie", "Kuchen in 20 Minuten Rezept", "in 5 minutes at 18:00 tea",
        "Le tour en 80 minutes", "in 0 minutes tea",
        // Titles with a number, sizes and generations.
        "7 Raben", "10 Gebote", "12 Apostel", "6 Richtige", "3 Fragezeichen", "50 shades", "10 commandments",
        "9 lives", "7 habits", "20 mille lieues", "5 sens", "7 péchés", "4 mariages", "5 kg perdus",
        "Hose 32 l", "Größe 42 L", "Schuhe 2 el", "Fahrstunde 3 l", "USB-C Kabel 2 l", "2 g Impfung",
        "5 g network",
    ])
    func `is what is not sure`(line: String) {
        let reading = Readings.read(line)
        #expect(reading.parts.isEmpty, "\(Readings.summary(reading))")
        #expect(reading.text == line)
    }

    @Test(arguments: ["tomorrow", "明日 18時 !!", "every Friday #Groceries", "!!", "tomorrow, !!", "", " "])
    func `is a text of which nothing would be left`(line: String) {
        #expect(Readings.read(line).parts.isEmpty)
        #expect(Readings.read(line).text == line)
    }

    @Test func `is a long text`() {
        let text = String(repeating: "x", count: QuickAdd.unitsMax - 9)
        #expect(Readings.read("\(text) tomorrow").dueOn != nil)
        #expect(Readings.read("\(text)x tomorrow").parts.isEmpty)
    }

    @Test func `is the second date`() {
        let reading = Readings.read("Tickets tomorrow, then call Friday")
        #expect(reading.text == "Tickets, then call Friday")
        #expect(Readings.summary(reading) == "2026-11-24")
    }

    @Test(arguments: [
        ("Pay 03/12", Language.french, "2026-12-03"), ("Pay 03/12", .german, "2026-12-03"),
        ("Pay 03/12", .japanese, "2027-03-12"), ("Pay 03/12", .english, ""),
        ("Achat 3 mars", .french, "2027-03-03"),
        ("Parking 2h", .french, "2026-11-24 02:00"),
    ])
    func `is less where the language is known`(line: String, language: Language, meaning: String) {
        #expect(Readings.summary(Readings.read(line, hint: language)) == meaning)
    }
}

@Suite struct `A reading of quick add` {
    @Test func `tells parts as JavaScript counts`() {
        let reading = Readings.read("🍋  Olive oil tomorrow 18:00 !! #\"Two words\"")
        #expect(reading.text == "🍋  Olive oil")
        #expect(reading.parts.map(\.text) == ["tomorrow 18:00", "!!", "#\"Two words\""])
        #expect(reading.parts.map(\.offset) == [14, 29, 32])
        #expect(reading.parts.map(\.length) == [14, 2, 12])
        #expect(reading.parts.last?.meaning == .list("Two words"))
    }

    @Test func `has day and time that stand apart`() {
        let reading = Readings.read("Tomorrow call mum at 6pm")
        #expect(reading.text == "call mum")
        #expect(reading.parts.map(\.text) == ["Tomorrow", "at 6pm"])
        #expect(Set(reading.parts.map(\.meaning)).count == 1)
        #expect(Readings.summary(reading) == "2026-11-24 18:00")
    }

    @Test func `keeps what is between parts as it was typed`() {
        #expect(Readings.read("a  b tomorrow c  d").text == "a  b c  d")
        #expect(Readings.read("Milk tomorrow, bread").text == "Milk, bread")
        #expect(Readings.read("Milk tomorrow !! bread").text == "Milk bread")
        #expect(Readings.read(" Milk ").text == " Milk ")
    }

    @Test(arguments: [
        ("Tomorrow, milk", "milk"), ("Tomorrow: milk", "milk"), ("Milk, tomorrow", "Milk"),
        ("Milk – tomorrow !!", "Milk"), ("Brot, morgen, Milch", "Brot, Milch"), ("牛乳、明日", "牛乳"),
        ("Milk tomorrow!", "Milk!"),
    ])
    func `takes what would separate nothing any more`(line: String, text: String) {
        let reading = Readings.read(line)
        #expect(reading.dueOn?.text == "2026-11-24")
        #expect(reading.text == text)
    }

    @Test func `can be left in parts`() {
        let reading = Readings.read("Milk tomorrow #Shop !!")
        let other = reading.leaving { $0.text == "#Shop" }
        #expect(other.text == "Milk #Shop")
        #expect(Readings.summary(other) == "2026-11-24 !!")
    }

    @Test(arguments: [
        ("Call tonight", 21, "2026-11-23"), ("Call tonight", 19, "2026-11-23 20:00"),
        ("Call 18:00", 18, "2026-11-24 18:00"), ("Call every day at 8", 7, "2026-11-23 08:00 FREQ=DAILY"),
        ("Call every Monday 9:30", 10, "2026-11-30 09:30 FREQ=WEEKLY;BYDAY=MO"),
    ])
    func `knows what is over`(line: String, hour: Int, meaning: String) {
        var now = Readings.now
        now.time = hour * 3_600_000
        #expect(Readings.summary(QuickAdd.read(line, now: now)) == meaning)
    }
}
