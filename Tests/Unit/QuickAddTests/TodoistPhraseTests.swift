import Checklists
import Dates
import QuickAdd
import Testing

/// Phrases that Todoist documents and people write into its date fields, with their meanings on Monday,
/// 2026-11-23, at 10:00.
@Suite struct `Date phrases of Todoist` {
    private static let workdays = "BYDAY=MO,TU,WE,TH,FR"

    @Test(arguments: [
        ("every day", "2026-11-23 FREQ=DAILY"), ("daily", "2026-11-23 FREQ=DAILY"),
        ("every weekday", "2026-11-23 FREQ=WEEKLY;\(workdays)"),
        ("every workday", "2026-11-23 FREQ=WEEKLY;\(workdays)"),
        ("every weekend", "2026-11-28 FREQ=WEEKLY;BYDAY=SA"),
        ("every week", "2026-11-23 FREQ=WEEKLY"), ("weekly", "2026-11-23 FREQ=WEEKLY"),
        ("every monday", "2026-11-23 FREQ=WEEKLY;BYDAY=MO"),
        ("every mon", "2026-11-23 FREQ=WEEKLY;BYDAY=MO"),
        ("every mon, wed", "2026-11-23 FREQ=WEEKLY;BYDAY=MO,WE"),
        ("every monday and friday at 20:00", "2026-11-23 20:00 FREQ=WEEKLY;BYDAY=MO,FR"),
        ("every 2 weeks", "2026-11-23 FREQ=WEEKLY;INTERVAL=2"),
        ("every other week", "2026-11-23 FREQ=WEEKLY;INTERVAL=2"),
        ("every fortnight", "2026-11-23 FREQ=WEEKLY;INTERVAL=2"),
        ("every other monday", "2026-11-23 FREQ=WEEKLY;INTERVAL=2;BYDAY=MO"),
        ("every second friday", "2026-11-27 FREQ=WEEKLY;INTERVAL=2;BYDAY=FR"),
        ("every month", "2026-11-23 FREQ=MONTHLY"), ("monthly", "2026-11-23 FREQ=MONTHLY"),
        ("every 3 months", "2026-11-23 FREQ=MONTHLY;INTERVAL=3"),
        ("every quarter", "2026-11-23 FREQ=MONTHLY;INTERVAL=3"),
        ("quarterly", "2026-11-23 FREQ=MONTHLY;INTERVAL=3"),
        ("every year", "2026-11-23 FREQ=YEARLY"), ("yearly", "2026-11-23 FREQ=YEARLY"),
        ("every jan 1", "2027-01-01 FREQ=YEARLY"), ("every 1 jan", "2027-01-01 FREQ=YEARLY"),
        ("every january 15th", "2027-01-15 FREQ=YEARLY"),
        ("every feb 29", "2027-02-28 FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1"),
        ("every 15 jan at 10:00", "2027-01-15 10:00 FREQ=YEARLY"),
        ("every 15th", "2026-12-15 FREQ=MONTHLY;BYMONTHDAY=15"),
        ("every 4th", "2026-12-04 FREQ=MONTHLY;BYMONTHDAY=4"),
        ("every 1st and 15th", "2026-12-01 FREQ=MONTHLY;BYMONTHDAY=1,15"),
        ("every 3 months on the 1st", "2026-12-01 FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1"),
        ("every last day", "2026-11-30 FREQ=MONTHLY;BYMONTHDAY=-1"),
        ("every last day of the month", "2026-11-30 FREQ=MONTHLY;BYMONTHDAY=-1"),
        ("every first day", "2026-12-01 FREQ=MONTHLY;BYMONTHDAY=1"),
        ("every third friday of the month", "2026-12-18 FREQ=MONTHLY;BYDAY=3FR"),
        ("every last friday", "2026-11-27 FREQ=MONTHLY;BYDAY=-1FR"),
        ("every first workday", "2026-12-01 FREQ=MONTHLY;\(workdays);BYSETPOS=1"),
        ("every last workday", "2026-11-30 FREQ=MONTHLY;\(workdays);BYSETPOS=-1"),
        ("every 3 days", "2026-11-23 FREQ=DAILY;INTERVAL=3"),
        ("every! 3 days", "2026-11-23 FREQ=DAILY;INTERVAL=3 when done"),
        ("every! day at 9am", "2026-11-24 09:00 FREQ=DAILY when done"),
        ("every! monday", "2026-11-23 FREQ=WEEKLY;BYDAY=MO when done"),
        ("every morning", "2026-11-24 09:00 FREQ=DAILY"), ("every evening", "2026-11-23 20:00 FREQ=DAILY"),
        ("every evening at 7pm", "2026-11-23 19:00 FREQ=DAILY"),
        ("every day at 9am", "2026-11-24 09:00 FREQ=DAILY"), ("every day 9am", "2026-11-24 09:00 FREQ=DAILY"),
    ])
    func `repeat in English`(phrase: String, meaning: String) {
        DateField.expect(phrase, meaning, .english)
    }

    @Test(arguments: [
        ("every day starting 2026-12-24", "2026-12-24 FREQ=DAILY"),
        ("every day starting dec 24", "2026-12-24 FREQ=DAILY"),
        ("every day until 2026-12-24", "2026-11-23 FREQ=DAILY;UNTIL=20261224"),
        ("every day until dec 24", "2026-11-23 FREQ=DAILY;UNTIL=20261224"),
        ("every day ending dec 24", "2026-11-23 FREQ=DAILY;UNTIL=20261224"),
        ("every! 3 days until dec 24", "2026-11-23 FREQ=DAILY;INTERVAL=3;UNTIL=20261224 when done"),
        ("every day at midnight until dec 24", "2026-11-24 00:00 FREQ=DAILY;UNTIL=20261225"),
        ("every day for 3 days", "2026-11-23 FREQ=DAILY;UNTIL=20261125"),
        ("every day for 3 weeks", "2026-11-23 FREQ=DAILY;UNTIL=20261213"),
        ("every monday for 3 months", "2026-11-23 FREQ=WEEKLY;BYDAY=MO;UNTIL=20270222"),
        ("every day from 10 dec until 20 dec", "2026-12-10 FREQ=DAILY;UNTIL=20261220"),
        ("every day at 9am from 10 dec until 20 dec", "2026-12-10 09:00 FREQ=DAILY;UNTIL=20261220"),
        (
            "every wed starting jan 6 at 9:00 ending jan 27",
            "2027-01-06 09:00 FREQ=WEEKLY;BYDAY=WE;UNTIL=20270127"
        ),
        ("every other week starting dec 1 for 3 months", "2026-12-01 FREQ=WEEKLY;INTERVAL=2;UNTIL=20270228"),
    ])
    func `start and end in English`(phrase: String, meaning: String) {
        DateField.expect(phrase, meaning, .english)
    }

    @Test(arguments: [
        ("today", "2026-11-23"), ("tomorrow", "2026-11-24"), ("tmr", "2026-11-24"),
        ("next week", "2026-11-30"), ("next monday", "2026-11-30"), ("next month", "2026-12-01"),
        ("this weekend", "2026-11-28"), ("next weekend", "2026-12-05"), ("in 3 days", "2026-11-26"),
        ("in 2 weeks", "2026-12-07"), ("10 days from now", "2026-12-03"), ("jan 27", "2027-01-27"),
        ("27 jan", "2027-01-27"), ("jan 27th", "2027-01-27"), ("2027-01-27", "2027-01-27"),
        ("Jan 27 2027 10:00", "2027-01-27 10:00"), ("monday", "2026-11-30"), ("end of month", "2026-11-30"),
        ("noon", "2026-11-23 12:00"), ("at 10:30", "2026-11-23 10:30"), ("10:30", "2026-11-23 10:30"),
        ("tomorrow at 4pm", "2026-11-24 16:00"), ("fri 7pm", "2026-11-27 19:00"),
        ("dec 24 at 18:00", "2026-12-24 18:00"), ("tomorrow morning", "2026-11-24 09:00"),
    ])
    func `name one day in English`(phrase: String, meaning: String) {
        DateField.expect(phrase, meaning, .english)
    }

    @Test(arguments: [
        ("every 27", "2026-11-27 FREQ=MONTHLY;BYMONTHDAY=27"),
        ("every 15, 30", "2026-11-30 FREQ=MONTHLY;BYMONTHDAY=15,28,29,30;BYSETPOS=1,-1"),
        ("every 2, 15, 27", "2026-11-27 FREQ=MONTHLY;BYMONTHDAY=2,15,27"),
        ("every 3rd friday", "2026-12-18 FREQ=MONTHLY;BYDAY=3FR"),
        ("every 2nd friday", "2026-12-11 FREQ=MONTHLY;BYDAY=2FR"),
        ("every 3rd workday", "2026-12-03 FREQ=MONTHLY;\(workdays);BYSETPOS=3"),
        ("after 3 days", "2026-11-23 FREQ=DAILY;INTERVAL=3 when done"),
        ("every 1 week", "2026-11-23 FREQ=WEEKLY"), ("mondays", "2026-11-23 FREQ=WEEKLY;BYDAY=MO"),
        ("ev monday", "2026-11-23 FREQ=WEEKLY;BYDAY=MO"), ("ev day", "2026-11-23 FREQ=DAILY"),
        ("tod", "2026-11-23"), ("tom", "2026-11-24"), ("tom 16:00", "2026-11-24 16:00"),
        ("+3 days", "2026-11-26"), ("3 days", "2026-11-26"), ("weekend", "2026-11-28"),
        ("27th", "2026-11-27"), ("the 27th", "2026-11-27"), ("27/1", "2027-01-27"), ("1/27", "2027-01-27"),
        ("1/27/2027", "2027-01-27"), ("mon", "2026-11-30"), ("mid january", "2027-01-15"),
        ("5:30", "2026-11-24 05:30"),
        // The year is given, and the day is past.
        ("2026-01-27", "2026-01-27"), ("1/27/2026", "2026-01-27"), ("27 Jan 2026 at 9am", "2026-01-27 09:00"),
    ])
    func `are certain only in a date field`(phrase: String, meaning: String) {
        #expect(DateField.summary(phrase, .english) == meaning)
        #expect(Readings.read("Q \(phrase)", hint: .english).text != "Q", "\(phrase)")
    }

    @Test(arguments: [
        ("every 2 weeks starting 2026-11-16", "2026-11-30 FREQ=WEEKLY;INTERVAL=2"),
        ("every 3 days starting 2026-11-22", "2026-11-25 FREQ=DAILY;INTERVAL=3"),
        ("every 3 days starting 2026-11-20 at 9:00", "2026-11-26 09:00 FREQ=DAILY;INTERVAL=3"),
        ("every month starting 2026-01-31", "2026-12-31 FREQ=MONTHLY;BYMONTHDAY=-1"),
        ("every monday starting 2026-10-01", "2026-11-23 FREQ=WEEKLY;BYDAY=MO"),
    ])
    func `keep the phase of a past start`(phrase: String, meaning: String) {
        #expect(DateField.summary(phrase, .english) == meaning)
        #expect(Readings.read("Q \(phrase)", hint: .english).parts.isEmpty)
    }

    @Test(arguments: [
        // No rule has them.
        "every hour", "every 12 hours", "every 12 hours starting at 9pm", "every 3 workdays",
        "every 14 jan, 14 apr", "every mon and every thu", "every! jan 1", "every day except sunday",
        // They name no certain day.
        "later this week", "next year", "no date", "no due date", "15", "may", "yesterday", "2 weeks ago",
        "at 6", "3/12", "every second", "every feb 30", "2026-02-30", "tomorrow friday",
        // The end is no date, or the repetition has no second day before it.
        "every day until friday", "every day until christmas", "every friday for 2 days",
        "every 500 days for 1 year", "every day until 2026-11-23", "every day until 2020-01-01",
        "every day starting dec 24 until dec 1",
        // Words remain.
        "5pm EST", "every day buy milk", "tomorrow!!", "tomorrow #Shop", "tomorrow @home", "tomorrow 2 kg",
        "",
        "every day for 20 minutes",
    ])
    func `stay as a whole in English`(phrase: String) {
        #expect(QuickAdd.readDate(phrase, now: Readings.now, language: .english) == nil)
    }

    @Test func `are read in any language, and first in the given one`() {
        #expect(DateField.summary("jeden Tag", nil) == "2026-11-23 FREQ=DAILY")
        #expect(DateField.summary("every day", .german) == "2026-11-23 FREQ=DAILY")
        #expect(DateField.summary("mar", .french) == "2026-11-24")
        #expect(DateField.summary("mar 3", .english) == "2027-03-03")
        #expect(DateField.summary("2h", .french) == "2026-11-24 02:00")
        #expect(DateField.summary("2h", .english) == nil)
    }

    @Test func `have a limit`() {
        let blanks = String(repeating: " ", count: QuickAdd.unitsMax)
        #expect(DateField.summary("tomorrow" + blanks.dropLast(8), .english) == "2026-11-24")
        #expect(DateField.summary("tomorrow" + blanks.dropLast(7), .english) == nil)
    }
}
