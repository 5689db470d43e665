import Dates
import JSON

/// Recurrences of Microsoft Graph, as rules of RFC 5545.
enum GraphRecurrence {
    /// The rule of a `patternedRecurrence`; `nil` if its type is unknown or a part is missing.
    static func rule(of recurrence: ForeignObject, _ notes: inout ImportNotes) -> String? {
        guard let pattern = recurrence.object("pattern", &notes),
            let type = pattern.text("type", &notes),
            let days = parts(type, of: pattern, &notes)
        else { return nil }
        var rule = days
        if let interval = pattern.integer("interval", &notes), interval > 1 {
            rule += ";INTERVAL=\(interval)"
        }
        if let first = pattern["firstDayOfWeek"]?.text?.weekdayName, type == "weekly" {
            rule += ";WKST=\(first)"
        }
        return rule + (recurrence.object("range", &notes).flatMap { end($0, &notes) } ?? "")
    }

    private static func parts(
        _ type: String, of pattern: ForeignObject, _ notes: inout ImportNotes
    ) -> String? {
        switch type {
        case "daily": return "FREQ=DAILY"
        case "weekly":
            let days = weekdays(of: pattern, &notes)
            return "FREQ=WEEKLY" + (days.isEmpty ? "" : ";BYDAY=\(days.joined(separator: ","))")
        case "absoluteMonthly": return monthDay(of: pattern, &notes).map { "FREQ=MONTHLY;\($0)" }
        case "relativeMonthly": return weekday(of: pattern, &notes).map { "FREQ=MONTHLY;\($0)" }
        case "absoluteYearly", "relativeYearly":
            guard let month = pattern.integer("month", &notes) else { return nil }
            let day = type == "absoluteYearly" ? monthDay(of: pattern, &notes) : weekday(of: pattern, &notes)
            return day.map { "FREQ=YEARLY;BYMONTH=\(month);\($0)" }
        default: return nil
        }
    }

    /// The day of a month. Outlook takes the last day of a shorter month.
    private static func monthDay(of pattern: ForeignObject, _ notes: inout ImportNotes) -> String? {
        pattern.integer("dayOfMonth", &notes).map { RecurrenceRule.parts(ofMonthDays: [$0]) }
    }

    /// The first to fourth or last of some weekdays.
    private static func weekday(of pattern: ForeignObject, _ notes: inout ImportNotes) -> String? {
        let ordinals = ["first": 1, "second": 2, "third": 3, "fourth": 4, "last": -1]
        let days = weekdays(of: pattern, &notes)
        guard let ordinal = ordinals[pattern.text("index", &notes) ?? "first"], let day = days.first else {
            return nil
        }
        if days.count == 1 { return "BYDAY=\(ordinal)\(day)" }
        return "BYDAY=\(days.joined(separator: ","));BYSETPOS=\(ordinal)"
    }

    private static func weekdays(of pattern: ForeignObject, _ notes: inout ImportNotes) -> [String] {
        pattern.texts("daysOfWeek", &notes).compactMap(\.weekdayName)
    }

    private static func end(_ range: ForeignObject, _ notes: inout ImportNotes) -> String? {
        switch range.text("type", &notes) {
        case "endDate":
            range.text("endDate", &notes).map { ";UNTIL=\($0.prefix(10).filter { $0 != "-" })" }
        case "numbered":
            range.integer("numberOfOccurrences", &notes).map { ";COUNT=\($0)" }
        default: nil
        }
    }
}
