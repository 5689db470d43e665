import Checklists
import Dates

/// A recurrence in todo.txt: `2w` counts from the completion, `+2w` from the due day. `b` means working days.
enum TodoTxtPeriod {
    static func recurrence(_ text: String) -> Recurrence? {
        let isStrict = text.hasPrefix("+")
        var period = isStrict ? text.dropFirst() : text[...]
        guard period.utf8.count <= 5, period.first?.isNumber ?? false else { return nil }
        var rule = Period(period)?.rule
        if period.last == "b" {
            period.removeLast()
            // Five working days are a week.
            let weeks = Int(period).flatMap { $0 % 5 == 0 ? Period($0 / 5, .weekly) : nil }
            rule = period == "1" ? workdays : weeks?.rule
        }
        return rule.flatMap { try? RecurrenceRule($0) }.map {
            Recurrence($0, from: isStrict ? .due : .completion)
        }
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
        guard let plain = self.recurrence(text)?.rule else { return nil }
        let named = plain.text + nameOfDay(day, rule.frequency)
        return [(recurrence.from == .due ? plain.keepingDay(of: day) : plain).text, named].contains(rule.text)
            ? text : nil
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
}
