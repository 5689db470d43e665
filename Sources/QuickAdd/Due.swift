import Checklists
import Dates

/// When something is due by what was found in a text.
struct Due {
    private let meaning: QuickAdd.Meaning
    private let time: DayAndTime?
    private let start: CivilDate?
    /// Whether a part of a day that stands by itself says something of that.
    let usesPart: Bool

    /// - Parameter days: A day, what comes again, or both of them.
    ///
    /// `nil` where nothing says when that is.
    init?(days: [TimeValue], time: TimeValue?, part: TimeValue?, now: DayAndTime) {
        var days = days
        var start: CivilDate?
        if days.count > 1 {
            for case .day(let day, _) in days { start = day }
            days.removeAll { if case .day = $0 { true } else { false } }
        }
        var minutes: Int?
        var usesPart = false
        if case .time(let said) = time { minutes = said }
        if case .part(let part) = part {
            if let said = minutes {
                if let inPart = part.minutes(of: said) { (minutes, usesPart) = (inPart, true) }
            } else {
                (minutes, usesPart) = (part.minutes, true)
            }
        }
        self.usesPart = usesPart
        self.start = start
        /// A time said or, where none is, that of the part which the day has.
        func clock(_ part: PartOfDay?) -> Int? {
            guard let part else { return minutes }
            return minutes.map { part.minutes(of: $0) ?? $0 } ?? part.minutes
        }
        switch days.first {
        case .day(let day, let part):
            let clock = clock(part).map { DayAndTime(minutes: $0, of: day) }
            // Who says tonight late in the evening means no time that is over.
            let isOver = time == nil && day == now.day && (clock?.time ?? 0) <= now.time
            self.time = isOver ? nil : clock
            meaning = self.time.map { .time($0) } ?? .day(day)
        case .moment(let moment):
            // Another time beside it would say something else.
            guard time == nil else { return nil }
            self.time = moment
            meaning = .time(moment)
        case .again(let repetition, let part):
            guard let rule = repetition.rule else { return nil }
            let clock = clock(part)
            let isOver = clock.map { $0 * 60_000 <= now.time } ?? false
            let first = start ?? repetition.first(from: isOver ? now.day.advanced(by: 1) : now.day)
            self.time = clock.map { DayAndTime(minutes: $0, of: first) }
            meaning = .recurrence(
                rule, first: self.time ?? DayAndTime(day: first, time: 0), hasTime: clock != nil)
        default:
            guard let minutes else { return nil }
            let isOver = minutes * 60_000 <= now.time
            let time = DayAndTime(minutes: minutes, of: isOver ? now.day.advanced(by: 1) : now.day)
            self.time = time
            meaning = .time(time)
        }
    }

    /// What a part of the text means by itself.
    func meaning(of value: TimeValue) -> QuickAdd.Meaning {
        if case .day = value, let start { return time.map { .time($0) } ?? .day(start) }
        guard let time, value.kind != .day else { return meaning }
        return .time(time)
    }
}

extension DayAndTime {
    fileprivate init(minutes: Int, of day: CivilDate) {
        self.init(day: day, time: minutes * 60_000)
    }
}
