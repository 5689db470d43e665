import Checklists
import FootprintStore
import MemoryStore
import PostgresServer
import Randomness
import StoreFixtures
import Testing

@testable import FileStore
@testable import PostgresStore

/// The stores that keep the contract.
///
/// What stands in this folder runs on each of them; another one joins with a case and what it opens.
enum StoreKind: CaseIterable, Hashable, Sendable, CustomTestStringConvertible {
    case inMemory
    /// Where every rule decides on what was loaded for it.
    case onFootprints
    /// In a folder, and started anew between any two requests, as the seed has it.
    case inFiles(seed: UInt64)
    /// In a database of a server that is started for the tests, where PostgreSQL is installed.
    case inPostgres

    static let allCases = tested([
        .inMemory, .onFootprints, .inFiles(seed: 1), .inFiles(seed: 2), .inPostgres,
    ])

    /// The ones among these that `STORES` chooses.
    static func tested(_ kinds: [StoreKind]) -> [StoreKind] {
        kinds.filter { kind in
            switch kind {
            case .inMemory, .onFootprints: TestedStores.include(.memory)
            case .inFiles: TestedStores.include(.files)
            case .inPostgres: TestedStores.include(.postgres)
            }
        }
    }

    /// Those that tell the newest change of something without asking anybody.
    static let tellingAtOnce = allCases.filter { $0 != .inPostgres }

    /// What a failure names it by, with its seed.
    var testDescription: String {
        switch self {
        case .inMemory: "in memory"
        case .onFootprints: "on footprints"
        case .inFiles(let seed): "in files, seed \(seed)"
        case .inPostgres: "in PostgreSQL"
        }
    }

    /// An empty store, with limits.
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

    /// A seed that is another one in every test, so that restarts fall on different steps.
    private static func seed(_ seed: UInt64, of name: String) -> UInt64 {
        name.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}

/// A store that is open.
protocol OpenStore: Sendable {
    /// The store as it is now; perhaps it was closed and opened since it was last asked for.
    var store: any Store { get async throws }
    /// Ends it.
    func close() async
}

/// A store that lives as long as the test.
private struct StoreInMemory: OpenStore {
    let store: any Store

    init(_ store: any Store) { self.store = store }

    func close() async {}
}

/// A store in a folder. What happens to it is what happens to a server: it stops, it is killed, it makes a
/// checkpoint.
private actor StoreInFiles: OpenStore {
    private enum Event: CaseIterable {
        case checkpoint, stop, checkpointAndStop, kill
    }

    private var folder = TemporaryFolder()
    private let clock: ManualClock
    private let limits: StorageLimits
    private var generator: SeededGenerator
    private var running: FileStore?

    /// How many requests there are for each event, about.
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
                    // A start after an ordinary end, or after a kill between two requests, finds all whole.
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
            // What is there by now is all that a process leaves that has no time to close anything.
            let left = try folder.copy()
            await close()
            folder = left
        }
    }
}

/// Closes the stores that a test opened when it ends, and lets so many tests have some at once.
struct ClosingStores: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true

    @TaskLocal fileprivate static var opened: OpenedStores?
    /// The server takes 300 connections.
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

    /// Has a store closed when the test ends that is running.
    static func add(_ store: any OpenStore) async {
        guard let opened else { preconditionFailure("the suite has no trait .closingStores") }
        await opened.add(store)
    }
}

extension Trait where Self == ClosingStores {
    /// Closes the stores that a test opened when it ends.
    static var closingStores: Self { ClosingStores() }
}

/// Has some go on while others wait.
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
