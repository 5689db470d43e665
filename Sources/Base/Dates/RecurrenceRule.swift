/// On which days something comes again: a recurrence rule of iCalendar (RFC 5545 §3.3.10), as far as people
/// use them for what they have to do.
///
/// Foundation's `Calendar.RecurrenceRule` does not do: of 250 random rules it took more than 5 s for nine
/// (`FREQ=MONTHLY;BYDAY=-1MO,1TH`), gave other days than `python-dateutil` for others, and ended the process
/// for some. Here a day is a number, each period is looked through once, and no more than a hundred years of
/// them.
public struct RecurrenceRule: Hashable, Sendable {
    /// How long a period is.
    public enum Frequency: String, CaseIterable, Sendable {
        case daily = "DAILY"
        case weekly = "WEEKLY"
        case monthly = "MONTHLY"
        case yearly = "YEARLY"
    }

    /// After what it does not come again.
    public enum End: Hashable, Sendable {
        case never
        /// So many times in all.
        case count(Int)
        /// On that day at the latest.
        case day(CivilDate)
        /// At that moment at the latest, in milliseconds since 1970-01-01T00:00:00Z.
        case moment(Int)
    }

    /// A day of the week, each or only that of some number in the month or year.
    struct WeekdayPart: Hashable, Sendable {
        /// `nil` for each, 1 for the first, -1 for the last.
        var ordinal: Int?
        var weekday: Weekday
    }

    /// What a rule says.
    struct Parts: Hashable, Sendable {
        var frequency: Frequency
        var interval = 1
        var end = End.never
        var months: [Int] = []
        var monthDays: [Int] = []
        var weekdays: [WeekdayPart] = []
        var setPositions: [Int] = []
        /// The day that a week begins with.
        var weekStart = Weekday.monday
        /// The rule as it was given, in capitals.
        var text: String
    }

    /// Few have a rule, and all are told around: so it takes no more room in them than a reference.
    private indirect enum Shared: Hashable, Sendable {
        case parts(Parts)
    }

    private var shared: Shared

    /// What the rule says.
    var parts: Parts {
        get {
            switch shared {
            case .parts(let parts): parts
            }
        }
        set { shared = .parts(newValue) }
    }

    /// How long a period is.
    public var frequency: Frequency { parts.frequency }
    /// Each how many periods it comes.
    public var interval: Int { parts.interval }
    /// After what it does not come again.
    public var end: End { parts.end }
    /// The rule as it was given, in capitals.
    public var text: String { parts.text }

    /// Whether it names days of its periods, so that its days do not follow from that of an occurrence.
    public var namesDays: Bool {
        let parts = parts
        return !parts.weekdays.isEmpty || !parts.monthDays.isEmpty || !parts.setPositions.isEmpty
    }

    /// A rule of nothing but that.
    init(_ frequency: Frequency, text: String) {
        shared = .parts(Parts(frequency: frequency, text: text))
    }

    /// Every day.
    public static let daily = RecurrenceRule(.daily, text: "FREQ=DAILY")

    /// How far ahead of where one begins days are looked for.
    public static let horizonDays = 36_525
}

/// A day of the week, Monday first.
enum Weekday: Int, CaseIterable, Sendable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday

    private static let names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

    /// As RFC 5545 writes it.
    var name: String { Self.names[rawValue] }

    /// Reads a name.
    init?(_ name: some StringProtocol) {
        guard let index = Self.names.firstIndex(where: { $0 == name }) else { return nil }
        self.init(rawValue: index)
    }
}

extension CivilDate {
    /// How many days it comes after the last day, or on it, that weeks begin with.
    func days(after weekStart: Weekday) -> Int {
        // 1970-01-01 was a Thursday.
        (daysSince1970 + Weekday.thursday.rawValue - weekStart.rawValue)
            .flooredQuotientAndRemainder(dividingBy: 7).remainder
    }
}

// MARK: - Days

extension RecurrenceRule {
    /// The days after one, in order, on which it comes again; those that lie more than a hundred years after
    /// where the search begins are not found.
    ///
    /// How often it comes in all and until when is for whoever counts.
    ///
    /// - Parameters:
    ///   - anchor: A day on which it came, which says what the rule leaves open.
    ///   - start: The day before the first that matters; `nil` for the anchor.
    public func days(after anchor: CivilDate, from start: CivilDate? = nil) -> Days {
        Days(self, anchor: anchor, after: max(anchor, start ?? anchor))
    }

    /// Whether it comes again within a hundred years after a day, or as far as there are years.
    public func comesTrue(after day: CivilDate) -> Bool {
        for _ in days(after: day) { return true }
        return day.advanced(by: Self.horizonDays) > .last
    }

    /// Days on which something comes again.
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

        /// The next day where each period is a day: 36,525 of them without an array for each, and without a
        /// look at the months that the rule leaves out.
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
    /// The parts with the days that they leave open, taken from an occurrence that starts on a day.
    /// `FREQ=WEEKLY` on a Tuesday is `FREQ=WEEKLY;BYDAY=TU`.
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

    /// The number of the period that a day is in, or of the last one before it in which the rule holds;
    /// the one of the anchor is 0.
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

    /// The days of a period; `nil` where there are no such years.
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

    /// Those of the days of a period that have the numbers the rule asks for.
    fileprivate func chosen(_ days: [CivilDate]) -> ArraySlice<CivilDate> {
        if setPositions.isEmpty { return days[...] }
        return days.indices.filter { index in
            setPositions.contains(index + 1) || setPositions.contains(index - days.count)
        }.map { days[$0] }[...]
    }
}

/// Tells which days a rule means, each by itself.
private struct DayMatcher {
    let months: [Int]
    let monthDays: [Int]
    let weekdays: [RecurrenceRule.WeekdayPart]
    /// Whether the first Monday is that of the year, and not of the month.
    let countsByYear: Bool

    /// What the rule leaves open is as it was on the anchor.
    init(_ rule: RecurrenceRule.Parts, anchor: CivilDate) {
        let explicit = rule.explicit(on: anchor)
        (months, monthDays, weekdays) = (explicit.months, explicit.monthDays, explicit.weekdays)
        countsByYear = rule.frequency == .yearly && rule.months.isEmpty
    }

    /// What the rule says of a single day.
    enum Match {
        case day, noDay
        /// It means no day of that month, of which so many are left.
        case noMonth(daysLeft: Int)
    }

    /// Whether the rule means a day.
    func match(_ day: CivilDate) -> Match {
        let (year, month, number) = day.components
        if !months.isEmpty, !months.contains(month) {
            return .noMonth(daysLeft: CivilDate.days(inMonth: month, of: year) - number)
        }
        if monthDays.isEmpty, weekdays.isEmpty { return .day }
        guard let ofMonth = CivilDate.daysOfMonth(month, of: year) else { return .noDay }
        return matches(day, of: ofMonth, in: year) ? .day : .noDay
    }

    /// The days among some that the rule means.
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
