import Dates

/// A repetition in a text.
enum Repetition: Hashable {
    case every(Int, CalendarUnit)
    /// Monday is 0.
    case weekdays(Set<Int>, weeks: Int)
    /// The last day is -1.
    case daysOfMonth(Set<Int>, months: Int)
    /// The nth of these weekdays in the month; -1 is the last.
    case nthWeekdays(Int, Set<Int>)
    /// The nth day from Monday to Friday in the month; -1 is the last.
    case nthWorkday(Int)
    case dayOfYear(month: Int, day: Int)

    /// Whether the repetition can start on any day and counts from it.
    var isInterval: Bool {
        if case .every = self { true } else { false }
    }

    private static let weekdayNames = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
    /// A fifth Friday follows after at most 14 weeks.
    private static let daysToNthWeekdayMax = 98

    /// The recurrence rule; `nil` where the rule is invalid.
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
        case .daysOfMonth(let days, let months):
            let list = days.sorted().map(String.init).joined(separator: ",")
            text = "FREQ=MONTHLY" + (months == 1 ? "" : ";INTERVAL=\(months)") + ";BYMONTHDAY=\(list)"
        case .nthWorkday(let nth):
            let list = Self.weekdayNames.prefix(5).joined(separator: ",")
            text = "FREQ=MONTHLY;BYDAY=\(list);BYSETPOS=\(nth)"
        // The first day supplies the date.
        case .dayOfYear: text = "FREQ=YEARLY"
        case .nthWeekdays(let nth, let days):
            let list = days.sorted().map { "\(nth)\(Self.weekdayNames[$0])" }.joined(separator: ",")
            text = "FREQ=MONTHLY;BYDAY=\(list)"
        }
        // A rule fails only where a number is too large, and then the phrase is not certain.
        return try? RecurrenceRule(text)
    }

    /// The first day of the repetition on or after `start`.
    func first(from start: CivilDate) -> CivilDate {
        switch self {
        case .every: return start
        case .weekdays(let days, _):
            return (start...start.advanced(by: 6)).first { days.contains($0.weekday) } ?? start
        case .daysOfMonth(let numbers, _):
            // Of two consecutive months, at least one has 31 days.
            return (start...start.advanced(by: 62)).first { day in
                numbers.contains(day.components.day)
                    || (numbers.contains(-1) && day.advanced(by: 1).components.day == 1)
            } ?? start
        case .nthWorkday(let nth):
            return (start...start.advanced(by: 62)).first { $0.isNthWorkday(nth) } ?? start
        case .dayOfYear(let month, let day):
            let year = start.components.year
            return CivilDate.first(month: month, day: day, in: year...year + 8, from: start) ?? start
        case .nthWeekdays(let nth, let days):
            return (start...start.advanced(by: Self.daysToNthWeekdayMax)).first { day in
                days.contains(day.weekday) && day.isNthWeekday(nth)
            } ?? start
        }
    }
}
