public import Checklists

/// Sees to it that reminders go out when they are due: takes them from the store as soon as the clock says
/// so, in commits of its own, and tells whoever sends the messages.
///
/// What is due when is the store's to know; here is only the one timer for the earliest of all. It is set
/// anew whenever that may have changed, and looks at least every `SchedulerLimits.timerSecondsMax`, by the
/// wall clock, so that a clock that is set is noticed.
public actor ReminderScheduler {
    /// Sets the one timer to a moment and what happens then, in place of what it was set to before.
    public typealias Arm = @Sendable (_ moment: Timestamp, _ wake: @escaping @Sendable () -> Void) -> Void

    /// Something to be logged or measured.
    public enum Event: Sendable {
        /// These went out, and that many deliveries were queued for them.
        case fired([DueReminder], deliveriesCount: Int)
        /// The store failed; it is asked again soon.
        case storeFailed(any Error)
    }

    private let repository: any ReminderRepository
    private let limits: SchedulerLimits
    private let startedAt: Timestamp
    private let now: @Sendable () -> Timestamp
    private let arm: Arm
    private let body: @Sendable (DueReminder) -> [UInt8]
    private let report: @Sendable (Event) -> Void
    /// A sign that something may be due. Signs that nobody has seen yet are one.
    private let wakes = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    /// A scheduler that does nothing before `run`.
    /// - Parameters:
    ///   - startedAt: Since when somebody looks; what was due before is late and lets what falls due now go
    ///     first.
    ///   - now: The wall clock.
    ///   - timer: A timer of its own.
    ///   - body: What the message about a reminder says.
    ///   - report: Called from the scheduler's own executor, and must not wait.
    public init(
        repository: any ReminderRepository, limits: SchedulerLimits = SchedulerLimits(), startedAt: Timestamp,
        now: @escaping @Sendable () -> Timestamp, timer: @escaping Arm,
        body: @escaping @Sendable (DueReminder) -> [UInt8], report: @escaping @Sendable (Event) -> Void
    ) {
        self.repository = repository
        self.limits = limits
        self.startedAt = startedAt
        self.now = now
        arm = timer
        self.body = body
        self.report = report
    }

    /// Says that a reminder may have been scheduled.
    public nonisolated func wake() {
        wakes.continuation.yield()
    }

    /// Ends `run` after the commit that is under way.
    public nonisolated func stop() {
        wakes.continuation.finish()
    }

    /// Lets reminders go out until it is stopped.
    public func run() async {
        wake()
        for await _ in wakes.stream {
            let next = await fire()
            if next <= now() {
                wake()
            } else {
                arm(next) { [wakes] in wakes.continuation.yield() }
            }
        }
    }

    /// Lets those go out that are due, as many as one commit takes, and tells when to look again.
    private func fire() async -> Timestamp {
        let latest = now().advanced(byMilliseconds: Int64(limits.timerSecondsMax) * 1000)
        do {
            let firing = try await repository.fireReminders(
                startedAt: startedAt, limit: limits.remindersPerCommitMax, body: body)
            if !firing.fired.isEmpty { report(.fired(firing.fired, deliveriesCount: firing.deliveriesCount)) }
            return min(firing.next ?? latest, latest)
        } catch {
            report(.storeFailed(error))
            return now().advanced(byMilliseconds: Int64(limits.retrySeconds) * 1000)
        }
    }
}
