public import Checklists
import Dates
import ICalendar

// Versions before schema version 10 read of a series only its rule. Where `DTSTART` is days before the due
// time they gave items the rule of the due days. The next `PUT` stores what they did not read.

extension TaskObject {
    /// An item with the series that its calendar object says, where a version stored it that did not read it.
    public static func adopted(_ item: Item, at now: Timestamp) -> Item {
        guard item.hasCalendarObject, let text = item.calendarObject?.text,
            let object = try? TaskObject(Array(text.utf8))
        else { return item }
        return object.adopting(item, at: now)
    }

    /// The item with the series that the object says, unless the item has a record of it or another rule.
    func adopting(_ item: Item, at now: Timestamp) -> Item {
        guard ["RRULE", "RDATE"].contains(where: { master.property($0) != nil }),
            !item.timing.isSeriesRead, item.timing.recurrence?.from != .completion
        else { return item }
        let reading = reading(in: item.clockZone, at: now)
        guard reading.content.isSeries, (item.dueDate == nil) == (reading.due == nil),
            let rule = reading.adoptedRule(for: item.timing.recurrence?.rule)
        else { return item }
        var adopted = item
        adopted.timing.isSeriesRead = true
        guard let series = reading.series else {
            (adopted.timing.recurrence, adopted.timing.occurrence) = (nil, nil)
            (adopted.timing.lastStep, adopted.timing.series) = (nil, .unfollowed)
            if let text = textAfterSteps(of: item, from: reading) { adopted.calendarObject?.text = text }
            return adopted
        }
        if item.timing.recurrence == nil, item.timing.dueOn == nil {
            adopted.timing.timeZone = series.zone.name
        }
        adopted.timing.recurrence = Recurrence(rule)
        adopted.place(in: series, as: reading)
        return adopted
    }
}

extension TaskObject {
    /// The text of a series that is not followed, at the occurrence to which a version before moved its item.
    ///
    /// The exceptions keep their days: how many of the days between are steps of the series is not known.
    /// - Returns: `nil` where the due time is the same or has another form.
    private func textAfterSteps(of item: Item, from reading: TaskReading) -> String? {
        let due = item.timing.dueOn.map(Due.day) ?? item.dueDate.map { .moment($0.inWholeSeconds) }
        guard let due, let old = reading.due, old.isDay == (item.timing.dueOn != nil) else { return nil }
        let (from, to) = (old.digits, due.local(in: old.zone))
        if from == to { return nil }
        let timeOfDay = ClockShift(from: DayAndTime(day: to.day, time: from.time), to: to)
        var calendar = calendar
        calendar.content = calendar.content.map { content in
            guard case .component(var task) = content, task.isNamed("VTODO") else { return content }
            if task == master {
                task.move(["DTSTART", "DUE"], by: ClockShift(from: from, to: to))
                task.move(["EXDATE", "RDATE"], by: timeOfDay)
                task.countRule(from: item.timing.occurrence?.indexOfRule ?? 0)
            } else {
                task.move(ICalendarComponent.namesOfOverrideTimes, by: timeOfDay)
            }
            return .component(task)
        }
        var writer = ICalendarWriter()
        writer.component(calendar)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension ICalendarComponent {
    /// Lowers the `COUNT` of its rule by the occurrences that have been.
    fileprivate mutating func countRule(from index: Int) {
        let rules = properties("RRULE")
        guard index > 0, rules.count == 1, let rule = rules[0].recurrenceRule else { return }
        let rest = rule.counting(from: index)
        if rest != rule { set("RRULE", ICalendarProperty("RRULE", value: rest.text)) }
    }
}

extension TaskReading {
    /// The rule of the object, with the end of an item's rule where that counts.
    ///
    /// - Returns: `nil` where the item's rule is neither that of the object nor what a version before made of
    ///   it: then the item was given another rule, or none.
    fileprivate func adoptedRule(for itemRule: RecurrenceRule?) -> RecurrenceRule? {
        let old = ruleOfDueDays
        let rule = series?.rule ?? .singleOccurrence
        guard let itemRule else { return old == nil ? rule : nil }
        if itemRule == rule || itemRule == old { return rule }
        guard case .count = itemRule.end, case .count? = old?.end,
            itemRule.ending(.never) == old?.ending(.never)
        else { return nil }
        // The order of the parts stays where nothing changes.
        return rule.end == itemRule.end ? rule : rule.ending(itemRule.end)
    }

    /// The rule that versions before made for the due days; `nil` where there was none.
    private var ruleOfDueDays: RecurrenceRule? {
        guard let due, let rule = component.property("RRULE")?.recurrenceRule else { return nil }
        let start = start ?? due
        let move = ClockShift(from: start, to: due)
        guard let moved = rule.moved(byDays: move.days), moved.comesTrue(after: due.day) else { return nil }
        return moved.ending(rule.end.moved(by: move, from: start, to: due)).ending(
            asOf: due.isDay, in: due.zone)
    }
}

extension RecurrenceRule.End {
    fileprivate func moved(by move: ClockShift, from start: ClockTime, to due: ClockTime) -> Self {
        switch self {
        case .never, .count: return self
        case .day(let day): return .day(day.advanced(by: move.days))
        case .moment(let milliseconds):
            let last = start.zone.dayAndTime(of: Timestamp(milliseconds: Int64(milliseconds)))
            let moved = ClockTime(day: last.day, second: last.time / 1_000, zone: due.zone, kind: .inZone)
                .advanced(bySeconds: move.days * 86_400 + move.seconds)
            return .moment(Int(moved.moment.milliseconds))
        }
    }
}

extension Item {
    /// Finds the occurrence at which the item is, and takes the exceptions from there on.
    fileprivate mutating func place(in series: TaskSeries, as reading: TaskReading) {
        let index = timing.occurrence?.index ?? 0
        let due = timing.dueOn.map(Due.day) ?? dueDate.map { .moment($0.inWholeSeconds) }
        if let due, due == reading.due?.due || due == reading.content.due {
            // It is as it was sent, and the versions before did not see that the first one is left out.
            var current = series.current
            current.index += index - (due == reading.content.due ? current.indexOfRule : 0)
            timing.occurrence = current
            timing.series = series.remaining
            switch reading.content.due {
            case .day(let day): (timing.dueOn, dueDate) = (day, clockZone.beginning(of: day))
            case .moment(let moment) where due != reading.content.due: dueDate = moment
            default: break
            }
            if series.isOver { (checked, checkedAt) = (true, checkedAt ?? reading.content.checkedAt) }
            return
        }
        let local = due?.local(in: clockZone) ?? series.first
        let isOnDays = timing.dueOn != nil
        // Its time of day may have changed. How many days it moved on is not known.
        let shift = ClockShift(
            from: DayAndTime(day: local.day, time: series.first.time), to: local, isOnDays: isOnDays)
        timing.occurrence = Occurrence(local: local, index: index)
        timing.series = series.exceptions.shifted(by: shift).trimmed(after: local)
    }
}
