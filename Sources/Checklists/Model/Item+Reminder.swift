extension Item {
    /// Schedules the reminder anew, or cancels it, if what it depends on is not as it was.
    ///
    /// Only a time that lies ahead is scheduled. What has nothing to do with the reminder leaves it alone, so
    /// that a clock that was set back cannot bring one again.
    mutating func reschedule(from old: Item?, at now: Timestamp) {
        let isSame =
            old?.checked == checked && old?.shouldRemind == shouldRemind && old?.dueDate == dueDate
            && old?.snoozedUntil == snoozedUntil
        if isSame { return }
        let time = snoozedUntil ?? dueDate
        let next = shouldRemind && !checked ? time.flatMap { $0 > now ? $0 : nil } : nil
        if remindAt != next { remindAt = next }
    }

    /// What the reminder that is scheduled is known by: the item and the time, and whether it was put off to
    /// that time.
    var occurrenceID: String? {
        remindAt.map { "rem_\(id)_\($0.milliseconds)\(snoozedUntil == $0 ? "_snoozed" : "")" }
    }
}
