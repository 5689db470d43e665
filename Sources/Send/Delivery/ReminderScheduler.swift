public import Checklists
import Synchronization

/// Sees to it that reminders go out when they are due, and lists are reset: takes them from the store as soon
/// as the clock says so, in commits of its own, and tells whoever sends the messages.
///
/// What is due when is the store's to know; here is only the one timer for the earliest of all. It is set
/// anew whenever that may have changed, and looks at least every `SchedulerLimits.timerTimeMax`, by the
/// wall clock, so that a clock that is set is noticed.
public actor ReminderScheduler {
    /// Something to be logged or measured.
    public enum Event: Sendable {
        /// These went out, and that many deliveries were queued for them.
        case fired([DueReminder], deliveriesCount: Int)
        /// That many items of a list were unchecked, since it was time for that.
        case reset(Checklist.ID, uncheckedCount: Int)
        /// The store failed; it is asked again soon.
        case storeFailed(any Error)
    }

    private let store: any Store
    private let limits: SchedulerLimits
    private let now: @Sendable () -> Timestamp
    private let body: @Sendable (DueReminder, Webhook) -> [UInt8]
    private let report: @Sendable (Event) -> Void
    private let wakeUp: WakeUp
    /// Whether a list may have to be reset earlier than is known here.
    private let hasNewResets = Mutex(true)
    /// When the next list is to be reset.
    private var nextReset = Timestamp(milliseconds: .max)

    /// A scheduler that does nothing before `run`.
    /// - Parameters:
    ///   - store: What was due before `servedSince` is late and lets what falls due now go first.
    ///   - now: The wall clock.
    ///   - timer: A timer of its own.
    ///   - body: What the message about a reminder says to a webhook.
    ///   - report: Called from the scheduler's own executor, and must not wait.
    public init(
        store: any Store, limits: SchedulerLimits = SchedulerLimits(),
        now: @escaping @Sendable () -> Timestamp, timer: @escaping WakeUp.Timer,
        body: @escaping @Sendable (DueReminder, Webhook) -> [UInt8],
        report: @escaping @Sendable (Event) -> Void
    ) {
        self.store = store
        self.limits = limits
        self.now = now
        wakeUp = WakeUp(timer: timer)
        self.body = body
        self.report = report
    }

    /// Says that a reminder may have been scheduled.
    public nonisolated func wake() {
        wakeUp.signal()
    }

    /// Says that a list may have to be reset.
    public nonisolated func wakeForResets() {
        hasNewResets.withLock { $0 = true }
        wakeUp.signal()
    }

    /// Ends `run` after the commit that is under way.
    public nonisolated func stop() {
        wakeUp.end()
    }

    /// Lets reminders go out until it is stopped.
    public func run() async {
        await wakeUp.run { wakeUp.signal(at: await fire()) }
    }

    /// Resets the list whose time for that has come first, if there is one.
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

    /// Lets those go out that are due, as many as one commit takes, and tells when to look again.
    private func fire() async -> Timestamp {
        let latest = now().advanced(by: limits.timerTimeMax)
        do {
            let firing = try await store.fireReminders(
                startedAt: store.servedSince, limit: limits.remindersPerCommitMax,
                deliveriesMax: limits.deliveriesPerCommitMax, body: body)
            if !firing.fired.isEmpty { report(.fired(firing.fired, deliveriesCount: firing.deliveriesCount)) }
            try await reset()
            return min(firing.next ?? latest, nextReset, latest)
        } catch {
            report(.storeFailed(error))
            return now().advanced(by: limits.retryTime)
        }
    }
}
