import Dates
import Randomness
import Testing

@testable import Checklists

@Suite struct `The exceptions of a series` {
    private static func local(_ day: Int) -> DayAndTime {
        DayAndTime(day: CivilDate(daysSince1970: day), time: 0)
    }

    @Test func `are found by halves`() {
        let days = (0..<1_000).map(Self.local)
        for day in [-1, 0, 1, 500, 999, 1_000] {
            var count = 0
            let index = days.sortedIndex { other in
                count += 1
                return other < Self.local(day)
            }
            #expect(index == max(0, min(day, 1_000)))
            #expect(count <= 10)
        }
    }

    /// Exceptions as sets, which have no order that could break.
    private struct Model {
        var skipped: Set<DayAndTime>
        var added: Set<DayAndTime>
        var moved: [DayAndTime: DayAndTime]

        var series: Series { Series(lead: 0, skipped: skipped, added: added, moved: moved) }

        mutating func replace(_ local: DayAndTime, byAdding due: DayAndTime) {
            moved[local] = nil
            skipped = skipped.subtracting([due]).union([local])
            added = added.subtracting([local]).union([due])
        }
    }

    @Test(arguments: seeds(20, of: 2_000)) func `stay in order`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        func day() -> DayAndTime { Self.local(.random(in: 0..<30, using: &random)) }
        func days() -> Set<DayAndTime> { Set((0..<8).map { _ in day() }) }
        var moved: [DayAndTime: DayAndTime] = [:]
        for local in days() { moved[local] = day() }
        var model = Model(skipped: days(), added: days(), moved: moved)
        var series = model.series
        for _ in 0..<50 {
            let (local, due) = (day(), day())
            switch Int.random(in: 0..<3, using: &random) {
            case 0 where local != due:
                series.replace(local, byAdding: due)
                model.replace(local, byAdding: due)
            case 1:
                series.move(local, to: due)
                model.moved[local] = due
            default:
                series.removeException(at: local)
                model.added.remove(local)
                model.moved[local] = nil
            }
            #expect(series == model.series)
            #expect(series.due(of: local) == model.moved[local] ?? local)
            #expect(series.skips(due) == model.skipped.contains(due))
            #expect(series.adds(due) == model.added.contains(due))
        }
    }

    @Test func `that come early are as many as the rule counts`() throws {
        let rule = try RecurrenceRule("FREQ=DAILY;INTERVAL=2;COUNT=10")
        let start = Self.local(0)
        for number in [1, 4, 9, 10, 11] {
            let series = Series(lead: 0, moved: [Self.local(2 * number): Self.local(1)])
            let found = rule.following(Occurrence(local: start, index: 0), of: series, in: .utc)
            #expect(found.contains { $0.local == Self.local(1) } == (number < 10), "\(number)")
        }
        var ofRule = RuleOccurrences(
            rule, 0, on: rule.days(after: start.day), after: Occurrence(local: start, index: 3), in: .utc)
        // Six are left.
        for day in [12, 2, 14, 12, 13, 100, 0] {
            let isGiven = ofRule.gives(Self.local(day))
            #expect(isGiven == [12, 2].contains(day), "\(day)")
        }
        var ended = RuleOccurrences(
            rule, 0, on: rule.days(after: start.day), after: Occurrence(local: start, index: 9), in: .utc)
        let isGiven = ended.gives(Self.local(2))
        #expect(!isGiven)
    }
}
