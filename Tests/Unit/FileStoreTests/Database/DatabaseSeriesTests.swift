import Checklists
import Dates
import PostgresServer
import SQL
import StoreFixtures
import Testing

@testable import PostgresStore
@testable import SQLStore

@Suite(.enabled(if: TestedStores.include(.postgres), "PostgreSQL is not among the stores to test"))
struct `The series in a database` {
    private func withDatabase(_ body: (SQLDatabase, _ address: String) async throws -> Void) async throws {
        let address = try await TemporaryServer.database()
        let database = try PostgresDatabase.connect(address)
        do {
            try await body(database, address)
        } catch {
            await database.disconnect()
            throw error
        }
        await database.disconnect()
    }

    /// Adds two items with a series and an exception, and deletes one of them.
    private func fill(_ store: SQLStore) async throws -> Series {
        let list = try await store.asFirst.addChecklist(ChecklistDraft(name: "List"), idempotencyKey: nil)
            .value.id
        let day = try #require(CivilDate("2026-12-01"))
        var draft = ItemDraft(text: "Bins")
        (draft.dueOn, draft.timeZone) = (day, "Europe/Paris")
        draft.recurrence = Recurrence(.daily)
        draft.series = Series(lead: 0, skipped: [DayAndTime(day: day.advanced(by: 1), time: 0)])
        for _ in 0..<2 { _ = try await store.asFirst.addItem(draft, to: list, idempotencyKey: nil) }
        _ = try await store.asFirst.deleteItem(Item.ID(rawValue: 2), ifMatch: nil)
        return try #require(draft.series)
    }

    private func texts(_ sql: String, in database: SQLDatabase) async throws -> [String] {
        try await database.client.run([Statement(sql)], on: .control)[0].map { row in
            var columns = row.columns
            return try columns.text()
        }
    }

    @Test func `is hidden from the previous version, and restored from the trash`() async throws {
        try await withDatabase { (database, address) async throws in
            let store = try await PostgresStore.openEmpty(address, limits: .patient, allowsLoss: true)
            let series = try await fill(store)
            let read = try await texts(
                "SELECT record FROM removals UNION ALL SELECT timing::text FROM items", in: database)
            #expect(read.count == 2 && read.allSatisfy { !$0.contains("eries") })
            let trash = try await store.asFirst.trash(PageRequest()).elements
            #expect(trash.first?.trash?.items.first?.timing.series == series)
            _ = try await store.asFirst.restore(try #require(trash.first?.id), idempotencyKey: nil)
            let restored = try await store.asFirst.item(Item.ID(rawValue: 2))
            #expect(restored.timing.series == series)
            await store.close()
        }
    }
}
