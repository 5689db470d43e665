import Checklists
import Delivery

/// What has been counted of reminders and deliveries since the start, for Prometheus.
final class ReminderMetrics: Sendable {
    private let lateness = Histogram(
        bounds: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5, 30, 300])
    private let punctual = Counter()
    private let late = Counter()
    private let missed = Counter()
    private let delivered = Counter()
    private let retried = Counter()
    private let failed = Counter()

    /// Counts what the scheduler tells.
    func record(_ event: ReminderScheduler.Event) {
        guard case .fired(let reminders, let deliveriesCount) = event else { return }
        let lateCount = reminders.count(where: \.late)
        late.add(lateCount)
        punctual.add(reminders.count - lateCount)
        if deliveriesCount == 0 { missed.add(reminders.count) }
    }

    /// Counts what the sender tells.
    func record(_ event: WebhookSender.Event) {
        switch event {
        case .began(_, _, let milliseconds):
            lateness.record(nanoseconds: UInt64(max(0, milliseconds)) * 1_000_000)
        case .ended(let outcome, _):
            switch outcome.verdict {
            case .delivered: delivered.add()
            case .retry: retried.add()
            case .failed: failed.add()
            }
        case .lost, .storeFailed, .unavailable: break
        }
    }

    /// Adds what was counted, and how things are now, where that is known.
    func add(_ now: StoreAmounts?, at moment: Timestamp, to page: inout MetricsPage) {
        page.family(
            "checklistd_reminders_fired_total", .counter, "Reminders that went out.",
            [
                "checklistd_reminders_fired_total{late=\"false\"} \(punctual.value)",
                "checklistd_reminders_fired_total{late=\"true\"} \(late.value)",
            ])
        page.single(
            "checklistd_reminders_missed_total", .counter,
            "Reminders that went out with no webhook to be told.",
            missed.value)
        page.family(
            "checklistd_attempt_lateness_seconds", .histogram,
            "From when an attempt was due to its beginning.",
            lateness.lines("checklistd_attempt_lateness_seconds"))
        page.family(
            "checklistd_attempts_total", .counter, "Attempts to deliver, by what came of them.",
            [("delivered", delivered), ("retry", retried), ("failed", failed)].map {
                "checklistd_attempts_total{outcome=\"\($0.0)\"} \($0.1.value)"
            })
        guard let now else { return }
        page.single("checklistd_reminders_pending", .gauge, "Reminders to come.", now.reminders)
        page.single(
            "checklistd_deliveries_pending", .gauge, "Deliveries with attempts to come.",
            now.pendingDeliveries)
        let waiting =
            now.oldestPendingDelivery.map { Double(moment.milliseconds - $0.milliseconds) / 1000 } ?? 0
        page.single(
            "checklistd_oldest_undelivered_seconds", .gauge, "How long the oldest of them waits.",
            max(0, waiting))
    }
}
