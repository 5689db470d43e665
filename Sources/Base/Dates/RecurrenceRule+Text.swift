extension RecurrenceRule {
    /// Why the parser rejected a rule.
    public struct Fault: Error, Hashable, Sendable {
        /// The requirement that the rule violates, worded to follow the name of the field.
        public let reason: String
    }

    /// The maximum of `COUNT`.
    public static let countMax: Int = 10_000
    /// The maximum length of a rule, in bytes.
    public static let textBytesMax: Int = 500
    private static let intervalMax: Int = 1_000

    /// Parses a rule such as `FREQ=MONTHLY;BYDAY=-1FR`.
    /// - Throws: `Fault`, which names the invalid part.
    public init(_ text: String) throws(Fault) {
        guard text.utf8.count <= Self.textBytesMax else {
            throw Fault(reason: "must have at most \(Self.textBytesMax) bytes")
        }
        let text = text.uppercased()
        if let frequency = Frequency(rawValue: text) {
            throw Fault(reason: "must be a rule: FREQ=\(frequency.rawValue)")
        }
        var values: [Substring: Substring] = [:]
        for part in text.split(separator: ";", omittingEmptySubsequences: false) {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2, Self.names.contains(String(pair[0])) else {
                let names = Self.names.joined(separator: ", ")
                let part = pair[0].isEmpty ? "an empty part" : String(pair[0].prefix(20))
                let rule = "a rule such as FREQ=WEEKLY;BYDAY=TU with the parts \(names)"
                throw Fault(reason: "must be \(rule); \(part) is not supported")
            }
            if values.updateValue(pair[1], forKey: pair[0]) != nil {
                throw Fault(reason: "must not repeat \(pair[0])")
            }
        }
        guard let frequency = values["FREQ"].flatMap({ Frequency(rawValue: String($0)) }) else {
            throw Fault(reason: "must have a FREQ of DAILY, WEEKLY, MONTHLY or YEARLY")
        }
        self.init(frequency, text: text)
        if let value = values["INTERVAL"] {
            parts.interval = try Self.number(value, 1...Self.intervalMax, "INTERVAL")
        }
        try readEnd(count: values["COUNT"], until: values["UNTIL"])
        parts.months = try Self.numbers(values["BYMONTH"], upTo: 12, isSigned: false, "BYMONTH")
        parts.monthDays = try Self.numbers(values["BYMONTHDAY"], upTo: 31, isSigned: true, "BYMONTHDAY")
        parts.weekdays = try Self.weekdays(values["BYDAY"], upTo: frequency == .yearly ? 53 : 5)
        parts.setPositions = try Self.numbers(values["BYSETPOS"], upTo: 366, isSigned: true, "BYSETPOS")
        if let value = values["WKST"] {
            guard let day = Weekday(value) else {
                throw Fault(reason: "must have a WKST of MO, TU, WE, TH, FR, SA or SU")
            }
            parts.weekStart = day
        }
        try checkParts()
    }

    /// The same rule with another end.
    public func ending(_ end: End) -> RecurrenceRule {
        var rule = self
        rule.parts.end = end
        let others = text.split(separator: ";").filter { !$0.hasPrefix("COUNT=") && !$0.hasPrefix("UNTIL=") }
        let last: String? =
            switch end {
            case .never: nil
            case .count(let count): "COUNT=\(count)"
            case .day(let day): "UNTIL=\(Self.digits(day))"
            case .moment(let milliseconds): "UNTIL=\(Self.digits(moment: milliseconds))"
            }
        rule.parts.text = (others.map(String.init) + (last.map { [$0] } ?? [])).joined(separator: ";")
        return rule
    }

    private static func digits(_ day: CivilDate) -> String { day.text.filter { $0 != "-" } }

    private static func digits(moment milliseconds: Int) -> String {
        RFC3339.textInSeconds(Int64(milliseconds)).filter { $0 != "-" && $0 != ":" }
    }

    private static let names = [
        "FREQ", "INTERVAL", "COUNT", "UNTIL", "BYMONTH", "BYMONTHDAY", "BYDAY", "BYSETPOS", "WKST",
    ]

    /// Checks which parts may stand together (RFC 5545 §3.3.10).
    private func checkParts() throws(Fault) {
        if frequency == .weekly, !parts.monthDays.isEmpty {
            throw Fault(reason: "must not have BYMONTHDAY together with FREQ=WEEKLY")
        }
        if frequency == .daily || frequency == .weekly, parts.weekdays.contains(where: { $0.ordinal != nil })
        {
            throw Fault(
                reason: "must not number the days of BYDAY with FREQ=\(frequency.rawValue): MO, not 1MO")
        }
        if !parts.setPositions.isEmpty, parts.months.isEmpty, parts.monthDays.isEmpty, parts.weekdays.isEmpty
        {
            throw Fault(reason: "must have BYMONTH, BYMONTHDAY or BYDAY together with BYSETPOS")
        }
    }

    private mutating func readEnd(count: Substring?, until: Substring?) throws(Fault) {
        if count != nil, until != nil { throw Fault(reason: "must not have both COUNT and UNTIL") }
        if let count { parts.end = .count(try Self.number(count, 1...Self.countMax, "COUNT")) }
        guard let until else { return }
        guard let last = Self.lastMoment(until) else {
            throw Fault(reason: "must have an UNTIL such as 20261231 or 20261231T225959Z")
        }
        parts.end = last
    }

    /// Parses `UNTIL`: a day `20261231`, or a moment in UTC `20261231T225959Z`.
    private static func lastMoment(_ text: Substring) -> End? {
        let bytes = text.utf8.span
        var reader = DigitReader()
        guard let year = reader.number(digits: 4, in: bytes), year > 0,
            let month = reader.number(digits: 2, in: bytes),
            let dayOfMonth = reader.number(digits: 2, in: bytes),
            let day = CivilDate(year: year, month: month, day: dayOfMonth)
        else { return nil }
        if reader.isAtEnd(of: bytes) { return .day(day) }
        guard reader.take("T", in: bytes), let hour = reader.number(digits: 2, in: bytes), hour < 24,
            let minute = reader.number(digits: 2, in: bytes), minute < 60,
            let second = reader.number(digits: 2, in: bytes), second < 60,
            reader.take("Z", in: bytes), reader.isAtEnd(of: bytes)
        else { return nil }
        return .moment(((day.daysSince1970 * 24 + hour) * 60 + minute) * 60_000 + second * 1_000)
    }

    private static func number(
        _ text: Substring, _ range: ClosedRange<Int>, _ name: String
    ) throws(Fault) -> Int {
        guard text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }), let number = Int(text),
            range.contains(number)
        else { throw Fault(reason: "must have \(name) from \(range.lowerBound) to \(range.upperBound)") }
        return number
    }

    /// Parses comma-separated numbers from 1; negative numbers count from the end.
    private static func numbers(
        _ text: Substring?, upTo largest: Int, isSigned: Bool, _ name: String
    ) throws(Fault) -> [Int] {
        guard let text else { return [] }
        var numbers: [Int] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard part.utf8.count <= 4, let number = Int(part), 1...largest ~= abs(number),
                isSigned || number > 0
            else {
                throw Fault(
                    reason: "must have \(name) from 1 to \(largest)"
                        + (isSigned ? ", or -1 to -\(largest)" : ""))
            }
            numbers.append(number)
        }
        return numbers
    }

    /// Parses comma-separated weekdays, each with an optional number.
    private static func weekdays(_ text: Substring?, upTo largest: Int) throws(Fault) -> [WeekdayPart] {
        guard let text else { return [] }
        var days: [WeekdayPart] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ordinal = part.dropLast(2)
            guard let weekday = Weekday(part.suffix(2)), part.utf8.count <= 5,
                ordinal.isEmpty || Int(ordinal).map({ 1...largest ~= abs($0) }) ?? false
            else { throw Fault(reason: "must have days such as MO, 1MO or -1FR in BYDAY") }
            days.append(WeekdayPart(ordinal: Int(ordinal), weekday: weekday))
        }
        return days
    }
}
