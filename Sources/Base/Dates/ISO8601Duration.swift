/// An ISO 8601 duration in units of constant length: `P2W`, `P1DT12H`, `PT90S`.
///
/// Foundation parses ISO 8601 dates, but no durations. Years and months are rejected, because their length
/// depends on the start.
public struct ISO8601Duration: Hashable, Sendable {
    /// The duration in seconds, at least 1 and at most 366 days.
    public let seconds: Int

    private static let secondsMax: Int = 366 * 86_400
    private static let dateUnits: [(Character, Int)] = [("W", 604_800), ("D", 86_400)]
    private static let timeUnits: [(Character, Int)] = [("H", 3_600), ("M", 60), ("S", 1)]

    /// Parses a duration; `nil` for anything else, for zero and for more than 366 days.
    public init?(_ text: String) {
        guard text.first == "P", text.utf8.count <= 40 else { return nil }
        let parts = text.dropFirst().split(separator: "T", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let days = Self.seconds(parts[0], Self.dateUnits) else {
            return nil
        }
        var seconds = days
        if parts.count == 2 {
            guard !parts[1].isEmpty, let time = Self.seconds(parts[1], Self.timeUnits) else { return nil }
            seconds += time
        }
        guard 1...Self.secondsMax ~= seconds else { return nil }
        self.seconds = seconds
    }

    /// The seconds of a duration with an optional sign (RFC 5545 §3.3.6), including `PT0S`; `nil` for
    /// anything else.
    public static func seconds(signed text: String) -> Int? {
        let isNegative = text.hasPrefix("-")
        let duration = isNegative || text.hasPrefix("+") ? String(text.dropFirst()) : text
        if duration == "PT0S" { return 0 }
        return ISO8601Duration(duration).map { isNegative ? -$0.seconds : $0.seconds }
    }

    /// Formats seconds as a duration, for example `-PT30M`.
    public static func text(seconds: Int) -> String {
        if seconds == 0 { return "PT0S" }
        let (days, rest) = Int(seconds.magnitude).quotientAndRemainder(dividingBy: 86_400)
        let time = [(rest / 3_600, "H"), (rest / 60 % 60, "M"), (rest % 60, "S")]
            .map { number, unit in number == 0 ? "" : "\(number)\(unit)" }.joined()
        return "\(seconds < 0 ? "-" : "")P\(days == 0 ? "" : "\(days)D")\(time.isEmpty ? "" : "T\(time)")"
    }

    /// The sum of numbers with these units. Each unit occurs at most once, in this order.
    private static func seconds(_ text: Substring, _ units: [(Character, Int)]) -> Int? {
        var rest = text
        var units = units[...]
        var sum: Int = 0
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isWholeNumber }
            rest = rest.dropFirst(digits.count)
            guard (1...9).contains(digits.count), let number = Int(digits), let unit = rest.popFirst(),
                let index = units.firstIndex(where: { $0.0 == unit })
            else { return nil }
            sum += number * units[index].1
            units = units[(index + 1)...]
        }
        return sum
    }
}
