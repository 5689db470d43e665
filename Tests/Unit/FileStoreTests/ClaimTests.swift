import Checklists
import Glibc
import MemoryStore
import StoreFixtures
import Synchronization
import Testing

@testable import FileStore

@Suite struct `A claim on a delivery in files` {
    private let folder = TemporaryFolder()

    @Test func `ends at a restart of the store`() async throws {
        let claimed = try await withStore(folder) { store in
            try await queue(in: store)
            return try await claim(by: 1, in: store)
        }
        try await withStore(folder) { store in
            try await #expect(store.record([attempt(claimed)]).lost == [claimed.claim])
            try await #expect(claim(by: 2, in: store).delivery == claimed.delivery)
        }
    }

    @Test func `survives a long change that began before it`() async throws {
        let files = FaultyFileSystem()
        try await withStore(folder, files) { store in
            try await queue(in: store)
            let list = try await store.asFirst.addChecklist(ChecklistDraft(name: "List"), idempotencyKey: nil)
                .value.id
            let drafts = (0...StorageLimits.quiet.changesUnderLockMax).map { ItemDraft(text: "\($0)") }
            _ = try await store.asFirst.addItems(drafts, to: list, idempotencyKey: nil)
            let (writes, begun) = AsyncStream.makeStream(of: Void.self)
            let canGoOn = Semaphore()
            let isFirst = Mutex(true)
            files.setPlan { _, call, path in
                guard call == "pwrite", path.hasSuffix(".jsonl"),
                    isFirst.withLock({ exchange(&$0, with: false) })
                else { return nil }
                begun.yield()
                canGoOn.wait()
                return nil
            }
            async let deletion = store.asFirst.deleteItems(of: list, checked: nil)
            for await _ in writes { break }
            let claimed = try await claim(by: 1, in: store)
            canGoOn.send()
            _ = try await deletion
            try await #expect(store.claimDeliveries(.sample(by: 2)).isEmpty)
            try await #expect(store.record([attempt(claimed)]).lost.isEmpty)
        }
    }

    @Test func `lasts until its outcome is durable`() async throws {
        let files = FaultyFileSystem()
        try await withStore(folder, files) { store in
            try await queue(in: store)
            let claimed = try await claim(by: 1, in: store)
            files.setPlan { _, call, path in
                call == "pwrite" && path.hasSuffix(".jsonl") ? .error(ENOSPC) : nil
            }
            await #expect(throws: ChecklistsError.storageFull) {
                _ = try await store.record([attempt(claimed)])
            }
            try await #expect(store.claimDeliveries(.sample(by: 2)).isEmpty)
            files.setPlan { _, _, _ in nil }
            try await #expect(store.record([attempt(claimed)]).lost.isEmpty)
            try await #expect(store.delivery(claimed.delivery.id).status == .delivered)
        }
    }

    private func queue(in store: FileStore) async throws {
        let webhook = try await store.asFirst.addWebhook(
            WebhookDraft(url: "https://example.org/", secret: .sample(1)), idempotencyKey: nil)
        _ = try await store.asFirst.testWebhook(webhook.value.id, idempotencyKey: nil, body: { _, _ in [] })
    }

    private func claim(by token: UInt64, in store: FileStore) async throws -> ClaimedDelivery {
        try #require(try await store.claimDeliveries(.sample(by: token)).first)
    }

    private func attempt(_ claimed: ClaimedDelivery) -> EndedAttempt {
        let attempt = Delivery.Attempt(at: Sample.moment, durationMilliseconds: 1, status: 204, error: nil)
        return claimed.ended(
            AttemptOutcome(deliveryID: claimed.delivery.id, attempt: attempt, verdict: .delivered))
    }
}
