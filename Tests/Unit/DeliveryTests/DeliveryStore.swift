import Checklists
import MemoryStore

/// Deliveries in memory, with what a test wants to see of its use.
actor DeliveryStore: DeliveryQueue {
    struct Full: Error {}

    private let store: VolatileStore
    /// How many outcomes came in each call of `record` that succeeded.
    private(set) var batches: [Int] = []
    /// How often `record` was called.
    private(set) var recordCalls = 0
    /// Whether `record` fails.
    private var isFull = false
    /// What `record` waits for before it does anything.
    private var gate: AsyncStream<Void>?

    init(_ webhooks: [Webhook], _ deliveries: [Delivery], now: @escaping @Sendable () -> Timestamp) {
        var memory = MemoryStore()
        for webhook in webhooks { memory.restore(webhook) }
        for delivery in deliveries { memory.restore(delivery) }
        store = VolatileStore(memory, now: now)
    }

    var deliveries: [Delivery.ID: Delivery] {
        get async throws {
            let all = try await store.read { ($0.deliveries(in: 0..<1_000), asOf: .zero) }
            return Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
        }
    }

    func webhook(_ id: Webhook.ID, _ kind: Webhook.Kind = .webhook) async throws -> Webhook {
        try await store.asFirst.webhook(id, kind)
    }

    func add(_ delivery: Delivery) async throws {
        try await store.read { ($0.restore(delivery), asOf: .zero) }
    }

    func setFull(_ isFull: Bool) { self.isFull = isFull }

    /// Lets `record` wait from now on for one element of a stream each time.
    func setGate(_ gate: AsyncStream<Void>) { self.gate = gate }

    func claimDeliveries(_ request: ClaimRequest) async throws -> [ClaimedDelivery] {
        try await store.claimDeliveries(request)
    }

    func release(_ claims: [DeliveryClaim]) async { await store.release(claims) }

    func nextAttempt(after now: Timestamp) async throws -> Timestamp? {
        try await store.nextAttempt(after: now)
    }

    func record(_ attempts: [EndedAttempt]) async throws -> RecordedAttempts {
        recordCalls += 1
        if let gate { for await _ in gate { break } }
        guard !isFull else { throw Full() }
        batches.append(attempts.count)
        return try await store.record(attempts)
    }
}
