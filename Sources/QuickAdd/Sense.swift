/// What a phrase means, by what is in its slots.
enum Sense: Hashable, Sendable {
    /// Nothing: it only looks as if it did.
    case name

    /// So many days from today.
    case inDays(Int)
    /// So many days, weeks or months from today, as `{n}` has it.
    case inSome(CalendarUnit)
    /// `{n}` times so many minutes from now.
    case inMinutes(Int)
    /// Tomorrow, or the morning where a day stands before it: `morgen` in German.
    case tomorrowOrMorning
    /// A part of today.
    case today(PartOfDay)
    /// The next such day after today.
    case weekday
    case weekdayOfThisWeek
    case weekdayOfNextWeek
    /// Its Monday.
    case nextWeek
    /// Its first day.
    case nextMonth
    /// A day, a month and perhaps a year; a day of the week before it has to be right.
    case date
    /// The next day of that number.
    case dayOfMonthAhead
    /// A day and a month, whichever is which.
    case pair

    /// Hours and perhaps minutes; from 1 to 12 they can be those of the evening if that is said.
    case time
    /// Such as `3:16`, which early in the day can be a verse or a length.
    case clock
    /// Before noon.
    case timeAM
    /// After noon.
    case timePM
    /// Half past the hour, of the whole day or of that half of it.
    case halfPast, halfPastAM, halfPastPM
    /// An hour that may be a number of something else, or half a day later: `at 8`.
    case bareHour
    /// Hours that may be how long something takes: `9h`.
    case hourOrLength
    case noon
    case part(PartOfDay)

    /// Each `{n}`, or each.
    case every(CalendarUnit)
    /// Every other one.
    case everyOther(CalendarUnit)
    /// Those days of each week, or of each `{n}`th.
    case everyWeekday
    /// That day of every other week.
    case everyOtherWeekday
    /// Monday to Friday.
    case workdays
    /// That day of each month.
    case dayOfMonth
    /// The last day of each month.
    case endOfMonth
    /// That part of each day.
    case everyPart(PartOfDay)
}

/// What days are counted in.
enum CalendarUnit: Hashable, Sendable {
    case day, week, month, year
}

/// A part of a day that has a name.
enum PartOfDay: Hashable, Sendable {
    case morning, noon, afternoon, evening

    /// When it is where no time is said, in minutes.
    var minutes: Int {
        switch self {
        case .morning: 9 * 60
        case .noon: 12 * 60
        case .afternoon: 15 * 60
        case .evening: 20 * 60
        }
    }

    /// The time of day that clocks of twelve hours show in that part; `nil` where they never do.
    func minutes(of minutes: Int) -> Int? {
        let hour = minutes / 60
        switch self {
        case .morning: return 3...12 ~= hour ? minutes : nil
        case .noon: return 11...14 ~= hour ? minutes : nil
        case .afternoon:
            if 12...18 ~= hour { return minutes }
            return 1...6 ~= hour ? minutes + 12 * 60 : nil
        case .evening:
            if 16...23 ~= hour { return minutes }
            return 4...11 ~= hour ? minutes + 12 * 60 : nil
        }
    }
}
