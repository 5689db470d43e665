import Dates

extension Item {
    /// Whether it reminds at some time.
    var reminds: Bool { shouldRemind || hasTiming && !timing.alarms.isEmpty }

    /// Puts its reminder off to a moment, or no more: what does not lie ahead puts nothing off, and neither
    /// does it an item that does not remind.
    mutating func putOff(until moment: Timestamp?, at now: Timestamp) {
        let ahead = moment.flatMap { $0 > now && reminds && !checked ? $0 : nil }
        if snoozedUntil != ahead { snoozedUntil = ahead }
    }

    /// Schedules the reminder anew, or cancels it, if what it depends on is not as it was.
    ///
    /// Only a time that lies ahead is scheduled. What has nothing to do with the reminder leaves it alone, so
    /// that a clock that was set back cannot bring one again.
    mutating func reschedule(from old: Item?, at now: Timestamp) {
        if let old, remindsLike(old) { return }
        let ahead = snoozedUntil.flatMap { $0 > now ? $0 : nil }
        let next = reminds && !checked ? ahead ?? nextAlarm(after: now) : nil
        if remindAt != next { remindAt = next }
        if hasTiming, timing.repeatsUntil != nil { timing.repeatsUntil = nil }
    }

    /// Takes the reminder that goes out, and schedules the next.
    ///
    /// Each alarm goes out, be it late; of those that only come again because nobody heeds them, the next
    /// that lies ahead.
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

    /// What the reminder that is scheduled is known by: the item and the time, and whether it was put off to
    /// that time.
    var occurrenceID: String? {
        remindAt.map { "rem_\(id)_\($0.milliseconds)\(snoozedUntil == $0 ? "_snoozed" : "")" }
    }

    private func remindsLike(_ old: Item) -> Bool {
        guard old.checked == checked, old.shouldRemind == shouldRemind, old.dueDate == dueDate,
            old.snoozedUntil == snoozedUntil
        else { return false }
        if !hasTiming, !old.hasTiming { return true }
        let (timing, before) = (timing, old.timing)
        return timing.alarms == before.alarms && timing.repeatEvery == before.repeatEvery
            && timing.dueOn == before.dueOn && timing.timeZone == before.timeZone
    }

    private func nextAlarm(after moment: Timestamp) -> Timestamp? {
        // Most have none but that.
        if !hasTiming { return shouldRemind ? dueDate.flatMap { $0 > moment ? $0 : nil } : nil }
        return alarmTimes.filter { $0 > moment }.min()
    }

    /// When it reminds, by what was saved.
    private var alarmTimes: [Timestamp] {
        let timing = timing
        var times: [Timestamp] = []
        if shouldRemind, let dueDate { times.append(dueDate) }
        for alarm in timing.alarms {
            switch alarm {
            case .at(let moment): times.append(moment)
            case .offset(let seconds):
                let zone = timing.localTime ?? .utc
                if let day = timing.dueOn {
                    times.append(zone.moment(of: DayAndTime(day: day, time: seconds * 1_000)))
                } else if let dueDate {
                    times.append(zone.moment(seconds, secondsAfter: dueDate))
                }
            }
        }
        return times
    }
}
