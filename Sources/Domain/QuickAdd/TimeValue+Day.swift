import Checklists
import Dates

extension TimeValue {
    /// The day that a phrase means; `nil` where its sense is no day.
    static func day(
        _ sense: Sense, _ slots: Slots, _ today: CivilDate, _ reader: Reader
    ) -> TimeValue? {
        let monday = today.advanced(by: -today.weekday)
        let weekday = slots.weekdays.first ?? 0
        let day: CivilDate?
        switch sense {
        case .inDays(let count): day = today.advanced(by: count)
        case .inSome(let unit): day = today.advanced(by: slots.count ?? 1, unit)
        case .afterTomorrow(let unit): day = today.advanced(by: 1).advanced(by: slots.count ?? 1, unit)
        case .tomorrowOrMorning: return .tomorrowOrMorning
        case .today(let part): return .day(today, part)
        case .weekday: day = today.next(weekday)
        case .weekdayOfWeek(0): day = today.weekday <= weekday ? monday.advanced(by: weekday) : nil
        case .weekdayOfWeek(let weeks): day = monday.advanced(by: 7 * weeks + weekday)
        case .weekdayAndWeeks(let weeks):
            let first = today.advanced(by: -1).next(weekday)
            day = first.advanced(by: 7 * (weeks ?? slots.count ?? 1))
        case .weekdayAndDay:
            let next = slots.day.map { dayOfMonth($0, from: today.advanced(by: 1)) }
            day = next?.weekday == weekday ? next : nil
        case .week(let weeks): day = monday.advanced(by: 7 * weeks)
        case .weekend(let weeks):
            let saturday = monday.advanced(by: 7 * weeks + 5)
            day = max(today, saturday)
        case .month(let months): day = today.firstOfMonth(after: months)
        case .date: day = Self.date(slots, today, reader)
        case .midMonth:
            let year = today.components.year
            day = CivilDate.first(month: slots.month ?? 1, day: 15, in: year...year + 1, from: today)
        case .dayOfMonthAhead: day = slots.day.map { dayOfMonth($0, from: today) }
        case .pair: day = Self.pair(slots, today, reader)
        default:
            guard let inMonth = Self.dayOfMonth(sense, slots, today) else { return nil }
            return inMonth
        }
        return day.map { .day($0, nil) } ?? TimeValue.none
    }

    /// A day given by its month; `none` if it is past.
    private static func dayOfMonth(_ sense: Sense, _ slots: Slots, _ today: CivilDate) -> TimeValue? {
        let weekday = slots.weekdays.first ?? 0
        let nth = slots.nth ?? 1
        let day: CivilDate?
        switch sense {
        case .dayOfMonthAfter(let months):
            let (year, month, _) = (today.firstOfMonth(after: months) ?? today).components
            day = slots.day.flatMap { CivilDate(year: year, month: month, day: $0) }
        case .endOfMonthAfter(let months): day = today.firstOfMonth(after: months + 1)?.advanced(by: -1)
        case .nthWeekdayAfter(let months): day = today.firstOfMonth(after: months)?.nthWeekday(nth, weekday)
        case .nthWeekday:
            let year = today.components.year
            let firsts = (slots.year.map { $0...$0 } ?? year...year + 1).compactMap {
                CivilDate(year: $0, month: slots.month ?? 1, day: 1)
            }
            // A month without a fifth Friday yields no day, not the one of another year.
            let isAhead = { (first: CivilDate) in first.nthWeekday(nth, weekday).map { $0 >= today } ?? true }
            let first = firsts.filter { $0.advanced(by: 31) > today }.first(where: isAhead)
            day = first?.nthWeekday(nth, weekday)
        default: return nil
        }
        guard let day, day >= today else { return TimeValue.none }
        return .day(day, nil)
    }

    /// The next day with this number in its month.
    private static func dayOfMonth(_ number: Int, from start: CivilDate) -> CivilDate {
        // Of two consecutive months, at least one has 31 days.
        (start...start.advanced(by: 62)).first { $0.components.day == number } ?? start
    }

    /// The next such day of that month, or the one in the given year, unless it has another weekday. A text
    /// means no past day, a date field can.
    private static func date(_ slots: Slots, _ today: CivilDate, _ reader: Reader) -> CivilDate? {
        guard let month = slots.month, let day = slots.day else { return nil }
        let year = today.components.year
        // A leap day can be eight years away.
        let years = slots.year.map { $0...$0 } ?? year...year + 8
        let start = slots.year != nil && reader.isDateField ? CivilDate.first : today
        let date = CivilDate.first(month: month, day: day, in: years, from: start)
        if let weekday = slots.weekdays.first, date?.weekday != weekday { return nil }
        return date
    }

    /// A date of two numbers, if only one of them can be the month or the language decides.
    private static func pair(
        _ slots: Slots, _ today: CivilDate, _ reader: Reader
    ) -> CivilDate? {
        let hint = reader.hint
        var slots = slots
        guard let first = slots.pair.first, let second = slots.pair.last else { return nil }
        let isDayFirst: Bool
        switch (first, second) {
        case (13...31, 1...12): isDayFirst = true
        case (1...12, 13...31): isDayFirst = false
        case (1...12, 1...12) where hint == .french || hint == .german || first == second: isDayFirst = true
        case (1...12, 1...12) where hint == .japanese: isDayFirst = false
        default: return nil
        }
        (slots.day, slots.month) = isDayFirst ? (first, second) : (second, first)
        return date(slots, today, reader)
    }
}

extension CivilDate {
    /// The next such weekday after this day.
    fileprivate func next(_ weekday: Int) -> CivilDate {
        advanced(by: 1 + (weekday - self.weekday + 6) % 7)
    }
}
