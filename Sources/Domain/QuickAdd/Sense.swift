/// What a phrase means, by what is in its slots.
enum Sense: Hashable, Sendable {
    /// Nothing: it only looks as if it did.
    case name
    /// A range of times, which stays in the text: `9-11`.
    case timeRange
    /// That the next time is counted from when it was done.
    case whenDone

    /// So many days from today.
    case inDays(Int)
    /// So many days, weeks or months from today, as `{n}` has it.
    case inSome(CalendarUnit)
    /// `{n}` times so many minutes from now.
    case inMinutes(Int)
    /// So many days, weeks or months after tomorrow, as `{n}` has it.
    case afterTomorrow(CalendarUnit)
    /// Tomorrow, or the morning where a day stands before it: `morgen` in German.
    case tomorrowOrMorning
    /// A part of today.
    case today(PartOfDay)
    /// The next such day after today.
    case weekday
    /// That day of the week that begins so many weeks after this one.
    case weekdayOfWeek(Int)
    /// The first such day from today on, and so many weeks later; `{n}` of them where that is `nil`.
    case weekdayAndWeeks(Int?)
    /// The next such day after today, which has that number in its month: `vendredi 27`.
    case weekdayAndDay
    /// The Monday of the week that begins so many weeks after this one.
    case week(Int)
    /// The Saturday of it; today where that is a day of this weekend.
    case weekend(Int)
    /// The first day of the month that comes so many months later.
    case month(Int)
    /// That day of it.
    case dayOfMonthAfter(Int)
    /// The last day of it.
    case endOfMonthAfter(Int)
    /// The `{nth}` such weekday of it.
    case nthWeekdayAfter(Int)
    /// The `{nth}` such weekday of a month that has a name.
    case nthWeekday
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
    /// So many minutes after the `{hour}` of a clock with twelve hours: `half past two`, `halb drei`.
    case clockFace(Int)
    /// Hours that may be how long something takes: `9h`.
    case hourOrLength
    /// So many minutes after noon.
    case noon(Int)
    /// The end of the day.
    case midnight
    case part(PartOfDay)

    /// Each `{n}`, or each.
    case every(CalendarUnit)
    /// Every other one.
    case everyOther(CalendarUnit)
    /// Every `{nth}` one.
    case everyNth(CalendarUnit)
    /// Those days of each week, or of each `{n}`th.
    case everyWeekday
    /// That day of every other week.
    case everyOtherWeekday
    /// The `{nth}` such weekday of each month.
    case everyNthWeekday
    /// The same, where only the first and the last one cannot mean each so many weeks.
    case everyFirstOrLastWeekday
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
            if 16...24 ~= hour { return minutes }
            return 4...11 ~= hour ? minutes + 12 * 60 : nil
        }
    }
}
