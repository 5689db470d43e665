import Checklists
import FileStore

/// The metrics of a data folder since the start, for Prometheus.
final class StorageMetrics: Sendable {
    private let syncs = Histogram(
        bounds: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 1])
    private let changes = Counter()
    private let bytes = Counter()
    private let checkpoints = Histogram(bounds: [0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120])
    private let failedCheckpoints = Counter()

    /// Counts an event of the store.
    func record(_ event: StorageEvent) {
        switch event {
        case .synced(let changes, let bytes, let duration):
            syncs.record(nanoseconds: duration.nanoseconds)
            self.changes.add(changes)
            self.bytes.add(bytes)
        case .checkpoint(_, _, let duration): checkpoints.record(nanoseconds: duration.nanoseconds)
        case .checkpointFailed: failedCheckpoints.add()
        case .sealed, .stateChanged, .notice, .storeMade, .replicaFollows, .replicaFailed, .replicaLate: break
        }
    }

    /// Adds the counters and the current gauges.
    func add(_ now: StorageStatistics, to page: inout MetricsPage) {
        page.family(
            "checklistd_journal_sync_duration_seconds", .histogram,
            "Seconds of a write to the journal with its sync.",
            syncs.lines("checklistd_journal_sync_duration_seconds"))
        page.single("checklistd_journal_changes_total", .counter, "Changes made durable.", changes.value)
        page.single(
            "checklistd_journal_written_bytes_total", .counter, "Bytes written to the journal.", bytes.value)
        page.single("checklistd_journal_bytes", .gauge, "Journal since the checkpoint.", now.journalBytes)
        page.family(
            "checklistd_checkpoint_duration_seconds", .histogram, "Seconds of a checkpoint.",
            checkpoints.lines("checklistd_checkpoint_duration_seconds"))
        page.single(
            "checklistd_checkpoints_failed_total", .counter, "Failed checkpoints.",
            failedCheckpoints.value)
    }

    /// Adds the state of the replica.
    func add(_ replica: ReplicaStatus, to page: inout MetricsPage) {
        page.single(
            "checklistd_replica_lag_seconds", .gauge, "Age of the oldest change that the replica lacks.",
            replica.lag / .seconds(1))
        page.single(
            "checklistd_replica_failures_total", .counter, "Failed attempts to copy to the replica.",
            replica.failures)
        guard let success = replica.lastSuccess else { return }
        page.single(
            "checklistd_replica_last_success_timestamp_seconds", .gauge,
            "Time of the last successful copy to the replica, in seconds since 1970.",
            Double(success.milliseconds) / 1000)
    }
}

extension Duration {
    /// The duration in nanoseconds, for a histogram.
    fileprivate var nanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        return UInt64(clamping: seconds) &* 1_000_000_000 &+ UInt64(clamping: attoseconds / 1_000_000_000)
    }
}
