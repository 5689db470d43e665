import Testing

@testable import Checklists
@testable import MemoryStore

/// Each person has a limit for stored history, and eviction removes only their own.
@Suite struct `The history limits of a person` {
    private static let moment = Timestamp(milliseconds: 1_700_000_000_000)
    private let ada = Person.ID(rawValue: 2)

    @Test func `evict the oldest tombstone`() {
        var memory = MemoryStore()
        let share = Limits.tombstonesPerPersonMax
        memory.restore(tombstone(1, by: ada))
        for number in 2...share + 2 { memory.restore(tombstone(number, by: .first)) }
        let age = Retention().age(at: Self.moment)
        #expect(memory.staleTombstones(age).map(\.id.rawValue) == [2])
        memory.restore(tombstone(share + 3, by: ada))
        #expect(memory.staleTombstones(age).map(\.id.rawValue) == [2])
    }

    @Test func `evict the oldest finished deliveries`() throws {
        var memory = MemoryStore()
        let share = Limits.finishedDeliveriesPerPersonMax
        let step = Limits.deliveriesForgottenAtOnceMax
        for (number, person) in [ada, .first].enumerated() {
            memory.restore(
                Webhook(
                    id: Webhook.ID(rawValue: number + 1), personID: person, url: "https://example.org",
                    description: "", events: [.reminderDue], active: true,
                    secret: Webhook.Secret(bytes: Array(0..<32)), createdAt: Self.moment,
                    updatedAt: Self.moment, revision: .zero))
        }
        memory.restore(delivery(1, to: 1, .delivered))
        for number in 2...share + step - 1 { memory.restore(delivery(number, to: 2, .delivered)) }
        memory.restore(delivery(share + step, to: 2, .pending))
        let request = ClaimRequest(token: ClaimToken(rawValue: 1), lease: .seconds(60), limitPerWebhook: 1)
        let claimed = memory.claimDeliveries(request, at: Self.moment)
        let outcome = AttemptOutcome(
            deliveryID: Delivery.ID(rawValue: share + step),
            attempt: Delivery.Attempt(at: Self.moment, durationMilliseconds: 1, status: 204, error: nil),
            verdict: .delivered, pauseUntil: nil, disableReason: nil)
        let operation = RecordAttempts(attempts: claimed.map { $0.ended(outcome) })
        let decided = try memory.decide(
            operation, as: nil, ifMatch: nil, idempotencyKey: nil, at: Self.moment)
        guard case .change(let change, _) = decided else {
            Issue.record("nothing was recorded")
            return
        }
        memory.apply(change)
        #expect(memory.delivery(Delivery.ID(rawValue: 1)) != nil)
        #expect(memory.delivery(Delivery.ID(rawValue: 2)) == nil)
        #expect(memory.finishedDeliveriesCount() == share + 2)
    }

    private func tombstone(_ number: Int, by person: Person.ID) -> Tombstone {
        Tombstone(
            id: Tombstone.ID(rawValue: number), checklistID: Checklist.ID(rawValue: 1),
            itemIDs: [Item.ID(rawValue: number)], removedAt: Self.moment,
            removedBy: .person(person, device: nil))
    }

    private func delivery(_ number: Int, to webhook: Int, _ status: Delivery.Status) -> Delivery {
        Delivery(
            id: Delivery.ID(rawValue: number), webhookID: Webhook.ID(rawValue: webhook),
            messageID: "\(number)", event: "test", itemID: nil, body: [], late: false, status: status,
            attempts: [], attemptsBefore: 0, nextAttemptAt: status == .pending ? Self.moment : nil,
            createdAt: Self.moment, completedAt: status == .pending ? nil : Self.moment, revision: .zero)
    }
}
