/// Every count and wait of the scheduler.
public struct SchedulerLimits: Hashable, Sendable {
    /// How many reminders go out in one commit.
    public var remindersPerCommitMax = 500
    /// How long the timer runs at most, so that a clock that was set is noticed.
    public var timerSecondsMax = 60
    /// How long a store that failed is left alone.
    public var retrySeconds = 1

    /// The usual ones.
    public init() {}
}
