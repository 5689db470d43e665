public import Checklists
import Synchronization

/// Fires due reminders and resets lists on time, each in separate commits, and reports them.
///
/// The store knows what is due when; the scheduler has one timer for the earliest moment. It sets the timer
/// anew whenever that moment may have changed. It looks at least every `SchedulerLimits.timerTimeMax`, by the
/// wall clock, so that it notices a changed clock.
public actor ReminderScheduler {
    /// An event for the log and the metrics.
    public enum Event: Sendable {
        /// Reminders fired, and this many deliveries were queued for them.
        case fired([DueReminder], deliveriesCount: Int)
        /// A list was reset on schedule: this many items were unchecked.
        case reset(Checklist.ID, uncheckedCount: Int)
        /// The store failed. The scheduler tries again soon.
        case storeFailed(any Error)
    }

    private let store: any Store
    private let limits: SchedulerLimits
    private let hourly: HourlyLimit?
    private let now: @Sendable () -> Timestamp
    private let body: @Sendable (DueReminder, Webhook) -> [UInt8]
    private let report: @Sendable (Event) -> Void
    private let wakeUp: WakeUp
    /// Whether a list may have to be reset before `nextReset`.
    private let hasNewResets = Mutex(true)
    /// When the next list is to be reset.
    private var nextReset = Timestamp(milliseconds: .max)

    /// Creates a scheduler, which is idle until `run`.
    /// - Parameters:
    ///   - store: Reminders that were due before its `servedSince` are late. Those that fall due now precede
    ///     them.
    ///   - now: The wall clock.
    ///   - timer: A timer for this scheduler alone.
    ///   - hourly: The limit of messages to a webhook; `nil` for none.
    ///   - body: Makes the body of the message about a reminder.
    ///   - report: Called on the scheduler's executor; must not block.
    public init(
        store: any Store, limits: SchedulerLimits = SchedulerLimits(),
        now: @escaping @Sendable () -> Timestamp, timer: @escaping WakeUp.Timer,
        hourly: HourlyLimit? = nil, body: @escaping @Sendable (DueReminder, Webhook) -> [UInt8],
        report: @escaping @Sendable (Event) -> Void
    ) {
        self.store = store
        self.limits = limits
        self.hourly = hourly
        self.now = now
        wakeUp = WakeUp(timer: timer)
        self.body = body
        self.report = report
    }

    /// Wakes the scheduler, because a reminder may have been scheduled.
    public nonisolated func wake() {
        wakeUp.signal()
    }

    /// Wakes the scheduler, because a list may have to be reset.
    public nonisolated func wakeForResets() {
        hasNewResets.withLock { $0 = true }
        wakeUp.signal()
    }

    /// Ends `run` after the commit in progress.
    public nonisolated func stop() {
        wakeUp.end()
    }

    /// Fires reminders until `stop`.
    public func run() async {
        await wakeUp.run { wakeUp.signal(at: await fire()) }
    }

    /// Resets the list that is due first, if any is due.
    private func reset() async throws {
        let isNew = hasNewResets.withLock { hasNew in
            defer { hasNew = false }
            return hasNew
        }
        guard isNew || nextReset <= now() else { return }
        do {
            let reset = try await store.resetChecklists()
            nextReset = reset.next ?? Timestamp(milliseconds: .max)
            if let id = reset.checklistID { report(.reset(id, uncheckedCount: reset.uncheckedCount)) }
        } catch {
            hasNewResets.withLock { $0 = true }
            throw error
        }
    }

    /// Fires due reminders, as many as one commit takes, and returns when to look again.
    private func fire() async -> Timestamp {
        let latest = now().advanced(by: limits.timerTimeMax)
        do {
            let firing = try await store.fireReminders(
                startedAt: store.servedSince, limit: limits.remindersPerCommitMax,
                deliveriesMax: limits.deliveriesPerCommitMax, hourly: hourly, body: body)
            if !firing.fired.isEmpty { report(.fired(firing.fired, deliveriesCount: firing.deliveriesCount)) }
            try await reset()
            return min(firing.next ?? latest, nextReset, latest)
        } catch {
            report(.storeFailed(error))
            return now().advanced(by: limits.retryTime)
        }
    }
}
