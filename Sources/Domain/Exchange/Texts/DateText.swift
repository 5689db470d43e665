import Checklists
import Dates

/// Reads dates and times in the notations of programs and spreadsheets.
///
/// Dates are `2026-12-01`, `2026/12/1`, `1.12.2026`, `24/12/2026`, `1 Dec 2026`, `Dec 1, 2026`, and the same
/// with a time: `2026-12-01T18:00:00+0100`, `2026-12-01 6:00 PM`. Each has a year of four digits.
struct DateText {
    /// The order of the day and the month in `03/12/2026`.
    enum Order {
        case dayFirst, monthFirst
    }

    private let bytes: [UInt8]
    private var index = 0

    private static let bytesMax = 40

    /// The day or moment; `nil` for other texts, and where the order of `03/12/2026` is unknown.
    ///
    /// Midnight without an offset from UTC is a day, because spreadsheets write days in this way.
    static func due(_ text: String, in zone: LocalTime, order: Order? = nil) -> Due? {
        guard var reader = DateText(text), let day = reader.day(order) else { return nil }
        if reader.isAtEnd { return .day(day) }
        _ = reader.take(",")
        guard reader.take("t") || reader.skipSpaces(), let time = reader.time() else { return nil }
        let offset = reader.offset()
        guard reader.isAtEnd else { return nil }
        if let offset {
            let milliseconds = day.daysSince1970 * 86_400_000 + time - offset
            return .moment(Timestamp(milliseconds: Int64(milliseconds)))
        }
        return time == 0 ? .day(day) : .moment(zone.moment(of: DayAndTime(day: day, time: time)))
    }

    /// The moment, or the beginning of the day.
    static func moment(_ text: String, in zone: LocalTime, order: Order? = nil) -> Timestamp? {
        due(text, in: zone, order: order)?.moment(in: zone)
    }

    /// The order of the day and the month, if a number above 12 shows it: `24/12/2026`.
    static func order(of text: String) -> Order? {
        guard var reader = DateText(text), let first = reader.number(), reader.take("/") || reader.take("-"),
            let second = reader.number(), reader.take("/") || reader.take("-"),
            reader.number(digits: 4) != nil
        else { return nil }
        if 13...31 ~= first, 1...12 ~= second { return .dayFirst }
        return 1...12 ~= first && 13...31 ~= second ? .monthFirst : nil
    }

    private init?(_ text: String) {
        guard text.utf8.count <= 3 * Self.bytesMax else { return nil }
        var text = text.trimmed
        if text.contains("年") {
            text = text.replacing("年", with: "-").replacing("月", with: "-").replacing("日", with: " ").trimmed
        }
        guard text.utf8.count <= Self.bytesMax else { return nil }
        bytes = Folding.bytes(of: text)
    }

    // MARK: Days

    private mutating func day(_ order: Order?) -> CivilDate? {
        if let month = month() {
            skipSpaces()
            guard let day = number() else { return nil }
            _ = takeOrdinal()
            _ = take(",")
            skipSpaces()
            return number(digits: 4).flatMap { date($0, month, day) }
        }
        let start = index
        if let year = number(digits: 4) {
            // `20261201T180000Z` has no separators.
            let separator = ["-", "/", "."].first { take($0) } ?? ""
            let digits = separator.isEmpty ? 2 : nil
            guard let month = number(digits), take(separator), let day = number(digits) else { return nil }
            return date(year, month, day)
        }
        index = start
        guard let first = number() else { return nil }
        let isOrdinal = takeOrdinal()
        let separator = ["-", "/", "."].first { take($0) }
        let hasSpaces = skipSpaces()
        if let month = month() {
            _ = take(",") || take("-")
            skipSpaces()
            return number(digits: 4).flatMap { date($0, month, first) }
        }
        guard let separator, !isOrdinal, !hasSpaces || separator == ".", let second = number(),
            take(separator)
        else { return nil }
        if separator == "." { skipSpaces() }
        guard let year = number(digits: 4) else { return nil }
        let isDayFirst = separator == "." || first > 12 || order == .dayFirst
        let isMonthFirst = separator != "." && (second > 12 || order == .monthFirst)
        guard isDayFirst != isMonthFirst else { return nil }
        return isDayFirst ? date(year, second, first) : date(year, first, second)
    }

    private func date(_ year: Int, _ month: Int, _ day: Int) -> CivilDate? {
        year > 0 ? CivilDate(year: year, month: month, day: day) : nil
    }

    /// The number of a month by its name in English, German or French, with an optional point.
    private mutating func month() -> Int? {
        let name = bytes[index...].prefix { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
        // `juin` and `juillet` differ in the fourth letter.
        let start = String(decoding: name.prefix(name.starts(with: "jui".utf8) ? 4 : 3), as: UTF8.self)
        guard name.count >= 3, let number = Self.months.firstIndex(where: { $0.contains(start) }) else {
            return nil
        }
        index += name.count
        _ = take(".")
        return number + 1
    }

    /// The starts of the names of the months.
    private static let months = [
        ["jan"], ["feb", "fev"], ["mar", "mrz"], ["apr", "avr"], ["may", "mai"], ["jun", "juin"],
        ["jul", "juil"], ["aug", "aou"], ["sep"], ["oct", "okt"], ["nov"], ["dec", "dez"],
    ]

    // MARK: Times

    /// The time of day, in milliseconds since midnight.
    private mutating func time() -> Int? {
        guard var hour = number(), hour < 24 else { return nil }
        var (minute, second, millisecond) = (0, 0, 0)
        let isCompact = index < bytes.count && 0x30...0x39 ~= bytes[index]
        let hasMinutes = isCompact || take(":")
        if hasMinutes {
            guard let number = number(digits: 2), number < 60 else { return nil }
            minute = number
            if isCompact || take(":") {
                guard let number = self.number(digits: 2), number < 60 else { return nil }
                second = number
                if take(".") || take(",") {
                    guard let fraction = fraction() else { return nil }
                    millisecond = fraction
                }
            }
        }
        let end = index
        skipSpaces()
        let isMorning = take("am")
        if isMorning || take("pm") {
            guard 1...12 ~= hour else { return nil }
            hour = hour % 12 + (isMorning ? 0 : 12)
        } else {
            guard hasMinutes else { return nil }
            index = end
        }
        return ((hour * 60 + minute) * 60 + second) * 1_000 + millisecond
    }

    /// The milliseconds of `18:00` or `9:30 AM` since midnight.
    static func time(_ text: some StringProtocol) -> Int? {
        guard var reader = DateText(String(text)), let time = reader.time(), reader.isAtEnd else {
            return nil
        }
        return time
    }

    /// Digits after a decimal point, in thousandths.
    private mutating func fraction() -> Int? {
        let start = index
        var (sum, weight) = (0, 100)
        while let digit = digit() {
            sum += digit * weight
            weight /= 10
        }
        return index > start ? sum : nil
    }

    /// The offset from UTC, in milliseconds; positive east.
    private mutating func offset() -> Int? {
        if take("z") { return 0 }
        let isWest = take("-")
        guard isWest || take("+"), let hours = number(digits: 2), hours < 24 else { return nil }
        _ = take(":")
        guard let minutes = number(digits: 2), minutes < 60 else { return nil }
        return (isWest ? -1 : 1) * (hours * 60 + minutes) * 60_000
    }

    // MARK: Characters

    private var isAtEnd: Bool { index == bytes.count }

    private mutating func digit() -> Int? {
        guard index < bytes.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[index] else { return nil }
        index += 1
        return Int(bytes[index - 1] - UInt8(ascii: "0"))
    }

    /// A number of so many digits; `nil` if there are fewer.
    private mutating func number(digits: Int) -> Int? {
        var number = 0
        for _ in 0..<digits {
            guard let digit = digit() else { return nil }
            number = number * 10 + digit
        }
        return number
    }

    /// A number of so many digits, or of one or two.
    private mutating func number(_ digits: Int? = nil) -> Int? {
        if let digits { return number(digits: digits) }
        guard let first = digit() else { return nil }
        return digit().map { first * 10 + $0 } ?? first
    }

    private mutating func takeOrdinal() -> Bool { ["st", "nd", "rd", "th"].contains { take($0) } }

    private mutating func take(_ text: String) -> Bool {
        guard bytes[index...].starts(with: text.utf8) else { return false }
        index += text.utf8.count
        return true
    }

    @discardableResult
    private mutating func skipSpaces() -> Bool {
        let start = index
        while take(" ") {}
        return index > start
    }
}
