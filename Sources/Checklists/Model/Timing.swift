public import Dates

/// What few items have of time besides a due date.
public struct Timing: Hashable, Sendable {
    /// The day on which it is due, where that has no time; the due date is then the beginning of it.
    public var dueOn: CivilDate?
    /// The time zone in which that day, or what comes again, is told: its name in the IANA database. It is
    /// there wherever it matters.
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
    /// Whether `series` was read from the item's calendar object, or changed after. Without that a series in
    /// the object counts: versions before schema version 9 did not read it.
    package var isSeriesRead = false
    private var boxedSeries: Boxed<Series>?

    /// Nothing of that.
    public init() {}

    /// The part of the series that the rule does not say.
    public var series: Series {
        get { boxedSeries?.value ?? Series() }
        set { boxedSeries = newValue == Series() ? nil : Boxed(newValue) }
    }

    /// Whether there is anything that the rule does not say, which takes longer to get.
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
    /// What calendars and clocks are to show when it is due by the rule, be it that they leave that out.
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
