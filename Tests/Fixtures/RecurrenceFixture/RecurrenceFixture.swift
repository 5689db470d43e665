import Checklists
import Dates

/// Answers each line with the next due times of a series, in milliseconds since 1970.
///
/// A line has ten fields separated by tabs: the rule, the time zone, the day of the first start, its
/// milliseconds within that day, the number of due times, the lead in milliseconds, the skipped starts, the
/// added starts, the moved starts, and the day after which to begin, if any. Starts are in milliseconds since
/// 1970 in local time, separated by spaces; a moved start is `start:new start`.
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
        guard parts.count == 10, let zone = LocalTime(zone: parts[1]), let day = CivilDate(parts[2]),
            let time = Int(parts[3]), let count = Int(parts[4]), let lead = Int(parts[5])
        else { throw Unusable(line: line) }
        let epoch = DayAndTime(day: CivilDate(daysSince1970: 0), time: 0)
        func dues(_ text: String) -> Set<DayAndTime> {
            Set(
                text.split(separator: " ").compactMap { Int($0) }.map { start in
                    epoch.advanced(byMilliseconds: start + lead)
                })
        }
        var moved: [DayAndTime: DayAndTime] = [:]
        for pair in parts[8].split(separator: " ") {
            let starts = pair.split(separator: ":").compactMap { Int($0) }
            guard starts.count == 2 else { throw Unusable(line: line) }
            let due = starts.map { epoch.advanced(byMilliseconds: $0 + lead) }
            moved[due[0]] = due[1]
        }
        let series = Series(lead: lead, skipped: dues(parts[6]), added: dues(parts[7]), moved: moved)
        let first = DayAndTime(day: day, time: time).advanced(byMilliseconds: lead)
        let begin = CivilDate(parts[9])
        let all = try RecurrenceRule(parts[0])
            .following(Occurrence(local: first, index: 0), of: series, in: zone, from: begin)
        var moments: [Int64] = []
        for next in all where begin.map({ next.local.day > $0 }) ?? true {
            if moments.count == count { break }
            moments.append(next.moment.milliseconds)
        }
        return moments
    }
}
