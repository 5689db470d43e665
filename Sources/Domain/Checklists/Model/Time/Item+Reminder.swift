import Dates

extension Item {
    /// Whether the item has a reminder or an alarm.
    var reminds: Bool { shouldRemind || hasTiming && !timing.alarms.isEmpty }

    /// Whether the item has the same reminders as before a change, and no due time before and after it. The
    /// reminders of a task of an app then wait for a date.
    func waits(like before: Item) -> Bool {
        dueDate == nil && before.dueDate == nil && shouldRemind == before.shouldRemind
            && timing.alarms == before.timing.alarms
            && (hasCalendarObject || beginning != nil || before.beginning == nil)
    }

    /// Snoozes the reminder, or clears the snooze. A time that is not in the future clears it, as does an
    /// item that is checked or has no reminder.
    mutating func snooze(until moment: Timestamp?, at now: Timestamp) {
        let ahead = moment.flatMap { $0 > now && reminds && !checked ? $0 : nil }
        if snoozedUntil != ahead { snoozedUntil = ahead }
    }

    /// Reschedules or cancels the reminder if a field that it depends on has changed.
    ///
    /// Only a time in the future is scheduled. Other changes leave the reminder alone, so that it cannot fire
    /// again after a clock was set back.
    mutating func reschedule(from old: Item?, at now: Timestamp) {
        if let old, remindsLike(old) { return }
        let ahead = snoozedUntil.flatMap { $0 > now ? $0 : nil }
        let next = reminds && !checked ? ahead ?? nextAlarm(after: now) : nil
        if remindAt != next { remindAt = next }
        if hasTiming, timing.repeatsUntil != nil { timing.repeatsUntil = nil }
    }

    /// Fires the due reminder and schedules the next.
    ///
    /// Each alarm fires, even late. Of missed repetitions none does: the next one is in the future.
    mutating func takeReminder(at now: Timestamp) {
        guard let fired = remindAt else { return }
        let wasPutOff = snoozedUntil == fired
        if snoozedUntil != nil { snoozedUntil = nil }
        var next = nextAlarm(after: fired)
        if hasTiming, let seconds = timing.repeatEvery {
            let every = Int64(seconds) * 1_000
            if timing.repeatsUntil == nil || wasPutOff || alarmTimes.contains(fired) {
                timing.repeatsUntil = fired.advanced(byMilliseconds: Limits.repeatsMilliseconds)
            }
            let missed = max(0, now.milliseconds - fired.milliseconds) / every
            let again = fired.advanced(byMilliseconds: (missed + 1) * every)
            if let until = timing.repeatsUntil, again <= until, next.map({ again < $0 }) ?? true {
                next = again
            }
        }
        remindAt = next
    }

    /// The deduplication id of the scheduled reminder: the item, the time, and whether it was snoozed.
    var occurrenceID: String? {
        remindAt.map { "rem_\(id)_\($0.milliseconds)\(snoozedUntil == $0 ? "_snoozed" : "")" }
    }

    private func remindsLike(_ old: Item) -> Bool {
        guard old.checked == checked, old.shouldRemind == shouldRemind, old.dueDate == dueDate,
            old.snoozedUntil == snoozedUntil, old.startDate == startDate, old.startOn == startOn
        else { return false }
        if !hasTiming, !old.hasTiming { return true }
        let (timing, before) = (timing, old.timing)
        return timing.alarms == before.alarms && timing.repeatEvery == before.repeatEvery
            && timing.dueOn == before.dueOn && timing.timeZone == before.timeZone
    }

    private func nextAlarm(after moment: Timestamp) -> Timestamp? {
        // Fast path: most items have only the reminder at the due time.
        if !hasTiming, dueDate != nil || !hasDetails {
            return shouldRemind ? dueDate.flatMap { $0 > moment ? $0 : nil } : nil
        }
        return alarmTimes.filter { $0 > moment }.min()
    }

    /// The configured times of all reminders.
    private var alarmTimes: [Timestamp] {
        let (due, start, zone) = (due, alarmStart, timing.localTime ?? .utc)
        let whenDue = shouldRemind ? dueDate ?? start?.moment(secondsAfter: 0, in: zone) : nil
        return [whenDue].compactMap(\.self)
            + timing.alarms.compactMap { alarm -> Timestamp? in
                switch alarm {
                case .at(let moment): moment
                case .offset(let seconds): (due ?? start)?.moment(secondsAfter: seconds, in: zone)
                case .fromStart(let seconds): (start ?? due)?.moment(secondsAfter: seconds, in: zone)
                }
            }
    }
}
