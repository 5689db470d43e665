/// A day of the Gregorian calendar, at no place in particular.
public struct CalendarDay: Hashable, Comparable, Sendable {
    /// How many days it is after 1970-01-01; negative before.
    public let number: Int

    /// The day that many days after 1970-01-01.
    public init(number: Int) {
        self.number = number
    }

    /// The day `2026-11-21` (RFC 3339 §5.6, `full-date`), in the years 0001 to 9999; `nil` for any other text
    /// and for days that there are not.
    public init?(_ text: String) {
        let octets = Array(text.utf8)
        let hyphen = UInt8(ascii: "-")
        guard octets.count == 10, octets[4] == hyphen, octets[7] == hyphen,
            let year = Self.digits(octets[0..<4]), let month = Self.digits(octets[5..<7]),
            let day = Self.digits(octets[8..<10]), year >= 1, 1...12 ~= month, day >= 1
        else { return nil }
        self.init(year: year, month: month, day: day)
        guard (self.year, self.month, self.day) == (year, month, day) else { return nil }
    }

    /// The day in the form `2026-11-21`.
    public var text: String {
        "\(Self.padded(year, to: 4))-\(Self.padded(month, to: 2))-\(Self.padded(day, to: 2))"
    }

    /// The day that many days later.
    public func advanced(by days: Int) -> CalendarDay { CalendarDay(number: number + days) }

    /// Whether the first is the earlier one.
    public static func < (left: CalendarDay, right: CalendarDay) -> Bool { left.number < right.number }

    private static func digits(_ octets: ArraySlice<UInt8>) -> Int? {
        var value = 0
        for octet in octets {
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= octet else { return nil }
            value = value * 10 + Int(octet - UInt8(ascii: "0"))
        }
        return value
    }

    private static func padded(_ number: Int, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

// MARK: Years and months

// Years begin in March here, so that the leap day is the last of its year (Howard Hinnant, "chrono-compatible
// low-level date algorithms"). Eras have 400 such years, which is 146,097 days.
extension CalendarDay {
    private static let daysPerEra = 146_097
    /// From 0000-03-01 to 1970-01-01.
    private static let daysToEpoch = 719_468

    private init(year: Int, month: Int, day: Int) {
        let shiftedYear = month > 2 ? year : year - 1
        let era = shiftedYear.flooredQuotient(by: 400)
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        self.init(number: era * Self.daysPerEra + dayOfEra - Self.daysToEpoch)
    }

    private var era: Int { (number + Self.daysToEpoch).flooredQuotient(by: Self.daysPerEra) }
    private var dayOfEra: Int { number + Self.daysToEpoch - era * Self.daysPerEra }
    private var yearOfEra: Int {
        (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    }
    private var dayOfYear: Int { dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100) }
    /// From 0 for March to 11 for February.
    private var shiftedMonth: Int { (5 * dayOfYear + 2) / 153 }

    private var year: Int { yearOfEra + era * 400 + (month <= 2 ? 1 : 0) }
    private var month: Int { shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9 }
    private var day: Int { dayOfYear - (153 * shiftedMonth + 2) / 5 + 1 }
}

extension Int {
    /// The quotient, rounded down also below zero.
    func flooredQuotient(by divisor: Int) -> Int {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
