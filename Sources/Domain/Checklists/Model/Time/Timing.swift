public import Dates

/// What few items have of time besides a due date.
public struct Timing: Hashable, Sendable {
    /// The day on which it is due, where that has no time; the due date is then the beginning of it.
    public var dueOn: CivilDate?
    /// The time zone of that day, and of the times of a series: its name in the IANA database. It is there
    /// wherever it matters.
    public var timeZone: String?
    /// How it comes again.
    public var recurrence: Recurrence?
    /// When it reminds, besides the due time.
    public var alarms: [Alarm] = []
    /// After how many seconds each reminder comes again, until the item is checked or put off.
    public var repeatEvery: Int?
    /// How often what comes again has been done.
    public var completionsCount = 0
    /// When that was last.
    public var lastCompletedAt: Timestamp?

    /// Which of a series it is, where it comes again.
    package var occurrence: Occurrence?
    /// Its last step along the series, so that it can be taken back.
    package var lastStep: SeriesStep?
    /// Until when reminders that have begun come again.
    package var repeatsUntil: Timestamp?
    /// How many days changes moved the series since its app sent it. The object of the app is not rewritten
    /// until the app sends another one.
    package var movedDays = 0
    /// Whether `series` was read from the item's calendar object, or changed after. Otherwise the object has
    /// the series: versions before schema version 10 did not read it.
    package var isSeriesRead = false
    private var boxedSeries: Boxed<Series>?

    /// Nothing of that.
    public init() {}

    /// The lead and the exceptions of the series.
    public var series: Series {
        get { boxedSeries?.value ?? Series() }
        set { boxedSeries = newValue == Series() ? nil : Boxed(newValue) }
    }

    /// Whether there is a lead or an exception, or the service does not follow the series.
    package var hasSeries: Bool { boxedSeries != nil }

    /// Where the wall clock hangs.
    public var localTime: LocalTime? { timeZone.flatMap(LocalTime.init(zone:)) }
}

/// How something comes again.
public struct Recurrence: Hashable, Sendable {
    /// What the next time is counted from.
    public enum Base: String, CaseIterable, Sendable {
        /// When it was due.
        case due
        /// When it was done.
        case completion
    }

    /// On which days.
    public var rule: RecurrenceRule
    /// What the next time is counted from.
    public var from: Base

    /// Comes again by a rule.
    public init(_ rule: RecurrenceRule, from: Base = .due) {
        self.rule = rule
        self.from = from
    }
}

/// When an item reminds.
public enum Alarm: Hashable, Sendable {
    /// That many seconds after the due time, before it where negative. Whole days keep the local time. For an
    /// all-day item it is what clocks show after the day begins.
    case offset(Int)
    /// At a moment.
    case at(Timestamp)

    /// Whether it is a day or more before or after the due time, so that it depends on the time zone.
    var hasNominalDays: Bool {
        guard case .offset(let seconds) = self else { return false }
        return abs(seconds) >= 86_400
    }
}

/// One of a series.
package struct Occurrence: Hashable, Sendable {
    /// What calendars and clocks show when it is due by the rule, even if the exceptions exclude it.
    package var local: DayAndTime
    /// How many occurrences of the rule came before it.
    package var index: Int
    /// The occurrence of the rule before it, if the rule does not give this one.
    package var base: DayAndTime?

    /// The index of the occurrence of the rule from which the rule goes on: itself, or the one before it.
    package var indexOfRule: Int { base == nil ? index : index - 1 }

    /// One of a series.
    package init(local: DayAndTime, index: Int, base: DayAndTime? = nil) {
        self.local = local
        self.index = index
        self.base = base
    }
}

/// Where an item of a series was before it moved on, done or skipped.
package struct SeriesStep: Hashable, Sendable {
    /// When it was due.
    package var dueDate: Timestamp
    /// The day on which it was, if it was one.
    package var dueOn: CivilDate?
    /// Which of the series it was.
    package var occurrence: Occurrence
    /// Whether it was done.
    package var isCompletion: Bool
    /// When it had been done before.
    package var lastCompletedAt: Timestamp?
    private var boxedSeries: Boxed<Series>?

    /// The lead and the exceptions that the series had, if the step changed them.
    package var series: Series? {
        get { boxedSeries?.value }
        set { boxedSeries = newValue.map(Boxed.init) }
    }

    /// Where it was.
    package init(
        dueDate: Timestamp, dueOn: CivilDate?, occurrence: Occurrence, isCompletion: Bool,
        lastCompletedAt: Timestamp?
    ) {
        self.dueDate = dueDate
        self.dueOn = dueOn
        self.occurrence = occurrence
        self.isCompletion = isCompletion
        self.lastCompletedAt = lastCompletedAt
    }
}
