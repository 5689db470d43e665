/// A day of the proleptic Gregorian calendar (ISO 8601), without a time zone.
///
/// This module computes dates as plain numbers: civil days, RFC 3339 timestamps, HTTP dates, durations and
/// recurrence rules. It uses no clock and no time zone, and depends on no other module.
public struct CivilDate: Hashable, Strideable, Sendable {
    /// Days since 1970-01-01; negative before it.
    public let daysSince1970: Int

    /// Creates the day this many days after 1970-01-01.
    public init(daysSince1970: Int) {
        self.daysSince1970 = daysSince1970
    }

    /// The day of a moment in UTC.
    public init(millisecondsSince1970 milliseconds: Int) {
        daysSince1970 = milliseconds.flooredQuotientAndRemainder(dividingBy: 86_400_000).quotient
    }

    /// Creates a day; `nil` where the calendar has no such day.
    ///
    /// The algorithm counts years from March, so that the leap day ends a year. An era has 400 years or
    /// 146,097 days (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").
    public init?(year: Int, month: Int, day: Int) {
        guard 1...12 ~= month, 1...Self.days(inMonth: month, of: year) ~= day else { return nil }
        let yearFromMarch = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = yearFromMarch.flooredQuotientAndRemainder(dividingBy: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        daysSince1970 = era * Self.daysOfEra + dayOfEra - Self.daysTo1970
    }

    /// Year, month and day, by the same algorithm.
    public var components: (year: Int, month: Int, day: Int) {
        let (era, dayOfEra) = (daysSince1970 + Self.daysTo1970)
            .flooredQuotientAndRemainder(dividingBy: Self.daysOfEra)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
            dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        )
    }

    public func advanced(by days: Int) -> CivilDate { CivilDate(daysSince1970: daysSince1970 + days) }

    public func distance(to other: CivilDate) -> Int { other.daysSince1970 - daysSince1970 }

    public static func < (left: CivilDate, right: CivilDate) -> Bool {
        left.daysSince1970 < right.daysSince1970
    }

    /// The number of days of a month from 1 to 12.
    public static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static let daysOfEra = 146_097
    /// Days from 0000-03-01 to 1970-01-01.
    private static let daysTo1970 = 719_468
}

// MARK: - Text

extension CivilDate {
    /// Parses `2026-11-21` (RFC 3339 §5.6, `full-date`) in the years 0001 to 9999; `nil` for anything else.
    public init?(_ text: String) {
        let bytes = text.utf8.span
        var reader = DigitReader()
        guard let year = reader.number(digits: 4, in: bytes), year > 0, reader.take("-", in: bytes),
            let month = reader.number(digits: 2, in: bytes), reader.take("-", in: bytes),
            let day = reader.number(digits: 2, in: bytes), reader.isAtEnd(of: bytes)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The day as `2026-11-21`, clamped to the years 0001 to 9999.
    public var text: String {
        var text: [UInt8] = []
        text.append(addingCapacity: Self.textBytes) { output in
            min(max(self, Self.first), Self.last).write(to: &output)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the day as `2026-11-21`. The year must have four digits.
    func write(to output: inout OutputSpan<UInt8>) {
        let (year, month, day) = components
        output.append(twoDigits: year / 100)
        output.append(twoDigits: year % 100)
        output.append(UInt8(ascii: "-"))
        output.append(twoDigits: month)
        output.append(UInt8(ascii: "-"))
        output.append(twoDigits: day)
    }

    private static let textBytes = 10
    /// 0001-01-01.
    public static let first = CivilDate(daysSince1970: -719_162)
    /// 9999-12-31.
    public static let last = CivilDate(daysSince1970: 2_932_896)
}

extension Int {
    /// Division that rounds down, so that moments before 1970 have a time of day.
    package func flooredQuotientAndRemainder(dividingBy divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
