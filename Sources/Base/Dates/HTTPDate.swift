/// A moment to the second, in the formats of HTTP (RFC 9110 §5.6.7).
public struct HTTPDate: Hashable, Comparable, Sendable {
    /// Seconds since 1970-01-01T00:00:00Z, without leap seconds.
    public let secondsSince1970: Int

    /// Creates a moment.
    public init(secondsSince1970: Int) {
        self.secondsSince1970 = secondsSince1970
    }

    public static func < (left: HTTPDate, right: HTTPDate) -> Bool {
        left.secondsSince1970 < right.secondsSince1970
    }

    private static let days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}

// MARK: - Writing

extension HTTPDate {
    /// The moment as `IMF-fixdate`: `Sun, 06 Nov 1994 08:49:37 GMT`.
    public var text: String {
        let (days, second) = secondsSince1970.flooredQuotientAndRemainder(dividingBy: 86_400)
        let (year, month, day) = CivilDate(daysSince1970: days).components
        // 1970-01-01 was a Thursday.
        let weekday = Self.days[(days + 3).flooredQuotientAndRemainder(dividingBy: 7).remainder].prefix(3)
        let date = "\(Self.digits(day, 2)) \(Self.months[month - 1]) \(Self.digits(year, 4))"
        let time = [second / 3600, second / 60 % 60, second % 60].map { Self.digits($0, 2) }
        return "\(weekday), \(date) \(time.joined(separator: ":")) GMT"
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
}

// MARK: - Reading

extension HTTPDate {
    /// Parses any of the three formats; `nil` for anything else.
    ///
    /// The weekday is not checked against the date. A leap second is read as the second after it.
    ///
    /// - Parameter now: Resolves two-digit years, which only the obsolete format of RFC 850 has. A date more
    ///   than 50 years ahead is read as past.
    public init?(_ text: String, now: HTTPDate) {
        let words = text.split(separator: " ")
        let parts: Parts?
        if words.count == 6, words[0].last == ",", words[5] == "GMT" {
            // IMF-fixdate.
            guard Self.isDay(words[0].dropLast(), letters: 3) else { return nil }
            parts = Parts(day: words[1], month: words[2], year: words[3], time: words[4])
        } else if words.count == 4, words[0].last == ",", words[3] == "GMT" {
            // RFC 850: Sunday, 06-Nov-94 08:49:37 GMT.
            let date = words[1].split(separator: "-", omittingEmptySubsequences: false)
            guard date.count == 3, Self.isDay(words[0].dropLast()) else { return nil }
            parts = Parts(day: date[0], month: date[1], shortYear: date[2], time: words[2], now: now)
        } else if words.count == 5, Self.isDay(words[0], letters: 3) {
            // asctime: Sun Nov  6 08:49:37 1994.
            let day = words[2].utf8.count == 1 ? "0" + words[2] : words[2]
            parts = Parts(day: day, month: words[1], year: words[4], time: words[3])
        } else {
            return nil
        }
        guard let parts, let date = CivilDate(year: parts.year, month: parts.month, day: parts.day) else {
            return nil
        }
        secondsSince1970 = date.daysSince1970 * 86_400 + parts.secondOfDay
    }

    private static func isDay(_ name: Substring, letters: Int? = nil) -> Bool {
        days.contains { letters.map($0.prefix) ?? $0[...] == name }
    }

    /// The parts of a date.
    private struct Parts {
        var year: Int
        let month: Int
        let day: Int
        let secondOfDay: Int

        init?(day: Substring, month: Substring, year: Substring, yearDigits: Int = 4, time: Substring) {
            let clock = time.split(separator: ":", omittingEmptySubsequences: false)
            guard let day = Self.number(day, digits: 2),
                let month = HTTPDate.months.firstIndex(where: { $0 == month }),
                let year = Self.number(year, digits: yearDigits), clock.count == 3,
                let hour = Self.number(clock[0], digits: 2), hour < 24,
                let minute = Self.number(clock[1], digits: 2), minute < 60,
                // 60 is a leap second.
                let second = Self.number(clock[2], digits: 2), second <= 60
            else { return nil }
            self.year = year
            self.month = month + 1
            self.day = day
            secondOfDay = hour * 3600 + minute * 60 + second
        }

        /// Chooses the latest year with these two digits that is at most 50 years ahead.
        init?(day: Substring, month: Substring, shortYear: Substring, time: Substring, now: HTTPDate) {
            self.init(day: day, month: month, year: shortYear, yearDigits: 2, time: time)
            let (days, second) = now.secondsSince1970.flooredQuotientAndRemainder(dividingBy: 86_400)
            let today = CivilDate(daysSince1970: days).components
            year += (today.year + 50 - year).flooredQuotientAndRemainder(dividingBy: 100).quotient * 100
            if (year - 50, self.month, self.day, secondOfDay) > (today.year, today.month, today.day, second) {
                year -= 100
            }
        }

        /// Parses a number of exactly `digits` digits.
        private static func number(_ text: Substring, digits: Int) -> Int? {
            guard text.utf8.count == digits else { return nil }
            var reader = DigitReader()
            return reader.number(digits: digits, in: text.utf8.span)
        }
    }
}
