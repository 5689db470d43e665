import Checklists
import StoreFixtures
import Testing

@Suite(.closingStores) struct `A mail address in a store` {
    private func set(_ address: String = "ada@example.org", in contract: Contract) async throws -> Webhook {
        try await contract.store.asFirst.setEmail(address)
    }

    private func confirmed(in contract: Contract) async throws -> Webhook {
        let email = try await set(in: contract)
        return try await contract.store.asFirst.confirmEmail(email.id, ifMatch: [email.revision])
    }

    @Test(arguments: StoreKind.allCases) func `is sent a confirmation request`(kind: StoreKind) async throws {
        let contract = try await Contract(kind)
        let email = try await set(in: contract)
        #expect(email.kind == .email && email.url == "mailto:ada@example.org" && email.active)
        #expect(email.format == .email(Webhook.EmailTarget(address: "ada@example.org")))
        #expect(email.events == [.reminderDue] && !email.isConfirmed)
        let due = try await contract.listing.due
        #expect(due.map(\.webhook) == [email] && due.map(\.delivery.event) == ["email.confirm"])
        #expect(due.first?.delivery.body == Array("…@… (not confirmed) as of \(email.revision)".utf8))
        try await #expect(contract.store.asFirst.email() == email)
    }

    @Test(arguments: StoreKind.allCases) func `gets no reminder before it is confirmed`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let email = try await set(in: contract)
        _ = try await contract.reminder("Milk", in: 10, on: list)
        contract.advance(milliseconds: 10)
        try await #expect(contract.fire().deliveriesCount == 0)
        let unconfirmed = Violation(
            "", .unconfirmed)
        try await contract.expect(.conflict([unconfirmed])) {
            _ = try await contract.store.asFirst.testWebhook(email.id, .email, idempotencyKey: nil) { _, _ in
                [7]
            }
        }
        // Only `setEmail` sends the confirmation request.
        let asked = try #require(try await contract.due().first)
        try await contract.end(asked, .failed)
        try await contract.expect(.conflict([unconfirmed])) {
            _ = try await contract.store.asFirst.redeliver(asked, idempotencyKey: nil)
        }
        contract.advance(milliseconds: 5)
        let confirmed = try await contract.store.asFirst.confirmEmail(email.id, ifMatch: [email.revision])
        #expect(confirmed.format.email?.confirmedAt == contract.now && confirmed.isConfirmed)
        #expect(confirmed.updatedAt == contract.now && confirmed.revision > email.revision)
        _ = try await contract.reminder("Bread", in: 10, on: list)
        contract.advance(milliseconds: 10)
        try await #expect(contract.fire().deliveriesCount == 1)
        _ = try await contract.store.asFirst.testWebhook(email.id, .email, idempotencyKey: nil) { _, _ in [7]
        }
    }

    @Test(arguments: StoreKind.allCases) func `is written to in the language that was set last`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let first = try await contract.store.asFirst.setEmail("ada@example.org", in: .french)
        #expect(first.language == .french)
        let email = try await contract.store.asFirst.setEmail("ada@example.org", in: .german)
        #expect(email.id == first.id && email.language == .german && email.revision > first.revision)
        // The link in the first message no longer confirms.
        try await contract.expect(.revisionMismatch) {
            _ = try await contract.store.asFirst.confirmEmail(first.id, ifMatch: [first.revision])
        }
        let confirmed = try await contract.store.asFirst.confirmEmail(email.id, ifMatch: [email.revision])
        let again = try await contract.store.asFirst.setEmail("ada@example.org", in: .english)
        #expect(again.isConfirmed && again.language == .english && again.revision > confirmed.revision)
        try await #expect(contract.store.asFirst.email() == again)
    }

    @Test(arguments: StoreKind.allCases) func `is confirmed once, at the revision of the request`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let email = try await set(in: contract)
        let confirmed = try await contract.store.asFirst.confirmEmail(email.id, ifMatch: [email.revision])
        try await contract.expect(.revisionMismatch) {
            try await contract.store.asFirst.confirmEmail(email.id, ifMatch: [email.revision])
        }
        contract.advance(milliseconds: 5)
        try await contract.expectNoChange {
            let again = try await contract.store.asFirst.confirmEmail(email.id, ifMatch: nil)
            #expect(again == confirmed)
        }
        let webhook = try await contract.webhook()
        try await contract.expect(.notFound(.email)) {
            try await contract.store.asFirst.confirmEmail(webhook, ifMatch: nil)
        }
    }

    @Test(arguments: StoreKind.allCases) func `is sent another request while it is unconfirmed`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let email = try await set(in: contract)
        try await #expect(set(in: contract) == email)
        let asked = try await contract.listing.deliveries
        #expect(asked.map(\.webhookID) == [email.id, email.id])
        #expect(Set(asked.map(\.messageID)).count == 2)
        _ = try await contract.store.asFirst.confirmEmail(email.id, ifMatch: [email.revision])
        try await contract.expectNoChange { _ = try await set(in: contract) }
    }

    @Test(arguments: StoreKind.allCases) func `is replaced by another, with its pending deliveries dropped`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let first = try await confirmed(in: contract)
        contract.advance(milliseconds: 5)
        let second = try await set("grace@example.org", in: contract)
        #expect(second.id != first.id && !second.isConfirmed && second.createdAt == contract.now)
        try await #expect(contract.store.asFirst.webhooks(PageRequest(), .email).elements == [second])
        try await #expect(contract.listing.due.map(\.webhook) == [second])
        for body in [
            { try await contract.store.asFirst.confirmEmail(first.id, ifMatch: [first.revision]) },
            { try await contract.store.asFirst.webhook(first.id, .email) },
        ] {
            try await contract.expect(.notFound(.email)) { _ = try await body() }
        }
    }

    @Test(arguments: StoreKind.allCases) func `is not listed as a webhook, and can be deleted`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let email = try await set(in: contract)
        try await #expect(contract.store.asFirst.webhooks(PageRequest()).elements.isEmpty)
        try await contract.expect(.notFound(.webhook)) {
            _ = try await contract.change(email.id) { $0.url = "https://example.org/" }
        }
        try await contract.expect(.notFound(.pushSubscription)) {
            try await contract.store.asFirst.deleteWebhook(email.id, .pushSubscription, ifMatch: nil)
        }
        try await contract.store.asFirst.deleteWebhook(email.id, .email, ifMatch: [email.revision])
        try await contract.expect(.notFound(.email)) { _ = try await contract.store.asFirst.email() }
        try await #expect(contract.due().isEmpty)
    }

    @Test(arguments: StoreKind.allCases) func `belongs to one person`(kind: StoreKind) async throws {
        let contract = try await Contract(kind)
        let email = try await set(in: contract)
        let other = try await contract.store.addPerson(named: "Grace", idempotencyKey: nil).value.id
        let session = { Session(try await contract.store, for: .person(other, device: nil)) }
        try await contract.expect(.notFound(.email)) { _ = try await session().email() }
        try await contract.expect(.notFound(.email)) {
            try await session().confirmEmail(email.id, ifMatch: [email.revision])
        }
        // The server does not reveal that another person has the address.
        let own = try await session().setEmail("ada@example.org")
        #expect(own.personID == other && own.id != email.id && !own.isConfirmed)
        try await #expect(contract.store.asFirst.email() == email)
    }

    @Test(arguments: StoreKind.allCases)
    func `is disabled if its mailbox does not exist, and enabled when set again`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let email = try await confirmed(in: contract)
        let delivery = try #require(try await contract.due().first)
        try await contract.end(delivery, .failed, disableReason: "There is no such mailbox.")
        let off = try await contract.store.asFirst.email()
        #expect(!off.active && off.disabledReason == "There is no such mailbox.")
        let fault = Violation("", .turnedOff(.email))
        try await contract.expect(.conflict([fault])) {
            _ = try await contract.store.asFirst.testWebhook(email.id, .email, idempotencyKey: nil) { _, _ in
                [7]
            }
        }
        let on = try await set(in: contract)
        #expect(on.id == email.id && on.active && on.disabledReason == nil && on.isConfirmed)
        #expect(on.revision > off.revision)
        try await #expect(contract.due().isEmpty)
    }

    @Test(arguments: StoreKind.allCases) func `stays enabled while its server is down`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let email = try await confirmed(in: contract)
        try await contract.end(try #require(try await contract.due().first), .delivered)
        for _ in 0..<12 {
            let test = try await contract.store.asFirst.testWebhook(email.id, .email, idempotencyKey: nil) {
                _, _ in
                [7]
            }
            contract.advance(milliseconds: 86_400_000)
            try await contract.end(test.value.id, .failed)
        }
        try await #expect(contract.store.asFirst.email().active)
    }

    @Test(arguments: StoreKind.allCases) func `is one of a person's reminder channels`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        func reach() async throws -> [Int] {
            let reach = try await contract.store.asFirst.reach()
            return [reach.webhooks, reach.pushSubscriptions, reach.email ? 1 : 0]
        }
        try await #expect(reach() == [0, 0, 0])
        let webhook = try await contract.webhook()
        _ = try await contract.webhook { $0.events = [.itemCreated] }
        _ = try await contract.store.asFirst.addPushSubscription(.sample(1), idempotencyKey: nil)
        _ = try await contract.store.asFirst.addPushSubscription(.sample(2), idempotencyKey: nil)
        let email = try await set(in: contract)
        try await #expect(reach() == [1, 2, 0])
        _ = try await contract.store.asFirst.confirmEmail(email.id, ifMatch: nil)
        try await contract.change(webhook) { $0.active = false }
        try await #expect(reach() == [0, 2, 1])
    }

    @Test func `is written as a URL`() async throws {
        let contract = try await Contract(.inMemory)
        let email = try await set("a+b%c/d=e?f@example.org", in: contract)
        #expect(email.url == "mailto:a+b%25c%2Fd%3De%3Ff@example.org")
        #expect(email.format.email?.address == "a+b%c/d=e?f@example.org")
    }
}

@Suite(.closingStores) struct `A claim on mail` {
    @Test(arguments: StoreKind.allCases) func `leaves places for other deliveries`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        for name in ["Ada", "Grace", "Mary"] {
            let person = try await contract.store.addPerson(named: name, idempotencyKey: nil).value.id
            let session = Session(try await contract.store, for: .person(person, device: nil))
            _ = try await session.setEmail("\(name)@example.org")
        }
        let webhook = try await contract.webhook()
        let other = try await contract.delivery(for: webhook).id
        for (limit, count) in [(0, 0), (2, 2), (9, 3)] {
            var request = ClaimRequest.sample(by: 1)
            request.mailLimit = limit
            let claimed = try await contract.store.claimDeliveries(request)
            #expect(claimed.count { $0.webhook.kind == .email } == count)
            #expect(claimed.last?.delivery.id == other)
            await (try contract.store).release(claimed.map(\.claim))
        }
    }

    @Test(arguments: StoreKind.allCases) func `is one at a time for one address`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let email = try await contract.store.asFirst.setEmail("ada@example.org")
        for _ in 0..<2 { _ = try await contract.store.asFirst.setEmail("ada@example.org") }
        let person = try await contract.store.addPerson(named: "Grace", idempotencyKey: nil).value.id
        let session = Session(try await contract.store, for: .person(person, device: nil))
        let other = try await session.setEmail("grace@example.org")
        let store = try await contract.store
        try await #expect(store.claimDeliveries(.sample(limitPerWebhook: 0, by: 1)).isEmpty)
        let first = try await store.claimDeliveries(.sample(limitPerWebhook: 4, by: 1))
        #expect(first.map(\.webhook.id) == [email.id, other.id])
        // Another sender gets nothing either.
        try await #expect(store.claimDeliveries(.sample(limitPerWebhook: 4, by: 2)).isEmpty)
        await store.release([first[0].claim])
        let again = try await store.claimDeliveries(.sample(limitPerWebhook: 4, by: 2))
        #expect(again.map(\.delivery) == [first[0].delivery])
        let outcome = contract.outcome(of: again[0].delivery.id, .delivered)
        _ = try await store.record([again[0].ended(outcome)])
        let next = try await store.claimDeliveries(.sample(limitPerWebhook: 4, by: 2))
        #expect(next.map(\.webhook.id) == [email.id] && next[0].delivery != first[0].delivery)
    }
}

extension CallerSession {
    /// Sets an address with a recognisable message.
    func setEmail(_ address: String, in language: Language = .english) async throws -> Webhook {
        try await setEmail(address, in: language, secret: .sample(1)) { email, _ in
            Array("\(email.format.email?.description ?? "") as of \(email.revision)".utf8)
        }
    }
}
