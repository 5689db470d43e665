package import Dates

// The rules of dates, recurrences and reminders.

extension Violation.Reason {
    package static let notATimestamp = Self(
        .notATimestamp, "must be an RFC 3339 timestamp", example: "2026-12-01T18:00:00Z")

    /// The rule of a moment in an imported document.
    package static let notAMoment = Self(
        .notAMoment, "must be an RFC 3339 timestamp, or seconds since 2001, in the years 1 to 9999")

    package static let notADate = Self(.notADate, "must be a date", example: "2026-12-01")

    /// The rule that 30 February breaks.
    package static func noSuchDay(year: Int, month: Int, days: Int) -> Self {
        Self(
            .noSuchDay, "must be a day that exists",
            ["year": .integer(year), "month": .integer(month), "days": .integer(days)]
        ).with("\(monthNames[month - 1]) \(year) has \(days) days")
    }

    private static let monthNames = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
        "November", "December",
    ]

    package static let yearOutOfRange = Self(.yearOutOfRange, "must be in the years 1 to 9999")

    /// Copying the list would move its dates out of range.
    package static let shiftOutOfRange = Self(
        .shiftOutOfRange, "must keep every date of the list in the years 1 to 9999")

    package static let inThePast = Self(.inThePast, "must be in the future")

    package static let notATimeZone = Self(
        .notATimeZone, "must be UTC or a time zone of the IANA database", example: "Europe/Paris")

    package static func notADuration(from least: String, to most: String, example: String) -> Self {
        Self(
            .notADuration, "must be an ISO 8601 duration from \(least) to \(most)", example: example,
            ["min": .text(least), "max": .text(most)])
    }

    package static func durationOutOfRange(from least: String, to most: String) -> Self {
        Self(
            .durationOutOfRange, "must be a duration from \(least) to \(most)",
            ["min": .text(least), "max": .text(most)])
    }

    package static let noDueDate = Self(
        .noDueDate, "requires a dueDate or dueOn", example: #""dueOn": "2026-12-01""#)

    package static func notARecurrenceRule(_ fault: RecurrenceRule.Fault) -> Self {
        Self(.notARecurrenceRule, fault.reason)
    }

    package static let neverRecurs = Self(
        .neverRecurs, "must have an occurrence within 100 years", ["years": .integer(100)])

    /// A reset rule has `COUNT`.
    package static let countNotAllowed = Self(
        .countNotAllowed, "must not have COUNT; end it with UNTIL", example: "FREQ=DAILY;UNTIL=20261231")

    package static let noRecurrence = Self(
        .noRecurrence, "is null: the item does not repeat, so no occurrence can be skipped")

    package static let lastOccurrence = Self(
        .lastOccurrence, "has no later occurrence: check or delete the item instead")

    /// Only the calendar app of a series knows its next occurrence.
    package static let recurrenceOfApp = Self(
        .recurrenceOfApp,
        "has a rule that only its calendar app can follow; check the item in that app, or set another "
            + "recurrence first")

    /// Only a calendar app can change when the occurrences of a series start.
    package static let leadOfApp = Self(
        .leadOfApp, "must be left out or equal the item's lead; only a calendar app can change it")

    /// A new item has no lead.
    package static let leadOfNewItem = Self(.leadOfApp, "must be left out; only a calendar app can set it")

    /// The first day of a range comes after the last one.
    package static let afterTo = Self(.outOfRange, "must not be after to")

    package static let startAfterDue = Self(
        .startAfterDue, "must not be after the due time; move the due time first")

    package static let noReminder = Self(
        .noReminder, "requires an unchecked item with shouldRemind or alarms")
}

extension Violation.Reason {
    /// The rule that a malformed timestamp breaks. It names a day that does not exist.
    package static func notATimestamp(_ text: String) -> Self { noSuchDay(in: text) ?? notATimestamp }

    /// The rule that a malformed date breaks. It names a day that does not exist.
    package static func notADate(_ text: String) -> Self { noSuchDay(in: text) ?? notADate }

    /// The rule for a text that begins with a day that its month does not have, such as `2026-02-30`; `nil`
    /// for any other text.
    private static func noSuchDay(in text: String) -> Self? {
        let date = text.utf8.prefix(10)
        let digits = date.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard digits.map(\.count) == [4, 2, 2], let year = Int(Substring(digits[0])), year > 0,
            let month = Int(Substring(digits[1])), 1...12 ~= month, let day = Int(Substring(digits[2]))
        else { return nil }
        let days = CivilDate.days(inMonth: month, of: year)
        guard day > days else { return nil }
        return noSuchDay(year: year, month: month, days: days)
    }
}
