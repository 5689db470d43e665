import Checklists
import Dates
import Randomness

private let now = Timestamp(milliseconds: 1_795_000_000_000)

/// What a front end may do with an item.
enum RandomEdit: Sendable {
    case patch(ItemPatch)
    case toggle, skip, unsnooze
    case snooze(Timestamp)

    init(_ random: inout SeededGenerator, of item: Item) throws {
        var patch = ItemPatch()
        let later = now.advanced(byMilliseconds: Int64.random(in: 1...4_000, using: &random) * 900_000)
        let alarms: [Alarm] = [.offset(-600), .offset(3_600), .offset(-86_400), .at(later)]
        let ticks = item.isWeeklyOnOpenDay && Int.random(in: 0..<3, using: &random) == 0
        switch ticks ? 17 : Int.random(in: 0..<24, using: &random) {
        case 0, 1: patch.dueDate = later
        case 2: patch.dueOn = LocalTime.utc.day(of: later)
        case 3: patch.timeZone = ["Europe/Berlin", "Asia/Tokyo", "UTC"].randomElement(using: &random)
        case 4: patch.alarms = item.timing.alarms + [alarms.randomElement(using: &random) ?? .offset(-60)]
        case 5: patch.alarms = Array(item.timing.alarms.dropFirst())
        case 6: patch.shouldRemind = !item.shouldRemind && item.dueDate != nil
        case 7: patch.text = "Other text"
        case 18: patch.details.startOn = LocalTime.utc.day(of: later)
        case 19: patch.details.startDate = later
        case 20: (patch.details.startOn, patch.details.startDate) = (.some(nil), .some(nil))
        case 21: patch.details.tags = Array(item.tags.dropFirst())
        case 22: patch.details.tags = Array(item.tags.suffix(10)) + ["new"]
        case 23: patch.repeatEvery = item.timing.repeatEvery == nil ? 3_600 : .some(nil)
        case 8:
            patch.recurrence =
                item.dueDate == nil ? .some(nil) : Recurrence(try RecurrenceRule("FREQ=WEEKLY"))
        case 9:
            self = .toggle
            return
        case 10 where item.timing.recurrence != nil && !item.checked:
            self = .skip
            return
        case 11 where item.remindAt != nil:
            self = .snooze(later)
            return
        case 12 where item.snoozedUntil != nil:
            self = .unsnooze
            return
        case 14 where item.timing.dueOn != nil && item.timing.recurrence != nil,
            15 where item.timing.dueOn != nil && item.timing.recurrence != nil:
            // The page moves the day and the days that the rule names.
            let days = Int.random(in: 1...8, using: &random)
            patch.dueOn = item.timing.dueOn?.advanced(by: days)
            patch.recurrence = item.timing.recurrence.map {
                Recurrence($0.rule.moved(byDays: days) ?? $0.rule, from: $0.from)
            }
        case 16 where item.timing.recurrence != nil:
            let end = RecurrenceRule.End.day(LocalTime.utc.day(of: later).advanced(by: 30))
            patch.recurrence = item.timing.recurrence.map {
                Recurrence($0.rule.ending(Bool.random(using: &random) ? end : .count(6)), from: $0.from)
            }
        case 17:
            guard let day = item.timing.dueOn, let start = item.startOfRule,
                let recurrence = item.timing.recurrence
            else { break }
            // The page ticks a weekday in each weekly rule, and appends the end.
            let days = Bool.random(using: &random) ? Int.random(in: 1...8, using: &random) : 0
            if days > 0 { patch.dueOn = day.advanced(by: days) }
            let end = Bool.random(using: &random) ? "COUNT=6" : "UNTIL=20270630"
            let rule = try recurrence.rule.ticking(start.advanced(by: days), end)
            patch.recurrence = Recurrence(rule, from: recurrence.from)
        case 13 where item.timing.recurrence == nil && !item.shouldRemind:
            patch.dueDate = .some(nil)
            patch.dueOn = .some(nil)
            patch.alarms = []
        default: patch.important = !item.important
        }
        self = .patch(patch)
    }

    /// Whether alarms keep their names, and the task a beginning if it has one.
    var keepsAlarmsAndTimes: Bool {
        switch self {
        case .patch(let patch):
            patch.alarms == nil && patch.shouldRemind == nil && patch.recurrence == nil
                && patch.details.startOn == nil && patch.details.startDate == nil
        case .toggle, .skip, .snooze, .unsnooze: true
        }
    }

    /// Whether the dates can change.
    var isOfTimes: Bool {
        guard case .patch(let patch) = self else { return true }
        return patch.dueDate != nil || patch.dueOn != nil || patch.timeZone != nil || patch.recurrence != nil
            || patch.details.startOn != nil || patch.details.startDate != nil
    }

    /// Whether the days of the rule stay, or move with the day.
    var keepsSeries: Bool {
        switch self {
        case .patch(let patch):
            patch.recurrence.map { $0?.rule.end != .never || patch.dueOn != nil } ?? true
                && patch.dueDate != .some(nil) && patch.details.startOn == nil
                && patch.details.startDate == nil
        case .toggle, .skip, .snooze, .unsnooze: true
        }
    }

    func apply(to item: Item, in session: Session) async throws -> RandomEdit {
        do {
            switch self {
            case .patch(let patch): _ = try await session.updateItem(item.id, patch, ifMatch: nil)
            case .toggle: _ = try await session.toggleItem(item.id, ifMatch: nil, idempotencyKey: nil)
            case .skip: _ = try await session.skipItem(item.id, ifMatch: nil, idempotencyKey: nil)
            case .unsnooze: try await session.unsnoozeItem(item.id, ifMatch: nil)
            case .snooze(let moment):
                _ = try await session.snoozeItem(item.id, until: moment, ifMatch: nil, idempotencyKey: nil)
            }
        } catch ChecklistsError.invalid, ChecklistsError.conflict {
            // An edit that does not go with the item changes nothing.
        }
        return self
    }
}

extension Item {
    /// Whether it is an all-day item of a weekly rule without weekdays.
    fileprivate var isWeeklyOnOpenDay: Bool {
        guard timing.dueOn != nil, let rule = timing.recurrence?.rule else { return false }
        return rule.frequency == .weekly && !rule.namesDays
    }

    /// The day on which the occurrence starts from which the rule goes on.
    fileprivate var startOfRule: CivilDate? {
        timing.occurrence.map { timing.series.start(of: $0.base ?? $0.local).day }
    }
}

extension RecurrenceRule {
    /// The rule with the weekday of a day, if it is weekly without one, and with another end.
    fileprivate func ticking(_ day: CivilDate, _ end: String) throws -> RecurrenceRule {
        var parts = [ending(.never).text]
        if frequency == .weekly, !namesDays {
            // 1970-01-01 was a Thursday.
            parts.append("BYDAY=" + ["TH", "FR", "SA", "SU", "MO", "TU", "WE"][day.daysSince1970 % 7])
        }
        return try RecurrenceRule((parts + [end]).joined(separator: ";"))
    }
}
