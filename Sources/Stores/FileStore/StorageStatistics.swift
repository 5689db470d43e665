public import Checklists
import Foundation
import MemoryStore
import Synchronization

/// How much there is and how far the disk is, for metrics.
public struct StorageStatistics: Hashable, Sendable {
    /// Whether changes are taken.
    public var state: StorageState
    /// The newest change that is durable.
    public var durable: Revision
    /// How many lists there are.
    public var checklists: Int
    /// How many items are on them.
    public var items: Int
    /// How many reminders are to come.
    public var reminders: Int
    /// How many deliveries have attempts to come.
    public var pendingDeliveries: Int
    /// Since when the oldest of them waits.
    public var oldestPendingDelivery: Timestamp?
    /// How many bytes of the journal no files cover yet.
    public var journalBytes: Int
    /// How many lists' files are not up to date.
    public var changedChecklists: Int
}

extension FileStore {
    /// How much there is at this moment.
    public var statistics: StorageStatistics {
        state.withLock { state in
            let totals = state.memory.totals()
            let pending = state.memory.pendingDeliveries
            return StorageStatistics(
                state: state.availability.health, durable: state.queue.durable, checklists: totals.checklists,
                items: totals.items, reminders: totals.reminders, pendingDeliveries: pending.count,
                oldestPendingDelivery: pending.oldest, journalBytes: state.journal.bytes,
                changedChecklists: state.changed.checklists.count
            )
        }
    }

    /// Whether changes are taken, for the check of readiness.
    public var health: StorageState { state.withLock { $0.availability.health } }

    /// Copies everything that is durable into a new folder, as `DataFolder.backup`.
    public func backup(to destination: String) async throws {
        let now = now()
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try self.folder.backup(to: destination, now: now) })
            }
        }
    }
}
