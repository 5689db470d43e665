import Dates

/// How something comes again.
enum Repetition: Hashable {
    case every(Int, CalendarUnit)
    /// Monday is 0.
    case weekdays(Set<Int>, weeks: Int)
    /// -1 is the last one.
    case dayOfMonth(Int)
    /// Those weekdays by their number in the month; -1 is the last one.
    case nthWeekdays(Int, Set<Int>)

    /// Whether it counts from its first day, whichever that is.
    var isInterval: Bool {
        if case .every = self { true } else { false }
    }

    private static let weekdayNames = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
    /// A fifth Friday comes after 14 weeks at the latest.
    private static let daysToNthWeekdayMax = 98

    /// The rule for it; `nil` where it is none that is taken.
    var rule: RecurrenceRule? {
        let text: String
        switch self {
        case .every(let count, let unit):
            let frequency =
                switch unit {
                case .day: "DAILY"
                case .week: "WEEKLY"
                case .month: "MONTHLY"
                case .year: "YEARLY"
                }
            text = "FREQ=\(frequency)" + (count == 1 ? "" : ";INTERVAL=\(count)")
        case .weekdays(let days, let weeks):
            let list = days.sorted().map { Self.weekdayNames[$0] }.joined(separator: ",")
            text = "FREQ=WEEKLY" + (weeks == 1 ? "" : ";INTERVAL=\(weeks)") + ";BYDAY=\(list)"
        case .dayOfMonth(let day): text = "FREQ=MONTHLY;BYMONTHDAY=\(day)"
        case .nthWeekdays(let nth, let days):
            let list = days.sorted().map { "\(nth)\(Self.weekdayNames[$0])" }.joined(separator: ",")
            text = "FREQ=MONTHLY;BYDAY=\(list)"
        }
        // What is no rule has a number that is too large, and is not sure.
        return try? RecurrenceRule(text)
    }

    /// The first day of it that is not before another.
    func first(from start: CivilDate) -> CivilDate {
        switch self {
        case .every: return start
        case .weekdays(let days, _):
            return (start...start.advanced(by: 6)).first { days.contains($0.weekday) } ?? start
        case .dayOfMonth(let number):
            // No two months one after the other have fewer than 31 days both.
            return (start...start.advanced(by: 62)).first { day in
                number > 0
                    ? day.components.day == number : day.advanced(by: 1).components.day == 1
            } ?? start
        case .nthWeekdays(let nth, let days):
            return (start...start.advanced(by: Self.daysToNthWeekdayMax)).first { day in
                days.contains(day.weekday) && day.isNthWeekday(nth)
            } ?? start
        }
    }
}
