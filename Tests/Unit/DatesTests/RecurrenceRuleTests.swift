import Dates
import Testing

@Suite struct `A recurrence rule` {
    private func days(_ rule: String, after day: String, _ count: Int = 4) throws -> [String] {
        let start = try #require(CivilDate(day))
        return try RecurrenceRule(rule).days(after: start).prefix(count).map(\.text)
    }

    @Test(arguments: [
        ("FREQ=DAILY;INTERVAL=10", "2026-02-20", "2026-03-02 2026-03-12"),
        ("FREQ=DAILY;INTERVAL=3;BYMONTH=2", "2026-11-25", "2027-02-02 2027-02-05"),
        ("FREQ=DAILY;INTERVAL=3;BYMONTH=2", "2027-02-26", "2028-02-03 2028-02-06"),
        ("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO", "2026-11-25", "2044-02-29 2072-02-29"),
        ("FREQ=DAILY;BYMONTHDAY=-1;BYSETPOS=-1", "2027-01-31", "2027-02-28 2027-03-31"),
        // As RFC 5545 has it, months without a 31st are left out.
        ("FREQ=MONTHLY", "2027-01-31", "2027-03-31 2027-05-31"),
        ("FREQ=MONTHLY;BYMONTHDAY=-1", "2027-01-31", "2027-02-28 2027-03-31"),
        ("FREQ=MONTHLY;BYDAY=-1FR", "2026-11-27", "2026-12-25 2027-01-29"),
        ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "2026-11-30", "2026-12-31 2027-01-29"),
        ("FREQ=YEARLY", "2028-02-29", "2032-02-29 2036-02-29"),
        ("FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", "2026-11-26", "2027-11-25 2028-11-23"),
        ("FREQ=YEARLY;BYDAY=20MO", "1997-05-19", "1998-05-18 1999-05-17"),
        ("FREQ=YEARLY;BYMONTHDAY=13;BYDAY=FR", "2026-11-13", "2027-08-13 2028-10-13"),
        // RFC 5545 §3.3.10: where a week begins matters.
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=MO", "1997-08-05", "1997-08-10 1997-08-19"),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU", "1997-08-05", "1997-08-17 1997-08-19"),
        // A week that began before is a whole week, of which dateutil sees a part.
        ("FREQ=WEEKLY;BYDAY=MO,WE,TH;BYSETPOS=3", "2000-06-27", "2000-06-29 2000-07-06"),
    ])
    func `names days`(rule: String, start: String, days: String) throws {
        #expect(try self.days(rule, after: start, 2).joined(separator: " ") == days)
    }

    @Test(
        arguments: [
            ([15], "BYMONTHDAY=15"), ([-1, 1], "BYMONTHDAY=-1,1"), ([31], "BYMONTHDAY=-1"),
            ([15, 31], "BYMONTHDAY=-1,15"), ([30], "BYMONTHDAY=28,29,30;BYSETPOS=-1"),
            ([15, 29], "BYMONTHDAY=15,28,29;BYSETPOS=1,-1"),
            ([30, 31], "BYMONTHDAY=28,29,30,31;BYSETPOS=3,-1"),
            ([29, 30], "BYMONTHDAY=28,29,30;BYSETPOS=2,-1"),
        ] as [(Set<Int>, String)])
    func `names the last day of a month that lacks a day`(days: Set<Int>, parts: String) throws {
        #expect(RecurrenceRule.parts(ofMonthDays: days) == parts)
        // Of each month, the days asked for, or the last one.
        let start = try #require(CivilDate("2027-12-31"))
        let found = try RecurrenceRule("FREQ=MONTHLY;\(parts)").days(after: start)
            .prefix { $0.components.year == 2_028 }.map(\.text)
        let expected = (1...12).flatMap { month in
            let last = CivilDate.days(inMonth: month, of: 2_028)
            let numbers = Set(days.map { $0 == -1 ? last : min($0, last) }).sorted()
            return numbers.compactMap { CivilDate(year: 2_028, month: month, day: $0)?.text }
        }
        #expect(found == expected)
    }

    @Test(arguments: [
        ("FREQ=MONTHLY", "2027-01-31", "2027-02-28 2027-03-31"),
        ("FREQ=MONTHLY;INTERVAL=2", "2026-12-30", "2027-02-28 2027-04-30"),
        ("FREQ=MONTHLY;COUNT=9", "2027-01-29", "2027-02-28 2027-03-29"),
        ("FREQ=MONTHLY;BYMONTH=2,4", "2027-01-31", "2027-02-28 2027-04-30"),
        ("FREQ=YEARLY", "2028-02-29", "2029-02-28 2030-02-28"),
        ("FREQ=YEARLY;BYMONTH=2", "2027-01-30", "2027-02-28 2028-02-29"),
        ("FREQ=YEARLY", "2027-01-31", "2028-01-31 2029-01-31"),
        ("FREQ=MONTHLY;BYMONTHDAY=31", "2027-01-31", "2027-03-31 2027-05-31"),
        ("FREQ=WEEKLY", "2027-01-31", "2027-02-07 2027-02-14"),
    ])
    func `keeps the day of an occurrence`(rule: String, start: String, days: String) throws {
        let day = try #require(CivilDate(start))
        let kept = try RecurrenceRule(rule).keepingDay(of: day)
        #expect(try self.days(kept.text, after: start, 2).joined(separator: " ") == days)
        #expect(try kept.end == RecurrenceRule(rule).end)
    }

    /// The day before is Tuesday, 8 December 2026.
    @Test(
        arguments: [
            ("FREQ=WEEKLY;BYDAY=MO,TU;COUNT=3", "BYDAY=TU,MO;FREQ=WEEKLY;INTERVAL=1", 1, .none),
            ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;WKST=SU", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO", 0, .none),
            ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU", 0, .other),
            // What a rule leaves open follows from the day.
            ("FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=TU;UNTIL=20270131", 0, .none),
            ("FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=TU", "FREQ=WEEKLY;INTERVAL=2", 0, .none),
            ("FREQ=MONTHLY", "FREQ=MONTHLY;BYMONTHDAY=8", 0, .none),
            ("FREQ=YEARLY", "FREQ=YEARLY;BYMONTHDAY=8;BYMONTH=12", 0, .none),
            ("FREQ=YEARLY;BYMONTH=6,12", "FREQ=YEARLY;BYMONTH=12,6;BYMONTHDAY=8", 0, .none),
            ("FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=MO", 0, .other),
            ("FREQ=WEEKLY;BYDAY=MO", "FREQ=WEEKLY", 0, .other),
            ("FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=TU,FR", 0, .other),
            ("FREQ=WEEKLY", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", 0, .other),
            ("FREQ=MONTHLY", "FREQ=MONTHLY;BYDAY=2TU", 0, .other),
            ("FREQ=YEARLY", "FREQ=YEARLY;BYMONTHDAY=8", 0, .other),
            // The current occurrence moves, and the days of the rule stay or move with it.
            ("FREQ=WEEKLY", "FREQ=WEEKLY;COUNT=3", 1, .none),
            ("FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=TU", 1, .none),
            ("FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=WE", 1, .moved),
            ("FREQ=WEEKLY;BYDAY=TU", "FREQ=WEEKLY", -1, .moved),
            ("FREQ=MONTHLY", "FREQ=MONTHLY;BYMONTHDAY=31", 23, .moved),
            ("FREQ=WEEKLY;BYDAY=TU,TH", "FREQ=WEEKLY;BYDAY=WE,FR", 1, .moved),
            ("FREQ=WEEKLY;BYDAY=TU,TH", "FREQ=WEEKLY;BYDAY=WE", 1, .other),
            ("FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=TH", 1, .other),
        ] as [(String, String, Int, RecurrenceRule.DaysChange)])
    func `has the days of another, or those moved`(
        old: String, new: String, days: Int, change: RecurrenceRule.DaysChange
    ) throws {
        let start = try #require(CivilDate("2026-12-08"))
        let (old, new) = try (RecurrenceRule(old), RecurrenceRule(new))
        #expect(new.change(from: old, startingOn: start, movedByDays: days) == change)
    }

    @Test func `goes on at the right day however long ago it began`() throws {
        for rule in ["FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY;INTERVAL=5;BYDAY=WE", "FREQ=MONTHLY;INTERVAL=7"] {
            let rule = try RecurrenceRule(rule)
            let (anchor, start) = try (
                #require(CivilDate("1990-01-03")), #require(CivilDate("2026-11-25"))
            )
            let all = rule.days(after: anchor).drop { $0 <= start }.prefix(5)
            #expect(Array(all) == Array(rule.days(after: anchor, from: start).prefix(5)))
        }
    }

    @Test(arguments: [
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=DAILY;BYMONTH=4;BYMONTHDAY=31",
        "FREQ=DAILY;BYMONTH=4;BYSETPOS=2",
    ])
    func `that never comes true ends`(rule: String) throws {
        #expect(try days(rule, after: "2026-11-25").isEmpty)
    }

    @Test func `ends with the years there are`() throws {
        #expect(try days("FREQ=YEARLY", after: "9997-01-01") == ["9998-01-01", "9999-01-01"])
    }

    @Test(arguments: [
        ("", "must be a rule such as FREQ=WEEKLY;BYDAY=TU with the parts"),
        ("daily", "must be a rule: FREQ=DAILY"), ("Monthly", "must be a rule: FREQ=MONTHLY"),
        ("BYDAY=MO", "must have a FREQ of DAILY"), ("FREQ=SECONDLY", "must have a FREQ of DAILY"),
        ("FREQ=DAILY;FREQ=DAILY", "must not repeat FREQ"), ("FREQ=DAILY;", "must be a rule such as"),
        ("FREQ=DAILY;BYHOUR=8", "BYHOUR is not supported"), ("FREQ=DAILY;X=1", "X is not supported"),
        ("FREQ=DAILY;INTERVAL=0", "must have INTERVAL from 1 to 1000"),
        ("FREQ=DAILY;INTERVAL=+1", "must have INTERVAL from 1 to 1000"),
        ("FREQ=DAILY;COUNT=10001", "must have COUNT from 1 to 10000"),
        ("FREQ=DAILY;COUNT=1;UNTIL=20261231", "must not have both COUNT and UNTIL"),
        ("FREQ=DAILY;UNTIL=20261331", "must have an UNTIL such as"),
        ("FREQ=DAILY;UNTIL=20261231T250000Z", "must have an UNTIL such as"),
        ("FREQ=MONTHLY;BYMONTH=13", "must have BYMONTH from 1 to 12"),
        ("FREQ=MONTHLY;BYMONTH=-1", "must have BYMONTH from 1 to 12"),
        ("FREQ=MONTHLY;BYMONTHDAY=0", "must have BYMONTHDAY from 1 to 31, or -1 to -31"),
        // There is no positive number as large.
        ("FREQ=MONTHLY;BYMONTHDAY=\(Int.min)", "must have BYMONTHDAY from 1 to 31, or -1 to -31"),
        ("FREQ=MONTHLY;BYDAY=MO;BYSETPOS=\(Int.min)", "must have BYSETPOS from 1 to 366"),
        ("FREQ=MONTHLY;BYDAY=\(Int.min)MO", "must have days such as"),
        ("FREQ=WEEKLY;BYMONTHDAY=1", "must not have BYMONTHDAY"),
        ("FREQ=WEEKLY;BYDAY=1MO", "must not number the days of BYDAY"),
        ("FREQ=MONTHLY;BYDAY=6MO", "must have days such as"), ("FREQ=MONTHLY;BYDAY=", "must have days such"),
        ("FREQ=DAILY;BYSETPOS=1", "must have BYMONTH, BYMONTHDAY or BYDAY together with BYSETPOS"),
        ("FREQ=WEEKLY;WKST=XX", "must have a WKST of"),
        ("FREQ=DAILY;BYMONTH=" + String(repeating: "1,", count: 300) + "1", "must have at most 500 bytes"),
    ])
    func `is refused by the part that is wrong`(text: String, reason: String) {
        #expect {
            _ = try RecurrenceRule(text)
        } throws: { error in
            (error as? RecurrenceRule.Fault)?.reason.contains(reason) ?? false
        }
    }

    @Test func `is kept as it was written, in capitals, and can be given another end`() throws {
        let rule = try RecurrenceRule("byday=mo;count=5;freq=weekly")
        #expect(rule.text == "BYDAY=MO;COUNT=5;FREQ=WEEKLY" && rule.end == .count(5))
        #expect(rule.ending(.count(3)).text == "BYDAY=MO;FREQ=WEEKLY;COUNT=3")
        let day = try #require(CivilDate("2026-12-31"))
        #expect(rule.ending(.day(day)).text == "BYDAY=MO;FREQ=WEEKLY;UNTIL=20261231")
        #expect(rule.ending(.moment(1_000)).text == "BYDAY=MO;FREQ=WEEKLY;UNTIL=19700101T000001Z")
        #expect(rule.ending(.never).text == "BYDAY=MO;FREQ=WEEKLY")
    }
}
