import Checklists
import Foundation
import MemoryStore
import StoreFixtures
import Synchronization
import Testing

@testable import FileStore

/// A flag for concurrent use, initially not set.
final class Flag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .sequentiallyConsistent) }

    func set() { value.store(true, ordering: .sequentiallyConsistent) }
}

/// All events of a store, in order. A test can wait for one.
final class EventLog: Sendable {
    private struct State {
        var events: [StorageEvent] = []
        var waiters: [(matches: @Sendable (StorageEvent) -> Bool, resume: @Sendable () -> Void)] = []
    }

    private let state = Mutex(State())

    /// Adds an event and resumes its waiters.
    func add(_ event: StorageEvent) {
        let ready = state.withLock { state in
            state.events.append(event)
            let ready = state.waiters.filter { $0.matches(event) }
            state.waiters.removeAll { $0.matches(event) }
            return ready
        }
        for waiter in ready { waiter.resume() }
    }

    /// The events so far.
    var all: [StorageEvent] { state.withLock { $0.events } }

    /// The texts of the notices.
    var notices: [String] {
        all.compactMap { if case .notice(let text) = $0 { text } else { nil } }
    }

    /// Waits until there are more matching events than `count`.
    func wait(past count: Int = 0, for matches: @escaping @Sendable (StorageEvent) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.events.count(where: matches) > count { return true }
                state.waiters.append((matches, { continuation.resume() }))
                return false
            }
            if isThere { continuation.resume() }
        }
    }
}

/// Opens a store for a body and closes it.
@discardableResult
func withStore<Value>(
    _ folder: TemporaryFolder, _ fileSystem: any FileSystem = FaultyFileSystem(),
    limits: StorageLimits = .quiet, replica: ReplicaSettings? = nil, clock: ManualClock = ManualClock(),
    events: EventLog = EventLog(),
    makeEpoch: @escaping @Sendable () -> Epoch = { Sample.epoch },
    onFatal: @escaping @Sendable (any Error) -> Void = { Issue.record("the store gave up: \($0)") },
    _ body: (FileStore) async throws -> Value
) async throws -> Value {
    let store = try await FileStore.open(
        DataFolder(at: folder.path, fileSystem), limits: limits, replica: replica, now: { clock.now },
        makeEpoch: makeEpoch, onEvent: events.add, onFatal: onFatal
    )
    do {
        let value = try await body(store)
        await store.close()
        return value
    } catch {
        await store.close()
        throw error
    }
}

/// All data of a store, for comparison.
struct Contents: Hashable, Sendable {
    var revision: Revision
    var checklists: [Checklist]
    var items: [Item]
    var idempotencyRecords: [IdempotencyRecord]
    var preferences: Preferences
    var sequences: Sequences
}

extension Contents {
    /// The data after the first start of a copy.
    var inNextEpoch: Contents {
        if revision == .zero { return self }
        var next = self
        (next.revision, next.sequences) = (revision.beforeNextEpoch, sequences.ofNextEpoch)
        return next
    }

    /// The data of a memory.
    init(_ memory: MemoryStore) {
        var checklists: [Checklist] = []
        var items: [Item] = []
        for id in memory.checklistIDs {
            guard let snapshot = memory.snapshot(of: id) else { continue }
            checklists.append(snapshot.checklist)
            items += Array(snapshot.items)
        }
        self.init(
            revision: memory.revision, checklists: checklists, items: items,
            idempotencyRecords: memory.idempotencyRecords, preferences: memory.preferences(of: .first),
            sequences: memory.sequences
        )
    }
}

extension IndexedStore {
    /// All durable data.
    var contents: Contents {
        get async throws { try await read { memory in (Contents(memory), asOf: memory.revision) } }
    }
}

extension Recovery {
    /// The data that a start would recover.
    static func contents(of folder: TemporaryFolder, now: Timestamp = Sample.moment) throws(StorageError)
        -> Contents
    {
        Contents(try Recovery.read(folder.data, now: now, threads: 1).finish())
    }
}
