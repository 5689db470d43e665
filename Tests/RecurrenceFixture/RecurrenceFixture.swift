import Checklists
import Dates

/// Answers each line `rule <tab> time zone <tab> local day <tab> milliseconds of that day <tab> how many`
/// with the moments at which something comes again that came then, in milliseconds since 1970.
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
        let parts = line.split(separator: "\t").map(String.init)
        guard parts.count == 5, let zone = LocalTime(zone: parts[1]), let day = CivilDate(parts[2]),
            let time = Int(parts[3]), let count = Int(parts[4])
        else { throw Unusable(line: line) }
        let rule = try RecurrenceRule(parts[0])
        return rule.days(after: day).prefix(count).map { day in
            zone.moment(of: DayAndTime(day: day, time: time)).milliseconds
        }
    }
}
