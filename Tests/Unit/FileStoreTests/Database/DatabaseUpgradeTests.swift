import Checklists
import PostgresServer
import SQL
import StoreFixtures
import Testing

@testable import PostgresStore
@testable import SQLStore

@Suite(
    .enabled(if: TestedStores.include(.postgres), "PostgreSQL is not among the stores to test"),
    .timeLimit(.minutes(20)))
struct `An upgrade of a database` {
    private func withStore(_ body: (SQLStore, _ address: String) async throws -> Void) async throws {
        let address = try await TemporaryServer.database()
        let store = try await PostgresStore.openEmpty(address, limits: .patient, allowsLoss: true)
        do {
            try await body(store, address)
        } catch {
            await store.close()
            throw error
        }
        await store.close()
    }

    /// Lets the tables have a version.
    private static func version(_ number: Int) -> Statement {
        Statement("UPDATE schema_version SET version = \(number)")
    }

    /// Reverts the tables to those of version 14.
    private static let downgrade = [
        Statement("DROP INDEX deliveries_by_age"),
        Statement("ALTER TABLE deliveries DROP COLUMN checklist_id, DROP COLUMN withheld"),
        Statement("ALTER TABLE checklists DROP COLUMN uid, DROP COLUMN section_uids"), version(14),
    ]

    @Test func `lets a transaction go on that has the locks it waits for`() async throws {
        try await withStore { store, _ in
            _ = try await store.client.run(Self.downgrade, on: .control)
            let upgrade = try await store.client.withConnection(on: .write) { connection in
                _ = try await connection.run([Statement("BEGIN"), Statement("SELECT count(*) FROM items")])
                let upgrade = Task { try await store.database.upgrade() }
                let waiting = Statement(
                    """
                    SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = database \
                    WHERE NOT granted AND datname = current_database()
                    """)
                var count = 0
                while count == 0 {
                    let rows = try await store.client.run([waiting], on: .control)[0]
                    var columns = try #require(rows.first?.columns)
                    count = try columns.int()
                }
                let change = ["LOCK TABLE owners, items IN ROW EXCLUSIVE MODE", "COMMIT"]
                _ = try await connection.run(change.map { Statement($0) })
                return upgrade
            }
            try await upgrade.value
            #expect(try await store.database.version == store.database.neededVersion)
        }
    }

    @Test func `lets the program before start again`() async throws {
        try await withStore { store, address in
            let newer = Statement("UPDATE schema_version SET version = version + 1")
            _ = try await store.client.run([newer], on: .control)
            let other = try await PostgresStore.openEmpty(address, limits: .patient, allowsLoss: true)
            _ = try await other.asFirst.addChecklist(ChecklistDraft(name: "List"), idempotencyKey: nil)
            // It cannot read all data, of which it may not know each column.
            await #expect(throws: SQLStoreError.self) { try await other.database.verify() }
            await other.close()
            _ = try await store.client.run([newer], on: .control)
            await #expect(throws: SQLStoreError.self) {
                try await PostgresStore.openEmpty(address, allowsLoss: true)
            }
        }
    }

    @Test func `counts the sections of lists`() async throws {
        try await withStore { store, _ in
            let person = try await store.addPerson(named: "Ada", idempotencyKey: nil).value.id
            let ada = Session(store, for: .person(person, device: nil))
            let list = try await ada.addChecklist(ChecklistDraft(name: "List"), idempotencyKey: nil).value.id
            let section = try await ada.addSection(named: "Käse", to: list, idempotencyKey: nil).value
            var draft = ItemDraft(text: "Milk")
            draft.uid = "child"
            draft.patch.details.sectionID = section.sections.all[0].id
            draft.patch.details.parentUID = "parent"
            _ = try await ada.addItem(draft, to: list, idempotencyKey: nil)
            try await #expect(store.database.verify().faults == [])
            let before = Statement("UPDATE checklists SET collection_bytes = 0")
            _ = try await store.client.run([before] + Self.downgrade, on: .control)
            try await store.database.upgrade()
            try await #expect(store.database.verify().faults == [])
        }
    }

    @Test func `from a version that was never released is refused, and changes nothing`() async throws {
        try await withStore { store, _ in
            _ = try await store.client.run([Self.version(13)], on: .control)
            let error = await #expect(throws: SQLStoreError.self) { try await store.database.upgrade() }
            #expect(error?.description.contains("upgrades version 14 and later") == true)
            #expect(try await store.database.version?.number == 13)
        }
    }
}
