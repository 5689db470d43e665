import Dates
import Testing

@testable import Checklists

@Suite struct `The occurrences of a series` {
    @Test func `are found without looking at later days`() throws {
        let rule = try RecurrenceRule("FREQ=DAILY")
        let first = try #require(CivilDate("2026-12-01"))
        var count = 0
        let days = AnySequence {
            AnyIterator {
                count += 1
                return first.advanced(by: count)
            }
        }
        let current = Occurrence(local: DayAndTime(day: first, time: 0), index: 0)
        let all = FollowingOccurrences(rule, Series(), on: days, after: current, in: .utc)
        let found = all.prefix(3).map(\.local.day)
        #expect(found == (1...3).map { first.advanced(by: $0) })
        #expect(count <= 4)
    }

    /// A daily series from 1 December 2026 on, and the number of days that were read of its rule.
    private func passed(
        before day: Int, moved: [Int: Int]
    ) throws -> (isAny: Bool, series: Series, count: Int) {
        let rule = try RecurrenceRule("FREQ=DAILY")
        let first = try #require(CivilDate("2026-12-01"))
        var count = 0
        let days = AnySequence {
            AnyIterator {
                count += 1
                return first.advanced(by: count)
            }
        }
        func local(_ day: Int) -> DayAndTime { DayAndTime(day: first.advanced(by: day - 1), time: 0) }
        let moved = Dictionary(uniqueKeysWithValues: moved.map { (local($0), local($1)) })
        var all = FollowingOccurrences(
            rule, Series(lead: 0, moved: moved), on: days, after: Occurrence(local: local(1), index: 0),
            in: .utc)
        let isAny = all.pass(before: local(day))
        return (isAny, all.series, count)
    }

    @Test func `are passed as far as one is moved`() throws {
        let century = 36_525
        #expect(try passed(before: 2, moved: [:]).isAny == false)
        let plain = try passed(before: century, moved: [:])
        #expect(plain.isAny && plain.count <= 2)
        let later = try passed(before: century, moved: [5: 20])
        #expect(later.isAny && later.count <= 22)
        #expect(later.series.skipped.count == 1 && later.series.added.count == 1)
        let earlier = try passed(before: century, moved: [20: 5])
        #expect(earlier.isAny && earlier.count <= 22)
        #expect(earlier.series == (try passed(before: 10, moved: [20: 5]).series))
        // Moves behind the time do not matter.
        #expect(try passed(before: 10, moved: [9_000: 9_001]).count <= 11)
    }

    @Test func `end where the rule does`() throws {
        let rule = try RecurrenceRule("FREQ=DAILY;COUNT=3")
        let first = try #require(CivilDate("2026-12-01"))
        #expect(rule.occurrences(after: .day(first), in: .utc, limit: 10).count == 2)
    }

    /// The due days of a daily series in December 2026 with a lead of days and exceptions.
    private func days(
        _ rule: String, lead: Int = 0, skipped: [Int] = [], added: [Int] = [], moved: [Int: Int] = [:],
        base: Int? = nil, limit: Int = 4
    ) throws -> [Int] {
        func local(_ day: Int) throws -> DayAndTime {
            DayAndTime(day: try #require(CivilDate("2026-12-01")).advanced(by: day - 1), time: 0)
        }
        let series = Series(
            lead: lead * DayAndTime.dayMilliseconds, skipped: Set(try skipped.map(local)),
            added: Set(try added.map(local)),
            moved: Dictionary(uniqueKeysWithValues: try moved.map { (try local($0), try local($1)) }))
        let current = Occurrence(local: try local(1), index: 0, base: try base.map(local))
        return try RecurrenceRule(rule).following(current, of: series, in: .utc).prefix(limit)
            .map { try local(1).day.distance(to: $0.local.day) + 1 }
    }

    @Test func `are without those that are left out`() throws {
        #expect(try days("FREQ=DAILY;COUNT=4", skipped: [1, 3]) == [2, 4])
    }

    @Test func `are in order with those that are added`() throws {
        #expect(try days("FREQ=DAILY;INTERVAL=3;COUNT=3", added: [1, 3, 4, 9]) == [3, 4, 7, 9])
    }

    @Test func `are due when those are that were moved, in the order of their due times`() throws {
        #expect(try days("FREQ=DAILY;COUNT=3", moved: [2: 9]) == [3, 9])
        #expect(try days("FREQ=DAILY;INTERVAL=7", moved: [8: 31], limit: 5) == [15, 22, 29, 31, 36])
        #expect(try days("FREQ=DAILY;INTERVAL=7", added: [10], moved: [8: 12]) == [10, 12, 15, 22])
        #expect(try days("FREQ=DAILY;INTERVAL=7", moved: [8: 9]) == [9, 15, 22, 29])
    }

    @Test func `come before others where they were moved there, if the rule gives them`() throws {
        #expect(try days("FREQ=DAILY;INTERVAL=7", moved: [22: 10]) == [8, 10, 15, 29])
        #expect(try days("FREQ=DAILY;INTERVAL=7;COUNT=4", moved: [22: 10, 29: 11]) == [8, 10, 15])
        #expect(try days("FREQ=DAILY;INTERVAL=7;UNTIL=20261220", moved: [22: 10]) == [8, 15])
        #expect(try days("FREQ=DAILY;INTERVAL=7", moved: [23: 10]) == [8, 15, 22, 29])
        #expect(try days("FREQ=DAILY;INTERVAL=7", added: [23], moved: [23: 10]) == [8, 10, 15, 22])
        #expect(try days("FREQ=DAILY;INTERVAL=7", skipped: [22], moved: [22: 10]) == [8, 15, 29, 36])
        #expect(try days("FREQ=DAILY;INTERVAL=7", moved: [15: 10, 22: 9]) == [8, 9, 10, 29])
        #expect(try days("FREQ=DAILY;INTERVAL=7", moved: [8: 20, 15: 9, 22: 10]) == [9, 10, 20, 29])
    }

    @Test func `take the place of one that is left out`() throws {
        #expect(try days("FREQ=DAILY;INTERVAL=7", skipped: [22], moved: [8: 22]) == [15, 22, 29, 36])
        #expect(try days("FREQ=DAILY;INTERVAL=7", moved: [8: 22, 22: 24]) == [22, 15, 24, 29])
    }

    @Test func `are found a hundred years after the first, where one is moved`() throws {
        func local(_ day: String) throws -> DayAndTime {
            DayAndTime(day: try #require(CivilDate(day)), time: 0)
        }
        // Mondays.
        let series = Series(lead: 0, moved: [try local("2026-12-07"): try local("2026-12-09")])
        let current = Occurrence(local: try local("1900-01-01"), index: 0)
        let found = try RecurrenceRule("FREQ=WEEKLY").following(
            current, of: series, in: .utc, from: local("2026-12-08").day)
        #expect(try found.prefix(2).map(\.local) == [local("2026-12-09"), local("2026-12-14")])
    }

    @Test func `are those of their starts`() throws {
        // The last of November is the day before the first of December.
        #expect(try days("FREQ=MONTHLY;BYMONTHDAY=-1", lead: 1, limit: 2) == [32, 63])
    }

    @Test func `go on from the rule after one that was added`() throws {
        #expect(try days("FREQ=DAILY;INTERVAL=3", base: 0, limit: 2) == [3, 6])
    }
}
