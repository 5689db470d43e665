/// A moment to the second, as fields have it (RFC 9110 §5.6.7).
public struct HTTPDate: Hashable, Comparable, Sendable {
    /// Seconds since 1970-01-01T00:00:00Z, leap seconds left out.
    public let secondsSince1970: Int

    /// That moment.
    public init(secondsSince1970: Int) {
        self.secondsSince1970 = secondsSince1970
    }

    /// Whether it comes before another.
    public static func < (left: HTTPDate, right: HTTPDate) -> Bool {
        left.secondsSince1970 < right.secondsSince1970
    }

    private static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}

// MARK: - Writing

extension HTTPDate {
    /// `IMF-fixdate`: `Sun, 06 Nov 1994 08:49:37 GMT`.
    public var text: String {
        let (days, second) = secondsSince1970.quotientAndRemainder(dividingBy: 86_400)
        let (day, rest) = second < 0 ? (days - 1, second + 86_400) : (days, second)
        let date = CivilDate(daysSince1970: day)
        // 1970 began with a Thursday.
        let weekday = Self.days[((day + 3) % 7 + 7) % 7]
        let time = [rest / 3600, rest / 60 % 60, rest % 60].map { Self.digits($0, 2) }.joined(separator: ":")
        let month = Self.months[date.month - 1]
        return "\(weekday), \(Self.digits(date.day, 2)) \(month) \(Self.digits(date.year, 4)) \(time) GMT"
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
}

// MARK: - Reading

extension HTTPDate {
    /// The moment that any of the three formats names; `nil` for anything else.
    ///
    /// A year of two digits, which only the obsolete format of RFC 850 has, lies between 1970 and 2069.
    public init?(_ text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
        if words.count == 6, words[0].hasSuffix(","), words[5] == "GMT", words[1].utf8.count == 2 {
            // IMF-fixdate.
            self.init(
                Self.days, weekday: words[0].dropLast(), day: words[1], month: words[2], year: words[3],
                time: words[4])
        } else if words.count == 4, words[0].hasSuffix(","), words[3] == "GMT" {
            // RFC 850: Sunday, 06-Nov-94 08:49:37 GMT.
            let date = words[1].split(separator: "-", omittingEmptySubsequences: false).map(String.init)
            guard date.count == 3, date[0].utf8.count == 2, let year = Self.number(date[2], digits: 2) else {
                return nil
            }
            let names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
            self.init(
                names, weekday: words[0].dropLast(), day: date[0], month: date[1],
                year: String(year < 70 ? 2000 + year : 1900 + year), time: words[2])
        } else if words.count == 5 {
            // asctime: Sun Nov  6 08:49:37 1994.
            let day = words[2].utf8.count == 1 ? "0" + words[2] : words[2]
            self.init(
                Self.days, weekday: words[0][...], day: day, month: words[1], year: words[4], time: words[3])
        } else {
            return nil
        }
    }

    private init?(
        _ weekdays: [String], weekday: Substring, day: String, month: String, year: String, time: String
    ) {
        let parts = time.split(separator: ":", omittingEmptySubsequences: false).map {
            Self.number(String($0), digits: 2)
        }
        guard weekdays.contains(String(weekday)), let month = Self.months.firstIndex(of: month),
            let day = Self.number(day, digits: 2), let year = Self.number(year, digits: 4), parts.count == 3,
            let hour = parts[0], let minute = parts[1], let second = parts[2],
            hour < 24, minute < 60, second <= 60
        else { return nil }
        let date = CivilDate(year: year, month: month + 1, day: day)
        // A day that the month lacks would come back as one of the next month.
        guard day > 0, CivilDate(daysSince1970: date.daysSince1970) == date else { return nil }
        secondsSince1970 = date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + min(second, 59)
    }

    /// Exactly so many digits.
    private static func number(_ text: String, digits: Int) -> Int? {
        guard text.utf8.count == digits, text.utf8.allSatisfy(\.isDigit) else { return nil }
        return Int(text)
    }
}

/// A day of the Gregorian calendar, extended to all years. Years are counted from March, so that the leap day
/// comes last.
private struct CivilDate: Hashable {
    let year: Int
    let month: Int
    let day: Int

    private static let daysIn400Years = 146_097
    /// From 0000-03-01 to 1970-01-01.
    private static let daysTo1970 = 719_468

    init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    init(daysSince1970: Int) {
        let days = daysSince1970 + Self.daysTo1970
        let era = (days >= 0 ? days : days - (Self.daysIn400Years - 1)) / Self.daysIn400Years
        let dayOfEra = days - era * Self.daysIn400Years
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    var daysSince1970: Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * Self.daysIn400Years + dayOfEra - Self.daysTo1970
    }
}
