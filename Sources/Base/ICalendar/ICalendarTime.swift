public import Dates

/// A `DATE` or `DATE-TIME` value (RFC 5545 §3.3.4, §3.3.5).
public enum ICalendarTime: Hashable, Sendable {
    /// A date in no particular time zone.
    case day(CivilDate)
    /// A local date and time, in seconds since midnight. `zone` is a time zone identifier; `nil` for floating
    /// time.
    case local(CivilDate, second: Int, zone: String?)
    /// A moment in UTC.
    case utc(secondsSince1970: Int)

    /// Parses `20261121`, `20261121T180000` or `20261121T170000Z`; `nil` for anything else.
    ///
    /// A leap second is read as second 59.
    /// - Parameter zone: The value of the parameter `TZID`.
    public init?(_ text: some StringProtocol, zone: String? = nil) {
        let digits = Array(text.utf8)
        guard
            digits.count == 8 || digits.count == 15 || digits.count == 16 && digits[15] == UInt8(ascii: "Z"),
            let year = Self.number(digits[0..<4]), year > 0, let month = Self.number(digits[4..<6]),
            let dayOfMonth = Self.number(digits[6..<8]),
            let day = CivilDate(year: year, month: month, day: dayOfMonth)
        else { return nil }
        if digits.count == 8 {
            self = .day(day)
            return
        }
        guard digits[8] == UInt8(ascii: "T"), let hour = Self.number(digits[9..<11]), hour < 24,
            let minute = Self.number(digits[11..<13]), minute < 60,
            let second = Self.number(digits[13..<15]), second <= 60
        else { return nil }
        let secondOfDay = (hour * 60 + minute) * 60 + min(second, 59)
        self =
            digits.count == 16
            ? .utc(secondsSince1970: day.daysSince1970 * 86_400 + secondOfDay)
            : .local(day, second: secondOfDay, zone: zone)
    }

    /// The value as iCalendar writes it, without the zone, which is a parameter.
    public var text: String {
        switch self {
        case .day(let day): Self.digits(day)
        case .local(let day, let second, _): Self.digits(day) + "T" + Self.digits(second: second)
        case .utc(let seconds):
            Self.digits(CivilDate(millisecondsSince1970: seconds * 1_000)) + "T"
                + Self.digits(second: seconds.flooredQuotientAndRemainder(dividingBy: 86_400).remainder) + "Z"
        }
    }

    static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        var number = 0
        for digit in digits {
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit else { return nil }
            number = number * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return number
    }

    private static func digits(_ day: CivilDate) -> String {
        String(decoding: day.text.utf8.filter { $0 != UInt8(ascii: "-") }, as: UTF8.self)
    }

    private static func digits(second: Int) -> String {
        twoDigits(second / 3_600) + twoDigits(second / 60 % 60) + twoDigits(second % 60)
    }

    static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// An offset from UTC (RFC 5545 §3.3.14).
public struct ICalendarOffset: Hashable, Sendable {
    /// Seconds ahead of UTC; negative behind it.
    public var seconds: Int

    /// Creates an offset.
    public init(seconds: Int) {
        self.seconds = seconds
    }

    /// Parses `+0100` or `-001544`; `nil` for anything else.
    public init?(_ text: String) {
        let digits = Array(text.utf8)
        guard digits.count == 5 || digits.count == 7, let sign = digits.first,
            sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
            let hours = ICalendarTime.number(digits[1..<3]), hours < 24,
            let minutes = ICalendarTime.number(digits[3..<5]), minutes < 60,
            let rest = ICalendarTime.number(digits[5...]), rest < 60
        else { return nil }
        let seconds = (hours * 60 + minutes) * 60 + rest
        self.seconds = sign == UInt8(ascii: "-") ? -seconds : seconds
    }

    /// The offset as iCalendar writes it.
    public var text: String {
        let size = Int(seconds.magnitude)
        let rest = size % 60 == 0 ? "" : ICalendarTime.twoDigits(size % 60)
        return (seconds < 0 ? "-" : "+") + ICalendarTime.twoDigits(size / 3_600)
            + ICalendarTime.twoDigits(size / 60 % 60) + rest
    }
}
