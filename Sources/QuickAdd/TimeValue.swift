import Checklists
import Dates

/// What a phrase means on some day.
enum TimeValue: Hashable {
    /// Nothing, be it that there is no such day.
    case none
    /// A day, and perhaps a part of it.
    case day(CivilDate, PartOfDay?)
    case tomorrowOrMorning
    /// A day with a time.
    case moment(DayAndTime)
    /// Minutes since a day began.
    case time(Int)
    case part(PartOfDay)
    case again(Repetition, PartOfDay?)

    /// What it tells.
    enum Kind: Hashable {
        case nothing, day, time, part
    }

    /// What it tells; what comes again tells its day.
    var kind: Kind {
        switch self {
        case .none: .nothing
        case .day, .again, .tomorrowOrMorning, .moment: .day
        case .time: .time
        case .part: .part
        }
    }

    /// Whether one is a day and the other what comes again from a day on.
    func canBeJoined(with other: TimeValue) -> Bool {
        switch (self, other) {
        case (.day(_, nil), .again(.every, nil)), (.again(.every, nil), .day(_, nil)): true
        default: false
        }
    }

    init(_ sense: Sense, _ slots: Slots, now: DayAndTime, hint: Language?) {
        if case .inMinutes(let each) = sense {
            self = .moment(now.advanced(byMinutes: each * (slots.count ?? 1)))
            return
        }
        self =
            Self.day(sense, slots, now.day, hint) ?? Self.time(sense, slots) ?? Self.again(sense, slots)
            ?? .none
    }

    private static func day(
        _ sense: Sense, _ slots: Slots, _ today: CivilDate, _ hint: Language?
    ) -> TimeValue? {
        let monday = today.advanced(by: -today.weekday)
        let weekday = slots.weekdays.first ?? 0
        let day: CivilDate?
        switch sense {
        case .inDays(let count): day = today.advanced(by: count)
        case .inSome(.day): day = today.advanced(by: slots.count ?? 1)
        case .inSome(.week): day = today.advanced(by: 7 * (slots.count ?? 1))
        case .inSome(.month): day = today.advanced(byMonths: slots.count ?? 1)
        case .inSome(.year): day = today.advanced(byMonths: 12 * (slots.count ?? 1))
        case .tomorrowOrMorning: return .tomorrowOrMorning
        case .today(let part): return .day(today, part)
        case .weekday: day = today.advanced(by: 1 + (weekday - today.weekday + 6) % 7)
        case .weekdayOfThisWeek: day = today.weekday <= weekday ? monday.advanced(by: weekday) : nil
        case .weekdayOfNextWeek: day = monday.advanced(by: 7 + weekday)
        case .nextWeek: day = monday.advanced(by: 7)
        case .nextMonth: day = today.firstOfMonth(after: 1)
        case .date: day = Self.date(slots, today)
        case .dayOfMonthAhead: day = slots.day.map { Repetition.dayOfMonth($0).first(from: today) }
        case .pair: day = Self.pair(slots, today, hint)
        default: return nil
        }
        return day.map { .day($0, nil) } ?? TimeValue.none
    }

    /// The next day of that month and number that is not over, or that of the year, if it is that day of the
    /// week.
    private static func date(_ slots: Slots, _ today: CivilDate) -> CivilDate? {
        guard let month = slots.month, let day = slots.day else { return nil }
        let year = today.components.year
        // A leap day may be eight years away.
        let years = slots.year.map { $0...$0 } ?? year...year + 8
        let date = years.lazy.compactMap { CivilDate(year: $0, month: month, day: day) }.first { $0 >= today }
        if let weekday = slots.weekdays.first, date?.weekday != weekday { return nil }
        return date
    }

    /// Two numbers, one of which can be no month, unless the language tells.
    private static func pair(
        _ slots: Slots, _ today: CivilDate, _ hint: Language?
    ) -> CivilDate? {
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
        return date(slots, today)
    }

    private static func time(_ sense: Sense, _ slots: Slots) -> TimeValue? {
        let (hour, minute) = (slots.hour ?? 0, slots.minute ?? 0)
        switch sense {
        case .time, .clock, .hourOrLength: return .time(hour * 60 + minute)
        case .timeAM: return 1...12 ~= hour ? .time(hour % 12 * 60 + minute) : TimeValue.none
        case .timePM: return 1...12 ~= hour ? .time((hour % 12 + 12) * 60 + minute) : TimeValue.none
        case .halfPast: return .time(hour * 60 + 30)
        case .halfPastAM: return 0...11 ~= hour ? .time(hour * 60 + 30) : TimeValue.none
        case .halfPastPM: return 0...11 ~= hour ? .time((hour + 12) * 60 + 30) : TimeValue.none
        case .bareHour: return 1...6 ~= hour ? TimeValue.none : .time(hour * 60)
        case .noon: return .time(12 * 60)
        case .part(let part): return .part(part)
        default: return nil
        }
    }

    private static func again(_ sense: Sense, _ slots: Slots) -> TimeValue? {
        let count = slots.count ?? 1
        let repetition: Repetition? =
            switch sense {
            case .every(let unit): .every(count, unit)
            case .everyOther(let unit): .every(2, unit)
            case .everyWeekday: .weekdays(Set(slots.weekdays), weeks: count)
            case .everyOtherWeekday: .weekdays(Set(slots.weekdays), weeks: 2)
            case .workdays: .weekdays(Set(0...4), weeks: 1)
            case .dayOfMonth: slots.day.map { .dayOfMonth($0) }
            case .endOfMonth: .dayOfMonth(-1)
            default: nil
            }
        if case .everyPart(let part) = sense { return .again(.every(1, .day), part) }
        return repetition.map { .again($0, nil) }
    }
}

extension DayAndTime {
    /// So many minutes later, on clocks that nobody changes, to the second.
    fileprivate func advanced(byMinutes minutes: Int) -> DayAndTime {
        let (second, minute, dayLength) = (1_000, 60_000, 86_400_000)
        let time = time / second * second + minutes * minute
        return DayAndTime(day: day.advanced(by: time / dayLength), time: time % dayLength)
    }
}
