import Checklists

/// A moment as HTTP writes it (RFC 9110 §5.6.7).
enum HTTPDate {
    /// The moment of any of the three forms: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37
    /// GMT` and `Sun Nov  6 08:49:37 1994`; `nil` for anything else. The name of the day is not compared with
    /// the date.
    ///
    /// A year of two digits is the one that is not more than fifty years ahead of now.
    static func timestamp(_ text: String, now: Timestamp) -> Timestamp? {
        let words = text.split(separator: " ")
        switch words.count {
        case 6 where words[5] == "GMT" && words[0].last == ",":
            return timestamp(
                day: words[1], month: words[2], year: number(words[3], digits: 4), time: words[4])
        case 4 where words[3] == "GMT" && words[0].last == ",":
            let date = words[1].split(separator: "-")
            guard date.count == 3, let short = number(date[2], digits: 2) else { return nil }
            return timestamp(day: date[0], month: date[1], year: year(short, now: now), time: words[2])
        case 5:
            let day = words[2].count == 1 ? "0" + words[2] : words[2]
            return timestamp(day: day, month: words[1], year: number(words[4], digits: 4), time: words[3])
        default: return nil
        }
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func timestamp(
        day: Substring, month: Substring, year: Int?, time: Substring
    ) -> Timestamp? {
        let clock = time.split(separator: ":", omittingEmptySubsequences: false)
        guard let year, let day = number(day, digits: 2), let month = months.firstIndex(of: String(month)),
            clock.count == 3, let hour = number(clock[0], digits: 2), hour < 24,
            let minute = number(clock[1], digits: 2), minute < 60,
            // 60 is a leap second.
            let second = number(clock[2], digits: 2), second <= 60,
            (1...days(in: month + 1, of: year)).contains(day)
        else { return nil }
        let days = daysSinceEpoch(year: year, month: month + 1, day: day)
        let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
        return Timestamp(milliseconds: Int64(seconds) * 1000)
    }

    private static func number(_ digits: Substring, digits count: Int) -> Int? {
        guard digits.utf8.count == count, digits.utf8.allSatisfy({ (48...57).contains($0) }) else {
            return nil
        }
        return Int(digits)
    }

    private static func year(_ short: Int, now: Timestamp) -> Int {
        // The average length of a year is near enough for a rule of fifty of them.
        let thisYear = 1970 + Int(now.milliseconds / 31_556_952_000)
        let year = thisYear - thisYear % 100 + short
        return year > thisYear + 50 ? year - 100 : year
    }

    private static func days(in month: Int, of year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    /// The days from 1970-01-01 to a date of the Gregorian calendar, years counted from March on.
    private static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return 365 * year + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    }
}
