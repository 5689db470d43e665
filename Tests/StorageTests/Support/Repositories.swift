import Checklists
import Foundation
import Synchronization
import Testing

@testable import Storage

/// A clock that moves when a test says so.
final class ManualClock: Sendable {
    private let time = Mutex(Sample.moment)

    /// What time it is.
    var now: Timestamp { time.withLock { $0 } }

    /// Moves the time on.
    func advance(bySeconds seconds: Int64) {
        time.withLock { $0 = $0.advanced(byMilliseconds: seconds * 1000) }
    }
}

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

extension StorageLimits {
    /// Nothing happens by itself: no seals, no checkpoints.
    static let quiet: StorageLimits = {
        var limits = StorageLimits()
        limits.sealIdleSeconds = .infinity
        limits.checkpointSecondsMax = .infinity
        limits.checkpointRetrySeconds = .infinity
        limits.roomRetrySeconds = .infinity
        return limits
    }()
}

/// Opens a repository, gives it to a body and closes it.
@discardableResult
func withRepository<Value>(
    _ folder: TemporaryFolder, _ fileSystem: any FileSystem = FaultyFileSystem(),
    limits: StorageLimits = .quiet, clock: ManualClock = ManualClock(), events: EventLog = EventLog(),
    onFatal: @escaping @Sendable (any Error) -> Void = { Issue.record("the store gave up: \($0)") },
    _ body: (FileRepository) async throws -> Value
) async throws -> Value {
    let repository = try await FileRepository.open(
        DataFolder(at: folder.path, fileSystem), limits: limits, now: { clock.now }, onEvent: events.add,
        onFatal: onFatal
    )
    do {
        let value = try await body(repository)
        await repository.close()
        return value
    } catch {
        await repository.close()
        throw error
    }
}

/// Everything that a repository shows, for comparison.
struct Contents: Hashable, Sendable {
    var revision: Revision
    var checklists: [Checklist]
    var items: [Item]
    var onceRecords: [OnceRecord]
    var preferences: Preferences
    var nextChecklistID: Checklist.ID
    var nextItemID: Item.ID
}

extension Contents {
    /// What a catalogue has.
    init(_ catalogue: borrowing Catalogue) {
        var checklists: [Checklist] = []
        var items: [Item] = []
        for id in catalogue.checklistIDs {
            guard let snapshot = catalogue.snapshot(of: id) else { continue }
            checklists.append(snapshot.checklist)
            items += Array(snapshot.items)
        }
        self.init(
            revision: catalogue.revision, checklists: checklists, items: items,
            onceRecords: catalogue.onceRecords, preferences: catalogue.preferences,
            nextChecklistID: catalogue.nextChecklistID, nextItemID: catalogue.nextItemID
        )
    }
}

extension CatalogueRepository {
    /// Everything that is durable.
    var contents: Contents {
        get async throws { try await read { catalogue in (Contents(catalogue), asOf: catalogue.revision) } }
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
