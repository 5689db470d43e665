import Synchronization
import Testing

@testable import Checklists
@testable import MemoryStore

/// A store in memory with a clock that the test sets.
private final class Stage: Sendable {
    let store: VolatileStore
    private let clock: Moment

    private final class Moment: Sendable {
        let now = Mutex(Timestamp(milliseconds: 0))
    }

    init() {
        let clock = Moment()
        self.clock = clock
        store = VolatileStore(now: { clock.now.withLock { $0 } })
    }

    func set(_ milliseconds: Int64) { clock.now.withLock { $0 = Timestamp(milliseconds: milliseconds) } }

    func addWebhook() async throws -> Webhook.ID {
        let secret = Webhook.Secret(bytes: Array(repeating: 7, count: 32))
        return try await store.asFirst.addWebhook(
            WebhookDraft(url: "http://localhost/", secret: secret), idempotencyKey: nil
        )
        .value.id
    }

    /// Queues a message at a moment; returns its delivery.
    @discardableResult
    func queue(for webhook: Webhook.ID, at milliseconds: Int64) async throws -> Delivery.ID {
        set(milliseconds)
        return try await store.asFirst.testWebhook(webhook, idempotencyKey: nil, body: { _, _ in [] }).value
            .id
    }

    /// Records the end of an attempt at a moment.
    func end(
        _ id: Delivery.ID, at milliseconds: Int64, _ verdict: AttemptOutcome.Verdict
    ) async throws {
        set(milliseconds)
        let attempt = Delivery.Attempt(
            at: Timestamp(milliseconds: milliseconds), durationMilliseconds: 0, status: nil, error: nil)
        let claimed = try await store.claimDeliveries(
            ClaimRequest(token: ClaimToken(rawValue: 1), lease: .seconds(60), limitPerWebhook: 1)
        ).filter { $0.delivery.id == id }
        let outcome = AttemptOutcome(deliveryID: id, attempt: attempt, verdict: verdict)
        _ = try await store.record(claimed.map { $0.ended(outcome) })
    }
}

@Suite struct `Deliveries` {
    private let stage = Stage()

    @Test func `are counted while pending, with the time of the oldest`() async throws {
        let webhook = try await stage.addWebhook()
        let other = try await stage.addWebhook()
        let first = try await stage.queue(for: webhook, at: 10)
        try await stage.queue(for: other, at: 20)
        let pending = {
            try await stage.store.read { memory in
                let pending = memory.pendingDeliveries
                return ([Int64(pending.count), pending.oldest?.milliseconds], asOf: .zero)
            }
        }
        #expect(try await pending() == [2, 10])
        try await stage.end(first, at: 30, .failed)
        #expect(try await pending() == [1, 20])
        try await stage.store.asFirst.deleteWebhook(other, ifMatch: nil)
        #expect(try await pending() == [0, nil])
        stage.set(40)
        _ = try await stage.store.asFirst.redeliver(first, idempotencyKey: nil)
        #expect(try await pending() == [1, 10])
    }
}
