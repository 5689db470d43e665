/// A recurrence rule (RFC 5545 §3.3.10), with the parts that tasks need.
///
/// Foundation's `Calendar.RecurrenceRule` is not usable here. Of 250 random rules, it took more than 5 s for
/// nine (`FREQ=MONTHLY;BYDAY=-1MO,1TH`). For others it gave other days than `python-dateutil`, and for some
/// it ended the process. This type counts days as numbers, visits each period once and stops after a hundred
/// years.
public struct RecurrenceRule: Hashable, Sendable {
    /// The length of a period.
    public enum Frequency: String, CaseIterable, Sendable {
        case daily = "DAILY"
        case weekly = "WEEKLY"
        case monthly = "MONTHLY"
        case yearly = "YEARLY"
    }

    /// When the recurrence ends.
    public enum End: Hashable, Sendable {
        case never
        /// After this number of occurrences in total.
        case count(Int)
        /// After this day.
        case day(CivilDate)
        /// After this moment, in milliseconds since 1970-01-01T00:00:00Z.
        case moment(Int)
    }

    /// A weekday of `BYDAY`, with an optional number within the month or year.
    struct WeekdayPart: Hashable, Sendable {
        /// `nil` for every one, 1 for the first, -1 for the last.
        var ordinal: Int?
        var weekday: Weekday
    }

    /// The parsed parts of a rule.
    struct Parts: Hashable, Sendable {
        var frequency: Frequency
        var interval = 1
        var end = End.never
        var months: [Int] = []
        var monthDays: [Int] = []
        var weekdays: [WeekdayPart] = []
        var setPositions: [Int] = []
        /// The first day of a week.
        var weekStart = Weekday.monday
        /// The rule as it was given, in upper case.
        var text: String
    }

    /// All items are passed by value, and few have a rule. Indirection makes the field as small as a
    /// reference.
    private indirect enum Shared: Hashable, Sendable {
        case parts(Parts)
    }

    private var shared: Shared

    var parts: Parts {
        get {
            switch shared {
            case .parts(let parts): parts
            }
        }
        set { shared = .parts(newValue) }
    }

    /// The length of a period.
    public var frequency: Frequency { parts.frequency }
    /// The rule applies to every nth period.
    public var interval: Int { parts.interval }
    /// When the recurrence ends.
    public var end: End { parts.end }
    /// The rule as it was given, in upper case.
    public var text: String { parts.text }

    /// Whether the rule names days of its periods, so that they do not depend on the day of an occurrence.
    public var namesDays: Bool {
        let parts = parts
        return !parts.weekdays.isEmpty || !parts.monthDays.isEmpty || !parts.setPositions.isEmpty
    }

    /// A rule with only a frequency.
    init(_ frequency: Frequency, text: String) {
        shared = .parts(Parts(frequency: frequency, text: text))
    }

    /// A rule for every day.
    public static let daily = RecurrenceRule(.daily, text: "FREQ=DAILY")

    /// The number of days after its start at which the search for days ends.
    public static let horizonDays = 36_525
}

/// A day of the week, Monday first.
enum Weekday: Int, CaseIterable, Sendable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday

    private static let names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

    /// The name in RFC 5545, such as `MO`.
    var name: String { Self.names[rawValue] }

    /// Parses a name such as `MO`.
    init?(_ name: some StringProtocol) {
        guard let index = Self.names.firstIndex(where: { $0 == name }) else { return nil }
        self.init(rawValue: index)
    }
}

extension CivilDate {
    /// The number of days since the week began, 0 on its first day.
    func days(after weekStart: Weekday) -> Int {
        // 1970-01-01 was a Thursday.
        (daysSince1970 + Weekday.thursday.rawValue - weekStart.rawValue)
            .flooredQuotientAndRemainder(dividingBy: 7).remainder
    }
}

// MARK: - Days

extension RecurrenceRule {
    /// The days of the rule after `anchor`, in order. The search covers a hundred years from its start.
    ///
    /// The sequence ignores the end of the rule; callers apply it.
    ///
    /// - Parameters:
    ///   - anchor: The day of an occurrence, which supplies the days that the rule leaves open.
    ///   - start: The day after which results start; `nil` for the anchor.
    public func days(after anchor: CivilDate, from start: CivilDate? = nil) -> Days {
        Days(self, anchor: anchor, after: max(anchor, start ?? anchor))
    }

    /// Whether the rule has a day within a hundred years after `day`, or the calendar ends before that.
    public func comesTrue(after day: CivilDate) -> Bool {
        for _ in days(after: day) { return true }
        return day.advanced(by: Self.horizonDays) > .last
    }

    /// The days of a rule, found one by one.
    public struct Days: Sequence, IteratorProtocol {
        private let matcher: DayMatcher
        private let rule: Parts
        private let anchor: CivilDate
        private let after: CivilDate
        private var period: Int
        private var found: ArraySlice<CivilDate> = []

        init(_ rule: RecurrenceRule, anchor: CivilDate, after: CivilDate) {
            self.rule = rule.parts
            self.anchor = anchor
            self.after = after
            matcher = DayMatcher(rule.parts, anchor: anchor)
            period = rule.parts.period(of: after, from: anchor)
        }

        public mutating func next() -> CivilDate? {
            if rule.frequency == .daily { return nextOfSingleDays() }
            while found.isEmpty {
                guard let days = rule.days(ofPeriod: period, from: anchor), days.upperBound <= .last,
                    after.distance(to: days.lowerBound) <= RecurrenceRule.horizonDays
                else { return nil }
                period += rule.interval
                found = rule.chosen(matcher.matches(in: days)).drop { $0 <= after }
            }
            return found.popFirst()
        }

        /// The next day of a daily rule, without an array for each of up to 36,525 days.
        ///
        /// The search jumps over months that the rule excludes.
        private mutating func nextOfSingleDays() -> CivilDate? {
            let isChosen = rule.setPositions.isEmpty || !Set(rule.setPositions).isDisjoint(with: [1, -1])
            while isChosen {
                let day = anchor.advanced(by: period)
                guard day <= .last, after.distance(to: day) <= RecurrenceRule.horizonDays else { return nil }
                period += rule.interval
                switch matcher.match(day) {
                case .day: if day > after { return day }
                case .noDay: break
                case .noMonth(let daysLeft): period += daysLeft / rule.interval * rule.interval
                }
            }
            return nil
        }
    }
}

extension RecurrenceRule.Parts {
    /// The parts with open days taken from an occurrence that starts on `day`.
    ///
    /// On a Tuesday `FREQ=WEEKLY` becomes `FREQ=WEEKLY;BYDAY=TU`.
    func explicit(on day: CivilDate) -> Self {
        guard monthDays.isEmpty, weekdays.isEmpty else { return self }
        var parts = self
        let (_, month, number) = day.components
        switch frequency {
        case .daily: break
        case .weekly:
            parts.weekdays = Weekday(rawValue: day.days(after: .monday)).map { [.init(weekday: $0)] } ?? []
        case .monthly: parts.monthDays = [number]
        case .yearly:
            parts.monthDays = [number]
            if months.isEmpty { parts.months = [month] }
        }
        return parts
    }

    /// The number of the period of a day, rounded down to a multiple of the interval. The anchor is in period
    /// 0.
    fileprivate func period(of day: CivilDate, from anchor: CivilDate) -> Int {
        let number =
            switch frequency {
            case .daily: anchor.distance(to: day)
            case .weekly: (weekBegin(of: day) - weekBegin(of: anchor)) / 7
            case .monthly: day.monthsSince0 - anchor.monthsSince0
            case .yearly: day.components.year - anchor.components.year
            }
        return number / interval * interval
    }

    /// The days of a period; `nil` outside the supported years.
    fileprivate func days(ofPeriod number: Int, from anchor: CivilDate) -> ClosedRange<CivilDate>? {
        switch frequency {
        case .daily:
            let day = anchor.advanced(by: number)
            return day...day
        case .weekly:
            let first = CivilDate(daysSince1970: weekBegin(of: anchor) + 7 * number)
            return first...first.advanced(by: 6)
        case .monthly:
            let (year, month) = (anchor.monthsSince0 + number).flooredQuotientAndRemainder(dividingBy: 12)
            return CivilDate.daysOfMonth(month + 1, of: year)
        case .yearly:
            return CivilDate.daysOfYear(anchor.components.year + number)
        }
    }

    private func weekBegin(of day: CivilDate) -> Int { day.daysSince1970 - day.days(after: weekStart) }

    /// The days of a period that `BYSETPOS` selects.
    fileprivate func chosen(_ days: [CivilDate]) -> ArraySlice<CivilDate> {
        if setPositions.isEmpty { return days[...] }
        return days.indices.filter { index in
            setPositions.contains(index + 1) || setPositions.contains(index - days.count)
        }.map { days[$0] }[...]
    }
}

/// Decides for single days whether a rule includes them.
private struct DayMatcher {
    let months: [Int]
    let monthDays: [Int]
    let weekdays: [RecurrenceRule.WeekdayPart]
    /// Whether weekday numbers count within the year, not the month.
    let countsByYear: Bool

    /// Takes the days that the rule leaves open from the anchor.
    init(_ rule: RecurrenceRule.Parts, anchor: CivilDate) {
        let explicit = rule.explicit(on: anchor)
        (months, monthDays, weekdays) = (explicit.months, explicit.monthDays, explicit.weekdays)
        countsByYear = rule.frequency == .yearly && rule.months.isEmpty
    }

    /// Whether a rule includes a single day.
    enum Match {
        case day, noDay
        /// The rule excludes the month, of which this many days are left.
        case noMonth(daysLeft: Int)
    }

    func match(_ day: CivilDate) -> Match {
        let (year, month, number) = day.components
        if !months.isEmpty, !months.contains(month) {
            return .noMonth(daysLeft: CivilDate.days(inMonth: month, of: year) - number)
        }
        if monthDays.isEmpty, weekdays.isEmpty { return .day }
        guard let ofMonth = CivilDate.daysOfMonth(month, of: year) else { return .noDay }
        return matches(day, of: ofMonth, in: year) ? .day : .noDay
    }

    /// The days in a range that the rule includes.
    func matches(in days: ClosedRange<CivilDate>) -> [CivilDate] {
        var found: [CivilDate] = []
        var day = days.lowerBound
        while day <= days.upperBound {
            let (year, month, _) = day.components
            guard let ofMonth = CivilDate.daysOfMonth(month, of: year) else { break }
            let rest = day...min(days.upperBound, ofMonth.upperBound)
            if months.isEmpty || months.contains(month) {
                found += rest.filter { matches($0, of: ofMonth, in: year) }
            }
            day = rest.upperBound.advanced(by: 1)
        }
        return found
    }

    private func matches(_ day: CivilDate, of month: ClosedRange<CivilDate>, in year: Int) -> Bool {
        let number = month.lowerBound.distance(to: day) + 1
        if !monthDays.isEmpty, !monthDays.contains(number), !monthDays.contains(number - month.count - 1) {
            return false
        }
        if weekdays.isEmpty { return true }
        let weekday = day.days(after: .monday)
        let span = countsByYear ? CivilDate.daysOfYear(year) : month
        return weekdays.contains { part in
            guard part.weekday.rawValue == weekday else { return false }
            guard let ordinal = part.ordinal, let span else { return part.ordinal == nil }
            return ordinal == span.lowerBound.distance(to: day) / 7 + 1
                || ordinal == span.upperBound.distance(to: day) / 7 - 1
        }
    }
}

extension CivilDate {
    /// Months since January of the year 0.
    fileprivate var monthsSince0: Int {
        let (year, month, _) = components
        return year * 12 + month - 1
    }

    /// The days of a month, 1 to 12.
    fileprivate static func daysOfMonth(_ month: Int, of year: Int) -> ClosedRange<CivilDate>? {
        guard let first = CivilDate(year: year, month: month, day: 1) else { return nil }
        return first...first.advanced(by: days(inMonth: month, of: year) - 1)
    }

    /// The days of a year.
    fileprivate static func daysOfYear(_ year: Int) -> ClosedRange<CivilDate>? {
        guard let first = CivilDate(year: year, month: 1, day: 1),
            let last = CivilDate(year: year, month: 12, day: 31)
        else { return nil }
        return first...last
    }
}
