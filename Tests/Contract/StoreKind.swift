import Checklists
import FootprintStore
import MemoryStore
import PostgresServer
import Randomness
import StoreFixtures
import Testing

@testable import FileStore
@testable import PostgresStore

/// The stores that fulfil the contract.
///
/// The tests of this folder run on each of them. To add a store, add a case and an `OpenStore`.
enum StoreKind: CaseIterable, Hashable, Sendable, CustomTestStringConvertible {
    case inMemory
    /// In memory; every rule decides on a footprint.
    case onFootprints
    /// In a folder, and restarted at random between requests, depending on the seed.
    case inFiles(seed: UInt64)
    /// In a database of the tests' server, if PostgreSQL is installed.
    case inPostgres

    static let allCases = tested([
        .inMemory, .onFootprints, .inFiles(seed: 1), .inFiles(seed: 2), .inPostgres,
    ])

    /// The kinds among these that `STORES` selects.
    static func tested(_ kinds: [StoreKind]) -> [StoreKind] {
        kinds.filter { kind in
            switch kind {
            case .inMemory, .onFootprints: TestedStores.include(.memory)
            case .inFiles: TestedStores.include(.files)
            case .inPostgres: TestedStores.include(.postgres)
            }
        }
    }

    /// The stores that return the newest revision of a dependency without input or output.
    static let tellingAtOnce = allCases.filter { $0 != .inPostgres }

    /// The kind and its seed, for failures.
    var testDescription: String {
        switch self {
        case .inMemory: "in memory"
        case .onFootprints: "on footprints"
        case .inFiles(let seed): "in files, seed \(seed)"
        case .inPostgres: "in PostgreSQL"
        }
    }

    func open(_ clock: ManualClock, _ capacity: Capacity = Capacity()) -> any OpenStore {
        switch self {
        case .inMemory:
            var memory = MemoryStore()
            memory.capacity = capacity
            return StoreInMemory(VolatileStore(memory, now: { clock.now }))
        case .onFootprints: return StoreInMemory(FootprintStore(capacity, now: { clock.now }))
        case .inFiles(let seed):
            return StoreInFiles(clock, capacity, seed: Self.seed(seed, of: Test.current?.name ?? ""))
        case .inPostgres: return StoreInPostgres(clock, capacity)
        }
    }

    /// A seed that depends on the test, so that restarts happen at different steps.
    private static func seed(_ seed: UInt64, of name: String) -> UInt64 {
        name.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}

/// An open store.
protocol OpenStore: Sendable {
    /// The store. It may have been restarted since the last access.
    var store: any Store { get async throws }
    func close() async
}

/// A store that is never restarted.
private struct StoreInMemory: OpenStore {
    let store: any Store

    init(_ store: any Store) { self.store = store }

    func close() async {}
}

/// A store in a folder that stops, is killed and makes checkpoints like a server.
private actor StoreInFiles: OpenStore {
    private enum Event: CaseIterable {
        case checkpoint, stop, checkpointAndStop, kill
    }

    private var folder = TemporaryFolder()
    private let clock: ManualClock
    private let limits: StorageLimits
    private var generator: SeededGenerator
    private var running: FileStore?

    /// The average number of accesses per event.
    private static let requestsPerEvent = 3

    init(_ clock: ManualClock, _ capacity: Capacity, seed: UInt64) {
        self.clock = clock
        var limits = StorageLimits.quiet
        limits.capacity = capacity
        self.limits = limits
        generator = SeededGenerator(seed: seed)
    }

    var store: any Store {
        get async throws {
            if let running, Int.random(in: 0..<Self.requestsPerEvent, using: &generator) == 0 {
                try await meet(Event.allCases.randomElement(using: &generator) ?? .stop, running)
            }
            if let running { return running }
            let clock = clock
            let opened = try await FileStore.open(
                DataFolder(at: folder.path, FaultyFileSystem()), limits: limits, now: { clock.now },
                makeEpoch: { Sample.epoch },
                onEvent: { event in
                    // A start finds no damage after a stop, or after a kill between two requests.
                    if case .notice(let text) = event { Issue.record("the store found: \(text)") }
                },
                onFatal: { Issue.record("the store gave up: \($0)") })
            running = opened
            return opened
        }
    }

    func close() async {
        await running?.close()
        running = nil
    }

    private func meet(_ event: Event, _ store: FileStore) async throws {
        switch event {
        case .checkpoint: try await store.checkpoint()
        case .checkpointAndStop:
            try await store.checkpoint()
            await close()
        case .stop: await close()
        case .kill:
            // A killed process leaves exactly the present files, without closing any.
            let left = try folder.copy()
            await close()
            folder = left
        }
    }
}

/// Closes the stores of a test when it ends, and limits how many tests run at a time.
struct ClosingStores: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true

    @TaskLocal fileprivate static var opened: OpenedStores?
    /// 20 tests at a time, because PostgreSQL's connections are limited (`TemporaryServer`).
    private static let turns = Turns(20)

    @concurrent func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        let opened = OpenedStores()
        await Self.turns.take()
        do {
            try await Self.$opened.withValue(opened) { try await function() }
        } catch {
            await opened.close()
            await Self.turns.giveBack()
            throw error
        }
        await opened.close()
        await Self.turns.giveBack()
    }

    /// Closes a store when the running test ends.
    static func add(_ store: any OpenStore) async {
        guard let opened else { preconditionFailure("the suite has no trait .closingStores") }
        await opened.add(store)
    }
}

extension Trait where Self == ClosingStores {
    /// Closes the stores of a test when it ends.
    static var closingStores: Self { ClosingStores() }
}

/// A counting semaphore.
private actor Turns {
    private var freeCount: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { freeCount = count }

    func take() async {
        if freeCount > 0 {
            freeCount -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    func giveBack() {
        if waiting.isEmpty {
            freeCount += 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}

private actor OpenedStores {
    private var stores: [any OpenStore] = []

    func add(_ store: any OpenStore) { stores.append(store) }

    func close() async { for store in stores { await store.close() } }
}
