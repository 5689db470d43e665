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
            let interval = months == 1 ? "" : ";INTERVAL=\(months)"
            text = "FREQ=MONTHLY\(interval);\(RecurrenceRule.parts(ofMonthDays: days))"
        case .nthWorkday(let nth):
            let list = Self.weekdayNames.prefix(5).joined(separator: ",")
            text = "FREQ=MONTHLY;BYDAY=\(list);BYSETPOS=\(nth)"
        case .dayOfYear(let month, let day) where !isInEachYear:
            text = "FREQ=YEARLY;BYMONTH=\(month);\(RecurrenceRule.parts(ofMonthDays: [day], in: month))"
        // The first day supplies the date.
        case .dayOfYear: text = "FREQ=YEARLY"
        case .nthWeekdays(let nth, let days):
            let list = days.sorted().map { "\(nth)\(Self.weekdayNames[$0])" }.joined(separator: ",")
            text = "FREQ=MONTHLY;BYDAY=\(list)"
        }
        // A rule fails only where a number is too large, and then the phrase is not certain.
        return try? RecurrenceRule(text)
    }

    /// Whether each year has the day; only some have a 29 February.
    private var isInEachYear: Bool { self != .dayOfYear(month: 2, day: 29) }

    /// The first day of the repetition on or after `start`.
    func first(from start: CivilDate) -> CivilDate {
        let ofEachPeriod: Repetition
        switch self {
        case .every: return start
        case .weekdays(let days, _): ofEachPeriod = .weekdays(days, weeks: 1)
        case .daysOfMonth(let days, _): ofEachPeriod = .daysOfMonth(days, months: 1)
        case .dayOfYear(let month, let day) where isInEachYear:
            let year = start.components.year
            return CivilDate.first(month: month, day: day, in: year...year + 1, from: start) ?? start
        case .dayOfYear, .nthWeekdays, .nthWorkday: ofEachPeriod = self
        }
        return ofEachPeriod.rule?.days(after: start.advanced(by: -1)).first { _ in true } ?? start
    }
}
