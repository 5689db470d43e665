import Dates

extension CivilDate {
    /// The day of the week; Monday is 0. 1970-01-01 was a Thursday.
    var weekday: Int { ((daysSince1970 + 3) % 7 + 7) % 7 }

    /// The first day of the month that comes so many months later.
    func firstOfMonth(after months: Int) -> CivilDate? {
        let (year, month, _) = components
        let number = year * 12 + month - 1 + months
        return CivilDate(year: number / 12, month: number % 12 + 1, day: 1)
    }

    /// The same day of a month that comes so many months later, or the last one where it has fewer days.
    func advanced(byMonths months: Int) -> CivilDate? {
        guard let first = firstOfMonth(after: months), let next = firstOfMonth(after: months + 1) else {
            return nil
        }
        return min(first.advanced(by: components.day - 1), next.advanced(by: -1))
    }
}
