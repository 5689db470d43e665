import Checklists
import StoreFixtures
import Testing

private let day: Int64 = 86_400_000

@Suite(.closingStores) struct `A push registration in a store` {
    @Test(arguments: StoreKind.allCases) func `exists once for each list and address`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let (list, other) = (try await contract.list(), try await contract.list("Other"))
        let first = try await contract.register(on: list)
        #expect(first.kind == .pushRegistration && first.checklistIDs == [list] && first.active)
        #expect(first.triggers == [.contentUpdate] && first.position != nil)
        contract.advance(milliseconds: 5)
        let renewed = try await contract.register(on: list) {
            $0.triggers = [.contentUpdate, .propertyUpdate]
            $0.publicKey[7] = 99
        }
        #expect(renewed.id == first.id && renewed.revision > first.revision)
        #expect(renewed.triggers == [.contentUpdate, .propertyUpdate] && renewed.format != first.format)
        #expect(renewed.position == first.position)
        let beside = try await contract.register(on: other)
        let elsewhere = try await contract.register(2, on: list)
        let all = try await contract.store.asFirst.webhooks(PageRequest(), .pushRegistration).elements
        #expect(all == [renewed, beside, elsewhere])
        // Lists of webhooks and subscriptions omit it, and it carries no reminders.
        try await #expect(contract.store.asFirst.webhooks(PageRequest()).total == 0)
        try await #expect(contract.store.asFirst.webhooks(PageRequest(), .pushSubscription).total == 0)
        try await #expect(contract.store.asFirst.reach() == Reach())
        try await contract.expect(.notFound(.webhook)) {
            try await contract.store.asFirst.deleteWebhook(first.id, ifMatch: nil)
        }
        try await contract.store.asFirst.deleteWebhook(first.id, .pushRegistration, ifMatch: nil)
        try await contract.expect(.notFound(.pushRegistration)) {
            _ = try await contract.store.asFirst.webhook(first.id, .pushRegistration)
        }
    }

    @Test(arguments: StoreKind.allCases) func `lasts as long as requested, within limits`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        func end(_ expiresAt: Timestamp?) async throws -> Timestamp? {
            try await contract.register(on: list) { $0.expiresAt = expiresAt }.registration?.expiresAt
        }
        try await #expect(end(nil) == contract.later(7 * day))
        try await #expect(end(contract.later(3 * day)) == contract.later(3 * day))
        try await #expect(end(contract.later(99 * day)) == contract.later(30 * day))
        try await contract.expect(.invalid([Violation("/expires", .inThePast)])) {
            _ = try await end(contract.now)
        }
        try await contract.expect(.invalid([Violation("/triggers", .empty)])) {
            _ = try await contract.register(on: list) { $0.triggers = [] }
        }
        let fault = Violation("/endpoint", .notAURL)
        try await contract.expect(.invalid([fault])) {
            _ = try await contract.register(on: list) { $0.endpoint = "ftp://push.example.org" }
        }
    }

    @Test(arguments: StoreKind.allCases) func `is only for members, and ends when they leave`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let (list, other) = (try await contract.list(), try await contract.list("Other"))
        let ada = try await contract.store.addPerson(named: "Ada", idempotencyKey: nil).value.id
        try await contract.expect(.notFound(.checklist)) {
            _ = try await contract.register(on: list, by: ada)
        }
        for list in [list, other] { try await contract.store.asFirst.share(list, with: ada, .view) }
        let hers = try await contract.register(on: list, by: ada)
        let kept = try await contract.register(on: other, by: ada)
        let mine = try await contract.register(on: list)
        try await contract.expect(.notFound(.pushRegistration)) {
            try await contract.store.asFirst.deleteWebhook(hers.id, .pushRegistration, ifMatch: nil)
        }
        _ = try await contract.item(on: list)
        try await #expect(contract.notify() == [mine.id, hers.id].sorted())
        try await contract.store.asFirst.removeMember(ada, from: list, ifMatch: nil)
        let session = try await Session(contract.store, for: .person(ada, device: nil))
        try await #expect(session.webhooks(PageRequest(), .pushRegistration).elements == [kept])
        try await #expect(contract.due().count == 1)
        try await contract.store.removePerson(ada, transferringTo: nil, ifMatch: nil)
        let all = try await contract.store.changeFollowers(.registrations(on: nil))
        #expect(all.map(\.webhook.id) == [mine.id])
    }

    @Test(arguments: StoreKind.allCases) func `is refused to guests`(kind: StoreKind) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let guest = try await Session(
            contract.store, for: .guest(ListLink.ID(rawValue: 1), on: list))
        try await contract.expect(.personNeeded) { _ = try await guest.registerPush(.sample(1), on: list) }
    }

    @Test(arguments: StoreKind.allCases) func `ends with the device that created it`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let store = try await contract.store
        _ = try await store.addSignInLink(for: .first, .write, secretDigest: [1], idempotencyKey: nil)
        _ = try await store.signIn(bySecret: [1], tokenDigest: [2], deviceName: "Phone", idempotencyKey: nil)
        let device = try #require(try await store.asFirst.me().devices.first).id
        let phone = Session(store, for: .person(.first, device: device))
        let made = try await phone.registerPush(.sample(1), on: list)
        #expect(made.format.deviceID == device)
        let other = try await contract.register(2, on: list)
        try await contract.store.removeDevice(device, of: .first)
        let left = try await contract.store.asFirst.webhooks(PageRequest(), .pushRegistration).elements
        #expect(left == [other])
    }

    @Test(arguments: StoreKind.allCases) func `is refused beyond the limit`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        for number in 0..<Limits.pushRegistrationsMax {
            _ = try await contract.register(UInt8(number), on: list)
        }
        let fault = Violation("", .limitReached(250, "push registrations"))
        try await contract.expect(.conflict([fault])) { _ = try await contract.register(251, on: list) }
        _ = try await contract.register(7, on: list)
        // Expired registrations no longer count.
        contract.advance(milliseconds: 7 * day)
        let newest = try await contract.register(251, on: list)
        let all = try await contract.store.asFirst.webhooks(PageRequest(limit: .max), .pushRegistration)
        #expect(all.elements.map(\.id) == [newest.id])
    }

    @Test(arguments: StoreKind.allCases) func `is evicted after it ended`(kind: StoreKind) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        _ = try await contract.register(1, on: list) { $0.expiresAt = contract.later(day) }
        let later = try await contract.register(2, on: list) { $0.expiresAt = contract.later(2 * day) }
        _ = try await contract.item(on: list)
        try await #expect(contract.notify().count == 2)
        try await #expect(contract.store.forgetRegistrations(expiredAt: contract.later(day - 1)) == 0)
        try await #expect(contract.store.forgetRegistrations(expiredAt: contract.later(day)) == 1)
        let left = try await contract.store.asFirst.webhooks(PageRequest(), .pushRegistration).elements
        #expect(left.map(\.id) == [later.id])
        try await #expect(contract.due().count == 1)
    }

    @Test(arguments: StoreKind.allCases) func `ends after a failed delivery, without a delivery log`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let registrations = [
            try await contract.register(1, on: list), try await contract.register(2, on: list),
            try await contract.register(3, on: list),
        ]
        _ = try await contract.item(on: list)
        _ = try await contract.notify()
        let due = try await contract.due()
        try await contract.end([
            contract.outcome(of: due[0], .failed, disableReason: "The push service answered 404."),
            contract.outcome(of: due[1], .failed), contract.outcome(of: due[2], .delivered),
        ])
        let left = try await contract.store.asFirst.webhooks(PageRequest(), .pushRegistration).elements
        #expect(left.map(\.id) == [registrations[2].id])
        for delivery in due {
            try await contract.expect(.notFound(.delivery)) {
                _ = try await contract.store.asFirst.delivery(delivery)
            }
        }
    }

    @Test(arguments: StoreKind.allCases) func `is kept while a delivery is retried`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let registration = try await contract.register(on: list)
        _ = try await contract.item(on: list)
        _ = try await contract.notify()
        let due = try await contract.due()
        try await contract.end(due[0], .retry(at: contract.later(10)))
        let failing = try await contract.store.asFirst.webhook(registration.id, .pushRegistration)
        #expect(failing.failingSince == contract.now)
        contract.advance(milliseconds: 10)
        try await #expect(contract.due() == due)
        // Registering again ends the failure state.
        let renewed = try await contract.register(on: list)
        #expect(renewed.id == registration.id && renewed.failingSince == nil)
    }
}
