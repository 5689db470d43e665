public import Checklists
import Dates

/// The start of the work on a task, before its due time: `DTSTART`.
///
/// A due time is a day or a moment. Two starts are equal if they are equal after a conversion to the form of
/// the due time. RFC 5545 §3.8.2.3 requires one form for `DTSTART` and `DUE`, so `DTSTART` cannot always have
/// the form of the item's start.
public struct TaskStart: Hashable, Sendable {
    /// The start as the app sent it, or as the item has it.
    public let sent: Due
    /// The start in the form of the due time: the beginning of a day, or the day of a moment.
    let inFormOfDue: Due

    /// Creates a start; `nil` if it is not before the due time.
    ///
    /// Apple Reminders sends the due time as `DTSTART` too. The server does not read that as a start.
    init?(_ sent: Due, before due: Due?, in zone: LocalTime) {
        self.sent = sent
        switch (sent, due) {
        case (.day(let day), .moment): inFormOfDue = .moment(zone.beginning(of: day).inWholeSeconds)
        case (.moment(let moment), .day): inFormOfDue = .day(zone.day(of: moment))
        case (.moment(let moment), _): inFormOfDue = .moment(moment.inWholeSeconds)
        case (.day, _): inFormOfDue = sent
        }
        switch (inFormOfDue, due) {
        case (.day(let start), .day(let due)?) where start >= due: return nil
        case (.moment(let start), .moment(let due)?) where start >= due: return nil
        default: break
        }
    }

    public static func == (one: TaskStart, other: TaskStart) -> Bool { one.inFormOfDue == other.inFormOfDue }

    public func hash(into hasher: inout Hasher) { hasher.combine(inFormOfDue) }
}

extension TaskContent {
    /// Sets the start. In a series the start is the due time minus the lead, because `DTSTART` is the start
    /// of each occurrence.
    ///
    /// - Parameters:
    ///   - start: The start of a task that does not recur.
    ///   - zone: The zone of local times.
    mutating func setStart(_ start: Due?, in zone: LocalTime) {
        if let start, !isSeries { self.start = TaskStart(start, before: due, in: zone) }
        guard recurrence != nil, series.lead > 0, let due else { return }
        let local = due.local(in: zone).advanced(byMilliseconds: -series.lead)
        self.start = TaskStart(
            due.isMoment ? .moment(zone.moment(of: local)) : .day(local.day), before: due, in: zone)
    }
}

extension Item {
    /// The start: a day or a moment.
    var start: Due? {
        guard hasDetails else { return nil }
        let details = details
        return details.startOn.map(Due.day) ?? details.startDate.map { .moment($0.inWholeSeconds) }
    }

    /// The start to write as `DTSTART` of a task that does not recur; `nil` for none.
    var taskStart: TaskStart? {
        start == nil || recurrenceRule != nil ? nil : TaskContent(self).start
    }
}

extension Due {
    /// Whether the time is a moment and not a day.
    var isMoment: Bool { if case .moment = self { true } else { false } }
}
