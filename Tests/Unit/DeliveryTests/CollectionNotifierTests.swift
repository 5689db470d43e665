import Checklists
import MemoryStore
import Testing

@testable import Delivery

/// A notifier over a store in memory, with two lists and an app registered for each, for 7 and 30 days.
private struct Stage {
    let clock = ManualClock(Timestamp(milliseconds: 1_000_000))
    let store: VolatileStore
    let notifier: CollectionNotifier
    let lists: [Checklist.ID]
    let registrations: [Webhook.ID]
    private let alarms: AsyncStream<Void>
    private let commits: AsyncStream<Commit>

    init() async throws {
        let clock = clock
        let store = VolatileStore(now: clock.now)
        self.store = store
        commits = store.commits()
        let (alarms, armed) = AsyncStream.makeStream(of: Void.self)
        self.alarms = alarms
        notifier = CollectionNotifier(
            store: store, now: clock.now,
            timer: { moment, wake in
                clock.arm(moment, wake: wake)
                armed.yield()
            },
            body: { Array("\($0.checklistID) \($0.triggers.count)".utf8) }, report: { _ in })
        var (lists, registrations): ([Checklist.ID], [Webhook.ID]) = ([], [])
        for (name, days) in [("A", 7), ("B", 30)] {
            let list = try await store.asFirst.addChecklist(ChecklistDraft(name: name), idempotencyKey: nil)
                .value.id
            let app = PushRegistrationDraft(
                endpoint: "https://push.example.org/a", publicKey: [4] + Array(repeating: 1, count: 64),
                authSecret: Array(repeating: 2, count: 16), triggers: Set(PushTrigger.allCases),
                expiresAt: clock.now().after(seconds: days * 86_400),
                secret: Webhook.Secret(bytes: Array(repeating: 7, count: 32)))
            registrations.append(try await store.asFirst.registerPush(app, on: list).id)
            lists.append(list)
        }
        (self.lists, self.registrations) = (lists, registrations)
    }

    /// Adds an item, and has the notifier hear of it.
    func add(_ text: String, to list: Int) async throws {
        let draft = ItemDraft(text: text)
        let item = try await store.asFirst.addItem(draft, to: lists[list], idempotencyKey: nil).value
        for await commit in commits {
            notifier.wake(after: commit)
            if commit.revision >= item.revision { return }
        }
    }

    /// What is queued.
    func queued() async throws -> [String] {
        let deliveries = try await store.read { ($0.deliveries(in: 0..<1_000), asOf: .zero) }
        return deliveries.map { String(decoding: $0.body, as: UTF8.self) }
    }

    /// Returns when so many messages were queued.
    func queued(_ count: Int, _ commits: AsyncStream<Commit>) async throws {
        for await _ in commits where try await queued().count >= count { return }
    }

    /// Has all that is queued sent, or fail.
    func send(_ verdict: AttemptOutcome.Verdict) async throws {
        let request = ClaimRequest(token: ClaimToken(rawValue: 1), lease: .seconds(60), limitPerWebhook: 100)
        let attempt = Delivery.Attempt(at: clock.now(), durationMilliseconds: 1, status: 200, error: nil)
        let ended = try await store.claimDeliveries(request).map { claimed in
            claimed.ended(
                AttemptOutcome(deliveryID: claimed.delivery.id, attempt: attempt, verdict: verdict))
        }
        _ = try await store.record(ended)
    }

    /// Returns when the timer is set to so many seconds from now.
    func alarm(in seconds: Int) async {
        let moment = clock.now().after(seconds: seconds)
        var iterator = alarms.makeAsyncIterator()
        while clock.alarm != moment { await iterator.next() }
    }

    /// Runs the notifier while the test does something.
    func run(_ test: (AsyncStream<Commit>) async throws -> Void) async throws {
        let queued = store.commits()
        let running = Task { [notifier] in await notifier.run() }
        try await test(queued)
        notifier.stop()
        await running.value
    }
}

@Suite(.timeLimit(.minutes(20))) struct `A notifier of collections` {
    @Test func `tells at its start what changed before`() async throws {
        let stage = try await Stage()
        try await stage.add("a", to: 1)
        try await stage.run { try await stage.queued(1, $0) }
        #expect(try await stage.queued() == ["\(stage.lists[1]) 1"])
    }

    @Test func `gathers what changes within a while, list by list`() async throws {
        let stage = try await Stage()
        try await stage.add("before", to: 1)
        try await stage.run { commits in
            // What is there at the start is looked at.
            try await stage.queued(1, commits)
            try await stage.send(.delivered)
            for text in ["a", "b", "c"] { try await stage.add(text, to: 0) }
            try await stage.add("d", to: 1)
            await stage.alarm(in: 2)
            #expect(try await stage.queued().isEmpty)
            stage.clock.advance(seconds: 2)
            try await stage.queued(2, commits)
        }
        #expect(try await stage.queued() == stage.lists.map { "\($0) 1" })
    }

    @Test func `waits until a message is sent, and tells then what came after`() async throws {
        let stage = try await Stage()
        try await stage.add("a", to: 0)
        try await stage.run { commits in
            try await stage.queued(1, commits)
            try await stage.add("b", to: 0)
            await stage.alarm(in: 2)
            stage.clock.advance(seconds: 2)
            await stage.alarm(in: 5)
            #expect(try await stage.queued().count == 1)
            try await stage.send(.delivered)
            // No log is kept of what was delivered.
            #expect(try await stage.queued().isEmpty)
            stage.clock.advance(seconds: 5)
            try await stage.queued(1, commits)
        }
        #expect(try await stage.queued() == ["\(stage.lists[0]) 1"])
    }

    @Test func `queues nothing for whom it cannot reach, and nothing for whom has ended`() async throws {
        let stage = try await Stage()
        try await stage.add("a", to: 0)
        try await stage.run { commits in
            try await stage.queued(1, commits)
            try await stage.send(.retry(at: stage.clock.now().after(seconds: 5)))
            try await stage.add("b", to: 0)
            await stage.alarm(in: 2)
            stage.clock.advance(seconds: 2)
            await stage.alarm(in: 60)
            stage.clock.advance(seconds: 5)
            try await stage.send(.delivered)
            stage.clock.advance(seconds: 60)
            try await stage.queued(1, commits)
            #expect(try await stage.queued().count == 1)
        }
        let ended = try await Stage()
        ended.clock.advance(seconds: 7 * 86_400)
        try await ended.add("a", to: 0)
        try await ended.add("b", to: 1)
        try await ended.run { try await ended.queued(1, $0) }
        #expect(try await ended.queued() == ["\(ended.lists[1]) 1"])
    }
}

@Suite struct `The agenda of a notifier of collections` {
    private func moment(_ seconds: Int) -> Timestamp { .seconds(1_000_000 + seconds) }

    private func lists(_ numbers: Int...) -> [Checklist.ID] { numbers.map(Checklist.ID.init) }

    @Test func `keeps the first moment of each list`() {
        var agenda = CollectionAgenda(CollectionNotifierLimits())
        let isNew = [
            agenda.note(lists(1, 2), due: moment(2)), agenda.note(lists(1), due: moment(3)),
            agenda.note(lists(3), due: moment(4)),
        ]
        #expect(isNew == [true, false, true] && agenda.next == moment(2))
        let parts = [1, 2, 3, 9].map { agenda.takeDue(at: moment($0))?.lists }
        #expect(parts == [nil, lists(1, 2), nil, lists(3)] && agenda.next == nil)
    }

    @Test func `has all lists in place of too many, and of those that nobody names`() {
        var limits = CollectionNotifierLimits()
        limits.listsMax = 2
        var agenda = CollectionAgenda(limits)
        let isNew = [
            agenda.note(lists(1, 2), due: moment(2)), agenda.note(lists(3), due: moment(3)),
            agenda.note(nil, due: moment(1)),
        ]
        #expect(isNew == [true, true, false] && agenda.next == moment(1))
        let part = agenda.takeDue(at: moment(1))
        #expect(part == CollectionAgenda.Part(lists: nil) && agenda.next == nil)
    }

    @Test func `gives a part at a time, the oldest first`() {
        var limits = CollectionNotifierLimits()
        (limits.listsMax, limits.listsPerPartMax) = (2, 2)
        var agenda = CollectionAgenda(limits)
        _ = agenda.note(lists(9), due: moment(0))
        agenda.noteEach(lists(1, 2, 3), due: moment(1))
        let parts = (1...3).map { agenda.takeDue(at: moment($0))?.lists }
        #expect(parts == [lists(9, 1), lists(2, 3), nil])
    }

    @Test func `has a moment that a clock was set back from`() {
        var agenda = CollectionAgenda(CollectionNotifierLimits())
        _ = agenda.note(lists(1), due: moment(10_000))
        let part = agenda.takeDue(at: moment(0))
        #expect(part?.lists == lists(1))
    }
}
