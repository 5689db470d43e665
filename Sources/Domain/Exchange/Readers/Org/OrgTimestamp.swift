import Checklists
import Dates

/// A timestamp: `<2026-12-01 Tue 18:00 +1w -2d>`, or one in square brackets.
struct OrgTimestamp {
    /// The whole text.
    let text: String
    let due: Due
    /// The recurrence of the repeater.
    private(set) var recurrence: Recurrence?
    /// The warning period, in seconds before the due time.
    private(set) var warning: Int?
    /// The parts that are not understood.
    private(set) var others: [String] = []

    private static let bytesMax = 100

    /// Reads the timestamp at the start of a text.
    /// - Returns: `nil` if there is none.
    init?(_ text: Substring, in zone: LocalTime) {
        let start = text.utf8.prefix(Self.bytesMax)
        guard let open = start.first, open == UInt8(ascii: "<") || open == UInt8(ascii: "["),
            let end = start.firstIndex(of: open == UInt8(ascii: "<") ? UInt8(ascii: ">") : UInt8(ascii: "]"))
        else { return nil }
        let inside = Substring(start[..<end].dropFirst())
        var words = inside.split(separator: " ")[...]
        guard let first = words.popFirst(), let day = CivilDate(String(first)) else { return nil }
        self.text = String(text[text.startIndex...end])
        var time: Int?
        var rest: [Substring] = []
        for word in words {
            // Of `18:00-19:00` the start counts.
            if time == nil, let found = DateText.time(word.prefix { $0 != "-" }) {
                time = found
            } else {
                rest.append(word)
            }
        }
        due = time.map { .moment(zone.moment(of: DayAndTime(day: day, time: $0))) } ?? .day(day)
        for word in rest { take(word, on: day) }
    }

    private mutating func take(_ word: Substring, on day: CivilDate) {
        let sign = word.prefix { "+-.".contains($0) }
        switch sign {
        case "+", "++", ".+":
            // Habits add the longest interval: `.+2d/4d`.
            let period = word.dropFirst(sign.count).prefix { $0 != "/" }
            guard let rule = Self.rule(period) else { return others.append(String(word)) }
            recurrence =
                sign == ".+" ? Recurrence(rule, from: .completion) : Recurrence(rule.keepingDay(of: day))
            if word.contains("/") { others.append(String(word)) }
        case "-", "--":
            guard let seconds = Self.seconds(word.dropFirst(sign.count)) else {
                return others.append(String(word))
            }
            warning = seconds
        // The name of the day, in any language.
        default: if word.contains(where: \.isNumber) { others.append(String(word)) }
        }
    }

    private static func rule(_ text: Substring) -> RecurrenceRule? {
        guard text.first?.isNumber ?? false else { return nil }
        return Period(text).flatMap { try? RecurrenceRule($0.rule) }
    }

    private static func seconds(_ text: Substring) -> Int? {
        let unit = text.last.map(String.init) ?? ""
        return ISO8601Duration.seconds(signed: (unit == "h" ? "PT" : "P") + text.uppercased())
    }
}
