import Checklists
import Foundation
import MemoryStore
import StoreFixtures
import Synchronization
import Testing

@testable import FileStore

/// Something that happens or not.
final class Flag: Sendable {
    private let value = Atomic(false)

    /// Whether it happened.
    var isSet: Bool { value.load(ordering: .sequentiallyConsistent) }

    /// Notes that it happened.
    func set() { value.store(true, ordering: .sequentiallyConsistent) }
}

/// Everything that the store told, in order, and a way to wait for something.
final class EventLog: Sendable {
    private struct State {
        var events: [StorageEvent] = []
        var waiters: [(matches: @Sendable (StorageEvent) -> Bool, resume: @Sendable () -> Void)] = []
    }

    private let state = Mutex(State())

    /// Notes an event.
    func add(_ event: StorageEvent) {
        let ready = state.withLock { state in
            state.events.append(event)
            let ready = state.waiters.filter { $0.matches(event) }
            state.waiters.removeAll { $0.matches(event) }
            return ready
        }
        for waiter in ready { waiter.resume() }
    }

    /// What was told so far.
    var all: [StorageEvent] { state.withLock { $0.events } }

    /// The sentences among it.
    var notices: [String] {
        all.compactMap { if case .notice(let text) = $0 { text } else { nil } }
    }

    /// Waits for an event, if it was not told already.
    func wait(for matches: @escaping @Sendable (StorageEvent) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.events.contains(where: matches) { return true }
                state.waiters.append((matches, { continuation.resume() }))
                return false
            }
            if isThere { continuation.resume() }
        }
    }
}

/// Opens a store, gives it to a body and closes it.
@discardableResult
func withStore<Value>(
    _ folder: TemporaryFolder, _ fileSystem: any FileSystem = FaultyFileSystem(),
    limits: StorageLimits = .quiet, clock: ManualClock = ManualClock(), events: EventLog = EventLog(),
    makeEpoch: @escaping @Sendable () -> Epoch = { Sample.epoch },
    onFatal: @escaping @Sendable (any Error) -> Void = { Issue.record("the store gave up: \($0)") },
    _ body: (FileStore) async throws -> Value
) async throws -> Value {
    let store = try await FileStore.open(
        DataFolder(at: folder.path, fileSystem), limits: limits, now: { clock.now }, makeEpoch: makeEpoch,
        onEvent: events.add, onFatal: onFatal
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

/// Everything that a store shows, for comparison.
struct Contents: Hashable, Sendable {
    var revision: Revision
    var checklists: [Checklist]
    var items: [Item]
    var idempotencyRecords: [IdempotencyRecord]
    var preferences: Preferences
    var sequences: Sequences
}

extension Contents {
    /// What a memory has.
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
    /// Everything that is durable.
    var contents: Contents {
        get async throws { try await read { memory in (Contents(memory), asOf: memory.revision) } }
    }
}

extension Recovery {
    /// What a start would find.
    static func contents(of folder: TemporaryFolder, now: Timestamp = Sample.moment) throws(StorageError)
        -> Contents
    {
        Contents(try Recovery.read(folder.data, now: now, threads: 1).finish())
    }
}
