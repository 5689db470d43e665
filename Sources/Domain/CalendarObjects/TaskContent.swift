public import Checklists
public import Dates

/// What a calendar program can say of an item: the `VTODO` of RFC 5545 §3.6.2 in the words of the domain.
///
/// An item has one, and so has what a program sends. What differs between the two is what the program
/// changes, or what has to be changed in what it sent before; all else stays as it is on either side.
public struct TaskContent: Hashable, Sendable {
    /// `SUMMARY`.
    public var text = ""
    /// `DESCRIPTION`.
    public var notes = ""
    /// Whether `STATUS` or others say that nothing is left to do.
    public var checked = false
    /// `COMPLETED`, in whole seconds.
    public var checkedAt: Timestamp?
    /// Whether `PRIORITY` is 1 to 4.
    public var important = false
    /// `DUE`, or what stands for it, in whole seconds.
    public var due: Due?
    /// `RRULE`, where the service follows it. It counts from when the task starts.
    public var recurrence: RecurrenceRule?
    /// The lead, and the exceptions from the current occurrence on.
    public var series = Series()
    /// The current occurrence; `nil` where the due time identifies it.
    package var occurrence: Occurrence?
    /// The zone in which something comes again at a time.
    public var timeZone: String?
    /// Whether an alarm goes off when it is due.
    public var remindsWhenDue = false
    /// The other alarms, each once and in order.
    public var alarms: [Alarm] = []
    /// Until when its alarms are put off.
    public var snoozedUntil: Timestamp?
    /// `LOCATION`.
    public var address: String?
    /// `GEO`.
    public var coordinates: Coordinates?
    /// `X-APPLE-SORT-ORDER`.
    public var position: Int?

    /// A position on Earth, as exact as calendars tell it.
    public struct Coordinates: Hashable, Sendable {
        let millionthsNorth: Int
        let millionthsEast: Int

        init(latitude: Double, longitude: Double) {
            millionthsNorth = Int((latitude * 1_000_000).rounded())
            millionthsEast = Int((longitude * 1_000_000).rounded())
        }

        var latitude: Double { Double(millionthsNorth) / 1_000_000 }
        var longitude: Double { Double(millionthsEast) / 1_000_000 }
    }

    /// Nothing.
    init() {}
}

extension TaskContent {
    /// What an item is, as far as a calendar program can say it.
    public init(_ item: Item) {
        text = item.text
        notes = item.notes
        checked = item.checked
        checkedAt = item.checkedAt?.inWholeSeconds
        important = item.important
        remindsWhenDue = item.shouldRemind
        snoozedUntil = item.snoozedUntil?.inWholeSeconds
        position = item.position
        due = item.dueDate.map { .moment($0.inWholeSeconds) }
        if item.hasTiming {
            let timing = item.timing
            if let day = timing.dueOn { due = .day(day) }
            recurrence = item.recurrenceRule
            if recurrence != nil, timing.dueOn == nil { timeZone = timing.localTime?.name }
            setSeries(from: timing)
            for alarm in timing.alarms {
                guard case .at(let moment) = alarm else {
                    add(alarm)
                    continue
                }
                add(Alarm(at: moment.inWholeSeconds, of: due, in: timing.localTime ?? .utc))
            }
            alarms.sort()
        }
        if item.hasLocation, let location = item.location {
            address = location.line
            if let latitude = location.latitude, let longitude = location.longitude {
                coordinates = Coordinates(latitude: latitude, longitude: longitude)
            }
        }
    }
}

extension TaskContent {
    /// Takes the lead, the exceptions and the current occurrence.
    private mutating func setSeries(from timing: Timing) {
        guard recurrence != nil else {
            if !timing.series.isFollowed { series = .unfollowed }
            return
        }
        series = timing.series.inWholeSeconds
        guard let current = timing.occurrence?.inWholeSeconds else { return }
        series = series.trimmed(from: current.local)
        occurrence = series.explicitOccurrence(for: current)
    }

    /// Whether it repeats, if only by its app.
    var isSeries: Bool { recurrence != nil || !series.isFollowed }

    /// When it is due by the rule.
    func local(in zone: LocalTime) -> DayAndTime? { occurrence?.local ?? due?.local(in: zone) }
}

extension TaskContent {
    /// When it reminds; the first is when it is due, if it does so then.
    var allAlarms: [Alarm] { (remindsWhenDue ? [.offset(0)] : []) + alarms }

    /// Adds an alarm that it does not have.
    mutating func add(_ alarm: Alarm) {
        if alarm == .offset(0) {
            remindsWhenDue = true
        } else if !alarms.contains(alarm) {
            alarms.append(alarm)
        }
    }
}

extension TaskContent {
    /// Whether it is the old content with another due time, as Tasks.org checks an occurrence. Tasks.org also
    /// lowers `COUNT`.
    public func isMoved(from old: TaskContent) -> Bool {
        var content = self
        (content.due, content.series, content.occurrence) = (old.due, old.series, old.occurrence)
        (content.snoozedUntil, content.position) = (old.snoozedUntil, old.position)
        if recurrence?.ending(.never) == old.recurrence?.ending(.never) {
            content.recurrence = old.recurrence
        }
        return content == old && due != old.due
    }
}

extension Alarm {
    /// An alarm at a moment. It counts from the due time, and so moves with it, if that is a day or lies less
    /// than 24 hours from the moment.
    init(at moment: Timestamp, of due: Due?, in zone: LocalTime) {
        switch due {
        case .day(let day):
            let local = zone.dayAndTime(of: moment)
            let milliseconds = day.distance(to: local.day) * 86_400_000 + local.time
            let isSame = zone.moment(of: DayAndTime(day: day, time: milliseconds)) == moment
            let seconds = milliseconds / 1_000
            self = isSame && abs(seconds) <= Limits.alarmOffsetSecondsMax ? .offset(seconds) : .at(moment)
        case .moment(let due):
            let seconds = Int(moment.milliseconds - due.milliseconds) / 1_000
            self = abs(seconds) < 86_400 ? .offset(seconds) : .at(moment)
        case nil: self = .at(moment)
        }
    }
}

extension Due {
    /// Whether another due time is the same day, or the same second.
    public func isSameSecond(as other: Due) -> Bool {
        switch (self, other) {
        case (.moment(let one), .moment(let other)): one.inWholeSeconds == other.inWholeSeconds
        default: self == other
        }
    }

    /// The moment at which an alarm goes off: on the clock for a day; for a time in days of the calendar and
    /// exact seconds.
    func moment(secondsAfter seconds: Int, in zone: LocalTime) -> Timestamp {
        switch self {
        case .day(let day): zone.moment(of: DayAndTime(day: day, time: seconds * 1_000))
        case .moment(let moment): zone.moment(seconds, secondsAfter: moment)
        }
    }
}

extension [Alarm] {
    /// Sorts alarms before or after the due time by their distance, then those at a moment.
    mutating func sort() {
        func key(_ alarm: Alarm) -> (Int, Int64) {
            switch alarm {
            case .offset(let seconds): (0, Int64(seconds))
            case .at(let moment): (1, moment.milliseconds)
            }
        }
        sort { key($0) < key($1) }
    }
}

extension Timestamp {
    /// The moment, or the one before it, in whole seconds, the resolution of iCalendar.
    var inWholeSeconds: Timestamp {
        let rest = milliseconds % 1_000
        return rest == 0 ? self : advanced(byMilliseconds: rest < 0 ? -rest - 1_000 : -rest)
    }
}

extension Item {
    /// The rule by which it repeats in calendars: none where that depends on when it is done.
    var recurrenceRule: RecurrenceRule? {
        guard hasTiming, let recurrence = timing.recurrence, recurrence.from == .due else { return nil }
        return recurrence.rule.inCalendars(of: timing)
    }
}

extension RecurrenceRule {
    /// The rule of an item as it stands beside a due time of the item: it does not count what has been, and
    /// `UNTIL` has the form of the due time (RFC 5545 §3.3.10).
    func inCalendars(of timing: Timing) -> RecurrenceRule {
        counting(from: timing.occurrence?.indexOfRule ?? 0).ending(
            asOf: timing.dueOn != nil, in: timing.localTime ?? .utc)
    }

    /// The rule with its end as a day, where something is due on days, or else as a moment.
    func ending(asOf isOnDays: Bool, in zone: LocalTime) -> RecurrenceRule {
        switch end {
        case .moment(let milliseconds) where isOnDays:
            return ending(.day(zone.day(of: Timestamp(milliseconds: Int64(milliseconds)))))
        case .day(let day) where !isOnDays:
            let end = zone.beginning(of: day.advanced(by: 1)).advanced(byMilliseconds: -1_000)
            return ending(.moment(Int(end.milliseconds)))
        default: return self
        }
    }
}

extension Location {
    /// The address in one line; `nil` if there is none.
    var line: String? {
        let town = [postalCode, city].compactMap(\.self).joined(separator: " ")
        let parts = [street, town.isEmpty ? nil : town, country].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}
