import Checklists
import Dates
import QuickAdd

/// Recurrences in words, as Obsidian Tasks writes them: `every 2 weeks on Monday when done`.
enum RecurrenceWords {
    /// The recurrence that words describe; `nil` where quick add does not understand all of them.
    /// - Parameter due: The day of an occurrence, on which the recurrence starts.
    static func recurrence(
        _ words: String, from due: CivilDate, _ language: Language? = .english
    ) -> Recurrence? {
        QuickAdd.readDate(words.asLine, now: DayAndTime(day: due, time: 0), language: language)?.recurrence
    }

    /// The words of a recurrence; `nil` where `recurrence` would read another one from them.
    static func words(_ recurrence: Recurrence, from due: CivilDate) -> String? {
        guard let rule = words(of: recurrence.rule.text) else { return nil }
        let words = recurrence.from == .completion ? "\(rule) when done" : rule
        return self.recurrence(words, from: due) == recurrence ? words : nil
    }

    private static func words(of rule: String) -> String? {
        var parts: [Substring: Substring] = [:]
        for part in rule.split(separator: ";") {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2 else { return nil }
            parts[pair[0]] = pair[1]
        }
        let interval = parts.removeValue(forKey: "INTERVAL").flatMap { Int($0) } ?? 1
        guard let frequency = parts.removeValue(forKey: "FREQ"), let unit = units[frequency],
            parts.count <= 1
        else { return nil }
        let every = interval == 1 ? "every \(unit)" : "every \(interval) \(unit)s"
        guard let (name, value) = parts.first else { return every }
        switch (frequency, name) {
        case ("WEEKLY", "BYDAY"): return days(value).map { "\(every) on \($0)" }
        case ("MONTHLY", "BYMONTHDAY"): return day(ofMonth: value).map { "\(every) on the \($0)" }
        case ("MONTHLY", "BYDAY"):
            guard let nth = nths[value.dropLast(2)], let day = weekdays[value.suffix(2)] else { return nil }
            return "\(every) on the \(nth) \(day)"
        default: return nil
        }
    }

    private static func days(_ value: Substring) -> String? {
        let names = value.split(separator: ",").compactMap { weekdays[$0] }
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }

    private static func day(ofMonth value: Substring) -> String? {
        guard let day = Int(value) else { return nil }
        switch day {
        case -1: return "last day"
        case 1, 21, 31: return "\(day)st"
        case 2, 22: return "\(day)nd"
        case 3, 23: return "\(day)rd"
        default: return "\(day)th"
        }
    }

    private static let units: [Substring: String] = [
        "DAILY": "day", "WEEKLY": "week", "MONTHLY": "month", "YEARLY": "year",
    ]
    private static let weekdays: [Substring: String] = [
        "MO": "Monday", "TU": "Tuesday", "WE": "Wednesday", "TH": "Thursday", "FR": "Friday",
        "SA": "Saturday", "SU": "Sunday",
    ]
    private static let nths: [Substring: String] = [
        "1": "first", "2": "second", "3": "third", "4": "fourth", "5": "fifth", "-1": "last",
    ]
}
