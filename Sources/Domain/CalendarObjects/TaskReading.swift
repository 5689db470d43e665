import Checklists
import Dates
import ICalendar

/// The content that a component describes, and the zone that was assumed for floating times.
struct TaskReading {
    var content = TaskContent()
    /// The zone that was assumed for a floating due time (RFC 5545 §3.3.5).
    private(set) var clockZone: String?

    let component: ICalendarComponent
    let clock: CalendarClock
    /// The local start.
    private(set) var start: ClockTime?
    /// The local due time; for a series, that of the first occurrence by the rule.
    private(set) var due: ClockTime?
    /// Start and due time of the first occurrence of a series; `nil` without a due time.
    private(set) var frame: SeriesFrame?
    /// The series, if the server follows one.
    var series: TaskSeries?
    /// The number of reminders that the content lacks because of limits.
    private(set) var droppedAlarmsCount = 0

    /// Reads a `VTODO`. Values outside the limits of the domain are adjusted or dropped, because a calendar
    /// program cannot show an error to a person.
    /// - Parameter overrides: The overrides of single occurrences.
    init(
        _ component: ICalendarComponent, _ overrides: [ICalendarComponent] = [], by clock: CalendarClock,
        at now: Timestamp
    ) {
        self.component = component
        self.clock = clock
        readTexts()
        readState()
        readTimes()
        readSeries(overrides)
        readStart()
        readAlarms(at: now)
        readPlace()
    }

    private mutating func readTexts() {
        let notes = component.property("DESCRIPTION")?.text ?? ""
        content.notes = notes.cleaned(of: \.isControlButLineEnd).first(Limits.notesCharactersMax)
        let summary = component.property("SUMMARY")?.text.line(Limits.textCharactersMax)
        let firstLine = content.notes.split(separator: "\n").lazy
            .map { String($0).line(Limits.textCharactersMax) }.first { !$0.isEmpty }
        content.text = [summary, firstLine].compactMap(\.self).first { !$0.isEmpty } ?? "Untitled"
        content.parentUID = component.parentUID
        content.tags = component.tags
    }

    private mutating func readState() {
        content.checked = component.isDone
        if content.checked { content.checkedAt = moment(of: "COMPLETED") }
        let priority = component.property("PRIORITY").flatMap { Int($0.value) } ?? 0
        content.important = 1...4 ~= priority
        content.position = component.property("X-APPLE-SORT-ORDER").flatMap { Int($0.value) }
    }

    private mutating func readTimes() {
        start = component.property("DTSTART")?.time.flatMap(clock.time)
        let isExplicit = component.property("DUE") != nil
        due = component.property("DUE")?.time.flatMap(clock.time)
        if !isExplicit, let start {
            if let seconds = component.property("DURATION")?.duration, seconds >= 0 {
                due = start.advanced(bySeconds: seconds)
            } else if component.property("RRULE") != nil || component.property("RDATE") != nil {
                due = start
            }
        }
        guard let due else { return }
        content.due = due.due
        frame = SeriesFrame(start, due)
        if due.isFloating { clockZone = clock.zone.name }
    }

    private mutating func readStart() {
        content.setStart(start?.due, in: series?.zone ?? clock.zone)
        // A day becomes a moment only in a time zone, so the item needs one.
        guard !content.isSeries, content.start != nil, let start else { return }
        if start.isFloating || start.isDay && !(due?.isDay ?? true) { clockZone = clock.zone.name }
    }

    private mutating func readAlarms(at now: Timestamp) {
        // In a series, Thunderbird adds the time of the occurrence to the name.
        var snoozes = component.properties.filter { $0.name.uppercased().hasPrefix("X-MOZ-SNOOZE-TIME") }
            .compactMap { $0.time?.moment }
        for case .at(let seconds)? in component.components("VALARM").filter(\.isSnooze).map(\.trigger) {
            snoozes.append(Timestamp(milliseconds: Int64(seconds) * 1_000))
        }
        let timed = component.components("VALARM").filter(\.isTimedAlarm)
        let intervals = Set(timed.map(\.intervalOfDay))
        content.repeatEvery = intervals.count == 1 ? intervals.first ?? nil : nil
        for alarm in timed { add(self.alarm(alarm)) }
        for again in timed.flatMap({ alarms($0).dropFirst() }) { add(again) }
        content.alarms.sort()
        content.snoozedUntil = snoozes.max().flatMap { $0 > now ? $0 : nil }
        // The alarms of a one-off count in the zone of the time from which they count.
        let needsZone = content.alarms.contains(where: \.needsTimeZone)
        let isOnDay = due == nil && start?.isDay ?? false && !content.allAlarms.isEmpty
        if !content.isSeries, clockZone == nil, needsZone || isOnDay { clockZone = (due ?? start)?.zone.name }
    }

    /// Adds an alarm if the content has room for it.
    private mutating func add(_ alarm: Alarm?) {
        let alarms = content.alarms
        if let alarm, alarm == .offset(0) || alarms.count < Limits.alarmsMax || alarms.contains(alarm) {
            content.add(alarm)
        } else {
            droppedAlarmsCount += 1
        }
    }

    private mutating func readPlace() {
        let address = component.property("LOCATION")?.text.line(Limits.locationCharactersMax) ?? ""
        content.address = address.isEmpty ? nil : address
        if let (latitude, longitude) = component.property("GEO")?.position {
            content.coordinates = TaskContent.Coordinates(latitude: latitude, longitude: longitude)
        }
    }
}

extension TaskReading {
    /// Whether the due time is `DTSTART` plus `DURATION`.
    var isDueByDuration: Bool {
        component.property("DUE") == nil && component.property("DURATION") != nil && start != nil
    }

    /// The moment in a property.
    func moment(of property: String) -> Timestamp? {
        component.property(property)?.time.map { clock.time($0).moment }
    }

    /// The alarm of a component; `nil` without a usable trigger. Its trigger counts from the due time if the
    /// content has no start.
    func alarm(_ component: ICalendarComponent) -> Alarm? {
        switch component.trigger {
        case .at(let seconds): alarm(at: Timestamp(milliseconds: Int64(seconds) * 1_000))
        case .offset(let seconds, isFromEnd: false) where content.start != nil:
            Self.alarm(Alarm.fromStart, seconds)
        case .offset(let seconds, let isFromEnd):
            Self.alarm(Alarm.offset, isFromEnd ? seconds : seconds - length)
        case nil: nil
        }
    }

    /// The alarm of a component, and its repetitions (RFC 5545 §3.8.6.2) where they differ from those of the
    /// item.
    func alarms(_ component: ICalendarComponent) -> [Alarm] {
        guard let first = alarm(component) else { return [] }
        guard content.repeatEvery == nil, let (seconds, count) = component.repetition else { return [first] }
        let after = (1...min(count, Limits.alarmsMax)).map { seconds * $0 }
        return [first]
            + after.compactMap { seconds -> Alarm? in
                switch first {
                case .at(let moment): alarm(at: moment.advanced(byMilliseconds: Int64(seconds) * 1_000))
                case .offset(let offset): Self.alarm(Alarm.offset, offset + seconds)
                case .fromStart(let offset): Self.alarm(Alarm.fromStart, offset + seconds)
                }
            }
    }

    private static func alarm(_ kind: (Int) -> Alarm, _ offset: Int) -> Alarm? {
        abs(offset) <= Limits.alarmOffsetSecondsMax ? kind(offset) : nil
    }

    /// The seconds from `DTSTART` to the due time; 0 without one of the two.
    var length: Int {
        guard let start, let due else { return 0 }
        return Int(due.moment.milliseconds - start.moment.milliseconds) / 1_000
    }

    /// The alarm of an absolute trigger.
    func alarm(at moment: Timestamp) -> Alarm { Alarm(at: moment, of: content.due, in: clock.zone) }

    /// When the alarm of a component fires.
    func moment(ofAlarm alarm: ICalendarComponent) -> Timestamp? {
        switch alarm.property("TRIGGER")?.trigger {
        case .at(let seconds): Timestamp(milliseconds: Int64(seconds) * 1_000)
        case .offset(let seconds, let isFromEnd):
            (isFromEnd ? due ?? start : start ?? due)?.advanced(byMilliseconds: stepped)
                .moment(secondsAfter: seconds)
        case nil: nil
        }
    }

    /// How much later than the first occurrence the current one is due, in milliseconds of local time.
    private var stepped: Int {
        guard let series else { return 0 }
        return series.remaining.due(of: series.current.local).milliseconds - series.first.milliseconds
    }
}

extension ICalendarComponent {
    /// Whether an override applies to an occurrence and all later ones (RFC 5545 §3.2.13).
    var isOfFuture: Bool {
        property("RECURRENCE-ID")?.parameter("RANGE")?.uppercased() == "THISANDFUTURE"
    }

    /// Whether the task is done. A cancelled task counts as done.
    var isDone: Bool {
        switch property("STATUS")?.value.uppercased() {
        case "COMPLETED", "CANCELLED": true
        case "NEEDS-ACTION", "IN-PROCESS": false
        default: property("COMPLETED")?.time != nil || property("PERCENT-COMPLETE")?.value == "100"
        }
    }

    /// Whether an alarm is the snooze of another one (RFC 9074 §5).
    var isSnooze: Bool {
        properties("RELATED-TO").contains { $0.parameter("RELTYPE")?.uppercased() == "SNOOZE" }
    }

    /// Whether an alarm reminds at a place (RFC 9074 §8; Apple's programs add `X-APPLE-`).
    var isOfPlace: Bool { property("PROXIMITY") != nil || property("X-APPLE-PROXIMITY") != nil }

    /// Whether an alarm reminds a person at a time. Snoozes, alarms of a place and those with the action
    /// `NONE` do not.
    var isTimedAlarm: Bool {
        if isSnooze || isOfPlace || property("ACTION")?.value.uppercased() == "NONE" { return false }
        // Apple's programs write a moment before 1980 where there is no alarm.
        if case .at(let seconds) = trigger, seconds < 315_532_800 { return false }
        return trigger != nil
    }

    /// The trigger of an alarm.
    var trigger: ICalendarTrigger? { property("TRIGGER")?.trigger }

    /// How often an alarm repeats, and the seconds in between (RFC 5545 §3.8.6.2).
    fileprivate var repetition: (seconds: Int, count: Int)? {
        guard let seconds = property("DURATION")?.duration, seconds > 0,
            let count = property("REPEAT").flatMap({ Int($0.value) }), count > 0
        else { return nil }
        return (min(seconds, Limits.alarmOffsetSecondsMax), count)
    }

    /// The interval of an alarm that repeats for a day, as the reminders of an item do.
    fileprivate var intervalOfDay: Int? {
        guard let (seconds, count) = repetition, Limits.repeatSeconds ~= seconds else { return nil }
        return count == 86_400 / seconds ? seconds : nil
    }
}

extension ICalendarTime {
    fileprivate var moment: Timestamp? {
        if case .utc(let seconds) = self { Timestamp(milliseconds: Int64(seconds) * 1_000) } else { nil }
    }
}

extension Unicode.Scalar {
    fileprivate var isControlButLineEnd: Bool {
        properties.generalCategory == .control && self != "\n" && self != "\t"
    }

    fileprivate var breaksLine: Bool {
        properties.generalCategory == .control || self == "\u{2028}" || self == "\u{2029}"
    }
}

extension String {
    /// The text with unwanted characters replaced by spaces.
    fileprivate func cleaned(of isUnwanted: (Unicode.Scalar) -> Bool) -> String {
        guard unicodeScalars.contains(where: isUnwanted) else { return self }
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars { text.append(isUnwanted(scalar) ? " " : scalar) }
        return String(text)
    }

    /// The beginning of the text, limited in characters and in bytes.
    fileprivate func first(_ charactersMax: Int) -> String {
        if utf8.count <= charactersMax { return self }
        var text = String(prefix(charactersMax))
        while text.utf8.count > charactersMax * Limits.characterBytesMax { text.removeLast() }
        return text
    }

    /// The text in one line, without white space around it.
    fileprivate func line(_ charactersMax: Int) -> String {
        cleaned(of: \.breaksLine).trimmed.first(charactersMax).trimmed
    }
}
