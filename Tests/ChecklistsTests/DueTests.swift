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
        let found = rule.occurrences(on: days, after: current, in: .utc).prefix(3).map { $0.0.local.day }
        #expect(found == (1...3).map { first.advanced(by: $0) })
        #expect(count <= 4)
    }

    @Test func `end where the rule does`() throws {
        let rule = try RecurrenceRule("FREQ=DAILY;COUNT=3")
        let first = try #require(CivilDate("2026-12-01"))
        #expect(rule.occurrences(after: .day(first), in: .utc, limit: 10).count == 2)
    }
}
