import Checklists

/// Timestamps as they stand on the wire (RFC 3339 §5.6).
extension Timestamp {
    /// 0001-01-01T00:00:00.000Z, the first moment that is taken.
    static let earliest = Timestamp(milliseconds: -62_135_596_800_000)
    /// 9999-12-31T23:59:59.999Z, the last moment that is taken.
    static let latest = Timestamp(milliseconds: 253_402_300_799_999)

    /// The moment that a text names, at any offset from UTC; what is finer than a millisecond is cut off.
    ///
    /// `nil` where the text does not follow the grammar, or names a day, an hour or a second that does not
    /// exist (leap seconds are among these, since nothing here could keep one), or a moment outside
    /// `earliest...latest`.
    init?(rfc3339 text: String) {
        var rest = text.utf8[...]
        guard let year = rest.takeNumber(digits: 4, in: 1...9999), rest.take("-"),
            let month = rest.takeNumber(digits: 2, in: 1...12), rest.take("-"),
            let day = rest.takeNumber(digits: 2, in: 1...CivilDate.days(inMonth: month, of: year)),
            rest.take("T") || rest.take("t"),
            let hour = rest.takeNumber(digits: 2, in: 0...23), rest.take(":"),
            let minute = rest.takeNumber(digits: 2, in: 0...59), rest.take(":"),
            let second = rest.takeNumber(digits: 2, in: 0...59),
            let millisecond = rest.takeFraction(),
            let offsetMinutes = rest.takeOffset(), rest.isEmpty
        else { return nil }
        let days = CivilDate(year: year, month: month, day: day).daysSinceEpoch
        let minutes = (days * 24 + hour) * 60 + minute - offsetMinutes
        self.init(milliseconds: Int64((minutes * 60 + second) * 1000 + millisecond))
        guard (Self.earliest...Self.latest).contains(self) else { return nil }
    }

    /// The moment in UTC with milliseconds, `2026-11-20T23:55:57.484Z`; one that no four-digit year reaches
    /// is written as the nearest that does.
    var rfc3339: [UInt8] {
        var text: [UInt8] = []
        text.append(addingCapacity: Self.textBytes, initializingWith: write)
        return text
    }

    /// How many bytes `write` appends.
    static let textBytes = 24

    /// Appends the moment as `rfc3339` has it.
    func write(to output: inout OutputSpan<UInt8>) {
        let milliseconds = Int(min(max(self, Self.earliest), Self.latest).milliseconds)
        let (days, millisecondOfDay) = milliseconds.flooredQuotientAndRemainder(dividingBy: 86_400_000)
        let date = CivilDate(daysSinceEpoch: days)
        output.append(twoDigits: date.year / 100)
        output.append(twoDigits: date.year % 100)
        output.append(UInt8(ascii: "-"))
        output.append(twoDigits: date.month)
        output.append(UInt8(ascii: "-"))
        output.append(twoDigits: date.day)
        output.append(UInt8(ascii: "T"))
        output.append(twoDigits: millisecondOfDay / 3_600_000)
        output.append(UInt8(ascii: ":"))
        output.append(twoDigits: millisecondOfDay / 60_000 % 60)
        output.append(UInt8(ascii: ":"))
        output.append(twoDigits: millisecondOfDay / 1000 % 60)
        output.append(UInt8(ascii: "."))
        output.append(twoDigits: millisecondOfDay % 1000 / 10)
        output.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: millisecondOfDay % 10))
        output.append(UInt8(ascii: "Z"))
    }
}

/// A day of the Gregorian calendar, extended to before its introduction as ISO 8601 does.
private struct CivilDate {
    var year: Int
    var month: Int
    var day: Int

    init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The day that many days after 1970-01-01, in the year 1 or later.
    ///
    /// Years are counted from March, so that the leap day ends one, in eras of 400 years or 146,097 days.
    init(daysSinceEpoch: Int) {
        let days = daysSinceEpoch + Self.daysToEpoch
        let (era, dayOfEra) = days.quotientAndRemainder(dividingBy: Self.daysOfEra)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// How many days after 1970-01-01 this is; the inverse of `init(daysSinceEpoch:)`.
    var daysSinceEpoch: Int {
        let yearFromMarch = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = yearFromMarch.quotientAndRemainder(dividingBy: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * Self.daysOfEra + dayOfEra - Self.daysToEpoch
    }

    static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static let daysOfEra = 146_097
    /// From 0000-03-01 to 1970-01-01.
    private static let daysToEpoch = 719_468
}

extension Substring.UTF8View {
    /// Goes past that character, if it is the next one.
    fileprivate mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard let first, first == UInt8(ascii: character) else { return false }
        removeFirst()
        return true
    }

    /// Goes past that many digits, if they are there and their number is within bounds.
    fileprivate mutating func takeNumber(digits: Int, in bounds: ClosedRange<Int>) -> Int? {
        var number = 0
        for _ in 0..<digits {
            guard let digit = takeDigit() else { return nil }
            number = number * 10 + digit
        }
        return bounds.contains(number) ? number : nil
    }

    /// `time-secfrac` in whole milliseconds, 0 where there is none; `nil` where no digit follows the point.
    fileprivate mutating func takeFraction() -> Int? {
        guard take(".") else { return 0 }
        guard let first = takeDigit() else { return nil }
        var milliseconds = first * 100
        var weight = 10
        while let digit = takeDigit() {
            milliseconds += digit * weight
            weight /= 10
        }
        return milliseconds
    }

    /// `time-offset` in minutes east of UTC.
    fileprivate mutating func takeOffset() -> Int? {
        if take("Z") || take("z") { return 0 }
        let isWest = take("-")
        guard isWest || take("+"),
            let hours = takeNumber(digits: 2, in: 0...23), take(":"),
            let minutes = takeNumber(digits: 2, in: 0...59)
        else { return nil }
        return (isWest ? -1 : 1) * (hours * 60 + minutes)
    }

    private mutating func takeDigit() -> Int? {
        guard let first, UInt8(ascii: "0")...UInt8(ascii: "9") ~= first else { return nil }
        removeFirst()
        return Int(first - UInt8(ascii: "0"))
    }
}

extension OutputSpan<UInt8> {
    /// Appends a number below 100 in two digits.
    fileprivate mutating func append(twoDigits number: Int) {
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10))
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }
}

extension Int {
    /// Division that rounds down, so that moments before 1970 have a time of day as well.
    func flooredQuotientAndRemainder(dividingBy divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
