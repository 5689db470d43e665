import Checklists
import Dates

/// Combines the days and times found in a text into a due date.
struct Due {
    private let meaning: QuickAdd.Meaning
    private let time: DayAndTime?
    private let start: CivilDate?
    /// Whether the result uses a part of the day that stands by itself.
    let usesPart: Bool

    /// Whether the next occurrence counts from completion.
    enum Completion {
        case no
        /// A phrase such as `when done` says so. It fits no repetition on named days.
        case named
        /// The repetition itself says so: `every! Friday`.
        case marked
    }

    /// - Parameters:
    ///   - days: A day, a repetition, or both.
    ///   - end: The last day or the length of the repetition.
    ///   - completion: Whether the next occurrence counts from completion.
    ///
    /// `nil` where the values give no date or contradict each other.
    init?(
        days: [TimeValue], time: TimeValue?, part: TimeValue?, end: TimeValue? = nil,
        completion: Completion = .no, now: DayAndTime
    ) {
        var days = days
        var start: CivilDate?
        if days.count > 1, days.contains(where: \.isRepetition) {
            for case .day(let day, _) in days { start = day }
            days.removeAll { !$0.isRepetition }
        }
        var minutes: Int?
        var usesPart = false
        if case .part(let part) = part {
            minutes = Self.minutes(of: time, in: part)
            usesPart = minutes != nil || time == nil
            if time == nil { minutes = part.minutes }
        }
        if minutes == nil { minutes = Self.minutes(of: time) }
        // The part of a day such as `tonight` can decide which half of the day a 12-hour clock means.
        var dayPart: PartOfDay?
        switch days.first {
        case .day(_, let part?), .again(_, let part?): dayPart = part
        default: break
        }
        if let dayPart {
            minutes = time == nil ? minutes ?? dayPart.minutes : Self.minutes(of: time, in: dayPart)
        }
        if time != nil, minutes == nil { return nil }
        self.usesPart = usesPart
        self.start = start
        switch days.first {
        case .day(let day, _):
            let clock = minutes.map { DayAndTime(minutes: $0, of: day) }
            // Late in the evening, `tonight` does not mean a time that has passed.
            let isOver = time == nil && day == now.day && (clock?.time ?? 0) <= now.time
            self.time = isOver ? nil : clock
            meaning = self.time.map { .time($0) } ?? .day(day)
        case .delay(let delay):
            // A time would contradict the delay.
            guard time == nil else { return nil }
            self.time = nil
            meaning = .delay(minutes: delay)
        case .again(let repetition, _):
            let series = Series(
                repetition, start: start, minutes: minutes, end: end, completion: completion, now: now)
            guard let series else { return nil }
            self.time = minutes.map { DayAndTime(minutes: $0, of: series.first) }
            meaning = .recurrence(
                series.recurrence, first: self.time ?? DayAndTime(day: series.first, time: 0),
                hasTime: minutes != nil)
        default:
            guard let minutes else { return nil }
            let isOver = minutes * 60_000 <= now.time
            let time = DayAndTime(minutes: minutes, of: isOver ? now.day.advanced(by: 1) : now.day)
            self.time = time
            meaning = .time(time)
        }
    }

    /// The meaning of one part of the text.
    func meaning(of value: TimeValue) -> QuickAdd.Meaning {
        if case .day = value, let start { return time.map { .time($0) } ?? .day(start) }
        guard let time, value.kind == .time || value.kind == .part else { return meaning }
        return .time(time)
    }

    // MARK: - Times of day, in minutes

    static let midnight = 24 * 60

    /// The time of day within a part of the day; `nil` where clocks never show it then.
    private static func minutes(of time: TimeValue?, in part: PartOfDay) -> Int? {
        switch time {
        case .time(let minutes), .clockFace(let minutes): part.minutes(of: minutes)
        default: nil
        }
    }

    /// The time of day without a part of the day.
    ///
    /// A 12-hour clock means the afternoon before 5:00 and the morning from 7:00. Times between them are
    /// ambiguous and give `nil`.
    private static func minutes(of time: TimeValue?) -> Int? {
        switch time {
        case .time(let minutes): minutes
        case .clockFace(let minutes) where minutes < 5 * 60: minutes + 12 * 60
        case .clockFace(let minutes) where minutes >= 7 * 60: minutes
        default: nil
        }
    }
}

extension DayAndTime {
    /// Creates a moment from minutes since midnight; 24:00 is the start of the next day.
    fileprivate init(minutes: Int, of day: CivilDate) {
        let (days, rest) = minutes.quotientAndRemainder(dividingBy: 24 * 60)
        self.init(day: day.advanced(by: days), time: rest * 60_000)
    }
}
