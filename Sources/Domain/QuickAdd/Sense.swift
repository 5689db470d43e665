/// The meaning of a phrase, completed by the values in its slots.
enum Sense: Hashable, Sendable {
    /// No meaning: the phrase only resembles a date or time.
    case name
    /// A range of times, which stays in the text: `9-11`.
    case timeRange
    /// The next occurrence counts from completion.
    case whenDone

    /// This many days from today.
    case inDays(Int)
    /// `{n}` units from today.
    case inSome(CalendarUnit)
    /// `{n}` times this many minutes from now.
    case inMinutes(Int)
    /// `{n}` units after tomorrow.
    case afterTomorrow(CalendarUnit)
    /// Tomorrow, or the morning where a day precedes it: `morgen` in German.
    case tomorrowOrMorning
    /// A part of today.
    case today(PartOfDay)
    /// The next such weekday after today.
    case weekday
    /// The weekday in the week that begins this many weeks after the current one.
    case weekdayOfWeek(Int)
    /// The first such weekday from today, plus this many weeks; plus `{n}` weeks for `nil`.
    case weekdayAndWeeks(Int?)
    /// The next such day of the month after today, if it has that weekday: `vendredi 27`.
    case weekdayAndDay
    /// The Monday of the week that begins this many weeks after the current one.
    case week(Int)
    /// The Saturday of that week; today on a day of that weekend.
    case weekend(Int)
    /// The first day of the month this many months later.
    case month(Int)
    /// A day of the month this many months later.
    case dayOfMonthAfter(Int)
    /// The 15th of a named month.
    case midMonth
    /// The last day of the month this many months later.
    case endOfMonthAfter(Int)
    /// The `{nth}` such weekday of the month this many months later.
    case nthWeekdayAfter(Int)
    /// The `{nth}` such weekday of a named month.
    case nthWeekday
    /// A day, a month and optionally a year. A weekday before them must match the date.
    case date
    /// The next day with this number in its month.
    case dayOfMonthAhead
    /// A day and a month in unknown order.
    case pair

    /// Hours and optionally minutes. A part of the day can move 1 to 12 to the evening.
    case time
    /// A time such as `3:16`, which from 1:00 to 6:59 can be a verse or a length.
    case clock
    /// A time before noon.
    case timeAM
    /// A time after noon.
    case timePM
    /// Half past an hour of the 24-hour clock, of the morning, or of the afternoon.
    case halfPast, halfPastAM, halfPastPM
    /// An hour that can be another number or half a day later: `at 8`.
    case bareHour
    /// This many minutes after the `{hour}` of a 12-hour clock: `half past two`, `halb drei`.
    case clockFace(Int)
    /// Hours that can be a duration: `9h`.
    case hourOrLength
    /// This many minutes after noon.
    case noon(Int)
    /// The end of the day.
    case midnight
    case part(PartOfDay)

    /// Every unit, or every `{n}` units.
    case every(CalendarUnit)
    /// Every other unit.
    case everyOther(CalendarUnit)
    /// Every `{nth}` unit.
    case everyNth(CalendarUnit)
    /// These weekdays of every week, or of every `{n}` weeks.
    case everyWeekday
    /// These weekdays of every other week.
    case everyOtherWeekday
    /// The `{nth}` such weekday of every month.
    case everyNthWeekday
    /// The same, but only first and last: other ordinals could mean an interval of weeks.
    case everyFirstOrLastWeekday
    /// Monday to Friday.
    case workdays
    /// The last such weekday of every month.
    case everyLastWeekday
    /// The same day of every year.
    case dayOfYear
    /// The `{nth}` day from Monday to Friday of every month; the first or the last one for a number.
    case workdayOfMonth(Int?)
    /// Saturdays.
    case weekends
    /// These days of every month, or of every `{n}` months.
    case dayOfMonth
    /// The first day of every month.
    case startOfMonth
    /// The last day of every month.
    case endOfMonth
    /// This part of every day.
    case everyPart(PartOfDay)
    /// Every this many units.
    case everySome(Int, CalendarUnit)
    /// `{n}` units after each completion.
    case afterCompletion(CalendarUnit)
    /// The repetition ends `{n}` units after its first day.
    case lasting(CalendarUnit)
}

/// The units of intervals and distances.
enum CalendarUnit: Hashable, Sendable {
    case day, week, month, year
}

/// A named part of the day.
enum PartOfDay: Hashable, Sendable {
    case morning, noon, afternoon, evening

    /// The default time of the part, in minutes since midnight.
    var minutes: Int {
        switch self {
        case .morning: 9 * 60
        case .noon: 12 * 60
        case .afternoon: 15 * 60
        case .evening: 20 * 60
        }
    }

    /// The time, in minutes since midnight, that a clock time means in this part of the day; `nil` where
    /// clocks never show it then.
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
