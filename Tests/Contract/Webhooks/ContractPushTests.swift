import Checklists
import StoreFixtures
import Testing

@Suite(.closingStores) struct `A push subscription in a store` {
    private func subscription(
        _ number: UInt8 = 1, in contract: Contract
    ) async throws -> Webhook {
        try await contract.store.asFirst.addPushSubscription(.sample(number), idempotencyKey: nil).value
    }

    @Test(arguments: StoreKind.allCases) func `exists once for each device`(kind: StoreKind) async throws {
        let contract = try await Contract(kind)
        let first = try await subscription(in: contract)
        #expect(first.kind == .pushSubscription && first.events == [.reminderDue] && first.active)
        #expect(first.url == "https://push.example.org/1")
        try await contract.expectNoChange {
            try await #expect(subscription(in: contract) == first)
        }
        contract.advance(milliseconds: 5)
        let renewed = try await contract.store.asFirst.addPushSubscription(
            .sample(1, keys: 7), idempotencyKey: nil
        ).value
        #expect(renewed.id == first.id && renewed.format != first.format)
        #expect(renewed.updatedAt == contract.now && renewed.revision > first.revision)
        let other = try await subscription(2, in: contract)
        let page = try await contract.store.asFirst.webhooks(PageRequest(), .pushSubscription)
        #expect(page.elements == [renewed, other] && page.total == 2)
    }

    @Test(arguments: StoreKind.allCases) func `is not listed as a webhook, nor a webhook as one`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let (device, webhook) = (try await subscription(in: contract).id, try await contract.webhook())
        try await #expect(contract.store.asFirst.webhooks(PageRequest()).elements.map(\.id) == [webhook])
        try await contract.expect(.notFound(.webhook)) {
            _ = try await contract.store.asFirst.webhook(device)
        }
        try await contract.expect(.notFound(.webhook)) {
            _ = try await contract.change(device) { $0.active = false }
        }
        try await contract.expect(.notFound(.webhook)) {
            try await contract.store.asFirst.deleteWebhook(device, ifMatch: nil)
        }
        try await contract.expect(.notFound(.pushSubscription)) {
            _ = try await contract.store.asFirst.webhook(webhook, .pushSubscription)
        }
        try await contract.expect(.notFound(.pushSubscription)) {
            try await contract.store.asFirst.deleteWebhook(webhook, .pushSubscription, ifMatch: nil)
        }
        try await contract.store.asFirst.deleteWebhook(device, .pushSubscription, ifMatch: nil)
        try await #expect(contract.store.asFirst.webhooks(PageRequest(), .pushSubscription).total == 0)
    }

    @Test(arguments: StoreKind.allCases) func `gets the person's reminders`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let devices = [try await subscription(1, in: contract), try await subscription(2, in: contract)]
        let item = try await contract.reminder("Milk", in: 10, on: list).id
        contract.advance(milliseconds: 10)
        let firing = try await contract.store.fireReminders(
            startedAt: contract.now, limit: 10, deliveriesMax: 100
        ) { reminder, webhook in Array("\(reminder.item.text) to \(webhook.id)".utf8) }
        #expect(firing.deliveriesCount == 2)
        let due = try await contract.listing.due
        #expect(due.map(\.webhook) == devices && due.allSatisfy { $0.delivery.itemID == item })
        #expect(due.map { String(decoding: $0.delivery.body, as: UTF8.self) } == ["Milk to 1", "Milk to 2"])
    }

    @Test(arguments: StoreKind.allCases) func `ends when its push service reports it gone`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let (device, other) = (
            try await subscription(1, in: contract), try await subscription(2, in: contract)
        )
        var deliveries: [Delivery.ID] = []
        for id in [device.id, device.id, other.id] {
            deliveries.append(
                try await contract.store.asFirst.testWebhook(id, .pushSubscription, idempotencyKey: nil) {
                    _, _ in [7]
                }
                .value.id)
        }
        try await contract.end([
            contract.outcome(of: deliveries[0], .failed, disableReason: "It is gone (410)."),
            contract.outcome(of: deliveries[2], .delivered),
        ])
        let left = try await contract.store.asFirst.webhooks(PageRequest(), .pushSubscription).elements
        #expect(left.map(\.id) == [other.id])
        for id in deliveries.prefix(2) {
            try await contract.expect(.notFound(.delivery)) {
                _ = try await contract.store.asFirst.delivery(id)
            }
        }
        try await #expect(contract.store.asFirst.delivery(deliveries[2]).status == .delivered)
        try await #expect(contract.due().isEmpty)
    }

    @Test(arguments: StoreKind.allCases) func `ends with the device that created it`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let store = try await contract.store
        _ = try await store.addSignInLink(for: .first, .write, secretDigest: [1], idempotencyKey: nil)
        _ = try await store.signIn(bySecret: [1], tokenDigest: [2], deviceName: "Phone", idempotencyKey: nil)
        let device = try #require(try await store.asFirst.me().devices.first).id
        let phone = Session(store, for: .person(.first, device: device))
        let made = try await phone.addPushSubscription(.sample(1), idempotencyKey: nil).value
        #expect(made.format.deviceID == device)
        let other = try await store.asFirst.addPushSubscription(.sample(2), idempotencyKey: nil).value
        _ = try await store.asFirst.testWebhook(made.id, .pushSubscription, idempotencyKey: nil) { _, _ in [7]
        }
        try await contract.store.removeDevice(device, of: .first)
        let left = try await contract.store.asFirst.webhooks(PageRequest(), .pushSubscription).elements
        #expect(left == [other])
        try await #expect(contract.due().isEmpty)
    }

    @Test(arguments: StoreKind.allCases) func `is refused beyond the limit`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        for number in 0..<UInt8(Limits.pushSubscriptionsMax) {
            _ = try await subscription(number, in: contract)
        }
        let fault = Violation("", .limitReached(50, "push subscriptions"))
        try await contract.expect(.conflict([fault])) { _ = try await subscription(200, in: contract) }
        // Renewing an existing subscription adds none.
        _ = try await subscription(7, in: contract)
        _ = try await contract.webhook()
    }

    @Test(arguments: StoreKind.allCases) func `is refused with all its violations`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        var draft = PushSubscriptionDraft.sample(1)
        draft.endpoint = "ftp://push.example.org"
        draft.publicKey[0] = 2
        draft.authSecret.removeLast()
        let bad = draft
        let violations = [
            Violation("/endpoint", .notAURL),
            Violation("/keys/p256dh", .notAPublicKey),
            Violation("/keys/auth", .notBase64URL(bytes: 16)),
        ]
        try await contract.expect(.invalid(violations)) {
            _ = try await contract.store.asFirst.addPushSubscription(bad, idempotencyKey: .sample())
        }
    }

    @Test(arguments: StoreKind.allCases) func `is reactivated by its device`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let device = try await subscription(in: contract)
        let day: Int64 = 86_400_000
        var deliveries: [Delivery.ID] = []
        for _ in 0..<11 {
            deliveries.append(
                try await contract.store.asFirst.testWebhook(
                    device.id, .pushSubscription, idempotencyKey: nil
                ) {
                    _, _ in [7]
                }.value.id)
        }
        for id in deliveries.prefix(10) { try await contract.end(id, .failed) }
        contract.advance(milliseconds: 5 * day)
        try await contract.end(deliveries[10], .failed)
        let off = try await contract.store.asFirst.webhook(device.id, .pushSubscription)
        #expect(!off.active && off.disabledReason != nil)
        let on = try await subscription(in: contract)
        #expect(on.id == device.id && on.active && on.disabledReason == nil)
    }
}

@Suite(.closingStores) struct `The secret of a store` {
    @Test(arguments: StoreKind.allCases) func `never changes`(kind: StoreKind) async throws {
        let contract = try await Contract(kind)
        let secret = try await contract.store.secret()
        #expect(secret.bytes.count == 32 && "\(secret)" == "secret")
        for number in 0..<8 {
            _ = try await contract.list("List \(number)")
            try await #expect(contract.store.secret() == secret)
        }
    }
}
