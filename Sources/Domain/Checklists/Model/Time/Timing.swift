public import Dates

/// The time fields of an item that are rarely set.
public struct Timing: Hashable, Sendable {
    /// The day of an all-day item; `dueDate` is then its beginning.
    public var dueOn: CivilDate?
    /// The IANA time zone of the day and of the series. It is set if a field depends on it.
    public var timeZone: String?
    /// The recurrence; `nil` for an item that does not repeat.
    public var recurrence: Recurrence?
    /// The alarms besides the reminder at the due time.
    public var alarms: [Alarm] = []
    /// The interval in seconds at which a reminder repeats until a person checks or snoozes the item.
    public var repeatEvery: Int?
    /// The number of completed occurrences.
    public var completionsCount = 0
    /// The last completion.
    public var lastCompletedAt: Timestamp?

    /// The current occurrence of the series.
    package var occurrence: Occurrence?
    /// The last step along the series, for undo.
    package var lastStep: SeriesStep?
    /// Until when the fired reminder repeats.
    package var repeatsUntil: Timestamp?
    /// The days by which changes moved the series since its calendar app sent it. The server does not rewrite
    /// the object until the app sends another one.
    package var movedDays = 0
    private var boxedSeries: Boxed<Series>?

    /// Creates a timing without any field.
    public init() {}

    /// The lead and the exceptions of the series.
    public var series: Series {
        get { boxedSeries?.value ?? Series() }
        set { boxedSeries = newValue == Series() ? nil : Boxed(newValue) }
    }

    /// Whether there is a lead or an exception, or the server does not follow the series.
    package var hasSeries: Bool { boxedSeries != nil }

    /// The time zone; `nil` if it is not set.
    public var localTime: LocalTime? { timeZone.flatMap(LocalTime.init(zone:)) }
}

/// How an item repeats.
public struct Recurrence: Hashable, Sendable {
    /// What the next due time is computed from.
    public enum Base: String, CaseIterable, Sendable {
        /// From the due time.
        case due
        /// From the completion.
        case completion
    }

    /// The days.
    public var rule: RecurrenceRule
    /// What the next due time is computed from.
    public var from: Base

    /// Creates a recurrence.
    public init(_ rule: RecurrenceRule, from: Base = .due) {
        self.rule = rule
        self.from = from
    }

    /// The rule that gives the occurrences after one on a day. A month after the completion on the 31st, a
    /// shorter month has its last day.
    func rule(from day: CivilDate) -> RecurrenceRule { from == .due ? rule : rule.keepingDay(of: day) }
}

/// The time of a reminder.
public enum Alarm: Hashable, Sendable {
    /// Seconds after the due time; negative before it. Whole days are nominal: they keep the local time. For
    /// an all-day item the offset is relative to midnight of the day, in local time.
    case offset(Int)
    /// Seconds after the start, counted as those after the due time. Without a start they count from the due
    /// time, and `offset` counts from the start without a due time.
    case fromStart(Int)
    /// An absolute time.
    case at(Timestamp)

    /// The seconds after the due time or the start; `nil` for an absolute time.
    package var seconds: Int? {
        switch self {
        case .offset(let seconds), .fromStart(let seconds): seconds
        case .at: nil
        }
    }

    /// Whether the time depends on the time zone: the offset has whole days, or the start can be a day.
    package var needsTimeZone: Bool {
        if case .fromStart = self { true } else { seconds.map { abs($0) >= 86_400 } ?? false }
    }
}

/// An occurrence of a series.
package struct Occurrence: Hashable, Sendable {
    /// The local due time by the rule, even if an exception excludes or moves it.
    package var local: DayAndTime
    /// The number of occurrences of the rule before it.
    package var index: Int
    /// The preceding occurrence of the rule, if this one is added; `nil` for one of the rule.
    package var base: DayAndTime?

    /// The index of the last occurrence of the rule up to this one.
    package var indexOfRule: Int { base == nil ? index : index - 1 }

    package init(local: DayAndTime, index: Int, base: DayAndTime? = nil) {
        self.local = local
        self.index = index
        self.base = base
    }
}

/// The state of a recurring item before it moved on.
package struct SeriesStep: Hashable, Sendable {
    /// The due time.
    package var dueDate: Timestamp
    /// The day of an all-day item.
    package var dueOn: CivilDate?
    /// The occurrence.
    package var occurrence: Occurrence
    /// Whether the occurrence was completed; otherwise it was skipped.
    package var isCompletion: Bool
    /// The last completion before this step.
    package var lastCompletedAt: Timestamp?
    private var boxedSeries: Boxed<Series>?

    /// The lead and the exceptions before the step, if the step changed them.
    package var series: Series? {
        get { boxedSeries?.value }
        set { boxedSeries = newValue.map(Boxed.init) }
    }

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
