import Checklists
import Dates

/// A recurrence in todo.txt: `2w` counts from the completion, `+2w` from the due day. `b` means working days.
enum TodoTxtPeriod {
    static func recurrence(_ text: String) -> Recurrence? {
        let isStrict = text.hasPrefix("+")
        let period = isStrict ? text.dropFirst() : text[...]
        guard let unit = period.last, period.utf8.count <= 5, let count = Int(period.dropLast()), count > 0,
            let rule = rule(count, unit)
        else { return nil }
        return Recurrence(rule, from: isStrict ? .due : .completion)
    }

    private static func rule(_ count: Int, _ unit: Character) -> RecurrenceRule? {
        if unit == "b" {
            if count == 1 { return try? RecurrenceRule(workdays) }
            // Five working days are a week.
            return count % 5 == 0 ? rule(count / 5, "w") : nil
        }
        guard let frequency = frequencies[unit] else { return nil }
        return try? RecurrenceRule("FREQ=\(frequency)" + (count == 1 ? "" : ";INTERVAL=\(count)"))
    }

    /// The text of a recurrence; `nil` where todo.txt cannot say it.
    ///
    /// - Parameter day: The due day. todo.txt has no names of days, so a rule may name only this one.
    static func text(_ recurrence: Recurrence, due day: CivilDate) -> String? {
        let rule = recurrence.rule
        let period =
            rule.text == workdays
            ? "1b" : "\(rule.interval)\(rule.frequency.rawValue.prefix(1).lowercased())"
        let text = recurrence.from == .due ? "+\(period)" : period
        guard let plain = self.recurrence(text)?.rule.text else { return nil }
        return rule.text == plain || rule.text == plain + nameOfDay(day, rule.frequency) ? text : nil
    }

    /// The part of a rule that names the day of an occurrence.
    private static func nameOfDay(_ day: CivilDate, _ frequency: RecurrenceRule.Frequency) -> String {
        // 1970-01-01 was a Thursday.
        let weekday = (day.daysSince1970 + 3).flooredQuotientAndRemainder(dividingBy: 7).remainder
        let number = day.components.day
        return switch frequency {
        case .weekly: ";BYDAY=\(weekdays[weekday])"
        case .monthly where number <= 28: ";BYMONTHDAY=\(number)"
        default: ""
        }
    }

    private static let weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
    private static let workdays = "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"
    private static let frequencies: [Character: String] = [
        "d": "DAILY", "w": "WEEKLY", "m": "MONTHLY", "y": "YEARLY",
    ]
}
