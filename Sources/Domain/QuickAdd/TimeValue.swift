import Checklists
import Dates

/// The meaning of a phrase on a given day.
enum TimeValue: Hashable {
    /// No meaning, for example because the day does not exist.
    case none
    /// A day, optionally with a part of it.
    case day(CivilDate, PartOfDay?)
    case tomorrowOrMorning
    /// A number of minutes from now.
    case delay(Int)
    /// Minutes since midnight.
    case time(Int)
    /// Minutes on a 12-hour clock, from 1:00 to 12:59.
    case clockFace(Int)
    /// A range of times, which stays in the text.
    case timeRange
    case part(PartOfDay)
    case again(Repetition, PartOfDay?)
    /// The next occurrence counts from completion.
    case whenDone
    /// The last day of a repetition.
    case until(CivilDate)
    /// The length of a repetition.
    case lasting(Int, CalendarUnit)

    /// How the text is read.
    struct Reader {
        let hint: Language?
        /// Whether the text is a date as a whole.
        var isDateField = false
    }

    /// The kind of information.
    enum Kind: Hashable {
        case nothing, day, time, part, whenDone, end
    }

    /// The kind of information; a repetition counts as a day.
    var kind: Kind {
        switch self {
        case .none, .timeRange: .nothing
        case .day, .again, .tomorrowOrMorning, .delay: .day
        case .time, .clockFace: .time
        case .part: .part
        case .whenDone: .whenDone
        case .until, .lasting: .end
        }
    }

    var isRepetition: Bool {
        if case .again = self { true } else { false }
    }

    init(_ sense: Sense, _ slots: Slots, now: DayAndTime, _ reader: Reader) {
        switch sense {
        case .inMinutes(let each): self = .delay(each * (slots.count ?? 1))
        case .timeRange: self = .timeRange
        case .whenDone: self = .whenDone
        case .lasting(let unit): self = .lasting(slots.count ?? 1, unit)
        default:
            self =
                Self.day(sense, slots, now.day, reader) ?? Self.time(sense, slots) ?? Self.again(sense, slots)
                ?? .none
        }
    }

    private static func time(_ sense: Sense, _ slots: Slots) -> TimeValue? {
        let (hour, minute) = (slots.hour ?? 0, slots.minute ?? 0)
        switch sense {
        case .time, .clock, .hourOrLength: return .time(hour * 60 + minute)
        case .timeAM: return 0...12 ~= hour ? .time(hour % 12 * 60 + minute) : TimeValue.none
        case .timePM: return 1...12 ~= hour ? .time((hour % 12 + 12) * 60 + minute) : TimeValue.none
        case .halfPast: return .time(hour * 60 + 30)
        case .halfPastAM: return 0...11 ~= hour ? .time(hour * 60 + 30) : TimeValue.none
        case .halfPastPM: return 0...11 ~= hour ? .time((hour + 12) * 60 + 30) : TimeValue.none
        case .bareHour: return 1...12 ~= hour ? .clockFace(hour * 60) : .time(hour * 60)
        case .clockFace(let offset):
            let shown = (hour * 60 + offset) % (12 * 60)
            return .clockFace(shown < 60 ? shown + 12 * 60 : shown)
        case .noon(let offset): return .time(12 * 60 + offset)
        case .midnight: return .time(24 * 60)
        case .part(let part): return .part(part)
        default: return nil
        }
    }

    private static func again(_ sense: Sense, _ slots: Slots) -> TimeValue? {
        let count = slots.count ?? 1
        let nth = slots.nth ?? 1
        let repetition: Repetition? =
            switch sense {
            case .every(let unit), .afterCompletion(let unit): .every(count, unit)
            case .everySome(let count, let unit): .every(count, unit)
            case .everyOther(let unit): .every(2, unit)
            case .everyNth(let unit) where nth > 1: .every(nth, unit)
            case .everyWeekday: .weekdays(Set(slots.weekdays), weeks: count)
            case .everyOtherWeekday: .weekdays(Set(slots.weekdays), weeks: 2)
            case .everyNthWeekday: .nthWeekdays(nth, Set(slots.weekdays))
            case .everyFirstOrLastWeekday where nth == 1 || nth == -1:
                .nthWeekdays(nth, Set(slots.weekdays))
            case .everyLastWeekday: .nthWeekdays(-1, Set(slots.weekdays))
            case .workdays: .weekdays(Set(0...4), weeks: 1)
            case .weekends: .weekdays([5], weeks: 1)
            case .workdayOfMonth(let number): .nthWorkday(number ?? nth)
            case .dayOfMonth: .daysOfMonth(Set(slots.days), months: count)
            case .startOfMonth: .daysOfMonth([1], months: count)
            case .endOfMonth: .daysOfMonth([-1], months: count)
            case .dayOfYear: Self.dayOfYear(slots)
            default: nil
            }
        if case .everyPart(let part) = sense { return .again(.every(1, .day), part) }
        return repetition.map { .again($0, nil) }
    }

    /// A day of every year; `nil` where no year has it.
    private static func dayOfYear(_ slots: Slots) -> Repetition? {
        let leapYear = 2_000
        guard let month = slots.month, let day = slots.day,
            CivilDate(year: leapYear, month: month, day: day) != nil
        else { return nil }
        return .dayOfYear(month: month, day: day)
    }
}
