public import Checklists
import Dates
import ICalendar

// Versions before schema version 11 did not read the tags, the parent and the start of an object. Versions
// before schema version 10 read only the rule of a series and moved its days by the lead. With `DTSTART` on
// Monday and `DUE` on Tuesday, an item got `BYDAY=TU`. The upgrade or the next `PUT` stores the missing
// fields.

extension TaskObject {
    /// The item with the properties of its calendar object that an older version ignored.
    public static func adopted(_ item: Item, at now: Timestamp) -> Item {
        guard item.hasCalendarObject, let text = item.calendarObject?.text,
            let object = try? TaskObject(Array(text.utf8))
        else { return item }
        return object.adopting(item, at: now)
    }

    /// The item with the series, the tags, the parent and the start of the object, unless the item has its
    /// own.
    func adopting(_ item: Item, at now: Timestamp) -> Item {
        adoptingDetails(adoptingSeries(item, at: now), at: now)
    }

    /// Takes missing tags, a missing parent and a missing start from the object, unless an edit has changed
    /// one of the three since the app sent the object.
    private func adoptingDetails(_ item: Item, at now: Timestamp) -> Item {
        let details = item.details
        let hasStart = details.startDate != nil || details.startOn != nil
        let isUnread =
            details.tags.isEmpty && master.property("CATEGORIES") != nil
            || details.parentUID == nil && master.property("RELATED-TO") != nil
            || !hasStart && master.property("DTSTART") != nil
        guard isUnread, !details.differsFromObject else { return item }
        let content = reading(in: item.clockZone, at: now).content
        var adopted = item
        if details.tags.isEmpty { adopted.details.tags = content.tags }
        if details.parentUID == nil { adopted.details.parentUID = content.parentUID }
        switch hasStart ? nil : content.start?.sent {
        case .day(let day): adopted.details.startOn = day
        case .moment(let moment): adopted.details.startDate = moment
        case nil: break
        }
        return adopted
    }

    /// The item with the series of the object, unless the series was read before or the item has another
    /// rule.
    private func adoptingSeries(_ item: Item, at now: Timestamp) -> Item {
        guard ["RRULE", "RDATE"].contains(where: { master.property($0) != nil }),
            !item.timing.isSeriesRead, item.timing.recurrence?.from != .completion
        else { return item }
        let reading = reading(in: item.clockZone, at: now)
        guard reading.content.isSeries, (item.dueDate == nil) == (reading.due == nil),
            let rule = reading.adoptedRule(for: item.timing.recurrence?.rule)
        else { return item }
        var adopted = item
        adopted.timing.isSeriesRead = true
        if let series = reading.series {
            if item.timing.recurrence == nil, item.timing.dueOn == nil {
                adopted.timing.timeZone = series.zone.name
            }
            adopted.timing.recurrence = Recurrence(rule)
            adopted.place(in: series, as: reading)
        }
        if reading.series == nil || adopted.timing.series.exceptionsCount > Limits.seriesExceptionsMax {
            (adopted.timing.recurrence, adopted.timing.occurrence) = (nil, nil)
            (adopted.timing.lastStep, adopted.timing.series) = (nil, .unfollowed)
            if let text = textAfterSteps(of: item, from: reading) {
                adopted.calendarObject?.text = text
                adopted.timing.movedDays = 0
            }
        }
        return adopted
    }
}

extension TaskObject {
    /// The text of a series that the server does not follow, at the occurrence to which an older version
    /// moved its item.
    ///
    /// Edits moved the series by some days, and the exceptions move by as many. The other days are steps of
    /// the series.
    /// - Returns: `nil` if the series has not moved, or the due time has another form.
    private func textAfterSteps(of item: Item, from reading: TaskReading) -> String? {
        let due = item.timing.dueOn.map(Due.day) ?? item.dueDate.map { .moment($0.inWholeSeconds) }
        guard let due, let old = reading.due, old.isDay == (item.timing.dueOn != nil) else { return nil }
        let (from, to, movedDays) = (old.digits, due.local(in: old.zone), item.timing.movedDays)
        if from == to, movedDays == 0 { return nil }
        let exceptions = ClockShift(
            from: DayAndTime(day: to.day.advanced(by: -movedDays), time: from.time), to: to)
        var calendar = calendar
        calendar.content = calendar.content.map { content in
            guard case .component(var task) = content, task.isNamed("VTODO") else { return content }
            if task == master {
                task.move(["DTSTART", "DUE"], by: ClockShift(from: from, to: to))
                task.move(["EXDATE", "RDATE"], by: exceptions)
                task.countRule(from: item.timing.occurrence?.indexOfRule ?? 0)
            } else {
                task.move(ICalendarComponent.namesOfOverrideTimes, by: exceptions)
            }
            return .component(task)
        }
        var writer = ICalendarWriter()
        writer.component(calendar)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension ICalendarComponent {
    /// Lowers `COUNT` by the number of occurrences before the current one.
    fileprivate mutating func countRule(from index: Int) {
        let rules = properties("RRULE")
        guard index > 0, rules.count == 1, let rule = rules[0].recurrenceRule else { return }
        let rest = rule.counting(from: index)
        if rest != rule { set("RRULE", ICalendarProperty("RRULE", value: rest.text)) }
    }
}

extension TaskReading {
    /// The rule of the object, with the end of the item's rule if that is a `COUNT`.
    ///
    /// - Returns: `nil` if the item's rule is neither that of the object nor the one that older versions
    ///   derived from it. In that case an edit changed or removed the item's rule.
    fileprivate func adoptedRule(for itemRule: RecurrenceRule?) -> RecurrenceRule? {
        let old = ruleOfDueDays
        let rule = series?.rule ?? .singleOccurrence
        guard let itemRule else { return old == nil ? rule : nil }
        if itemRule == rule || itemRule == old { return rule }
        guard case .count = itemRule.end, case .count? = old?.end,
            itemRule.ending(.never) == old?.ending(.never)
        else { return nil }
        // If the ends are equal, the parts keep their order.
        return rule.end == itemRule.end ? rule : rule.ending(itemRule.end)
    }

    /// The rule of the due days that older versions derived; `nil` if they derived none.
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
    /// Sets the current occurrence, and the exceptions from it on.
    fileprivate mutating func place(in series: TaskSeries, as reading: TaskReading) {
        let index = timing.occurrence?.index ?? 0
        let due = timing.dueOn.map(Due.day) ?? dueDate.map { .moment($0.inWholeSeconds) }
        if let due, timing.movedDays == 0, due == reading.due?.due || due == reading.content.due {
            // The item is as the app sent it. Older versions ignored that the first occurrence is excluded.
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
        // Edits moved the exceptions by `movedDays` and to another time of day. The other days are steps of
        // the series.
        let first = DayAndTime(day: local.day.advanced(by: -timing.movedDays), time: series.first.time)
        let shift = ClockShift(from: first, to: local, isOnDays: isOnDays)
        timing.occurrence = Occurrence(local: local, index: index)
        timing.series = series.exceptions.shifted(by: shift).trimmed(after: local)
    }
}
