import Checklists
import Dates
import Foundation
import Randomness
import Testing

@testable import API

@Suite struct `Local time` {
    /// With daylight saving and without, half hours and quarters, clocks that change at midnight, and zones
    /// that left out a day or had one twice.
    static let zones = [
        "UTC", "Europe/Paris", "Europe/London", "Europe/Lisbon", "America/New_York", "America/Los_Angeles",
        "America/St_Johns", "America/Sao_Paulo", "America/Havana", "Asia/Kolkata", "Asia/Kathmandu",
        "Asia/Tehran", "Asia/Beirut", "Africa/Cairo", "Africa/Casablanca", "Australia/Lord_Howe",
        "Pacific/Chatham", "Pacific/Apia", "Pacific/Kwajalein", "Antarctica/Casey",
    ]

    @Test(arguments: zones) func `has every moment on the day that Foundation finds`(zone: String) throws {
        let (time, calendar) = try (#require(LocalTime(zone: zone)), Self.calendar(of: zone))
        for moment in try Self.moments(in: zone) {
            #expect(time.day(of: moment) == Self.day(of: moment, calendar), "\(zone) \(moment.date)")
        }
    }

    @Test(arguments: zones) func `has those moments between two days that are on one of them`(
        zone: String
    ) throws {
        let (time, calendar) = try (#require(LocalTime(zone: zone)), Self.calendar(of: zone))
        var generator = SeededGenerator(seed: 7)
        for moment in try Self.moments(in: zone) {
            let day = Self.day(of: moment, calendar)
            let first = day.advanced(by: Int.random(in: -1...1, using: &generator))
            let last = first.advanced(by: Int.random(in: -1...2, using: &generator))
            let expected = [
                (first...max(first, last)).contains(day) && first <= last, first <= day, day <= last,
            ]
            let spans = [
                time.spans(from: first, through: last), time.spans(from: first, through: nil),
                time.spans(from: nil, through: last),
            ]
            for (spans, expected) in zip(spans, expected) {
                #expect(!spans.isEmpty)
                #expect(
                    spans.contains { $0.contains(moment) } == expected,
                    "\(zone) \(moment.date) from \(first.text) to \(last.text)")
                #expect(zip(spans, spans.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
            }
        }
    }

    @Test func `knows an hour that came twice, on both its days`() throws {
        let time = try #require(LocalTime(zone: "America/St_Johns"))
        let day = try #require(CivilDate("2010-11-07"))
        // At 00:01 on the 7th clocks were set back to 23:01 on the 6th.
        let hours = time.spans(from: day, through: day).map {
            Double($0.upperBound.milliseconds - $0.lowerBound.milliseconds) / 3_600_000
        }
        #expect(hours == [1.0 / 60, 24])
    }

    @Test func `knows a day that was left out`() throws {
        let time = try #require(LocalTime(zone: "Pacific/Apia"))
        let day = try #require(CivilDate("2011-12-30"))
        #expect(time.spans(from: day, through: day).allSatisfy { $0.isEmpty })
    }

    @Test(arguments: [
        ("Europe/Paris", "2027-03-28", 2.5, "2027-03-28", 3.5),
        ("America/New_York", "2027-03-14", 2.25, "2027-03-14", 3.25),
        ("Australia/Lord_Howe", "2026-10-04", 2.25, "2026-10-04", 2.75),
        ("Pacific/Apia", "2011-12-30", 9, "2011-12-31", 9),
        ("Europe/Paris", "2027-10-31", 2.5, "2027-10-31", 2.5),
    ])
    func `in a gap is read by the offset before it`(
        zone: String, day: String, hour: Double, shownDay: String, shownHour: Double
    ) throws {
        let time = try #require(LocalTime(zone: zone))
        let local = DayAndTime(day: try #require(CivilDate(day)), time: Int(hour * 3_600_000))
        let shown = DayAndTime(day: try #require(CivilDate(shownDay)), time: Int(shownHour * 3_600_000))
        #expect(time.dayAndTime(of: time.moment(of: local)) == shown)
    }

    @Test func `begins a day after a gap over midnight`() throws {
        // On 6 September 2026 clocks in Santiago go from 00:00 to 01:00.
        let time = try #require(LocalTime(zone: "America/Santiago"))
        let day = try #require(CivilDate("2026-09-06"))
        #expect(time.dayAndTime(of: time.beginning(of: day)) == DayAndTime(day: day, time: 3_600_000))
        // On 30 March 1919 clocks in Toronto went from 23:30 to 00:30 of the next day.
        let toronto = try #require(LocalTime(zone: "America/Toronto"))
        let last = try #require(CivilDate("1919-03-31"))
        #expect(toronto.dayAndTime(of: toronto.beginning(of: last)).time == 1_800_000)
    }

    @Test(arguments: [
        "", "utc", "europe/paris", "Europe/Atlantis", "Europe/Paris ", "IST", "CEST", "PST", "GMT+5",
        "+05:30",
        "../../etc/passwd", "/usr/share/zoneinfo/UTC", "Europe/Paris\0", "Europe\\Paris", "Etc/Unknown", "/",
    ])
    func `is that of a zone by its full name alone`(name: String) {
        #expect(LocalTime(zone: name) == nil)
    }

    @Test func `knows the older names that browsers still use`() throws {
        let noon = Timestamp(milliseconds: 1_795_262_400_000)
        for (old, new) in [("Asia/Calcutta", "Asia/Kolkata"), ("Europe/Kiev", "Europe/Kyiv")] {
            let times = try (#require(LocalTime(zone: old)), #require(LocalTime(zone: new)))
            #expect(times.0.day(of: noon) == times.1.day(of: noon))
        }
    }

    private static func calendar(of zone: String) throws -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: zone))
        return calendar
    }

    private static func day(of moment: Timestamp, _ calendar: Calendar) -> CivilDate {
        let parts = calendar.dateComponents([.year, .month, .day], from: moment.date)
        var utc = Calendar(identifier: .gregorian)
        utc.timeZone = .gmt
        let midnight = utc.date(from: parts) ?? .distantPast
        return CivilDate(daysSince1970: Int((midnight.timeIntervalSince1970 / 86_400).rounded()))
    }

    /// Moments around midnight, around the changes of clocks, and anywhere.
    private static func moments(in zone: String) throws -> [Timestamp] {
        var generator = SeededGenerator(seed: 42)
        let calendar = try calendar(of: zone)
        var centers = [1_267_750_800.0, 1_289_097_060, 1_325_239_200, 745_934_400]
        var change: Date? = Date(timeIntervalSince1970: 1_150_000_000)
        for _ in 0..<40 {
            change = change.flatMap { calendar.timeZone.nextDaylightSavingTimeTransition(after: $0) }
            if let change { centers.append(change.timeIntervalSince1970) }
        }
        for _ in 0..<60 {
            let any = Date(timeIntervalSince1970: Double.random(in: -1e9...4e9, using: &generator))
            centers.append(calendar.startOfDay(for: any).timeIntervalSince1970)
        }
        return centers.flatMap { center in
            [-90_000, -3_660, -0.001, 0, 0.001, 60, 90_000].map { $0 + center }
                + (0..<8).map { _ in center + Double.random(in: -30_000...30_000, using: &generator) }
        }.map { Timestamp(Date(timeIntervalSince1970: $0)) }
    }
}
