import Checklists
import StoreFixtures
import Testing

@Suite(.closingStores) struct `A webhook in a store` {
    @Test(arguments: StoreKind.allCases) func `is found after its creation`(kind: StoreKind) async throws {
        let contract = try await Contract(kind)
        var draft = WebhookDraft(url: "https://example.org:8443/a?b=%20", secret: .sample(3))
        draft.description = " for the kitchen "
        draft.events = [.reminderDue, .reminderDue]
        draft.active = false
        let made = try await contract.store.asFirst.addWebhook(draft, idempotencyKey: nil)
        #expect(!made.isReplay)
        let webhook = made.value
        #expect(webhook.url == draft.url && webhook.description == "for the kitchen")
        #expect(webhook.events == [.reminderDue] && !webhook.active && webhook.secret == .sample(3))
        #expect(webhook.createdAt == contract.now && webhook.updatedAt == contract.now)
        #expect(webhook.previousSecret == nil && webhook.disabledReason == nil && webhook.pausedUntil == nil)
        try await #expect(contract.store.asFirst.webhook(webhook.id) == webhook)
        try await #expect(contract.store.asFirst.webhooks(PageRequest()).elements == [webhook])
    }

    @Test(arguments: StoreKind.allCases) func `has an id that is never reused`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        let (first, second) = (try await contract.webhook(), try await contract.webhook())
        let delivery = try await contract.delivery(for: second).id
        try await contract.store.asFirst.deleteWebhook(second, ifMatch: nil)
        let third = try await contract.webhook()
        #expect(first < second && second < third)
        try await #expect(delivery < contract.delivery(for: third).id)
    }

    @Test(arguments: StoreKind.allCases) func `is refused with all its violations`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        let webhook = try await contract.webhook()
        let violations = [
            Violation("/url", .notAURL),
            Violation("/description", .tooLong(max: 200, .characters)),
            Violation("/events", .empty),
        ]
        var draft = WebhookDraft(url: "ftp://example.org", secret: .sample(1))
        draft.description = String(repeating: "a", count: 201)
        draft.events = []
        var patch = WebhookPatch()
        (patch.url, patch.description, patch.events) = (draft.url, draft.description, [])
        let (bad, change) = (draft, patch)
        try await contract.expect(.invalid(violations)) {
            _ = try await contract.store.asFirst.addWebhook(bad, idempotencyKey: .sample())
        }
        try await contract.expect(.invalid(violations)) {
            _ = try await contract.store.asFirst.updateWebhook(webhook, change, ifMatch: nil)
        }
    }

    @Test(arguments: StoreKind.allCases) func `is refused beyond the limit`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        let store = try await contract.store
        let draft = WebhookDraft(url: "https://example.org", secret: .sample(1))
        for _ in 0..<Limits.webhooksMax { _ = try await store.asFirst.addWebhook(draft, idempotencyKey: nil) }
        let violation = Violation("", .limitReached(100, "webhooks"))
        try await contract.expect(.conflict([violation])) {
            _ = try await contract.store.asFirst.addWebhook(draft, idempotencyKey: .sample())
        }
        try await contract.store.asFirst.deleteWebhook(Webhook.ID(rawValue: 7), ifMatch: nil)
        try await #expect(
            contract.store.asFirst.addWebhook(draft, idempotencyKey: .sample()).value.id.rawValue == 101)
    }

    @Test(arguments: StoreKind.allCases) func `changes only what a patch names`(kind: StoreKind) async throws
    {
        let contract = try await Contract(kind)
        let id = try await contract.webhook()
        let before = try await contract.store.asFirst.webhook(id)
        contract.advance(milliseconds: 5)
        let after = try await contract.change(before.id) { $0.description = "new " }
        var expected = before
        expected.description = "new"
        expected.updatedAt = contract.now
        expected.revision = after.revision
        #expect(after == expected && after.revision > before.revision)
        try await #expect(contract.store.asFirst.webhook(before.id) == after)
        try await contract.expectNoChange {
            let same = try await contract.change(before.id) { patch in
                patch.url = before.url
                (patch.description, patch.events, patch.active) = (" new", [.reminderDue], true)
            }
            #expect(same == after)
        }
    }

    @Test(arguments: StoreKind.allCases) func `is changed and deleted only at a matching revision`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let id = try await contract.webhook()
        let old = try await contract.store.asFirst.webhook(id).revision
        let current = try await contract.change(id) { $0.description = "new" }.revision
        var patch = WebhookPatch()
        patch.active = false
        let off = patch
        for revisions in [[], [old]] as [KnownState] {
            try await contract.expect(.revisionMismatch) {
                _ = try await contract.store.asFirst.updateWebhook(id, off, ifMatch: revisions)
            }
            try await contract.expect(.revisionMismatch) {
                _ = try await contract.store.asFirst.rotateSecret(
                    of: id, to: .sample(2), ifMatch: revisions, idempotencyKey: .sample())
            }
            try await contract.expect(.revisionMismatch) {
                try await contract.store.asFirst.deleteWebhook(id, ifMatch: revisions)
            }
        }
        let changed = try await contract.store.asFirst.updateWebhook(id, off, ifMatch: [old, current])
        let rotated = try await contract.store.asFirst.rotateSecret(
            of: id, to: .sample(2), ifMatch: [changed.revision], idempotencyKey: .sample())
        try await contract.store.asFirst.deleteWebhook(id, ifMatch: [rotated.value.revision])
        try await #expect(contract.store.asFirst.webhooks(PageRequest()).total == 0)
    }

    @Test(arguments: StoreKind.allCases) func `signs with its old and new secrets for a day`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let id = try await contract.webhook()
        let before = try await contract.store.asFirst.webhook(id)
        contract.advance(milliseconds: 5)
        let rotated = try await contract.store.asFirst.rotateSecret(
            of: before.id, to: .sample(2), ifMatch: nil, idempotencyKey: nil
        ).value
        let end = contract.later(Limits.secretOverlapMilliseconds)
        var expected = before
        expected.secret = .sample(2)
        expected.previousSecret = Webhook.Expiring(secret: .sample(1), until: end)
        expected.updatedAt = contract.now
        expected.revision = rotated.revision
        #expect(rotated == expected && rotated.revision > before.revision)
        let kept = try await contract.store.asFirst.webhook(before.id)
        #expect(kept == rotated)
        #expect(kept.secrets(at: end + (-1)) == [.sample(2), .sample(1)])
        #expect(kept.secrets(at: end) == [.sample(2)])
        let again = try await contract.store.asFirst.rotateSecret(
            of: before.id, to: .sample(3), ifMatch: nil, idempotencyKey: nil
        ).value
        #expect(again.secrets(at: contract.now) == [.sample(3), .sample(2)])
    }

    @Test(arguments: StoreKind.allCases) func `is listed in pages by id`(kind: StoreKind) async throws {
        let contract = try await Contract(kind)
        for _ in 0..<5 { _ = try await contract.webhook() }
        let first = try await contract.store.asFirst.webhooks(PageRequest(limit: 2))
        #expect(first.elements.map(\.id.rawValue) == [1, 2] && first.total == 5)
        // The webhook at the cursor is deleted.
        try await contract.store.asFirst.deleteWebhook(Webhook.ID(rawValue: 2), ifMatch: nil)
        _ = try await contract.webhook()
        let second = try await contract.store.asFirst.webhooks(PageRequest(limit: 2, cursor: first.next))
        #expect(second.elements.map(\.id.rawValue) == [3, 4])
        let third = try await contract.store.asFirst.webhooks(PageRequest(limit: 2, cursor: second.next))
        #expect(third.elements.map(\.id.rawValue) == [5, 6] && third.next == nil && third.total == 5)
        for bytes in [[], [0xFF], [0x2D]] as [[UInt8]] {
            try await contract.expect(.invalidCursor) {
                _ = try await contract.store.asFirst.webhooks(PageRequest(cursor: Cursor(bytes: bytes)))
            }
        }
    }

    @Test(arguments: StoreKind.allCases) func `is deleted with its deliveries`(kind: StoreKind) async throws {
        let contract = try await Contract(kind)
        let (webhook, other) = (try await contract.webhook(), try await contract.webhook())
        let gone = [
            try await contract.delivery(for: webhook).id, try await contract.delivery(for: webhook).id,
        ]
        let kept = try await contract.delivery(for: other).id
        try await contract.end(gone[0], .delivered)
        try await contract.store.asFirst.deleteWebhook(webhook, ifMatch: nil)
        for id in gone {
            try await contract.expect(.notFound(.delivery)) {
                _ = try await contract.store.asFirst.delivery(id)
            }
        }
        try await contract.expect(.notFound(.webhook)) {
            _ = try await contract.store.asFirst.deliveries(of: webhook, status: nil, PageRequest())
        }
        try await #expect(contract.due() == [kept])
    }

    @Test(arguments: StoreKind.allCases) func `that does not exist is not found`(kind: StoreKind) async throws
    {
        let contract = try await Contract(kind)
        let nothing = Webhook.ID(rawValue: 77)
        let notFound = ChecklistsError.notFound(.webhook)
        try await contract.expect(notFound) { _ = try await contract.store.asFirst.webhook(nothing) }
        try await contract.expect(notFound) {
            _ = try await contract.store.asFirst.updateWebhook(nothing, WebhookPatch(), ifMatch: [])
        }
        try await contract.expect(notFound) {
            _ = try await contract.store.asFirst.rotateSecret(
                of: nothing, to: .sample(1), ifMatch: [], idempotencyKey: .sample())
        }
        try await contract.expect(notFound) {
            try await contract.store.asFirst.deleteWebhook(nothing, ifMatch: [])
        }
        try await contract.expect(notFound) { _ = try await contract.delivery(for: nothing) }
        try await contract.expect(notFound) {
            _ = try await contract.store.asFirst.deliveries(of: nothing, status: .failed, PageRequest())
        }
    }
}

@Suite(.closingStores) struct `A webhook whose receiver fails` {
    @Test(arguments: StoreKind.allCases) func `is disabled after enough days and deliveries`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let webhook = try await contract.webhook()
        let day: Int64 = 86_400_000
        var deliveries: [Delivery.ID] = []
        for _ in 0..<13 { deliveries.append(try await contract.delivery(for: webhook).id) }
        try await contract.end(deliveries[0], .failed)
        // A success resets the count.
        try await contract.end(deliveries[1], .delivered)
        let before = try await contract.store.asFirst.webhook(webhook)
        #expect(before.failingSince == nil && before.failedDeliveries == 0)
        let since = contract.now
        for id in deliveries[2..<11] { try await contract.end(id, .failed) }
        contract.advance(milliseconds: 5 * day)
        try await contract.end(deliveries[11], .retry(at: contract.later(10)))
        let failing = try await contract.store.asFirst.webhook(webhook)
        #expect(failing.active && failing.failingSince == since && failing.failedDeliveries == 9)
        // The failure count is not visible to clients, so the revision stays.
        #expect(failing.revision == before.revision && failing.updatedAt == before.updatedAt)
        try await contract.end(deliveries[12], .failed)
        let off = try await contract.store.asFirst.webhook(webhook)
        #expect(!off.active && off.revision > before.revision)
        #expect(off.disabledReason == "Every attempt failed for 5 days, as did 10 deliveries.")
        #expect(off.updatedAt == contract.later(12))
        let on = try await contract.change(webhook) { $0.active = true }
        #expect(on.active && on.disabledReason == nil && on.failingSince == nil && on.failedDeliveries == 0)
        try await #expect(contract.store.asFirst.webhook(webhook) == on)
    }

    @Test(arguments: StoreKind.allCases) func `is disabled immediately by an answer such as 410`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let webhook = try await contract.webhook()
        let (first, second) = (
            try await contract.delivery(for: webhook).id, try await contract.delivery(for: webhook).id
        )
        try await contract.end(first, .failed, disableReason: "It is gone (410).")
        let off = try await contract.store.asFirst.webhook(webhook)
        #expect(!off.active && off.disabledReason == "It is gone (410).")
        try await #expect(contract.due().isEmpty)
        try await #expect(contract.store.nextAttempt(after: Timestamp(milliseconds: 0)) == nil)
        try await contract.change(webhook) { $0.active = true }
        try await #expect(contract.due() == [second])
    }
}
