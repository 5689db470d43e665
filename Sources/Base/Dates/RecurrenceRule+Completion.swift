extension RecurrenceRule {
    /// Whether the rule names days of its periods and skips periods: `FREQ=WEEKLY;INTERVAL=4;BYDAY=SU`.
    ///
    /// RFC 5545 counts periods from the period of the first day, so that the next day can be in the same
    /// period.
    public var picksDaysOfIntervals: Bool {
        guard parts.interval > 1 else { return false }
        return switch parts.frequency {
        case .daily: false
        case .weekly: !parts.weekdays.isEmpty
        case .monthly: !parts.monthDays.isEmpty || !parts.weekdays.isEmpty
        case .yearly: !parts.months.isEmpty || !parts.monthDays.isEmpty || !parts.weekdays.isEmpty
        }
    }

    /// The day of the rule nearest to one or more whole intervals after a day.
    ///
    /// Four weeks after a Wednesday is a Wednesday; a rule for Sundays gives the Sunday before it.
    ///
    /// - Parameters:
    ///   - day: The day from which intervals count.
    ///   - start: The result is later than this day.
    /// - Returns: `nil` where no such day exists within a hundred years.
    public func day(anIntervalAfter day: CivilDate, after start: CivilDate) -> CivilDate? {
        let elapsed = parts.periods(from: day, to: start) / parts.interval
        // The day nearest to a target can be before `start`, but not the day nearest to the target two
        // intervals later.
        for number in max(1, elapsed)...max(1, elapsed) + 2 {
            if let found = self.day(nearestTo: number * parts.interval, after: day), found > start {
                return found
            }
        }
        return nil
    }

    /// The day nearest to `periods` periods after `anchor`, but not more than one period before that.
    private func day(nearestTo periods: Int, after anchor: CivilDate) -> CivilDate? {
        var rule = self
        rule.parts.interval = 1
        let target = parts.day(periods, after: anchor)
        var before: CivilDate?
        for day in rule.days(after: anchor, from: parts.day(periods - 1, after: anchor)) {
            if day >= target {
                guard let before, before.distance(to: target) < target.distance(to: day) else { return day }
                return before
            }
            before = day
        }
        return before
    }
}

extension RecurrenceRule.Parts {
    /// The number of whole periods between two days.
    fileprivate func periods(from first: CivilDate, to last: CivilDate) -> Int {
        switch frequency {
        case .daily: first.distance(to: last)
        case .weekly: first.distance(to: last) / 7
        case .monthly: months(from: first, to: last)
        case .yearly: months(from: first, to: last) / 12
        }
    }

    private func months(from first: CivilDate, to last: CivilDate) -> Int {
        let (from, to) = (first.components, last.components)
        let months = (to.year - from.year) * 12 + to.month - from.month
        return to.day < from.day ? months - 1 : months
    }

    /// The same day `number` periods later, or the last day of a shorter month.
    fileprivate func day(_ number: Int, after day: CivilDate) -> CivilDate {
        switch frequency {
        case .daily: day.advanced(by: number)
        case .weekly: day.advanced(by: 7 * number)
        case .monthly: Self.day(number, monthsAfter: day)
        case .yearly: Self.day(12 * number, monthsAfter: day)
        }
    }

    private static func day(_ number: Int, monthsAfter day: CivilDate) -> CivilDate {
        let (year, month, dayOfMonth) = day.components
        let (newYear, newMonth) = (year * 12 + month - 1 + number).quotientAndRemainder(dividingBy: 12)
        let last = CivilDate.days(inMonth: newMonth + 1, of: newYear)
        return CivilDate(year: newYear, month: newMonth + 1, day: min(dayOfMonth, last)) ?? .last
    }
}
