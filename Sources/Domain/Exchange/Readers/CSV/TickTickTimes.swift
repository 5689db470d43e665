import Checklists
import Dates

/// The dates, reminders and repetition of a task in a backup of TickTick.
struct TickTickTimes {
    private let start: String
    private let due: String
    private let isAllDay: Bool
    private let isFloating: Bool
    private let zoneName: String
    private let reminder: String
    private let rule: String

    init(_ row: CSVTable.Row, _ value: (String, CSVTable.Row) -> String) {
        start = value("start date", row)
        due = value("due date", row)
        isAllDay = value("is all day", row).lowercased() == "true"
        isFloating = value("is floating", row).lowercased() == "true"
        zoneName = value("timezone", row)
        reminder = value("reminder", row)
        rule = value("repeat", row)
    }

    /// Sets the times of an item.
    /// - Returns: Notes on values that the item keeps in another form or not at all.
    func set(on item: inout ForeignItem, _ settings: ImportSettings) -> [ImportNote] {
        var notes: [ImportNote] = []
        let zone = LocalTime(zone: zoneName)
        let (due, start) = setDates(of: &item, zone ?? settings.zone)
        if due != nil || start != nil {
            if let zone {
                item.draft.timeZone = zone.name
            } else if !zoneName.isEmpty {
                notes.append(ImportNote(item.place, "Timezone", .invalid, zoneName))
            }
        }
        if case .moment = due, isFloating {
            notes.append(ImportNote(item.place, "Is Floating", .notSupported, "true"))
        }
        setReminders(of: &item, from: start, to: due, zone ?? settings.zone)
        if !rule.isEmpty {
            // The rule of a lunar date or of a forgetting curve begins with `LUNAR` or `ERULE:`.
            let text = rule.uppercased().hasPrefix("RRULE:") ? String(rule.dropFirst(6)) : rule
            if let rule = try? RecurrenceRule(text) {
                item.draft.recurrence = Recurrence(rule)
            } else {
                item.keep("Repeat", rule)
            }
        }
        return notes
    }

    /// Sets the start and the due time. TickTick gives a task without a duration a start only, or the same
    /// start and due time.
    private func setDates(of item: inout ForeignItem, _ zone: LocalTime) -> (due: Due?, start: Due?) {
        var due = moment(self.due, "Due Date", &item, zone)
        var start = moment(self.start, "Start Date", &item, zone)
        if case .day(let first) = start, case .day(let end) = due, end > first {
            // The due time of an all-day task of several days is the end of the last day.
            due = .day(end.advanced(by: -1))
        }
        due = due ?? start
        if start == due { start = nil }
        (item.due, item.start) = (due, start)
        return (due, start)
    }

    private func moment(
        _ text: String, _ column: String, _ item: inout ForeignItem, _ zone: LocalTime
    ) -> Due? {
        guard !text.isEmpty else { return nil }
        guard let due = DateText.due(text, in: zone) else {
            item.keep(column, text)
            return nil
        }
        // A day is the moment at which it begins in the time zone of the task.
        if case .moment(let moment) = due, isAllDay { return .day(zone.day(of: moment)) }
        return due
    }

    /// Sets the alarms. TickTick counts from the start, and this service from the due time.
    private func setReminders(of item: inout ForeignItem, from start: Due?, to due: Due?, _ zone: LocalTime) {
        let (alarms, others) = Alarm.read(reminder, in: zone)
        var distance = 0
        switch (start, due) {
        case (.day(let start), .day(let due)): distance = due.distance(to: start) * 86_400
        case (.moment(let start), .moment(let due)):
            distance = Int((start.milliseconds - due.milliseconds) / 1_000)
        default: break
        }
        if !alarms.isEmpty {
            item.draft.alarms = alarms.map { alarm in
                if case .offset(let seconds) = alarm { .offset(seconds + distance) } else { alarm }
            }
        }
        item.keep("Reminder", others.joined(separator: ", "))
    }
}
