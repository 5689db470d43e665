import Dates
import JSON

/// Recurrences of Microsoft Graph, as rules of RFC 5545.
enum GraphRecurrence {
    /// The rule of a `patternedRecurrence`; `nil` if its type is unknown or a part is missing.
    static func rule(of recurrence: ForeignObject) -> String? {
        guard let pattern = recurrence.object("pattern"), let type = pattern.text("type"),
            var rule = parts(type, of: pattern)
        else { return nil }
        if let interval = pattern.integer("interval"), interval > 1 { rule += ";INTERVAL=\(interval)" }
        if let first = pattern["firstDayOfWeek"]?.text?.weekdayName, type == "weekly" {
            rule += ";WKST=\(first)"
        }
        let range = recurrence.object("range")
        switch range?.text("type") {
        case "endDate":
            if let day = range?.text("endDate") { rule += ";UNTIL=\(day.prefix(10).filter { $0 != "-" })" }
        case "numbered": if let count = range?.integer("numberOfOccurrences") { rule += ";COUNT=\(count)" }
        default: break
        }
        return rule
    }

    private static func parts(_ type: String, of pattern: ForeignObject) -> String? {
        let days = pattern.texts("daysOfWeek").compactMap(\.weekdayName)
        switch type {
        case "daily": return "FREQ=DAILY"
        case "weekly": return "FREQ=WEEKLY" + (days.isEmpty ? "" : ";BYDAY=\(days.joined(separator: ","))")
        case "absoluteMonthly", "absoluteYearly", "relativeMonthly", "relativeYearly":
            let month = pattern.integer("month")
            let isYearly = type.hasSuffix("Yearly")
            guard month != nil || !isYearly, let day = day(type, days, of: pattern) else { return nil }
            return isYearly ? "FREQ=YEARLY;BYMONTH=\(month ?? 1);\(day)" : "FREQ=MONTHLY;\(day)"
        default: return nil
        }
    }

    /// The day of a month, or the first to fourth or last of some weekdays. Outlook takes the last day of a
    /// shorter month.
    private static func day(_ type: String, _ days: [String], of pattern: ForeignObject) -> String? {
        if type.hasPrefix("absolute") {
            return pattern.integer("dayOfMonth").map { RecurrenceRule.parts(ofMonthDays: [$0]) }
        }
        let ordinals = ["first": 1, "second": 2, "third": 3, "fourth": 4, "last": -1]
        guard let ordinal = ordinals[pattern.text("index") ?? "first"], let day = days.first else {
            return nil
        }
        if days.count == 1 { return "BYDAY=\(ordinal)\(day)" }
        return "BYDAY=\(days.joined(separator: ","));BYSETPOS=\(ordinal)"
    }
}

extension String {
    /// The name of RFC 5545 for an English weekday: `MO` for `monday` or `MONDAY`.
    var weekdayName: String? {
        let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
        return names.contains(lowercased()) ? uppercased().prefix(2).description : nil
    }
}
