import Dates

/// The time between the occurrences of a recurring task of another program: `2w`, `3 mo`, `quarter`, `P1M`.
struct Period {
    private let count: Int
    private let frequency: RecurrenceRule.Frequency

    /// `nil` where no rule has such a period.
    init?(_ count: Int?, _ frequency: RecurrenceRule.Frequency) {
        guard let count, 1...1_000 ~= count else { return nil }
        (self.count, self.frequency) = (count, frequency)
    }

    /// Reads a number with a unit, or a unit alone.
    init?(_ text: some StringProtocol) {
        var text = text.lowercased().filter { $0 != " " }
        if text.hasPrefix("p") { text.removeFirst() }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let unit = Self.units[String(text.dropFirst(digits.count))],
            let count = digits.isEmpty ? 1 : Int(digits), count <= 1_000
        else { return nil }
        self.init(count * unit.count, unit.frequency)
    }

    /// The rule of RFC 5545.
    var rule: String {
        "FREQ=\(frequency.rawValue)" + (count == 1 ? "" : ";INTERVAL=\(count)")
    }

    private static let units = Dictionary(
        uniqueKeysWithValues: names.flatMap { count, frequency, names in
            names.split(separator: " ").map { (String($0), (count: count, frequency: frequency)) }
        })

    private static let names: [(Int, RecurrenceRule.Frequency, String)] = [
        (1, .daily, "d day days daily"), (1, .weekly, "w wk wks week weeks weekly sennight"),
        (2, .weekly, "biweekly fortnight"),
        (1, .monthly, "m mo mos mth mths mnth mnths month months monthly"),
        (2, .monthly, "bimonthly"), (3, .monthly, "q qtr qtrs qrtr qrtrs quarter quarters quarterly"),
        (6, .monthly, "semiannual"), (1, .yearly, "y yr yrs year years yearly annual"),
        (2, .yearly, "biannual biyearly"),
    ]
}
