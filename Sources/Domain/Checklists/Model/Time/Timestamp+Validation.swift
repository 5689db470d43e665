import Dates

extension Violation {
    /// Checks that RFC 3339 §5.6 can express a moment: its years have four digits.
    static func ofMoment(_ moment: Timestamp?, at pointer: String) -> [Violation] {
        guard let moment, !(Timestamp.earliest...Timestamp.latest ~= moment) else { return [] }
        return [Violation(pointer, .yearOutOfRange)]
    }

    /// Checks that RFC 3339 §5.6 can express a day.
    static func ofDay(_ day: CivilDate?, at pointer: String) -> [Violation] {
        guard let day, !(CivilDate.first...CivilDate.last ~= day) else { return [] }
        return [Violation(pointer, .yearOutOfRange)]
    }

    static func ofAlarms(_ alarms: [Alarm]) -> [Violation] {
        alarms.enumerated().flatMap { number, alarm -> [Violation] in
            guard case .at(let moment) = alarm else { return [] }
            return ofMoment(moment, at: "/alarms/\(number)/at")
        }
    }
}

extension ItemPatch {
    /// The moments and days that RFC 3339 cannot express.
    var timeViolations: [Violation] {
        Violation.ofMoment(dueDate ?? nil, at: "/dueDate") + Violation.ofDay(dueOn ?? nil, at: "/dueOn")
            + Violation.ofAlarms(alarms ?? []) + Violation.ofMoment(checkedAt, at: "/checkedAt")
            + Violation.ofMoment(snoozedUntil ?? nil, at: "/snoozedUntil")
    }
}

extension ImportedChecklist {
    /// The moments of the list that RFC 3339 cannot express.
    var timeViolations: [Violation] {
        Violation.ofMoment(createdAt, at: "/createdAt") + Violation.ofMoment(updatedAt, at: "/updatedAt")
    }
}

extension ImportedItem {
    /// The moments of the item that RFC 3339 cannot express, without those of its draft.
    var timeViolations: [Violation] {
        Violation.ofMoment(createdAt, at: "/createdAt") + Violation.ofMoment(updatedAt, at: "/updatedAt")
            + Violation.ofMoment(checkedAt, at: "/checkedAt")
            + Violation.ofMoment(snoozedUntil, at: "/snoozedUntil")
            + Violation.ofMoment(lastCompletedAt, at: "/lastCompletedAt")
    }
}
