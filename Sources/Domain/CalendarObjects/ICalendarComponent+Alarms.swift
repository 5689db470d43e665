import Checklists
import Dates
import ICalendar

extension ICalendarComponent {
    /// Changes the alarms of a task one by one. An alarm that already matches stays unchanged. An edited
    /// alarm gets another trigger and keeps everything else.
    ///
    /// - Parameters:
    ///   - wanted: The content that the task is to have.
    ///   - old: The reading of the task with its old times.
    ///   - updated: The reading of the task with its new times and its old alarms.
    ///   - new: The reading of a new object, which has all wanted alarms.
    mutating func matchAlarms(
        to wanted: TaskContent, from old: TaskReading, to updated: TaskReading, _ new: TaskReading
    ) {
        let hasOtherInterval = wanted.repeatEvery != updated.content.repeatEvery
        guard hasOtherInterval || wanted.allAlarms != updated.content.allAlarms else { return }
        if hasOtherInterval { setRepetitions(at: alarms(where: \.isTimedAlarm).map(\.index), every: nil) }
        var missing = Set(wanted.allAlarms)
        // Components with the same trigger, for example a sound and a message, are one alarm.
        var unmatched: [(old: [Alarm], indices: [Int])] = []
        for (index, component) in alarms(where: \.isTimedAlarm) {
            let said = updated.alarms(component).filter(updated.content.allAlarms.contains)
            let before = old.alarms(component).filter(old.content.allAlarms.contains)
            if !said.isEmpty, said.allSatisfy(wanted.allAlarms.contains) {
                missing.subtract(said)
            } else if let known = unmatched.firstIndex(where: { $0.old == before }) {
                unmatched[known].indices.append(index)
            } else if !before.isEmpty {
                unmatched.append((before, [index]))
            }
        }
        var removed: [Int] = []
        // First the alarms whose distance from the due time did not change, then the edited ones.
        let kept = unmatched.filter { $0.old.allSatisfy(missing.contains) }
        let edited = unmatched.filter { !$0.old.allSatisfy(missing.contains) }
        missing.subtract(kept.flatMap(\.old))
        var added = wanted.allAlarms.filter(missing.contains)[...]
        for (before, indices) in kept { setTriggers(at: indices, to: before[0], updated) }
        for (before, indices) in edited {
            if let alarm = added.popFirst() {
                setTriggers(at: indices, to: alarm, updated)
                if before.count > 1 { setRepetitions(at: indices, every: nil) }
            } else {
                removed += indices
            }
        }
        for index in removed.sorted(by: >) { content.remove(at: index) }
        content += added.compactMap { new.alarms[$0] }.map { .component($0) }
        if hasOtherInterval, let seconds = wanted.repeatEvery {
            setRepetitions(at: alarms(where: \.isTimedAlarm).map(\.index), every: seconds)
        }
    }

    /// Makes alarms repeat for a day; `nil` for no repetition.
    private mutating func setRepetitions(at indices: [Int], every seconds: Int?) {
        for index in indices {
            guard case .component(var alarm) = content[index] else { continue }
            let values = seconds.map { ("\(86_400 / $0)", ISO8601Duration.text(seconds: $0)) }
            alarm.set("REPEAT", values.map { ICalendarProperty("REPEAT", value: $0.0) })
            alarm.set("DURATION", values.map { ICalendarProperty("DURATION", value: $0.1) })
            content[index] = .component(alarm)
        }
    }

    /// Snoozes the alarms (RFC 9074 §5). The alarm that fired last is acknowledged, and a new alarm that
    /// refers to it fires later.
    ///
    /// - Parameter moment: When the new alarm fires; `nil` ends the snooze.
    mutating func snoozeAlarms(
        until moment: Timestamp?, of item: Item, _ reading: TaskReading, _ now: Timestamp
    ) {
        for (index, _) in alarms(where: \.isSnooze).reversed() { content.remove(at: index) }
        guard let moment else { return }
        let all = alarms(where: \.isTimedAlarm)
        let past = all.filter { (reading.moment(ofAlarm: $0.alarm) ?? now) <= now }
        let latest = past.max { one, other in
            (reading.moment(ofAlarm: one.alarm) ?? now) < (reading.moment(ofAlarm: other.alarm) ?? now)
        }
        guard let (index, original) = latest ?? all.first else { return }
        var alarm = original
        let uid = original.property("UID") ?? unusedAlarmUID(of: item)
        alarm.set("UID", uid)
        alarm.set("ACKNOWLEDGED", ICalendarProperty("ACKNOWLEDGED", time: item.updatedAt.inCalendars))
        content[index] = .component(alarm)
        var snooze = original
        for name in ["UID", "ACKNOWLEDGED", "REPEAT", "DURATION", "X-WR-ALARMUID"] { snooze.set(name, nil) }
        snooze.set("TRIGGER", ICalendarProperty(trigger: moment))
        snooze.set(
            "RELATED-TO",
            ICalendarProperty(
                "RELATED-TO", parameters: [ICalendarParameter("RELTYPE", "SNOOZE")], value: uid.value))
        content.append(.component(snooze))
    }

    /// A UID that no alarm has. It stays the same as long as the alarms do.
    private func unusedAlarmUID(of item: Item) -> ICalendarProperty {
        let used = Set(components("VALARM").compactMap { $0.property("UID")?.text })
        func uid(_ number: Int) -> String { "\(item.calendarUID)-alarm-\(number)" }
        var number = 1
        while used.contains(uid(number)) { number += 1 }
        return ICalendarProperty("UID", text: uid(number))
    }

    /// The alarms of a kind, with their indices in the content.
    private func alarms(
        where isWanted: (ICalendarComponent) -> Bool
    ) -> [(index: Int, alarm: ICalendarComponent)] {
        content.enumerated().compactMap { index, content in
            guard case .component(let component) = content, component.isNamed("VALARM"), isWanted(component)
            else { return nil }
            return (index, component)
        }
    }

    /// Sets the trigger of alarms in its present form: absolute, or relative to the start or the end.
    private mutating func setTriggers(at indices: [Int], to alarm: Alarm, _ reading: TaskReading) {
        for index in indices {
            guard case .component(var component) = content[index] else { continue }
            component.set(
                "TRIGGER", reading.trigger(for: alarm, like: component.trigger))
            content[index] = .component(component)
        }
    }
}

extension TaskReading {
    /// The alarm components of the task.
    fileprivate var alarms: [Alarm: ICalendarComponent] {
        var alarms: [Alarm: ICalendarComponent] = [:]
        for component in component.components("VALARM") where component.isTimedAlarm {
            if let alarm = alarm(component) { alarms[alarm] = component }
        }
        return alarms
    }

    /// The trigger of an alarm in the form of an old trigger.
    fileprivate func trigger(for alarm: Alarm, like old: ICalendarTrigger?) -> ICalendarProperty {
        let seconds: Int
        switch alarm {
        case .at(let moment): return ICalendarProperty(trigger: moment)
        case .fromStart(let offset):
            return ICalendarProperty("TRIGGER", value: ISO8601Duration.text(seconds: offset))
        case .offset(let offset): seconds = offset
        }
        if case .at = old, let moment = content.due?.moment(secondsAfter: seconds, in: clock.zone),
            self.alarm(at: moment) == alarm
        {
            return ICalendarProperty(trigger: moment)
        }
        if case .offset(_, isFromEnd: false) = old, content.start == nil, due != nil, start != nil {
            return ICalendarProperty("TRIGGER", value: ISO8601Duration.text(seconds: seconds + length))
        }
        return ICalendarProperty(
            "TRIGGER", parameters: [ICalendarParameter("RELATED", "END")],
            value: ISO8601Duration.text(seconds: seconds))
    }
}

extension ICalendarProperty {
    /// An absolute trigger (RFC 5545 §3.8.6.3).
    fileprivate init(trigger moment: Timestamp) {
        self.init(
            "TRIGGER", parameters: [ICalendarParameter("VALUE", "DATE-TIME")], value: moment.inCalendars.text)
    }
}

extension Timestamp {
    /// The moment in UTC, in whole seconds.
    fileprivate var inCalendars: ICalendarTime {
        .utc(secondsSince1970: Int(inWholeSeconds.milliseconds) / 1_000)
    }
}
