import Checklists
import Delivery

/// The metrics of reminders and deliveries since the start, for Prometheus.
final class ReminderMetrics: Sendable {
    private let lateness = Histogram(
        bounds: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5, 30, 300])
    private let punctual = Counter()
    private let late = Counter()
    private let missed = Counter()
    private let delivered = Counter()
    private let retried = Counter()
    private let failed = Counter()

    /// Counts an event of the scheduler.
    func record(_ event: ReminderScheduler.Event) {
        guard case .fired(let reminders, let deliveriesCount) = event else { return }
        let lateCount = reminders.count(where: \.late)
        late.add(lateCount)
        punctual.add(reminders.count - lateCount)
        if deliveriesCount == 0 { missed.add(reminders.count) }
    }

    /// Counts an event of the sender.
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

    /// Adds the counters, and the gauges if the store reported its amounts.
    func add(_ now: StoreAmounts?, at moment: Timestamp, to page: inout MetricsPage) {
        page.family(
            "checklistd_reminders_fired_total", .counter, "Reminders fired.",
            [
                "checklistd_reminders_fired_total{late=\"false\"} \(punctual.value)",
                "checklistd_reminders_fired_total{late=\"true\"} \(late.value)",
            ])
        page.single(
            "checklistd_reminders_missed_total", .counter,
            "Reminders fired without any webhook to notify.",
            missed.value)
        page.family(
            "checklistd_attempt_lateness_seconds", .histogram,
            "Seconds from when an attempt was due to its start.",
            lateness.lines("checklistd_attempt_lateness_seconds"))
        page.family(
            "checklistd_attempts_total", .counter, "Delivery attempts, by outcome.",
            [("delivered", delivered), ("retry", retried), ("failed", failed)].map {
                "checklistd_attempts_total{outcome=\"\($0.0)\"} \($0.1.value)"
            })
        guard let now else { return }
        if let reminders = now.reminders {
            page.single(
                "checklistd_reminders_pending", .gauge, "Scheduled reminders of all people.", reminders)
        }
        page.single(
            "checklistd_deliveries_pending", .gauge, "Deliveries with scheduled attempts.",
            now.pendingDeliveries)
        let waiting =
            now.oldestPendingDelivery.map { Double(moment.milliseconds - $0.milliseconds) / 1000 } ?? 0
        page.single(
            "checklistd_oldest_undelivered_seconds", .gauge, "Wait of the oldest pending delivery.",
            max(0, waiting))
    }
}
