import Checklists
import JSON

extension Timestamp {
    /// The moment in UTC as RFC 3339 has it, to the millisecond: `2026-11-20T23:55:57.484Z`.
    ///
    /// It has 24 bytes, except before the year 0 and after 9999, where RFC 3339 ends: there it is the number
    /// of milliseconds since 1970.
    var text: String {
        var bytes: [UInt8] = []
        bytes.append(addingCapacity: Self.textBytes, initializingWith: write)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends `text`.
    func write(to output: inout OutputSpan<UInt8>) {
        guard Self.written.contains(milliseconds) else {
            for byte in String(milliseconds).utf8 { output.append(byte) }
            return
        }
        let days = Self.floor(milliseconds, by: Self.millisecondsPerDay)
        let rest = Int(milliseconds - days * Self.millisecondsPerDay)
        let date = Self.civil(days: Int(days))
        output.append(digits: 4, of: date.year)
        output.append(UInt8(ascii: "-"))
        output.append(digits: 2, of: date.month)
        output.append(UInt8(ascii: "-"))
        output.append(digits: 2, of: date.day)
        output.append(UInt8(ascii: "T"))
        output.append(digits: 2, of: rest / 3_600_000)
        output.append(UInt8(ascii: ":"))
        output.append(digits: 2, of: rest / 60_000 % 60)
        output.append(UInt8(ascii: ":"))
        output.append(digits: 2, of: rest / 1000 % 60)
        output.append(UInt8(ascii: "."))
        output.append(digits: 3, of: rest % 1000)
        output.append(UInt8(ascii: "Z"))
    }

    /// The moment that `text` has written; `nil` for anything else, other forms of RFC 3339 among it.
    init?(text bytes: Span<UInt8>) {
        guard bytes.count == Self.textBytes, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
            bytes[19] == UInt8(ascii: "."), bytes[23] == UInt8(ascii: "Z"),
            let year = Self.number(in: bytes, 0..<4), let month = Self.number(in: bytes, 5..<7),
            let day = Self.number(in: bytes, 8..<10), let hour = Self.number(in: bytes, 11..<13),
            let minute = Self.number(in: bytes, 14..<16), let second = Self.number(in: bytes, 17..<19),
            let fraction = Self.number(in: bytes, 20..<23),
            1...12 ~= month, 1...31 ~= day, hour < 24, minute < 60, second < 60
        else { return nil }
        let days = Self.days(year: year, month: month, day: day)
        // The 31st of a shorter month would be a day of the next.
        guard Self.civil(days: days) == (year, month, day) else { return nil }
        let seconds = (days * 24 + hour) * 3600 + minute * 60 + second
        self.init(milliseconds: Int64(seconds * 1000 + fraction))
    }

    /// How long `text` is at most.
    static let textBytes = 24
    private static let millisecondsPerDay: Int64 = 86_400_000
    /// From 0000-01-01 until before 10000-01-01.
    private static let written: Range<Int64> = -62_167_219_200_000..<253_402_300_800_000

    private static func number(in bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
        var number = 0
        for index in range {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            number = number * 10 + Int(digit)
        }
        return number
    }

    private static func floor(_ number: Int64, by divisor: Int64) -> Int64 {
        number >= 0 ? number / divisor : (number + 1) / divisor - 1
    }

    /// The day of the Gregorian calendar that lies that many days after 1970-01-01, none of them before the
    /// year 0.
    ///
    /// Years begin in March here, so that the day that comes and goes is the last (Howard Hinnant,
    /// "chrono-Compatible Low-Level Date Algorithms").
    private static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
        let day = days + 719_468
        let era = (day >= 0 ? day : day - 146_096) / 146_097
        let dayOfEra = day - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        return (
            yearOfEra + era * 400 + (month < 10 ? 0 : 1), month < 10 ? month + 3 : month - 9,
            dayOfYear - (153 * month + 2) / 5 + 1
        )
    }

    /// How many days a date lies after 1970-01-01; the same source.
    private static func days(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}

extension JSONWriter {
    /// Writes a member whose value is a moment.
    mutating func member(_ name: String, _ moment: Timestamp) {
        self.name(name)
        raw(bytesMax: Timestamp.textBytes + 2) { output in
            output.append(UInt8(ascii: "\""))
            moment.write(to: &output)
            output.append(UInt8(ascii: "\""))
        }
    }
}

extension OutputSpan<UInt8> {
    /// Appends a number in two to four digits.
    fileprivate mutating func append(digits count: Int, of number: Int) {
        if count == 4 { append(UInt8(ascii: "0") + UInt8(number / 1000)) }
        if count >= 3 { append(UInt8(ascii: "0") + UInt8(number / 100 % 10)) }
        append(UInt8(ascii: "0") + UInt8(number / 10 % 10))
        append(UInt8(ascii: "0") + UInt8(number % 10))
    }
}
