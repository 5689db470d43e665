import Checklists
import StoreFixtures
import Testing

@Suite(.closingStores) struct `Deliveries that are due` {
    /// Queues messages, one each millisecond.
    private func queue(_ count: Int, for webhook: Webhook.ID, _ contract: Contract) async throws -> [Delivery
        .ID]
    {
        var ids: [Delivery.ID] = []
        for _ in 0..<count {
            contract.advance(milliseconds: 1)
            ids.append(try await contract.delivery(for: webhook).id)
        }
        return ids
    }

    @Test(arguments: StoreKind.allCases) func `are claimed by their attempts, some of each webhook`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let (one, other) = (try await contract.webhook(), try await contract.webhook())
        let ids = try await queue(3, for: one, contract)
        let last = try await queue(1, for: other, contract)[0]
        try await contract.end(ids[0], .retry(at: contract.later(-1)))
        contract.advance(milliseconds: 1)
        let due = try await contract.listing.due
        #expect(due.map(\.delivery.id) == [ids[1], ids[0], ids[2], last])
        #expect(due.map(\.webhook.id) == [one, one, one, other])
        #expect(due.map(\.delivery.attempts.count) == [0, 1, 0, 0])
        try await #expect(contract.due(limit: 2) == [ids[1], ids[0], last])
        try await #expect(contract.due(limit: 1) == [ids[1], last])
    }

    @Test(arguments: StoreKind.allCases) func `are claimed before late ones`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        let webhook = try await contract.webhook()
        let list = try await contract.list()
        _ = try await contract.reminder("late", in: 1, on: list)
        contract.advance(milliseconds: 10)
        try await contract.fire(startedAt: contract.now)
        _ = try await contract.reminder("punctual", in: 1, on: list)
        contract.advance(milliseconds: 1)
        try await contract.fire(startedAt: contract.later(-1))
        let due = try await contract.listing.due
        #expect(due.map { String(decoding: $0.delivery.body, as: UTF8.self) } == ["punctual", "late"])
        #expect(due.map(\.delivery.late) == [false, true])
        #expect(due.allSatisfy { $0.webhook.id == webhook })
        try await contract.end(due[1].delivery.id, .retry(at: contract.later(40)))
        try await contract.end(due[0].delivery.id, .retry(at: contract.later(50)))
        try await #expect(contract.store.nextAttempt(after: contract.now) == contract.later(40))
    }

    @Test(arguments: StoreKind.allCases) func `are retried when due, and not after they finish`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let webhook = try await contract.webhook()
        let ids = try await queue(3, for: webhook, contract)
        try await #expect(contract.store.nextAttempt(after: contract.now) == nil)
        try await #expect(contract.store.nextAttempt(after: contract.later(-1)) == contract.now)
        let again = contract.later(5_000)
        try await contract.end(ids[0], .retry(at: again))
        try await contract.end(ids[1], .delivered)
        try await contract.end(ids[2], .failed)
        try await #expect(contract.due().isEmpty)
        try await #expect(contract.store.nextAttempt(after: contract.now) == again)
        contract.advance(milliseconds: 4_999)
        try await #expect(contract.due().isEmpty)
        contract.advance(milliseconds: 1)
        try await #expect(contract.due() == [ids[0]])
        try await #expect(contract.store.nextAttempt(after: contract.now) == nil)
    }

    @Test(arguments: StoreKind.allCases) func `wait for the end of their webhook's pause`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        let (paused, other) = (try await contract.webhook(), try await contract.webhook())
        let ids = try await queue(3, for: paused, contract)
        let free = try await queue(1, for: other, contract)
        let end = contract.later(9_000)
        try await contract.end([
            contract.outcome(of: ids[0], .retry(at: contract.later(100)), pauseUntil: end),
            // Of two pauses the longer one applies.
            contract.outcome(of: ids[1], .retry(at: contract.later(200)), pauseUntil: contract.later(50)),
        ])
        try await #expect(contract.store.asFirst.webhook(paused).pausedUntil == end)
        try await #expect(contract.due() == free)
        try await #expect(contract.store.nextAttempt(after: contract.now) == end)
        contract.advance(milliseconds: 8_999)
        try await #expect(contract.due() == free)
        contract.advance(milliseconds: 1)
        try await #expect(contract.due() == [ids[2]] + free + [ids[0], ids[1]])
    }

    @Test(arguments: StoreKind.allCases) func `are those of active webhooks`(kind: StoreKind) async throws {
        let contract = try await Contract(kind)
        let webhook = try await contract.webhook()
        let ids = try await queue(2, for: webhook, contract)
        try await contract.change(webhook) { $0.active = false }
        try await #expect(contract.due().isEmpty)
        try await #expect(contract.store.nextAttempt(after: contract.later(-9)) == nil)
        try await contract.change(webhook) { $0.active = true }
        try await #expect(contract.due() == ids)
    }
}

@Suite(.closingStores) struct `A delivery in a store` {
    @Test(arguments: StoreKind.allCases) func `of a test has the sender's body`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        let webhook = try await contract.webhook()
        let made = try await contract.store.asFirst.testWebhook(webhook, idempotencyKey: nil) {
            webhook, now in
            Array("\(webhook.id) \(now.milliseconds)".utf8)
        }
        let delivery = made.value
        #expect(!made.isReplay && delivery.webhookID == webhook && delivery.event == "webhook.test")
        #expect(String(decoding: delivery.body, as: UTF8.self) == "\(webhook) \(contract.now.milliseconds)")
        #expect(delivery.status == .pending && delivery.nextAttemptAt == contract.now && !delivery.late)
        #expect(delivery.itemID == nil && delivery.completedAt == nil && delivery.attempts.isEmpty)
        try await #expect(contract.store.delivery(delivery.id) == delivery)
        try await #expect(contract.delivery(for: webhook).messageID != delivery.messageID)
        try await contract.change(webhook) { $0.active = false }
        let refusal = Violation("", .turnedOff(.webhook))
        try await contract.expect(.conflict([refusal])) { _ = try await contract.delivery(for: webhook) }
        try await contract.expect(.notFound(.delivery)) {
            _ = try await contract.store.asFirst.delivery(Delivery.ID(rawValue: 77))
        }
    }

    @Test(arguments: StoreKind.allCases) func `has the outcome of every attempt`(kind: StoreKind) async throws
    {
        let contract = try await Contract(kind)
        let webhook = try await contract.webhook()
        let before = try await contract.delivery(for: webhook)
        let retry = contract.outcome(of: before.id, .retry(at: contract.later(50)))
        try await contract.end([retry])
        contract.advance(milliseconds: 50)
        let success = contract.outcome(of: before.id, .delivered)
        try await contract.end([success])
        let after = try await contract.store.asFirst.delivery(before.id)
        var expected = before
        expected.attempts = [retry.attempt, success.attempt]
        expected.status = .delivered
        expected.nextAttemptAt = nil
        expected.completedAt = contract.later(12)
        expected.revision = after.revision
        #expect(after == expected && after.revision > before.revision)
    }

    @Test(arguments: StoreKind.allCases)
    func `is recorded with others as one change`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let (one, other) = (try await contract.webhook(), try await contract.webhook())
        let ids = [
            try await contract.delivery(for: one).id, try await contract.delivery(for: other).id,
            try await contract.delivery(for: one).id,
        ]
        try await contract.expectNoChange { _ = try await contract.store.record([]) }
        try await contract.end([
            contract.outcome(of: ids[0], .retry(at: contract.now)), contract.outcome(of: ids[1], .failed),
            contract.outcome(of: ids[0], .delivered), contract.outcome(of: ids[2], .failed),
        ])
        var kept: [Delivery] = []
        for id in ids { kept.append(try await contract.store.asFirst.delivery(id)) }
        #expect(kept.map(\.status) == [.delivered, .failed, .failed])
        #expect(kept.map(\.attempts.count) == [2, 1, 1])
        #expect(Set(kept.map(\.revision)).count == 1)
        try await #expect(contract.store.asFirst.webhook(one).failedDeliveries == 1)
    }

    @Test(arguments: StoreKind.allCases) func `can be redelivered once it has finished`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        let webhook = try await contract.webhook()
        for verdict in [AttemptOutcome.Verdict.delivered, .failed] {
            let id = try await contract.delivery(for: webhook).id
            let pending = Violation("", .stillPending)
            try await contract.expect(.conflict([pending])) {
                _ = try await contract.store.asFirst.redeliver(id, idempotencyKey: .sample("pending"))
            }
            try await contract.end(id, .retry(at: contract.now))
            try await contract.end(id, verdict)
            let before = try await contract.store.asFirst.delivery(id)
            contract.advance(milliseconds: 5)
            let again = try await contract.store.asFirst.redeliver(id, idempotencyKey: nil).value
            var expected = before
            expected.status = .pending
            expected.attemptsBefore = 2
            expected.nextAttemptAt = contract.now
            expected.completedAt = nil
            expected.revision = again.revision
            #expect(again == expected && again.revision > before.revision)
            try await #expect(contract.due() == [id])
            try await contract.end(id, verdict)
            try await contract.change(webhook) { $0.active = false }
            let off = Violation("", .turnedOff(.webhook))
            try await contract.expect(.conflict([off])) {
                _ = try await contract.store.asFirst.redeliver(id, idempotencyKey: .sample("off"))
            }
            try await contract.change(webhook) { $0.active = true }
        }
        try await contract.expect(.notFound(.delivery)) {
            _ = try await contract.store.asFirst.redeliver(
                Delivery.ID(rawValue: 77), idempotencyKey: .sample())
        }
    }

    @Test(arguments: StoreKind.allCases) func `is evicted some time after it finished`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let webhook = try await contract.webhook()
        var ids: [Delivery.ID] = []
        for verdict in [.delivered, .failed, .retry(at: contract.now), .delivered] as [AttemptOutcome.Verdict]
        {
            let id = try await contract.delivery(for: webhook).id
            try await contract.end(id, verdict)
            contract.advance(milliseconds: 10)
            ids.append(id)
        }
        let completed = try #require(try await contract.store.asFirst.delivery(ids[3]).completedAt)
        try await contract.expectNoChange {
            let first = try #require(try await contract.store.asFirst.delivery(ids[0]).completedAt)
            try await #expect(contract.store.forgetDeliveries(completedBefore: first) == 0)
        }
        try await #expect(contract.store.forgetDeliveries(completedBefore: completed) == 2)
        let left = try await contract.store.asFirst.deliveries(of: webhook, status: nil, PageRequest())
        #expect(left.elements.map(\.id) == [ids[3], ids[2]])
        try await contract.expect(.notFound(.delivery)) {
            _ = try await contract.store.asFirst.delivery(ids[0])
        }
    }

    @Test(arguments: StoreKind.allCases) func `is listed by status, newest first`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        let (webhook, other) = (try await contract.webhook(), try await contract.webhook())
        var ids: [Delivery.ID] = []
        for number in 0..<9 {
            ids.append(try await contract.delivery(for: webhook).id)
            try await contract.delivery(for: other)
            if number % 3 == 1 { try await contract.end(ids[number], .delivered) }
            if number % 3 == 2 { try await contract.end(ids[number], .failed) }
        }
        let expected: [(Delivery.Status?, [Int])] = [
            (nil, [8, 7, 6, 5, 4, 3, 2, 1, 0]), (.pending, [6, 3, 0]), (.delivered, [7, 4, 1]),
            (.failed, [8, 5, 2]),
        ]
        for (status, numbers) in expected {
            var request = PageRequest(limit: 2)
            var found: [Delivery.ID] = []
            repeat {
                let page = try await contract.store.asFirst.deliveries(of: webhook, status: status, request)
                #expect(page.total == numbers.count)
                found += page.elements.map(\.id)
                request.cursor = page.next
            } while request.cursor != nil && found.count < 10
            #expect(found == numbers.map { ids[$0] })
        }
    }

    @Test(arguments: StoreKind.allCases) func `is listed once while others are added and evicted`(
        kind: StoreKind
    )
        async throws
    {
        let contract = try await Contract(kind)
        let (webhook, other) = (try await contract.webhook(), try await contract.webhook())
        for _ in 0..<4 { try await contract.delivery(for: webhook) }
        let first = try await contract.store.asFirst.deliveries(
            of: webhook, status: nil, PageRequest(limit: 2))
        #expect(first.elements.map(\.id.rawValue) == [4, 3])
        try await contract.end(first.elements[1].id, .delivered)
        contract.advance(milliseconds: 100)
        _ = try await contract.store.forgetDeliveries(completedBefore: contract.now)
        try await contract.delivery(for: webhook)
        let request = PageRequest(limit: 2, cursor: first.next)
        let second = try await contract.store.asFirst.deliveries(of: webhook, status: nil, request)
        #expect(second.elements.map(\.id.rawValue) == [2, 1] && second.next == nil && second.total == 4)
        for (webhook, status) in [(other, nil), (webhook, .pending)] as [(Webhook.ID, Delivery.Status?)] {
            try await contract.expect(.invalidCursor) {
                _ = try await contract.store.asFirst.deliveries(of: webhook, status: status, request)
            }
        }
    }
}
