public import Checklists
public import Dates

/// The part of an item that a calendar program can express: the `VTODO` of RFC 5545 §3.6.2 in the terms of
/// the domain.
///
/// An item has a content, and so has an object that a program sends. Their difference is what the program
/// changed, or what the server must change in the stored object. Everything else stays on both sides.
public struct TaskContent: Hashable, Sendable {
    /// `SUMMARY`.
    public var text = ""
    /// The amount in front of the text in `SUMMARY`, such as `500 g`, unless the app wrote the text.
    var amount: String?
    /// `DESCRIPTION`.
    public var notes = ""
    /// Whether `STATUS` or other properties mark the task as done.
    public var checked = false
    /// `COMPLETED`, in whole seconds.
    public var checkedAt: Timestamp?
    /// Whether `PRIORITY` is 1 to 4.
    public var important = false
    /// `DUE`, or a due time that follows from other properties, in whole seconds.
    public var due: Due?
    /// `RRULE`, where the server supports it. It counts from the start of the task.
    public var recurrence: RecurrenceRule?
    /// The lead, and the exceptions from the current occurrence on.
    public var series = Series()
    /// The current occurrence; `nil` where the due time identifies it.
    package var occurrence: Occurrence?
    /// The zone of a series whose occurrences have a time.
    public var timeZone: String?
    /// Whether an alarm fires at the due time.
    public var remindsWhenDue = false
    /// The other alarms, sorted and without duplicates.
    public var alarms: [Alarm] = []
    /// The seconds between the repetitions of all alarms, for a day (`REPEAT`).
    public var repeatEvery: Int?
    /// When the snooze of its alarms ends.
    public var snoozedUntil: Timestamp?
    /// `LOCATION`.
    public var address: String?
    /// `GEO`.
    public var coordinates: Coordinates?
    /// `X-APPLE-SORT-ORDER`.
    public var position: Int?
    /// `CATEGORIES`, without texts that an item cannot have as tags.
    public var tags: [String] = []
    /// The UID of the parent: the first `RELATED-TO` with `RELTYPE=PARENT` or without a type.
    public var parentUID: String?
    /// `DTSTART`, if it is before the due time.
    public var start: TaskStart?

    /// Coordinates in millionths of a degree, the precision of `GEO`.
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

    /// Creates an empty content.
    init() {}
}

extension TaskContent {
    /// The content of an item.
    public init(_ item: Item) {
        text = item.text
        amount = item.amount
        notes = item.notes
        tags = item.tags
        parentUID = item.hasDetails ? item.details.parentUID : nil
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
        }
        setStart(item.start, in: item.clockZone)
        for alarm in item.hasTiming ? item.timing.alarms : [] {
            switch alarm {
            case .at(let moment): add(Alarm(at: moment.inWholeSeconds, of: due, in: item.clockZone))
            case .fromStart(let seconds) where start == nil: add(.offset(seconds - item.secondsFromStart))
            case .offset, .fromStart: add(alarm)
            }
        }
        alarms.sort()
        if item.hasTiming, !allAlarms.isEmpty { repeatEvery = item.timing.repeatEvery }
        if item.hasLocation, let location = item.location {
            address = location.line
            if let latitude = location.latitude, let longitude = location.longitude {
                coordinates = Coordinates(latitude: latitude, longitude: longitude)
            }
        }
    }
}

extension TaskContent {
    /// Takes the lead, the exceptions and the current occurrence of an item.
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

    /// Whether the task recurs, even if only its app follows the series.
    var isSeries: Bool { recurrence != nil || !series.isFollowed }

    /// The local due time by the rule.
    func local(in zone: LocalTime) -> DayAndTime? { occurrence?.local ?? due?.local(in: zone) }
}

extension TaskContent {
    /// All alarms. If there is one at the due time, it is the first.
    var allAlarms: [Alarm] { (remindsWhenDue ? [.offset(0)] : []) + alarms }

    /// Adds an alarm unless the content has it.
    mutating func add(_ alarm: Alarm) {
        if alarm == .offset(0) {
            remindsWhenDue = true
        } else if !alarms.contains(alarm) {
            alarms.append(alarm)
        }
    }
}

extension TaskContent {
    /// Whether only the due time differs from the old content. Tasks.org checks an occurrence that way; it
    /// also lowers `COUNT`.
    public func isMoved(from old: TaskContent) -> Bool {
        var content = self
        (content.due, content.series, content.occurrence) = (old.due, old.series, old.occurrence)
        (content.start, content.tags) = (old.start, old.tags.sameTags(as: tags) ? old.tags : tags)
        if old.isShown(as: text) { content.text = old.text }
        content.amount = old.amount
        (content.snoozedUntil, content.position) = (old.snoozedUntil, old.position)
        if recurrence?.ending(.never) == old.recurrence?.ending(.never) {
            content.recurrence = old.recurrence
        }
        return content == old && due != old.due
    }
}

extension Alarm {
    /// Creates an alarm at a moment. It counts from the due time, and moves with it, on the due day, on the
    /// day before, or less than 24 hours from a time.
    init(at moment: Timestamp, of due: Due?, in zone: LocalTime) {
        switch due {
        case .day(let day):
            let local = zone.dayAndTime(of: moment)
            let milliseconds = day.distance(to: local.day) * 86_400_000 + local.time
            let isSame = zone.moment(of: DayAndTime(day: day, time: milliseconds)) == moment
            let seconds = milliseconds / 1_000
            self = isSame && -86_400..<86_400 ~= seconds ? .offset(seconds) : .at(moment)
        case .moment(let due):
            let seconds = Int(moment.milliseconds - due.milliseconds) / 1_000
            self = abs(seconds) < 86_400 ? .offset(seconds) : .at(moment)
        case nil: self = .at(moment)
        }
    }
}

extension Due {
    /// Whether another due time is the same day or the same second.
    public func isSameSecond(as other: Due) -> Bool {
        switch (self, other) {
        case (.moment(let one), .moment(let other)): one.inWholeSeconds == other.inWholeSeconds
        default: self == other
        }
    }
}

extension [Alarm] {
    /// Sorts the alarms by kind, then by their distance or moment.
    mutating func sort() {
        func key(_ alarm: Alarm) -> (Int, Int64) {
            switch alarm {
            case .offset(let seconds): (0, Int64(seconds))
            case .fromStart(let seconds): (1, Int64(seconds))
            case .at(let moment): (2, moment.milliseconds)
            }
        }
        sort { key($0) < key($1) }
    }
}

extension Timestamp {
    /// The moment rounded down to whole seconds, the resolution of iCalendar.
    var inWholeSeconds: Timestamp {
        let rest = milliseconds % 1_000
        return rest == 0 ? self : advanced(byMilliseconds: rest < 0 ? -rest - 1_000 : -rest)
    }
}

extension Item {
    /// The recurrence rule in calendars; `nil` where the recurrence counts from completion.
    var recurrenceRule: RecurrenceRule? {
        guard hasTiming, let recurrence = timing.recurrence, recurrence.from == .due else { return nil }
        return recurrence.rule.inCalendars(of: timing)
    }
}

extension RecurrenceRule {
    /// The rule of an item as it stands beside a due time of the item. `COUNT` excludes past occurrences, and
    /// `UNTIL` has the form of the due time (RFC 5545 §3.3.10).
    func inCalendars(of timing: Timing) -> RecurrenceRule {
        counting(from: timing.occurrence?.indexOfRule ?? 0).ending(
            asOf: timing.dueOn != nil, in: timing.localTime ?? .utc)
    }

    /// The rule with its end as a day where due times are days, or else as a moment.
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
