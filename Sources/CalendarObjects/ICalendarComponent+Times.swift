import Checklists
import Dates
import ICalendar

/// A distance that calendars and clocks show.
struct ClockMove: Hashable {
    let days: Int
    let seconds: Int

    /// The way from what clocks show at one time to what they show at another.
    init(from old: ClockTime, to new: ClockTime) {
        days = old.day.distance(to: new.day)
        seconds = new.second - old.second
    }
}

extension ICalendarComponent {
    /// The times of an override that move with its series.
    static let timesOfOverrides = ["RECURRENCE-ID", "DTSTART", "DUE"]

    /// Moves the times of a task together, each in its own form and zone.
    ///
    /// - Parameters:
    ///   - wanted: What the task is to say.
    ///   - old: What it says.
    ///   - new: A new task that says what is wanted.
    ///   - hasExceptions: Whether the series has exceptions. They move along unless the task goes on to
    ///     another occurrence.
    /// - Returns: The distance by which the exceptions moved; `nil` if they stay.
    mutating func moveTimes(
        to wanted: TaskContent, from old: TaskReading, _ new: ICalendarComponent, hasExceptions: Bool
    ) -> ClockMove? {
        if wanted.recurrence != old.content.recurrence {
            set("RRULE", new.property("RRULE"))
            // The rule is about when the task begins.
            if let rule = wanted.recurrence, let start = old.start, let due = old.due,
                let moved = rule.moved(from: due, to: start)
            {
                set("RRULE", ICalendarProperty("RRULE", value: moved.text))
            }
        }
        guard let wantedDue = wanted.due else {
            for name in ["DUE", "DURATION", "RRULE", "RDATE", "EXDATE"] { set(name, nil) }
            return nil
        }
        guard let oldDue = old.due else {
            setDue(after: old.start, wanted, new)
            return nil
        }
        let goal = ClockTime(wantedDue, like: oldDue, zone: wanted.timeZone)
        guard goal.isDay == oldDue.isDay, goal.zone.name == oldDue.zone.name else {
            changeForm(to: goal, from: old, oldDue, new)
            return nil
        }
        let move = ClockMove(from: oldDue, to: goal)
        self.move(["DUE"], by: move)
        self.move(["DTSTART"], by: old.isOnSameDay(after: move) ? move : move.inDays)
        guard hasExceptions, !old.content.goesOn(to: wantedDue) else { return nil }
        self.move(["EXDATE", "RDATE"], by: move)
        return move
    }

    /// Moves the values of properties by a distance.
    mutating func move(_ names: [String], by move: ClockMove) {
        for index in content.indices {
            guard case .property(var property) = content[index], names.contains(where: property.isNamed)
            else { continue }
            property.move(by: move)
            content[index] = .property(property)
        }
    }

    /// Makes a task due that was not. It begins on the day on which it did, if that is not later.
    private mutating func setDue(after start: ClockTime?, _ wanted: TaskContent, _ new: ICalendarComponent) {
        set("DUE", new.property("DUE"))
        set("DURATION", nil)
        guard let start, wanted.recurrence == nil, let time = new.property("DUE")?.time,
            let due = wanted.due.map({ ClockTime($0, like: start, zone: nil) }), start.day <= due.day
        else { return set("DTSTART", new.property("DTSTART")) }
        if start.isDay == due.isDay, start.moment <= due.moment { return }
        var begun = ICalendarProperty("DTSTART", time: time)
        begun.move(by: ClockMove(from: due, to: start).inDays)
        set("DTSTART", begun)
    }

    /// Gives the due time another form, day or time or zone, and the beginning the same: as many days and
    /// seconds before it as it was.
    private mutating func changeForm(
        to goal: ClockTime, from old: TaskReading, _ oldDue: ClockTime, _ new: ICalendarComponent
    ) {
        set("DUE", new.property("DUE"))
        set("DURATION", nil)
        guard property("DTSTART") != nil else { return set("DTSTART", new.property("DTSTART")) }
        guard let start = old.start, let time = new.property("DUE")?.time else { return set("DTSTART", nil) }
        let length = ClockMove(from: oldDue, to: start)
        let isTimed = !goal.isDay && !start.isDay
        var begun = ICalendarProperty("DTSTART", time: time)
        begun.move(by: isTimed ? length : length.inDays)
        set("DTSTART", begun)
    }
}

extension ClockMove {
    private init(days: Int, seconds: Int) {
        (self.days, self.seconds) = (days, seconds)
    }

    /// Its whole days.
    fileprivate var inDays: ClockMove { ClockMove(days: days, seconds: 0) }
}

extension ICalendarProperty {
    /// Moves its dates and times by a distance; what is none stays as it is.
    fileprivate mutating func move(by move: ClockMove) {
        let zone = parameter("TZID")
        let values = value.split(separator: ",", omittingEmptySubsequences: false).map { text in
            ICalendarTime(text, zone: zone)?.moved(by: move).text ?? String(text)
        }
        value = values.joined(separator: ",")
    }
}

extension ICalendarTime {
    fileprivate func moved(by move: ClockMove) -> ICalendarTime {
        switch self {
        case .day(let day): return .day(day.advanced(by: move.days))
        case .utc(let seconds):
            return .utc(secondsSince1970: seconds + move.days * 86_400 + move.seconds)
        case .local(let day, let second, let zone):
            let (days, second) = (second + move.seconds).flooredQuotientAndRemainder(dividingBy: 86_400)
            return .local(day.advanced(by: move.days + days), second: second, zone: zone)
        }
    }
}

extension ClockTime {
    /// When something is due, as it stands beside another time: in its zone, or else in a given one.
    fileprivate init(_ due: Due, like other: ClockTime, zone name: String?) {
        switch due {
        case .day(let day): self.init(day: day, second: 0, zone: other.zone, kind: .day)
        case .moment(let moment):
            let zone = name.flatMap(LocalTime.init(zone:)) ?? other.zone
            let local = zone.dayAndTime(of: moment)
            self.init(
                day: local.day, second: local.time / 1_000, zone: zone,
                kind: other.isDay ? .inZone : other.kind)
        }
    }
}

extension TaskReading {
    /// Whether a move leaves the start as many days before the due time as it is, which a rule counts on.
    fileprivate func isOnSameDay(after move: ClockMove) -> Bool {
        guard content.recurrence != nil, let start, start != due else { return true }
        return 0..<86_400 ~= start.second + move.seconds
    }
}
