import Checklists
import Dates

/// Answers each line with the moments at which something is due again that started then, in milliseconds
/// since 1970.
///
/// A line is `rule <tab> time zone <tab> local day <tab> milliseconds of that day <tab> how many <tab> lead
/// <tab> starts left out <tab> starts added`. The lead is in milliseconds. Starts are in milliseconds since
/// 1970 on local clocks, with spaces between them.
@main enum RecurrenceFixture {
    static func main() throws {
        while let line = readLine() {
            print(try moments(line).map { "\($0)" }.joined(separator: " "))
        }
    }

    private struct Unusable: Error {
        let line: String
    }

    private static func moments(_ line: String) throws -> [Int64] {
        let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 8, let zone = LocalTime(zone: parts[1]), let day = CivilDate(parts[2]),
            let time = Int(parts[3]), let count = Int(parts[4]), let lead = Int(parts[5])
        else { throw Unusable(line: line) }
        let epoch = DayAndTime(day: CivilDate(daysSince1970: 0), time: 0)
        func dues(_ text: String) -> Set<DayAndTime> {
            Set(
                text.split(separator: " ").compactMap { Int($0) }.map { start in
                    epoch.advanced(byMilliseconds: start + lead)
                })
        }
        let series = Series(lead: lead, skipped: dues(parts[6]), added: dues(parts[7]))
        let first = DayAndTime(day: day, time: time).advanced(byMilliseconds: lead)
        return try RecurrenceRule(parts[0])
            .following(Occurrence(local: first, index: 0), of: series, in: zone).prefix(count)
            .map(\.moment.milliseconds)
    }
}
