import Checklists
import Dates
import ICalendar

/// What a component says of an item, and the zone that was assumed for floating times.
struct TaskReading {
    var content = TaskContent()
    /// The zone that was assumed for the due time, if that is floating (RFC 5545 §3.3.5).
    private(set) var clockZone: String?

    let component: ICalendarComponent
    let clock: CalendarClock
    /// What clocks show when it begins.
    private(set) var start: ClockTime?
    /// What clocks show when it is due. Of a series that is the time by the rule of the first occurrence.
    private(set) var due: ClockTime?
    /// When the first occurrence of a series starts and is due; `nil` without a due time.
    private(set) var frame: SeriesFrame?
    /// The series, if the service follows one.
    var series: TaskSeries?

    /// Reads a `VTODO`. What does not fit the domain is brought to what does, or left out: a calendar program
    /// has nobody to tell what is wrong.
    /// - Parameter overrides: Components about single occurrences of the series.
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

    private mutating func readAlarms(at now: Timestamp) {
        var snoozes = component.properties("X-MOZ-SNOOZE-TIME").compactMap { $0.time?.moment }
        for alarm in component.components("VALARM") {
            guard let trigger = alarm.property("TRIGGER")?.trigger else { continue }
            if alarm.isSnooze {
                if case .at(let seconds) = trigger {
                    snoozes.append(Timestamp(milliseconds: Int64(seconds) * 1_000))
                }
            } else if alarm.isUnderstood, let alarm = self.alarm(alarm) {
                content.add(alarm)
            }
        }
        if content.alarms.count > Limits.alarmsMax {
            content.alarms.removeLast(content.alarms.count - Limits.alarmsMax)
        }
        content.alarms.sort()
        content.snoozedUntil = snoozes.max().flatMap { $0 > now ? $0 : nil }
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
    /// The moment of a property.
    func moment(of property: String) -> Timestamp? {
        component.property(property)?.time.map { clock.time($0).moment }
    }

    /// What an alarm of it says; `nil` without a trigger that counts.
    func alarm(_ component: ICalendarComponent) -> Alarm? {
        switch component.property("TRIGGER")?.trigger {
        case .at(let seconds): return alarm(at: Timestamp(milliseconds: Int64(seconds) * 1_000))
        case .offset(let seconds, let isFromEnd):
            guard let base = isFromEnd ? due ?? start : start ?? due else { return nil }
            guard let due else { return .at(base.advanced(bySeconds: seconds).moment) }
            let offset = seconds + Int(base.moment.milliseconds - due.moment.milliseconds) / 1_000
            return abs(offset) <= Limits.alarmOffsetSecondsMax ? .offset(offset) : nil
        case nil: return nil
        }
    }

    /// What an absolute trigger says.
    func alarm(at moment: Timestamp) -> Alarm { Alarm(at: moment, of: content.due, in: clock.zone) }

    /// When an alarm of it goes off.
    func moment(ofAlarm alarm: ICalendarComponent) -> Timestamp? {
        switch alarm.property("TRIGGER")?.trigger {
        case .at(let seconds): Timestamp(milliseconds: Int64(seconds) * 1_000)
        case .offset(let seconds, let isFromEnd):
            (isFromEnd ? due ?? start : start ?? due)?.advanced(byMilliseconds: stepped)
                .moment(secondsAfter: seconds)
        case nil: nil
        }
    }

    /// How long after that of `DTSTART` the current occurrence is due, on clocks.
    private var stepped: Int {
        guard let series else { return 0 }
        return series.remaining.due(of: series.current.local).milliseconds - series.first.milliseconds
    }
}

extension ICalendarComponent {
    /// Whether an override is about an occurrence and all later ones (RFC 5545 §3.2.13).
    var isOfFuture: Bool {
        property("RECURRENCE-ID")?.parameter("RANGE")?.uppercased() == "THISANDFUTURE"
    }

    /// Whether nothing is left to do. What was cancelled is not to be done either.
    var isDone: Bool {
        switch property("STATUS")?.value.uppercased() {
        case "COMPLETED", "CANCELLED": true
        case "NEEDS-ACTION", "IN-PROCESS": false
        default: property("COMPLETED")?.time != nil || property("PERCENT-COMPLETE")?.value == "100"
        }
    }

    /// Whether an alarm puts another one off (RFC 9074 §5).
    var isSnooze: Bool {
        properties("RELATED-TO").contains { $0.parameter("RELTYPE")?.uppercased() == "SNOOZE" }
    }

    /// Whether an alarm is one of a time that reminds a person, and not one of a place or none at all.
    var isUnderstood: Bool {
        if property("ACTION")?.value.uppercased() == "NONE" || property("X-APPLE-PROXIMITY") != nil {
            return false
        }
        // What Apple's programs write where there is none.
        if case .at(let seconds) = property("TRIGGER")?.trigger, seconds < 315_532_800 { return false }
        return property("TRIGGER")?.trigger != nil
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
    /// The text with a space for each character that is not to be.
    fileprivate func cleaned(of isUnwanted: (Unicode.Scalar) -> Bool) -> String {
        guard unicodeScalars.contains(where: isUnwanted) else { return self }
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars { text.append(isUnwanted(scalar) ? " " : scalar) }
        return String(text)
    }

    /// The beginning of the text, with as many characters as it may have, and as many bytes.
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
