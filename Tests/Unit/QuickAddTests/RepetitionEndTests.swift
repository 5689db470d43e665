import QuickAdd
import Testing

/// Ends and lengths of repetitions in lines of text.
@Suite struct `Ends of repetitions` {
    @Test(arguments: [
        ("Take pills every day for 10 days", "Take pills", "2026-11-23 FREQ=DAILY;UNTIL=20261202"),
        ("Antibiotics every day until 2026-12-01", "Antibiotics", "2026-11-23 FREQ=DAILY;UNTIL=20261201"),
        ("Show every friday through dec 18", "Show", "2026-11-27 FREQ=WEEKLY;BYDAY=FR;UNTIL=20261218"),
        (
            "Every day until Dec 24 18:00 open a door", "open a door",
            "2026-11-23 18:00 FREQ=DAILY;UNTIL=20261224"
        ),
        ("Tabletten jeden Tag für 3 Wochen", "Tabletten", "2026-11-23 FREQ=DAILY;UNTIL=20261213"),
        ("Sirop tous les jours pendant 10 jours", "Sirop", "2026-11-23 FREQ=DAILY;UNTIL=20261202"),
        ("毎日3週間 薬", "薬", "2026-11-23 FREQ=DAILY;UNTIL=20261213"),
        // The length is no end of a repetition.
        ("Rent a car tomorrow for 3 days", "Rent a car for 3 days", "2026-11-24"),
        ("Stretch every day for 20 minutes", "Stretch for 20 minutes", "2026-11-23 FREQ=DAILY"),
        ("Auto mieten morgen für 3 Tage", "Auto mieten für 3 Tage", "2026-11-24"),
        ("Louer une voiture demain pour 3 jours", "Louer une voiture pour 3 jours", "2026-11-24"),
        ("3週間 旅行 明日", "3週間 旅行", "2026-11-24"),
        ("Haircut every! 3 weeks", "Haircut", "2026-11-23 FREQ=WEEKLY;INTERVAL=3 when done"),
        ("Rent every 15th", "Rent", "2026-12-15 FREQ=MONTHLY;BYMONTHDAY=15"),
        ("Charge EV monday", "Charge EV", "2026-11-30"),
        ("Invite Tom 16:00", "Invite Tom", "2026-11-23 16:00"),
    ])
    func `are understood beside a repetition`(line: String, text: String, meaning: String) {
        let reading = Readings.read(line)
        #expect(reading.text == text)
        #expect(Readings.summary(reading) == meaning)
    }

    @Test(arguments: [
        "Camp every friday for 2 days", "Cook for 2 days every week",
        "Ear drops every 12 hours starting at 9pm", "Pay every 3rd friday",
        "Pay every 2 weeks starting 2020-01-01", "Move the fair from 1 dec until 5 dec",
        "Read every 15 pages", "Every 3rd page check", "Every first day of school take a photo",
        "Every last day counts", "Quarterly report", "Every quarter hour stretch", "Watch every may 4 movie",
        "Mid january trip", "27th birthday cake", "Pay 27/1", "Call back after 3 days",
        "Thank you every! one",
        "Jeden 15. Termin absagen", "Urlaub für 3 Wochen ab Montag",
        "Réserver pour 3 semaines demain matin là",
        "明日から3日間 休み",
    ])
    func `leave a doubtful line alone`(line: String) {
        #expect(Readings.read(line).parts.isEmpty, "\(Readings.summary(Readings.read(line)))")
    }
}
