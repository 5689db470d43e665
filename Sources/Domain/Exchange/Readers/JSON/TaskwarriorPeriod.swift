/// The periods of recurring tasks of Taskwarrior.
enum TaskwarriorPeriod {
    /// The rule of RFC 5545 for a period such as `weekly`, `2weeks`, `3 mo` or `P1M`; `nil` if unknown.
    static func rule(of period: String) -> String? {
        let period = period.lowercased().filter { $0 != " " }
        if period == "weekdays" { return "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR" }
        if let (number, unit) = names[period] { return rule(number, unit) }
        if period.hasPrefix("p") { return ofDuration(period.dropFirst()) }
        let digits = period.prefix { $0.isASCII && $0.isNumber }
        guard let unit = units[String(period.dropFirst(digits.count))] else { return nil }
        return rule(digits.isEmpty ? 1 : Int(digits), unit)
    }

    private enum Unit: String {
        case daily, weekly, monthly, yearly
    }

    private static func rule(_ number: Int?, _ unit: (number: Int, unit: Unit)) -> String? {
        guard let number, (1...1_000).contains(number) else { return nil }
        let interval = number * unit.number
        return "FREQ=\(unit.unit.rawValue.uppercased())" + (interval == 1 ? "" : ";INTERVAL=\(interval)")
    }

    private static func rule(_ number: Int, _ unit: Unit) -> String? { rule(number, (1, unit)) }

    /// The rule of an ISO 8601 duration with one unit of days, weeks, months or years.
    private static func ofDuration(_ text: Substring) -> String? {
        let designators: [Character: Unit] = ["d": .daily, "w": .weekly, "m": .monthly, "y": .yearly]
        guard let last = text.last, let unit = designators[last] else { return nil }
        return rule(Int(text.dropLast()), (1, unit))
    }

    private static let names: [String: (Int, Unit)] = [
        "daily": (1, .daily), "day": (1, .daily), "weekly": (1, .weekly), "week": (1, .weekly),
        "sennight": (1, .weekly), "biweekly": (2, .weekly), "fortnight": (2, .weekly),
        "monthly": (1, .monthly), "month": (1, .monthly), "bimonthly": (2, .monthly),
        "quarterly": (3, .monthly), "quarter": (3, .monthly), "semiannual": (6, .monthly),
        "annual": (1, .yearly), "yearly": (1, .yearly), "year": (1, .yearly), "biannual": (2, .yearly),
        "biyearly": (2, .yearly),
    ]
    private static let units: [String: (number: Int, unit: Unit)] = [
        "d": (1, .daily), "day": (1, .daily), "days": (1, .daily), "w": (1, .weekly), "wk": (1, .weekly),
        "wks": (1, .weekly), "week": (1, .weekly), "weeks": (1, .weekly), "m": (1, .monthly),
        "mo": (1, .monthly), "mos": (1, .monthly), "mth": (1, .monthly), "mths": (1, .monthly),
        "mnth": (1, .monthly), "mnths": (1, .monthly), "month": (1, .monthly), "months": (1, .monthly),
        "q": (3, .monthly), "qtr": (3, .monthly), "qtrs": (3, .monthly), "qrtr": (3, .monthly),
        "qrtrs": (3, .monthly), "quarter": (3, .monthly), "quarters": (3, .monthly), "y": (1, .yearly),
        "yr": (1, .yearly), "yrs": (1, .yearly), "year": (1, .yearly), "years": (1, .yearly),
    ]
}
