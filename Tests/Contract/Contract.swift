import Checklists
import MemoryStore
import StoreFixtures
import Testing

/// An empty store with a clock that only the test advances.
struct Contract {
    private let opened: any OpenStore
    private let clock: ManualClock

    init(
        _ kind: StoreKind, clock: ManualClock = ManualClock(), _ limit: (inout Capacity) -> Void = { _ in }
    ) async throws {
        self.clock = clock
        var capacity = Capacity()
        limit(&capacity)
        opened = kind.open(clock, capacity)
        await ClosingStores.add(opened)
    }

    /// The store. Each access may restart it, so a test must not keep it across accesses.
    var store: any Store {
        get async throws { try await opened.store }
    }

    var now: Timestamp { clock.now }

    /// The moment that many milliseconds from now.
    func later(_ milliseconds: Int64) -> Timestamp { now.advanced(byMilliseconds: milliseconds) }

    func advance(milliseconds: Int64) { clock.advance(byMilliseconds: milliseconds) }

    /// All readable data.
    var listing: StoreListing {
        get async throws { try await StoreListing(of: store, at: now) }
    }

    /// Expects that the body throws an error and changes nothing.
    func expect(
        _ error: ChecklistsError, location: SourceLocation = #_sourceLocation,
        from body: () async throws -> Void
    ) async throws {
        let before = try await listing
        await #expect(throws: error, sourceLocation: location) { try await body() }
        try await #expect(listing == before, sourceLocation: location)
    }

    /// Expects that the body changes nothing.
    func expectNoChange(
        location: SourceLocation = #_sourceLocation, from body: () async throws -> Void
    ) async throws {
        let before = try await listing
        try await body()
        try await #expect(listing == before, sourceLocation: location)
    }
}

extension Session {
    /// Makes a person a member of a list. A new owner accepts the offer.
    @discardableResult func share(
        _ list: Checklist.ID, with person: Person.ID, _ role: Role
    ) async throws -> Checklist {
        let shared = try await putMember(person, role, on: list, ifMatch: nil)
        guard role == .own else { return shared }
        let owner = Session(store, for: .person(person, device: nil))
        return try await owner.putMember(person, .own, on: list, ifMatch: nil)
    }
}

// MARK: Objects and steps of tests

extension Contract {
    func list(_ name: String = "Groceries") async throws -> Checklist.ID {
        try await store.asFirst.addChecklist(ChecklistDraft(name: name), idempotencyKey: nil).value.id
    }

    /// Adds items to a list, in that order.
    @discardableResult func items(_ texts: String..., on list: Checklist.ID) async throws -> [Item.ID] {
        var ids: [Item.ID] = []
        for text in texts { ids.append(try await item(text, on: list).id) }
        return ids
    }

    /// Adds an item from a draft that `fill` completes.
    @discardableResult func item(
        _ text: String = "Milk", on list: Checklist.ID, _ fill: (inout ItemDraft) -> Void = { _ in }
    ) async throws -> Item {
        var draft = ItemDraft(text: text)
        fill(&draft)
        return try await store.asFirst.addItem(draft, to: list, idempotencyKey: nil).value
    }

    /// Adds an item with a reminder that is due in some milliseconds.
    func reminder(
        _ text: String = "Milk", in milliseconds: Int64, on list: Checklist.ID
    ) async throws -> Item {
        let due = later(milliseconds)
        return try await item(text, on: list) { draft in
            draft.dueDate = due
            draft.shouldRemind = true
        }
    }

    /// Changes an item with a patch that `fill` completes.
    @discardableResult func change(
        _ item: Item.ID, _ fill: (inout ItemPatch) -> Void
    ) async throws -> Item {
        var patch = ItemPatch()
        fill(&patch)
        return try await store.asFirst.updateItem(item, patch, ifMatch: nil)
    }

    /// The texts of a list's items, by position.
    func texts(on list: Checklist.ID) async throws -> [String] {
        try await store.asFirst.items(ItemQuery(checklistID: list)).elements.map(\.text)
    }

    func webhook(_ fill: (inout WebhookDraft) -> Void = { _ in }) async throws -> Webhook.ID {
        var draft = WebhookDraft(url: "https://example.org/hook", secret: .sample(1))
        fill(&draft)
        return try await store.asFirst.addWebhook(draft, idempotencyKey: nil).value.id
    }

    /// Changes a webhook with a patch that `fill` completes.
    @discardableResult func change(
        _ webhook: Webhook.ID, _ fill: (inout WebhookPatch) -> Void
    ) async throws -> Webhook {
        var patch = WebhookPatch()
        fill(&patch)
        return try await store.asFirst.updateWebhook(webhook, patch, ifMatch: nil)
    }

    /// Queues a test message to a webhook.
    @discardableResult func delivery(for webhook: Webhook.ID) async throws -> Delivery {
        try await store.asFirst.testWebhook(webhook, idempotencyKey: nil, body: { _, _ in [7] }).value
    }

    /// Queues test messages to a webhook.
    func deliveries(_ count: Int, for webhook: Webhook.ID) async throws -> [Delivery.ID] {
        var ids: [Delivery.ID] = []
        for _ in 0..<count { ids.append(try await delivery(for: webhook).id) }
        return ids
    }

    /// Sends a due delivery and records the outcome.
    func end(
        _ delivery: Delivery.ID, _ verdict: AttemptOutcome.Verdict, pauseUntil: Timestamp? = nil,
        disableReason: String? = nil
    ) async throws {
        try await end([
            outcome(of: delivery, verdict, pauseUntil: pauseUntil, disableReason: disableReason)
        ])
    }

    /// Sends due deliveries and records the outcomes as one change.
    func end(_ outcomes: [AttemptOutcome]) async throws {
        try await #expect(store.end(outcomes) == outcomes.map(\.deliveryID))
    }

    /// The outcome of an attempt that begins now.
    func outcome(
        of delivery: Delivery.ID, _ verdict: AttemptOutcome.Verdict, pauseUntil: Timestamp? = nil,
        disableReason: String? = nil
    ) -> AttemptOutcome {
        let isDelivered = verdict == .delivered
        let attempt = Delivery.Attempt(
            at: now, durationMilliseconds: 12, status: isDelivered ? 204 : 500,
            error: isDelivered ? nil : "500")
        return AttemptOutcome(
            deliveryID: delivery, attempt: attempt, verdict: verdict, pauseUntil: pauseUntil,
            disableReason: disableReason)
    }

    /// The due deliveries that can be claimed. `ended` are deliveries whose outcome is not yet recorded.
    func due(limit: Int = 100, ended: Set<Delivery.ID> = []) async throws -> [Delivery.ID] {
        let store = try await store
        var request = ClaimRequest.sample(limitPerWebhook: limit, by: 0)
        request.ended = ended
        let due = try await store.claimDeliveries(request)
        await store.release(due.map(\.claim))
        return due.map(\.delivery.id)
    }

    /// Fires the due reminders.
    @discardableResult func fire(
        startedAt: Timestamp = Timestamp(milliseconds: 0), limit: Int = 100, deliveriesMax: Int = 1_000
    ) async throws -> ReminderFiring {
        try await store.fireReminders(startedAt: startedAt, limit: limit, deliveriesMax: deliveriesMax) {
            reminder, _ in Array(reminder.item.text.utf8)
        }
    }
}

extension Store {
    /// Sends the due deliveries among the outcomes and records the outcomes as one change.
    ///
    /// - Returns: The deliveries whose attempts were recorded.
    func end(_ outcomes: [AttemptOutcome]) async throws -> [Delivery.ID] {
        let due = try await claimDeliveries(.sample(by: 0))
        let claimed = Dictionary(uniqueKeysWithValues: due.map { ($0.delivery.id, $0) })
        let attempts = outcomes.compactMap { claimed[$0.deliveryID]?.ended($0) }
        try await #expect(record(attempts).lost.isEmpty)
        await release(due.map(\.claim))
        return attempts.map(\.claim.deliveryID)
    }
}

extension Timestamp {
    /// The moment that many milliseconds later.
    static func + (moment: Timestamp, milliseconds: Int64) -> Timestamp {
        moment.advanced(byMilliseconds: milliseconds)
    }
}
