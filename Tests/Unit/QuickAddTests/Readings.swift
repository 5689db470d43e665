import Checklists
import Dates
import QuickAdd
import Testing

/// Readings on a Monday at ten, written down shortly.
enum Readings {
    /// 2026-11-23T10:00, a Monday.
    static let now = DayAndTime(day: CivilDate(daysSince1970: 20_780), time: 10 * 3_600_000)

    static func read(_ text: String, hint: Language? = nil) -> QuickAdd.Reading {
        QuickAdd.read(text, now: now, language: hint)
    }

    /// Summarizes what quick add recognises in a text: `2026-11-24 18:00 FREQ=DAILY !! #Name 1.5 kg @tag`.
    static func summary(_ reading: QuickAdd.Reading) -> String {
        var words: [String] = []
        if let day = reading.dueOn { words.append(day.text) }
        if let time = reading.dueTime { words.append(text(time)) }
        if let minutes = reading.delay {
            let later = now.time + minutes * 60_000
            let (days, rest) = later.quotientAndRemainder(dividingBy: 86_400_000)
            words.append(text(DayAndTime(day: now.day.advanced(by: days), time: rest)))
        }
        if let recurrence = reading.recurrence {
            words.append(recurrence.rule.text)
            if recurrence.from == .completion { words.append("when done") }
        }
        if reading.isImportant { words.append("!!") }
        if let name = reading.listName { words.append("#\(name)") }
        if let quantity = reading.quantity {
            words.append(quantity.text)
            if let unit = reading.unit { words.append(unit) }
        }
        words += reading.tags.map { "@\($0)" }
        return words.joined(separator: " ")
    }

    static func text(_ time: DayAndTime) -> String {
        let minutes = time.time / 60_000
        let digits = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "\(time.day.text) \(digits.joined(separator: ":"))"
    }
}
