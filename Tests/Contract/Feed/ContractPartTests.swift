import Checklists
import MemoryStore
import StoreFixtures
import Testing

@Suite(.closingStores) struct `A cache dependency of a store` {
    @Test(arguments: StoreKind.tellingAtOnce) func `has a newer revision after any change in it`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let (one, other) = (try await contract.list(), try await contract.list())
        // Kept, so that the store is not restarted in between.
        let store = try await contract.store
        let parts = [CacheDependency.checklist(one), .items(of: one), .items(of: other), .everything]
        let before = parts.map(store.currentRevision)
        let added = try await store.asFirst.addItem(ItemDraft(text: "Milk"), to: one, idempotencyKey: nil)
            .value
        let afterAdding = parts.map(store.currentRevision)
        #expect(zip(before, afterAdding).map { $0 != $1 } == [true, true, false, true])
        #expect(afterAdding[0] == (try await store.asFirst.checklist(one).revision))
        #expect(afterAdding[1] == added.revision)
        #expect(afterAdding[3] == added.revision)
        var patch = ItemPatch()
        patch.notes = "2 litres"
        _ = try await store.asFirst.updateItem(added.id, patch, ifMatch: nil)
        let afterEditing = parts.map(store.currentRevision)
        #expect(zip(afterAdding, afterEditing).map { $0 != $1 } == [false, true, false, true])
    }

    @Test(arguments: StoreKind.tellingAtOnce) func `has a newer revision after any change of its items`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let (one, other) = (try await contract.list(), try await contract.list())
        let items = try await contract.items("A", "B", "C", "D", on: one)
        let reminder = try await contract.reminder(in: 10, on: one).id
        contract.advance(milliseconds: 10)
        var moving = ItemPatch()
        moving.checklistID = other
        var checking = ItemPatch()
        checking.checked = true
        let (now, elsewhere, checked) = (contract.now, moving, checking)
        let requests: [(any Store) async throws -> Void] = [
            { _ = try await $0.asFirst.moveItem(items[0], to: .last, ifMatch: nil, idempotencyKey: nil) },
            { _ = try await $0.asFirst.toggleItem(items[0], ifMatch: nil, idempotencyKey: nil) },
            { _ = try await $0.fireReminders(startedAt: now, limit: 1, deliveriesMax: 9) { _, _ in [] } },
            {
                _ = try await $0.asFirst.snoozeItem(
                    reminder, until: now + 5, ifMatch: nil, idempotencyKey: nil)
            },
            { _ = try await $0.asFirst.addItems([ItemDraft(text: "E")], to: one, idempotencyKey: nil) },
            { _ = try await $0.asFirst.updateItems(of: one, where: ItemFilter(), checked) },
            { _ = try await $0.asFirst.updateItem(items[1], elsewhere, ifMatch: nil) },
            { _ = try await $0.asFirst.deleteItem(items[2], ifMatch: nil) },
            { _ = try await $0.asFirst.deleteItems(of: one, checked: nil) },
        ]
        let store = try await contract.store
        for (number, request) in requests.enumerated() {
            let before = [CacheDependency.items(of: one), .everything].map(store.currentRevision)
            try await request(store)
            let after = [CacheDependency.items(of: one), .everything].map(store.currentRevision)
            #expect(zip(before, after).allSatisfy { ($0 ?? .zero) < ($1 ?? .zero) }, "request \(number)")
        }
    }

    @Test(arguments: StoreKind.tellingAtOnce) func `keeps its revision while nothing changes`(
        kind: StoreKind
    )
        async throws
    {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        try await contract.items("A", on: list)
        let store = try await contract.store
        let parts = [CacheDependency.checklist(list), .items(of: list), .everything]
        let before = parts.map(store.currentRevision)
        _ = try await store.asFirst.updateItems(of: list, where: ItemFilter(), ItemPatch())
        _ = try await store.asFirst.deleteItems(of: list, checked: true)
        _ = try await store.asFirst.updatePreferences(PreferencesPatch(), ifMatch: nil)
        _ = try await store.fireReminders(startedAt: contract.now, limit: 1, deliveriesMax: 9) { _, _ in [] }
        await #expect(throws: ChecklistsError.self) {
            try await store.asFirst.addItem(ItemDraft(text: ""), to: list, idempotencyKey: nil)
        }
        #expect(parts.map(store.currentRevision) == before)
    }

    @Test(arguments: StoreKind.tellingAtOnce) func `has no revision if it does not exist`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        try await contract.store.asFirst.deleteChecklist(list, ifMatch: nil)
        try await #expect(contract.store.currentRevision(of: .checklist(list)) == nil)
        try await #expect(contract.store.currentRevision(of: .items(of: list)) == nil)
    }
}
