import Checklists
import StoreFixtures
import Testing

@Suite(.closingStores) struct `Concurrent changes` {
    @Test(arguments: StoreKind.allCases) func `have timestamps in the order of their revisions`(
        kind: StoreKind
    ) async throws {
        let clock = ManualClock()
        let contract = try await Contract(kind, clock: clock)
        let list = try await contract.list()
        let store = try await contract.store
        let items = try await withThrowingTaskGroup(of: Item.self) { group in
            for number in 0..<200 {
                group.addTask {
                    clock.advance(byMilliseconds: 1)
                    return try await store.asFirst.addItem(
                        ItemDraft(text: "\(number)"), to: list, idempotencyKey: nil
                    )
                    .value
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let times = items.sorted { $0.revision < $1.revision }.map(\.createdAt)
        #expect(times == times.sorted())
    }
}

@Suite(.closingStores) struct `A commit` {
    @Test(arguments: StoreKind.allCases) func `is published to all subscribers, with its due work`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let store = try await contract.store
        var followers = [store.commits().makeAsyncIterator(), store.commits().makeAsyncIterator()]
        let list = try await store.asFirst.addChecklist(ChecklistDraft(name: "L"), idempotencyKey: nil).value
        var draft = ItemDraft(text: "Milk")
        draft.dueDate = contract.later(1_000)
        draft.shouldRemind = true
        let item = try await store.asFirst.addItem(draft, to: list.id, idempotencyKey: nil).value
        let hook = WebhookDraft(url: "https://example.org/hook", secret: .sample(1))
        let webhook = try await store.asFirst.addWebhook(hook, idempotencyKey: nil).value
        let checked = try await store.asFirst.toggleItem(item.id, ifMatch: nil, idempotencyKey: nil).value
        for index in followers.indices {
            var commits: [Commit] = []
            while commits.last?.revision != checked.revision {
                commits.append(try #require(await followers[index].next()))
            }
            let revisions = [list.revision, item.revision, webhook.revision, checked.revision]
            #expect(commits.map(\.revision) == revisions)
            #expect(commits.map(\.schedulesReminders) == [false, true, false, false])
            #expect(commits.map(\.queuesDeliveries) == [false, false, true, false])
        }
    }

    @Test(arguments: StoreKind.allCases) func `is not published for a refused or empty change`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let store = try await contract.store
        var follower = store.commits().makeAsyncIterator()
        await #expect(throws: ChecklistsError.self) {
            try await store.asFirst.toggleItem(Item.ID(rawValue: 99), ifMatch: nil, idempotencyKey: nil)
        }
        let list = try await store.asFirst.addChecklist(ChecklistDraft(name: "L"), idempotencyKey: nil).value
        var patch = ChecklistPatch()
        patch.name = "L"
        _ = try await store.asFirst.updateChecklist(list.id, patch, ifMatch: nil)
        try await store.asFirst.deleteChecklist(list.id, ifMatch: nil)
        #expect(await follower.next()?.revision == list.revision)
        #expect(await follower.next()?.revision.rawValue == list.revision.rawValue + 1)
    }
}
