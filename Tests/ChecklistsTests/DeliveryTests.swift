import Synchronization
import Testing

@testable import Checklists

/// A repository in memory with a clock that is set by hand.
private final class Stage: Sendable {
    let repository: InMemoryRepository
    private let clock: Moment

    private final class Moment: Sendable {
        let now = Mutex(Timestamp(milliseconds: 0))
    }

    init() {
        let clock = Moment()
        self.clock = clock
        repository = InMemoryRepository(now: { clock.now.withLock { $0 } })
    }

    func set(_ milliseconds: Int64) { clock.now.withLock { $0 = Timestamp(milliseconds: milliseconds) } }

    func addWebhook() async throws -> Webhook.ID {
        let secret = Webhook.Secret(bytes: Array(repeating: 7, count: 32))
        return try await repository.addWebhook(
            WebhookDraft(url: "http://localhost/", secret: secret), once: nil
        )
        .value.id
    }

    /// Queues a message at a moment, and answers its delivery.
    @discardableResult
    func queue(for webhook: Webhook.ID, at milliseconds: Int64) async throws -> Delivery.ID {
        set(milliseconds)
        return try await repository.testWebhook(webhook, once: nil, body: { _, _ in [] }).value.id
    }

    /// Has an attempt end at a moment.
    func end(
        _ id: Delivery.ID, at milliseconds: Int64, _ verdict: AttemptOutcome.Verdict,
        pausedUntil pause: Int64? = nil
    ) async throws {
        set(milliseconds)
        let attempt = Delivery.Attempt(
            at: Timestamp(milliseconds: milliseconds), durationMilliseconds: 0, status: nil, error: nil)
        try await repository.record([
            AttemptOutcome(
                deliveryID: id, attempt: attempt, verdict: verdict,
                pauseUntil: pause.map(Timestamp.init(milliseconds:)))
        ])
    }

    func due(
        at milliseconds: Int64, limit: Int = 100, excluding: Set<Delivery.ID> = []
    ) async throws -> [Int] {
        try await repository.dueDeliveries(
            at: Timestamp(milliseconds: milliseconds), limitPerWebhook: limit, excluding: excluding
        ).map(\.delivery.id.rawValue)
    }

    func nextAttempt(after milliseconds: Int64) async throws -> Int64? {
        try await repository.nextAttempt(after: Timestamp(milliseconds: milliseconds))?.milliseconds
    }
}

@Suite struct `Deliveries` {
    private let stage = Stage()

    @Test func `are due in the order of their attempts, some of each webhook`() async throws {
        let one = try await stage.addWebhook()
        let other = try await stage.addWebhook()
        for moment in [30, 10, 20] as [Int64] { try await stage.queue(for: one, at: moment) }
        try await stage.queue(for: other, at: 40)
        #expect(try await stage.due(at: 40) == [2, 3, 1, 4])
        #expect(try await stage.due(at: 40, limit: 2) == [2, 3, 4])
        #expect(try await stage.due(at: 20) == [2, 3])
        #expect(try await stage.due(at: 9) == [])
    }

    @Test func `are not given out while they are excluded, and take no place then`() async throws {
        let webhook = try await stage.addWebhook()
        let first = try await stage.queue(for: webhook, at: 10)
        try await stage.queue(for: webhook, at: 20)
        try await stage.queue(for: webhook, at: 30)
        #expect(try await stage.due(at: 30, limit: 1, excluding: [first]) == [2])
    }

    @Test func `come back when they are to be tried again, and not once they are done`() async throws {
        let webhook = try await stage.addWebhook()
        let first = try await stage.queue(for: webhook, at: 10)
        let second = try await stage.queue(for: webhook, at: 20)
        try await stage.end(first, at: 30, .retry(at: Timestamp(milliseconds: 5_000)))
        try await stage.end(second, at: 30, .delivered)
        #expect(try await stage.due(at: 4_999) == [])
        #expect(try await stage.nextAttempt(after: 30) == 5_000)
        #expect(try await stage.due(at: 5_000) == [1])
        #expect(try await stage.nextAttempt(after: 5_000) == nil)
    }

    @Test func `wait for the end of their webhook's pause`() async throws {
        let webhook = try await stage.addWebhook()
        let first = try await stage.queue(for: webhook, at: 10)
        try await stage.queue(for: webhook, at: 20)
        let retry = AttemptOutcome.Verdict.retry(at: Timestamp(milliseconds: 100))
        try await stage.end(first, at: 30, retry, pausedUntil: 9_000)
        #expect(try await stage.due(at: 8_999) == [])
        #expect(try await stage.nextAttempt(after: 30) == 9_000)
        #expect(try await stage.due(at: 9_000) == [2, 1])
    }

    @Test func `tell how many are pending and since when the oldest waits`() async throws {
        let webhook = try await stage.addWebhook()
        let other = try await stage.addWebhook()
        let first = try await stage.queue(for: webhook, at: 10)
        try await stage.queue(for: other, at: 20)
        let pending = {
            try await stage.repository.read { catalogue in
                let pending = catalogue.pendingDeliveries
                return ([Int64(pending.count), pending.oldest?.milliseconds], asOf: .zero)
            }
        }
        #expect(try await pending() == [2, 10])
        try await stage.end(first, at: 30, .failed)
        #expect(try await pending() == [1, 20])
        try await stage.repository.deleteWebhook(other, ifMatch: nil)
        #expect(try await pending() == [0, nil])
        stage.set(40)
        _ = try await stage.repository.redeliver(first, once: nil)
        #expect(try await pending() == [1, 10])
    }
}
