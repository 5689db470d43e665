import Checklists
import Delivery
import MemoryStore
import Testing

/// A notifier over a store in memory, with one webhook that is told of items.
private struct Stage {
    let clock = ManualClock(Timestamp(milliseconds: 1_000_000))
    let store: VolatileStore
    let notifier: ChangeNotifier
    let list: Checklist.ID
    let webhook: Webhook.ID
    private let alarms: AsyncStream<Void>

    init(pendingMax: Int = 1_000) async throws {
        let clock = clock
        let store = VolatileStore(now: clock.now)
        self.store = store
        let (alarms, armed) = AsyncStream.makeStream(of: Void.self)
        self.alarms = alarms
        var limits = ChangeNotifierLimits()
        limits.entriesMax = 2
        limits.pendingDeliveriesMax = pendingMax
        notifier = ChangeNotifier(
            store: store, limits: limits, now: clock.now,
            timer: { moment, wake in
                clock.arm(moment, wake: wake)
                armed.yield()
            },
            body: { notice, _ in Array(notice.event.rawValue.utf8) }, report: { _ in })
        list = try await store.asFirst.addChecklist(ChecklistDraft(name: "List"), idempotencyKey: nil).value
            .id
        var draft = WebhookDraft(
            url: "http://localhost/", secret: Webhook.Secret(bytes: Array(repeating: 7, count: 32)))
        draft.events = [.itemCreated, .itemUpdated]
        webhook = try await store.asFirst.addWebhook(draft, idempotencyKey: nil).value.id
    }

    func add(_ text: String) async throws -> Item.ID {
        try await store.asFirst.addItem(ItemDraft(text: text), to: list, idempotencyKey: nil).value.id
    }

    func toggle(_ item: Item.ID) async throws {
        _ = try await store.asFirst.toggleItem(item, ifMatch: nil, idempotencyKey: nil)
    }

    /// What is queued, oldest first.
    func deliveries() async throws -> [Delivery] {
        let page = try await store.asFirst.deliveries(of: webhook, status: nil, PageRequest(limit: 1000))
        return page.elements.reversed()
    }

    /// Returns when so many deliveries are queued.
    func queued(_ count: Int, _ commits: AsyncStream<Commit>) async throws {
        for await _ in commits where try await deliveries().count >= count { return }
    }

    /// Has all that is queued sent, or fail.
    func send(_ verdict: AttemptOutcome.Verdict) async throws {
        let request = ClaimRequest(
            token: ClaimToken(rawValue: 1), lease: .seconds(60), limitPerWebhook: 100)
        let attempt = Delivery.Attempt(at: clock.now(), durationMilliseconds: 1, status: 200, error: nil)
        let ended = try await store.claimDeliveries(request).map { claimed in
            claimed.ended(
                AttemptOutcome(deliveryID: claimed.delivery.id, attempt: attempt, verdict: verdict))
        }
        _ = try await store.record(ended)
    }

    /// Returns when the timer has been set once more.
    func nextAlarm() async {
        var iterator = alarms.makeAsyncIterator()
        await iterator.next()
    }

    /// Runs the notifier while the test does something.
    func run(_ test: (AsyncStream<Commit>) async throws -> Void) async throws {
        let commits = store.commits()
        let listening = Task { [notifier] in for await commit in commits { notifier.wake(after: commit) } }
        let running = Task { [notifier] in await notifier.run() }
        try await test(store.commits())
        notifier.stop()
        await running.value
        listening.cancel()
    }
}

@Suite struct `A notifier` {
    @Test func `tells what changed before it began and what changes then`() async throws {
        let stage = try await Stage()
        let items = [try await stage.add("a"), try await stage.add("b"), try await stage.add("c")]
        try await stage.run { commits in
            try await stage.queued(3, commits)
            try await stage.toggle(items[1])
            try await stage.queued(4, commits)
        }
        let told = try await stage.deliveries()
        #expect(told.map(\.itemID) == [items[0], items[1], items[2], items[1]])
        #expect(told.map(\.event) == ["item.created", "item.created", "item.created", "item.updated"])
    }

    @Test func `waits while much is queued, and tells then once what is`() async throws {
        let stage = try await Stage(pendingMax: 2)
        let items = [try await stage.add("a"), try await stage.add("b"), try await stage.add("c")]
        try await stage.run { commits in
            await stage.nextAlarm()
            #expect(try await stage.deliveries().map(\.itemID) == [items[0], items[1]])
            for _ in 0..<5 { try await stage.toggle(items[2]) }
            try await stage.send(.delivered)
            stage.clock.advance(seconds: 1)
            try await stage.queued(3, commits)
        }
        let told = try await stage.deliveries()
        #expect(told.map(\.itemID) == [items[0], items[1], items[2]])
        #expect(told.last?.event == "item.created")
    }

    @Test func `queues nothing for whom it cannot reach`() async throws {
        let stage = try await Stage()
        let item = try await stage.add("a")
        try await stage.run { commits in
            try await stage.queued(1, commits)
            try await stage.send(.retry(at: stage.clock.now().after(seconds: 5)))
            for _ in 0..<3 { try await stage.toggle(item) }
            await stage.nextAlarm()
            #expect(try await stage.deliveries().count == 1)
            stage.clock.advance(seconds: 5)
            try await stage.send(.delivered)
            stage.clock.advance(seconds: 1)
            try await stage.queued(2, commits)
        }
        #expect(try await stage.deliveries().map(\.event) == ["item.created", "item.updated"])
    }
}
