import Checklists
import Dates
import ICalendar

extension ClockShift {
    /// The distance between what clocks show at two times.
    init(from old: ClockTime, to new: ClockTime) { self.init(from: old.digits, to: new.digits) }
}

/// What becomes of the exceptions of a series when its task changes.
enum ExceptionsChange {
    case stay
    /// They move on the clocks on which they are told.
    case move(ClockShift)
    /// They are those of a new object.
    case replace
}

extension ICalendarComponent {
    /// The properties that say when something comes again.
    static let namesOfSeries = ["RRULE", "EXRULE", "RDATE", "EXDATE"]
    /// The times of an override that move with its series.
    static let timesOfOverrides = ["RECURRENCE-ID", "DTSTART", "DUE"]

    /// Moves the times of a task together, each in its own form and zone.
    ///
    /// - Parameters:
    ///   - wanted: What the task is to say.
    ///   - old: What it says.
    ///   - new: A new task that says what is wanted.
    /// - Returns: What becomes of the overrides.
    mutating func moveTimes(
        to wanted: TaskContent, from old: TaskReading, _ new: ICalendarComponent
    ) -> ExceptionsChange {
        let wasSeries = old.series != nil || !old.content.series.isFollowed
        let endsSeries = wasSeries && wanted.recurrence == nil && wanted.series.isFollowed
        if endsSeries { for name in Self.namesOfSeries { set(name, nil) } }
        guard let wantedDue = wanted.due else {
            for name in ["DUE", "DURATION"] { set(name, nil) }
            return endsSeries ? .replace : .stay
        }
        guard let oldDue = old.due else {
            setDue(after: old.start, wanted, new)
            setSeries(of: wanted, new)
            return .stay
        }
        var goal = ClockTime(wantedDue, like: oldDue, zone: wanted.timeZone)
        if let occurrence = wanted.occurrence { goal = goal.showing(occurrence.base ?? occurrence.local) }
        guard goal.isDay == oldDue.isDay, goal.zone.name == oldDue.zone.name else {
            changeForm(to: goal, wanted, from: old, oldDue, new)
            setSeries(of: wanted, new)
            // Of a series that only its app follows nobody else knows the exceptions.
            return wanted.series.isFollowed ? .replace : .stay
        }
        let move = ClockShift(from: oldDue, to: goal)
        self.move(["DUE"], by: move)
        if wanted.recurrence == nil {
            self.move(["DTSTART"], by: move)
            if endsSeries { return .replace }
            self.move(["EXDATE", "RDATE"], by: move)
            return .move(move)
        }
        if goal.digits < oldDue.digits { removeDatesBehind(old) }
        moveStart(to: goal, wanted, from: old, move, new)
        if wanted.recurrence != old.series?.rule { setRule(of: wanted, old) }
        return moveExceptions(to: wanted, from: old, new)
    }

    /// Moves the start of a series, which is always as long before its due time.
    private mutating func moveStart(
        to goal: ClockTime, _ wanted: TaskContent, from old: TaskReading, _ move: ClockShift,
        _ new: ICalendarComponent
    ) {
        if old.series?.exceptions.lead == wanted.series.lead { return self.move(["DTSTART"], by: move) }
        guard var start = property("DUE") else { return setTimes(of: new) }
        start.name = "DTSTART"
        let due = goal.digits
        start.move(by: ClockShift(from: due, to: due.advanced(byMilliseconds: -wanted.series.lead)))
        set("DTSTART", start)
    }

    /// Takes the times of a new task. The rule stays where the service does not follow it.
    /// - Returns: What becomes of the overrides.
    mutating func replaceTimes(to wanted: TaskContent, _ new: ICalendarComponent) -> ExceptionsChange {
        setTimes(of: new)
        guard wanted.series.isFollowed else { return .stay }
        for name in Self.namesOfSeries { set(name, new.property(name)) }
        return .replace
    }

    /// Takes the times of a new task.
    private mutating func setTimes(of new: ICalendarComponent) {
        for name in ["DTSTART", "DUE", "DURATION"] { set(name, new.property(name)) }
    }

    private mutating func setRule(of wanted: TaskContent, _ old: TaskReading) {
        guard let rule = wanted.recurrence, let due = old.due else { return }
        set("EXRULE", nil)
        // After another start the rule is in the form of the due time.
        let isOfStart = old.series?.exceptions.lead == wanted.series.lead
        let frame = isOfStart ? SeriesFrame(old.start, due) : nil
        set("RRULE", ICalendarProperty("RRULE", value: (frame?.inForm(ofStart: rule) ?? rule).text))
    }

    /// Takes the rule and the exceptions of a new task, unless the service follows none here.
    mutating func setSeries(of wanted: TaskContent, _ new: ICalendarComponent) {
        guard wanted.recurrence != nil else { return }
        for name in Self.namesOfSeries { set(name, new.property(name)) }
    }

    /// Moves the exceptions as far as those of the item are from those that the task says.
    private mutating func moveExceptions(
        to wanted: TaskContent, from old: TaskReading, _ new: ICalendarComponent
    ) -> ExceptionsChange {
        guard let series = old.series, let distance = series.distance(to: wanted) else {
            for name in ["RDATE", "EXDATE"] { set(name, new.property(name)) }
            return .replace
        }
        if distance == 0 { return .stay }
        let move = ClockShift(from: series.first, to: series.first.advanced(byMilliseconds: distance))
        self.move(["EXDATE", "RDATE"], by: move)
        return .move(move)
    }

    /// Takes away the dates before the start, which would count after an earlier one.
    private mutating func removeDatesBehind(_ old: TaskReading) {
        content = content.compactMap { content in
            guard case .property(var property) = content,
                property.isNamed("EXDATE") || property.isNamed("RDATE")
            else { return content }
            let zone = property.parameter("TZID")
            let values = property.value.split(separator: ",").filter { text in
                !(ICalendarTime(text.prefix { $0 != "/" }, zone: zone).map(old.isBehind) ?? true)
            }
            property.value = values.joined(separator: ",")
            return values.isEmpty ? nil : .property(property)
        }
    }

    /// Moves the values of properties by a distance.
    mutating func move(_ names: [String], by move: ClockShift) {
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
        begun.move(by: ClockShift(from: due, to: start).inDays)
        set("DTSTART", begun)
    }

    /// Gives the due time another form, day or time or zone, and the beginning the same: as many days and
    /// seconds before it as it was.
    private mutating func changeForm(
        to goal: ClockTime, _ wanted: TaskContent, from old: TaskReading, _ oldDue: ClockTime,
        _ new: ICalendarComponent
    ) {
        if wanted.recurrence != nil { return setTimes(of: new) }
        set("DUE", new.property("DUE"))
        set("DURATION", nil)
        guard property("DTSTART") != nil else { return set("DTSTART", new.property("DTSTART")) }
        guard let start = old.start, let time = new.property("DUE")?.time else { return set("DTSTART", nil) }
        let length = ClockShift(from: oldDue, to: start)
        let isTimed = !goal.isDay && !start.isDay
        var begun = ICalendarProperty("DTSTART", time: time)
        begun.move(by: isTimed ? length : length.inDays)
        set("DTSTART", begun)
    }
}

extension TaskSeries {
    /// How far the exceptions of an item are from those of the series, on clocks, in milliseconds.
    /// - Returns: `nil` where they are others.
    fileprivate func distance(to wanted: TaskContent) -> Int? {
        guard let local = wanted.local(in: zone) else { return nil }
        let (old, new) = (exceptions, wanted.series)
        let pairs = [
            (old.skipped.last, new.skipped.last), (old.added.last, new.added.last),
            (old.moved.last?.local, new.moved.last?.local),
        ]
        let distances = pairs.compactMap { one, other in
            one.flatMap { one in other.map { $0.milliseconds - one.milliseconds } }
        }
        let distance = distances.first ?? 0
        let isOnDays = if case .day = wanted.due { true } else { false }
        let shift = ClockShift(from: first, to: first.advanced(byMilliseconds: distance), isOnDays: isOnDays)
        var moved = old.shifted(by: shift).ahead(of: local)
        moved.lead = new.lead
        return moved == new ? distance : nil
    }
}

extension ICalendarProperty {
    /// Moves its dates and times by a distance; what is none stays as it is.
    fileprivate mutating func move(by move: ClockShift) {
        let zone = parameter("TZID")
        let values = value.split(separator: ",", omittingEmptySubsequences: false).map { text in
            ICalendarTime(text, zone: zone)?.moved(by: move).text ?? String(text)
        }
        value = values.joined(separator: ",")
    }
}

extension ICalendarTime {
    fileprivate func moved(by move: ClockShift) -> ICalendarTime {
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
    /// The same form and zone at another time.
    fileprivate func showing(_ local: DayAndTime) -> ClockTime {
        ClockTime(day: local.day, second: local.time / 1_000, zone: zone, kind: kind)
    }

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
