public import Checklists
import Foundation
import MemoryStore
import Synchronization

/// The size and the state of the store, for metrics.
public struct StorageStatistics: Hashable, Sendable {
    /// Whether the store accepts changes.
    public var state: StorageState
    /// The newest durable change.
    public var durable: Revision
    /// The number of lists of all people.
    public var checklists: Int
    /// The number of items of all people.
    public var items: Int
    /// The approximate size of everything in files, in bytes.
    public var dataBytes: Int
    /// The number of pending reminders of all people; `nil` while no index has it.
    public var reminders: Int?
    /// The number of deliveries with pending attempts.
    public var pendingDeliveries: Int
    /// The time since which the oldest of them waits.
    public var oldestPendingDelivery: Timestamp?
    /// The bytes of the journal that no files cover yet.
    public var journalBytes: Int
    /// The number of lists with an outdated file.
    public var changedChecklists: Int
}

extension FileStore {
    /// The current statistics.
    public var statistics: StorageStatistics {
        state.withLock { state in
            let totals = state.memory.totals()
            let pending = state.memory.pendingDeliveries
            return StorageStatistics(
                state: state.availability.health, durable: state.queue.durable, checklists: totals.checklists,
                items: totals.items, dataBytes: state.memory.dataBytes, reminders: totals.reminders,
                pendingDeliveries: pending.count, oldestPendingDelivery: pending.oldest,
                journalBytes: state.journal.bytes, changedChecklists: state.changed.checklists.count
            )
        }
    }

    /// Whether the store accepts changes, for the readiness check.
    public var health: StorageState { state.withLock { $0.availability.health } }

    /// The state of the replica; `nil` without one.
    public var replicaStatus: ReplicaStatus? { replicator?.status }

    /// Copies all durable data into a new folder, like `DataFolder.backup`.
    public func backup(to destination: String) async throws {
        let now = now()
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try self.folder.backup(to: destination, now: now) })
            }
        }
    }
}
