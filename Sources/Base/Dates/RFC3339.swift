/// Timestamps of RFC 3339 §5.6, as milliseconds since 1970-01-01T00:00:00Z.
public enum RFC3339 {
    /// The length in bytes of a timestamp in UTC with milliseconds: `2026-11-20T23:55:57.484Z`.
    public static let textBytes = 24
    /// The moments with a four-digit year, from 0000-01-01 until before 10000-01-01.
    public static let writable: Range<Int64> = -62_167_219_200_000..<253_402_300_800_000

    /// Parses a timestamp at any offset from UTC; digits beyond milliseconds are truncated.
    ///
    /// `nil` where the text violates the grammar or names a day, hour or second that does not exist. The year
    /// 0000 is rejected, and so are leap seconds, which the server cannot store.
    public static func milliseconds(_ text: Span<UInt8>) -> Int64? {
        var reader = DigitReader()
        guard let year = reader.number(digits: 4, in: text), year > 0,
            let moment = reader.monthToSecond(of: year, in: text, allowsLowerCase: true),
            let millisecond = reader.fraction(in: text),
            let offsetMinutes = reader.offset(in: text), reader.isAtEnd(of: text)
        else { return nil }
        return Int64((moment - offsetMinutes * 60) * 1000 + millisecond)
    }

    /// Parses the output of `write`, including the year 0000; `nil` for all other forms of RFC 3339.
    public static func milliseconds(written text: Span<UInt8>) -> Int64? {
        guard text.count == textBytes else { return nil }
        var reader = DigitReader()
        guard let year = reader.number(digits: 4, in: text),
            let moment = reader.monthToSecond(of: year, in: text, allowsLowerCase: false),
            reader.take(".", in: text), let millisecond = reader.number(digits: 3, in: text),
            reader.take("Z", in: text)
        else { return nil }
        return Int64(moment * 1000 + millisecond)
    }

    /// Appends a timestamp in UTC with milliseconds, `textBytes` long. Moments outside `writable` are
    /// clamped.
    public static func write(_ milliseconds: Int64, to output: inout OutputSpan<UInt8>) {
        let moment = Int(min(max(milliseconds, writable.lowerBound), writable.upperBound - 1))
        let (days, millisecondOfDay) = moment.flooredQuotientAndRemainder(dividingBy: 86_400_000)
        CivilDate(daysSince1970: days).write(to: &output)
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

    /// A timestamp in UTC with milliseconds, as `write` formats it.
    public static func text(_ milliseconds: Int64) -> String {
        String(decoding: bytes(milliseconds), as: UTF8.self)
    }

    /// A timestamp in UTC in whole seconds, `2026-11-20T23:55:57Z`; milliseconds are truncated.
    public static func textInSeconds(_ milliseconds: Int64) -> String {
        String(decoding: bytes(milliseconds).prefix(19), as: UTF8.self) + "Z"
    }

    private static func bytes(_ milliseconds: Int64) -> [UInt8] {
        var text: [UInt8] = []
        text.append(addingCapacity: textBytes) { output in write(milliseconds, to: &output) }
        return text
    }
}

extension DigitReader {
    /// Parses `-11-20T23:55:57` after a year; returns seconds since 1970.
    fileprivate mutating func monthToSecond(
        of year: Int, in bytes: Span<UInt8>, allowsLowerCase: Bool
    ) -> Int? {
        guard take("-", in: bytes), let month = number(digits: 2, in: bytes), take("-", in: bytes),
            let day = number(digits: 2, in: bytes),
            let date = CivilDate(year: year, month: month, day: day),
            take("T", in: bytes) || allowsLowerCase && take("t", in: bytes),
            let hour = number(digits: 2, in: bytes), hour < 24, take(":", in: bytes),
            let minute = number(digits: 2, in: bytes), minute < 60, take(":", in: bytes),
            let second = number(digits: 2, in: bytes), second < 60
        else { return nil }
        return ((date.daysSince1970 * 24 + hour) * 60 + minute) * 60 + second
    }

    /// Parses `time-secfrac` in whole milliseconds, 0 where it is absent; `nil` where no digit follows the
    /// point.
    fileprivate mutating func fraction(in bytes: Span<UInt8>) -> Int? {
        guard take(".", in: bytes) else { return 0 }
        guard let first = digit(in: bytes) else { return nil }
        var milliseconds = first * 100
        var weight = 10
        while let digit = digit(in: bytes) {
            milliseconds += digit * weight
            weight /= 10
        }
        return milliseconds
    }

    /// Parses `time-offset` in minutes east of UTC.
    fileprivate mutating func offset(in bytes: Span<UInt8>) -> Int? {
        if take("Z", in: bytes) || take("z", in: bytes) { return 0 }
        let isWest = take("-", in: bytes)
        guard isWest || take("+", in: bytes),
            let hours = number(digits: 2, in: bytes), hours < 24, take(":", in: bytes),
            let minutes = number(digits: 2, in: bytes), minutes < 60
        else { return nil }
        return (isWest ? -1 : 1) * (hours * 60 + minutes)
    }
}
