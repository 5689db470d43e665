import Dates

extension CivilDate {
    /// The day of the week, 0 for Monday. 1970-01-01 was a Thursday.
    var weekday: Int { ((daysSince1970 + 3) % 7 + 7) % 7 }

    /// Whether the day is the nth of its weekday in the month; -1 is the last.
    func isNthWeekday(_ nth: Int) -> Bool {
        let (_, month, day) = components
        if nth == -1 { return advanced(by: 7).components.month != month }
        return (day - 1) / 7 + 1 == nth
    }

    /// The first such date in a range of years on or after `start`.
    static func first(month: Int, day: Int, in years: ClosedRange<Int>, from start: CivilDate) -> CivilDate? {
        years.lazy.compactMap { CivilDate(year: $0, month: month, day: day) }.first { $0 >= start }
    }

    /// The day this many units later, or the last day of a shorter month.
    func advanced(by count: Int, _ unit: CalendarUnit) -> CivilDate? {
        switch unit {
        case .day: advanced(by: count)
        case .week: advanced(by: 7 * count)
        case .month: advanced(byMonths: count)
        case .year: advanced(byMonths: 12 * count)
        }
    }

    /// The nth such weekday in the month that begins with this day; `nil` if there is none.
    func nthWeekday(_ nth: Int, _ weekday: Int) -> CivilDate? {
        (0..<31).lazy.map { advanced(by: $0) }.first { day in
            day.components.month == components.month && day.weekday == weekday && day.isNthWeekday(nth)
        }
    }

    /// The first day of the month `months` months later.
    func firstOfMonth(after months: Int) -> CivilDate? {
        let (year, month, _) = components
        let number = year * 12 + month - 1 + months
        return CivilDate(year: number / 12, month: number % 12 + 1, day: 1)
    }

    /// The same day `months` months later, or the last day of a shorter month.
    func advanced(byMonths months: Int) -> CivilDate? {
        guard let first = firstOfMonth(after: months), let next = firstOfMonth(after: months + 1) else {
            return nil
        }
        return min(first.advanced(by: components.day - 1), next.advanced(by: -1))
    }
}
