import Checklists
import PostgresServer
import SQL
import StoreFixtures
import Synchronization
import Testing

@testable import PostgresStore
@testable import SQLStore

@Suite(
    .enabled(if: TestedStores.include(.postgres), "PostgreSQL is not among the stores to test"),
    .timeLimit(.minutes(20)))
struct `A large change in a database` {
    /// Opens a store in which a change of more than 10 objects is large, and one of more than 20 is refused.
    private func withStore(_ body: (SQLStore) async throws -> Void) async throws {
        let address = try await TemporaryServer.database()
        var limits = SQLStoreLimits.patient
        (limits.smallChangeSizeMax, limits.changeSizeMax) = (10, 20)
        let store = try await PostgresStore.openEmpty(address, limits: limits, allowsLoss: true)
        do {
            try await body(store)
        } catch {
            await store.close()
            throw error
        }
        await store.close()
    }

    private func imported(_ count: Int) -> ImportedChecklist {
        ImportedChecklist(
            ChecklistDraft(name: "Imported"), createdAt: nil,
            items: (0..<count).map { ImportedItem(ItemDraft(text: "Item \($0)")) })
    }

    /// Imports a list and returns its id.
    private func list(of count: Int, in store: SQLStore) async throws -> Checklist.ID {
        _ = try await store.asFirst.importChecklists([imported(count)], idempotencyKey: nil)
        return try #require(try await store.asFirst.checklists(ChecklistQuery()).elements.last?.id)
    }

    @Test func `lets small changes pass while it waits for a connection`() async throws {
        try await withStore { store in
            let id = try await list(of: 12, in: store)
            _ = try await store.client.withConnection(on: .long) { _ in
                try await store.client.withConnection(on: .long) { _ in
                    let large = Task { try await store.asFirst.deleteItems(of: id, checked: nil) }
                    while !store.state.withLock({ $0.largeQueue.isServed }) { await Task.yield() }
                    _ = try await store.asFirst.addItem(ItemDraft(text: "Small"), to: id, idempotencyKey: nil)
                    return large
                }
            }.value
            #expect(try await store.asFirst.checklist(id).itemsCount == 0)
        }
    }

    @Test func `is refused with the limit, and changes nothing`() async throws {
        try await withStore { store in
            let id = try await list(of: 19, in: store)
            for text in ["Item 19", "Item 20"] {
                _ = try await store.asFirst.addItem(ItemDraft(text: text), to: id, idempotencyKey: nil)
            }
            let target = try await store.asFirst.addChecklist(ChecklistDraft(name: "B"), idempotencyKey: nil)
                .value.id
            let before = try await StoreListing(of: store, at: store.now())
            var patch = ItemPatch()
            patch.checked = true
            var move = ItemPatch()
            move.checklistID = target
            let error = ChecklistsError.tooLarge(size: 21, limit: 20)
            await #expect(throws: error) {
                try await store.asFirst.updateItems(of: id, where: ItemFilter(), patch)
            }
            await #expect(throws: error) {
                try await store.asFirst.updateItems(of: id, where: ItemFilter(), move)
            }
            await #expect(throws: error) { try await store.asFirst.deleteItems(of: id, checked: nil) }
            await #expect(throws: error) { try await store.asFirst.deleteChecklist(id, ifMatch: nil) }
            await #expect(throws: error) {
                try await store.asFirst.copyChecklist(id, ChecklistCopy(), idempotencyKey: nil)
            }
            // The list itself counts, too.
            await #expect(throws: error) {
                try await store.asFirst.importChecklists([imported(20)], idempotencyKey: nil)
            }
            #expect(try await StoreListing(of: store, at: store.now()) == before)
            let items = try await store.asFirst.items(ItemQuery(checklistID: id)).elements
            _ = try await store.asFirst.deleteItem(items[0].id, ifMatch: nil)
            #expect(try await store.asFirst.deleteItems(of: id, checked: nil).count == 20)
        }
    }

    @Test func `does not reveal the size of a list without access`() async throws {
        try await withStore { store in
            let id = try await list(of: 19, in: store)
            for text in ["Item 19", "Item 20"] {
                _ = try await store.asFirst.addItem(ItemDraft(text: text), to: id, idempotencyKey: nil)
            }
            let ada = try await store.addPerson(named: "Ada", idempotencyKey: nil).value.id
            await #expect(throws: ChecklistsError.notFound(.checklist)) {
                try await Session(store, for: .person(ada, device: nil)).deleteItems(of: id, checked: nil)
            }
        }
    }
}
