import Foundation
import ICalendar
import Testing

/// The zones of this system.
private struct SystemZones: ZoneDirectory {
    let names = TimeZone.knownTimeZoneIdentifiers

    func has(_ name: String) -> Bool { name.contains("/") && TimeZone(identifier: name) != nil }

    func offset(of name: String, at secondsSince1970: Int) -> Int {
        TimeZone(identifier: name)?.secondsFromGMT(for: Date(timeIntervalSince1970: Double(secondsSince1970)))
            ?? 0
    }
}

/// One zone, which counts how often it is looked at.
private final class CountingZones: ZoneDirectory {
    let names = ["Africa/Lagos"]
    private(set) var looks = 0

    func has(_ name: String) -> Bool { names.contains(name) }

    func offset(of name: String, at secondsSince1970: Int) -> Int {
        looks += 1
        return 3_600
    }
}

@Suite struct `A time zone of a calendar` {
    /// 2026-07-01T00:00:00Z.
    private static let now = 1_782_864_000

    /// What an identifier means where a calendar has this description of it.
    private func name(_ identifier: String, _ description: String...) throws -> String? {
        let lines = ["BEGIN:VCALENDAR"] + description + ["END:VCALENDAR"]
        let calendar = try ICalendarComponent.parse(Array(lines.joined(separator: "\n").utf8))
        var zones = ICalendarZones(of: calendar, in: SystemZones(), now: Self.now)
        return zones.name(of: identifier)
    }

    private func rules(_ identifier: String, _ lines: String...) -> String {
        (["BEGIN:VTIMEZONE", "TZID:\(identifier)"] + lines + ["END:VTIMEZONE"]).joined(separator: "\n")
    }

    private func rule(_ kind: String, _ start: String, _ from: String, _ to: String, _ more: String...)
        -> String
    {
        (["BEGIN:\(kind)", "DTSTART:\(start)", "TZOFFSETFROM:\(from)", "TZOFFSETTO:\(to)"] + more + [
            "END:\(kind)"
        ])
        .joined(separator: "\n")
    }

    @Test(arguments: [
        ("Europe/Paris", "Europe/Paris"), ("/citadel.org/20250101_1/Europe/Paris", "Europe/Paris"),
        ("/freeassociation.sourceforge.net/Tzfile/America/Argentina/Ushuaia", "America/Argentina/Ushuaia"),
        ("Romance Standard Time", "Europe/Paris"), ("Pacific Standard Time", "America/Los_Angeles"),
    ])
    func `is the one that its identifier names`(identifier: String, expected: String) throws {
        #expect(try name(identifier) == expected)
    }

    @Test func `is the one that its description names`() throws {
        #expect(try name("Mine", rules("Mine", "X-LIC-LOCATION:Asia/Tokyo")) == "Asia/Tokyo")
        #expect(try name("A, b", rules("A\\, b", "X-LIC-LOCATION:Asia/Tokyo")) == "Asia/Tokyo")
    }

    @Test func `is one with the same clocks`() throws {
        let paris = rules(
            "Mine",
            rule("STANDARD", "16010101T030000", "+0200", "+0100", "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10"),
            rule("DAYLIGHT", "16010101T020000", "+0100", "+0200", "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3"))
        #expect(try name("Mine", paris) == "Europe/Berlin")
        let newYork = rules(
            "Mine",
            rule(
                "DAYLIGHT", "19870405T020000", "-0500", "-0400",
                "RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU;UNTIL=20060402T070000Z"),
            rule(
                "STANDARD", "19871025T020000", "-0400", "-0500",
                "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;UNTIL=20061029T060000Z"),
            rule("DAYLIGHT", "20070311T020000", "-0500", "-0400", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU"),
            rule("STANDARD", "20071104T020000", "-0400", "-0500", "RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU"))
        #expect(try name("Mine", newYork) == "America/New_York")
        #expect(
            try name("Mine", rules("Mine", rule("STANDARD", "19700101T000000", "+0545", "+0545")))
                == "Asia/Katmandu")
    }

    @Test func `may have its changes one by one`() throws {
        let sydney = rules(
            "Mine",
            rule("STANDARD", "20250406T030000", "+1100", "+1000", "RDATE:20260405T030000,20270404T030000"),
            rule(
                "DAYLIGHT", "20251005T020000", "+1000", "+1100", "RDATE:20261004T020000",
                "RDATE:20271003T020000"))
        #expect(try name("Mine", sydney) == "Australia/Sydney")
    }

    @Test(arguments: [("+0100", "Africa/Lagos"), ("+0007", nil)])
    func `is looked for once by its clocks`(offset: String, expected: String?) throws {
        let lines = rules("Mine", rule("STANDARD", "19700101T000000", offset, offset))
        let calendar = try ICalendarComponent.parse(
            Array("BEGIN:VCALENDAR\n\(lines)\nEND:VCALENDAR".utf8))
        let directory = CountingZones()
        var zones = ICalendarZones(of: calendar, in: directory, now: Self.now)
        #expect(zones.name(of: "Mine") == expected)
        let looks = directory.looks
        #expect(looks > 0 && zones.name(of: "Mine") == expected && directory.looks == looks)
    }

    @Test func `of which nothing is known is none`() throws {
        #expect(try name("Mine") == nil)
        #expect(try name("") == nil)
        #expect(try name("/") == nil)
        #expect(try name("Mine", rules("Mine")) == nil)
        #expect(try name("Mine", rules("Mine", rule("STANDARD", "x", "+0100", "+0100"))) == nil)
        #expect(try name("Mine", rules("Mine", rule("STANDARD", "19700101T000000", "+0100", "x"))) == nil)
        // No clocks are like that anywhere.
        #expect(try name("Mine", rules("Mine", rule("STANDARD", "19700101T000000", "+0007", "+0007"))) == nil)
        let often = rule("STANDARD", "19700101T000000", "+0200", "+0100", "RRULE:FREQ=DAILY")
        #expect(try name("Mine", rules("Mine", often)) == nil)
        let daily = rule("STANDARD", "19700101T000000", "+0100", "+0100", "RRULE:FREQ=DAILY;COUNT=3")
        #expect(try name("Mine", rules("Mine", daily)) == nil)
        let ended = rule("STANDARD", "19700101T000000", "+0007", "+0008", "RRULE:FREQ=YEARLY;COUNT=3")
        #expect(try name("Mine", rules("Mine", ended)) == nil)
    }
}
