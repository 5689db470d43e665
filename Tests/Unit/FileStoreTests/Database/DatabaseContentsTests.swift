import Checklists
import MemoryStore
import PostgresServer
import Records
import SQL
import StoreFixtures
import Synchronization
import Testing

@testable import FileStore
@testable import PostgresStore
@testable import SQLStore

@Suite(.enabled(if: TestedStores.include(.postgres), "PostgreSQL is not among the stores to test"))
struct `The contents of a database` {
    private let folder = TemporaryFolder()
    private let copy = TemporaryFolder()

    /// Runs a body on a database without tables.
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

    private func token(_ name: String) -> StoredToken {
        StoredToken(
            name: name, scope: "write", digest: [UInt8](repeating: 7, count: 32), createdAt: Sample.moment)
    }

    @Test func `can be copied from and to a folder`() async throws {
        let secret = try await withStore(folder) { store in
            try await Work.everything(store)
            return try await store.secret()
        }
        let memory = try folder.data.contents(now: Sample.moment)
        #expect(memory.secret == secret)
        try await withDatabase { (database, _) async throws in
            try await database.fill(with: memory, tokens: [token("phone")])
            let found = try await database.verify()
            #expect(found.faults == [])
            #expect(found.checklists == memory.checklistIDs.count)
            let (back, notices) = try await database.contents(as: MemoryStore.self, whileServed: false)
            #expect(notices == [])
            #expect(back.revision == memory.revision)
            #expect(back.sequences == memory.sequences && back.secret == secret)
            try copy.data.make(
                of: back, tokens: try await database.tokens(), epoch: Sample.epoch, now: Sample.moment)
        }
        #expect(try Recovery.contents(of: copy) == Recovery.contents(of: folder))
        #expect(try copy.data.tokens() == [token("phone")])
        #expect(try copy.data.secret() == secret)
    }

    @Test func `are read without references to what no longer exists`() async throws {
        try await withDatabase { (database, _) async throws in
            try await database.fill(with: MemoryStore.dangling, tokens: nil)
            let found = try await database.contents(as: MemoryStore.self, whileServed: false)
            MemoryStore.expectRepaired(found.contents)
            try folder.data.make(of: .dangling, tokens: nil, epoch: Sample.epoch, now: Sample.moment)
            try #expect(Set(found.notices) == Set(folder.data.verify(now: Sample.moment).notices))
        }
    }

    @Test func `are not imported over others, nor exported while a process serves them`() async throws {
        try await withDatabase { (database, address) async throws in
            var limits = SQLStoreLimits.patient
            limits.heartbeatInterval = .seconds(600)
            let store = try await PostgresStore.openEmpty(address, limits: limits, allowsLoss: true)
            // The heartbeat is that of a living process, however long this test takes.
            let heartbeat = "UPDATE processes SET seen_at = clock_timestamp() + interval '1 day'"
            _ = try await database.client.run([Statement(heartbeat)], on: .control)
            _ = try await store.asFirst.addChecklist(ChecklistDraft(name: "List"), idempotencyKey: nil)
            await #expect(throws: DatabaseInUse.self) {
                try await database.contents(as: MemoryStore.self, whileServed: false)
            }
            let contents = try await database.contents(as: MemoryStore.self, whileServed: true)
            #expect(contents.contents.checklistIDs.count == 1)
            await #expect(throws: DatabaseInUse.self) {
                try await database.fill(with: MemoryStore(), tokens: nil)
            }
            await store.close()
            await #expect(throws: DatabaseInUse.self) {
                try await database.fill(with: MemoryStore(), tokens: nil)
            }
        }
    }

    @Test(arguments: [
        ("UPDATE checklists SET items_count = items_count + 1", "The counts of a list"),
        ("UPDATE owners SET items_count = items_count + 1", "The total counts"),
        ("INSERT INTO usage VALUES (1, 2, 1, 0, 204)", "The usage of a person"),
        ("UPDATE items SET checklist_id = 99", "An item refers to a missing list"),
        ("INSERT INTO reminders VALUES (1, 99, now())", "A reminder refers to a missing item"),
        ("UPDATE items SET uid = 'a'", "Two items of a list"),
        ("UPDATE items SET resource_name = 'a'", "Two items of a list"),
        ("UPDATE owners SET selected_checklist_id = 99", "The preferences select a missing list"),
        ("UPDATE owners SET feed = 0", "A revision in items"),
        ("SELECT setval('item_ids', 1, false)", "An id in items"),
    ])
    func `are checked`(damage: String, fault: String) async throws {
        try await withDatabase { (database, address) async throws in
            let store = try await PostgresStore.openEmpty(address, limits: .patient, allowsLoss: true)
            let list = try await store.asFirst.addChecklist(ChecklistDraft(name: "List"), idempotencyKey: nil)
                .value
            for text in ["one", "two"] {
                _ = try await store.asFirst.addItem(ItemDraft(text: text), to: list.id, idempotencyKey: nil)
            }
            await store.close()
            #expect(try await database.verify().faults == [])
            _ = try await database.client.run([Statement(damage)], on: .control)
            #expect(try await database.verify().faults.contains { $0.hasPrefix(fault) })
        }
    }

    @Test func `follow a start that says that it made the store`() async throws {
        let address = try await TemporaryServer.database()
        let made = Mutex(0)
        for _ in 0..<2 {
            let store = try await PostgresStore.openEmpty(
                address, limits: .patient, allowsLoss: true,
                onEvent: { if case .storeMade = $0 { made.withLock { $0 += 1 } } })
            _ = try await store.asFirst.addChecklist(ChecklistDraft(name: "List"), idempotencyKey: nil)
            await store.close()
            #expect(made.withLock(\.self) == 1)
        }
    }

    @Test func `have tokens with unique names`() async throws {
        try await withDatabase { (database, _) async throws in
            #expect(try await database.version == nil)
            #expect(try await database.tokens() == nil)
            #expect(try await database.add(token("phone")))
            #expect(try await database.add(token("phone")) == false)
            #expect(try await database.tokens() == [token("phone")])
            #expect(try await database.removeToken(named: "phone"))
            #expect(try await database.removeToken(named: "phone") == false)
            #expect(try await database.version == database.neededVersion)
        }
    }

    @Test func `get new text keys after a change of the collation rules`() async throws {
        try await withDatabase { (database, address) async throws in
            let store = try await PostgresStore.openEmpty(address, limits: .patient, allowsLoss: true)
            let list = try await store.asFirst.addChecklist(ChecklistDraft(name: "List"), idempotencyKey: nil)
                .value
            _ = try await store.asFirst.addItem(ItemDraft(text: "one"), to: list.id, idempotencyKey: nil)
            await store.close()
            let others = [
                "schema_version SET text_order = '1'", "checklists SET name_key = ''",
                "items SET text_key = ''",
            ]
            _ = try await database.client.run(others.map { Statement("UPDATE \($0)") }, on: .control)
            await #expect(throws: SQLStoreError.self) {
                try await PostgresStore.openEmpty(address, allowsLoss: true)
            }
            try await database.upgrade()
            #expect(try await database.version == database.neededVersion)
            let keys = try await database.client.run(
                [Statement("SELECT name_key, text_key FROM checklists, items")], on: .control)
            var columns = try #require(keys[0].first?.columns)
            #expect(try columns.bytes() == TextOrder.key(of: "List"))
            #expect(try columns.bytes() == TextOrder.key(of: "one"))
        }
    }

    @Test func `may get columns that a running process does not know`() async throws {
        try await withDatabase { (database, address) async throws in
            let store = try await PostgresStore.openEmpty(address, limits: .patient, allowsLoss: true)
            let list = try await store.asFirst.addChecklist(ChecklistDraft(name: "List"), idempotencyKey: nil)
                .value
            let upgrade = [
                "ALTER TABLE items ADD COLUMN colour text NOT NULL DEFAULT 'red'",
                "UPDATE schema_version SET version = version + 1",
            ]
            _ = try await database.client.run(upgrade.map { Statement($0) }, on: .control)
            let item = try await store.asFirst.addItem(
                ItemDraft(text: "one"), to: list.id, idempotencyKey: nil
            ).value
            #expect(try await store.asFirst.item(item.id) == item)
            await store.close()
            let again = try await PostgresStore.openEmpty(address, limits: .patient, allowsLoss: true)
            #expect(try await again.asFirst.item(item.id) == item)
            await again.close()
        }
    }

    /// Adds a list of person 1, and a list with items of a second person.
    private func share(in store: SQLStore) async throws -> (ada: Session, list: Checklist.ID) {
        let person = try await store.addPerson(named: "Ada", idempotencyKey: nil).value.id
        let ada = Session(store, for: .person(person, device: nil))
        _ = try await store.asFirst.addChecklist(ChecklistDraft(name: "List"), idempotencyKey: nil)
        let list = try await ada.addChecklist(ChecklistDraft(name: "Größe"), idempotencyKey: nil).value.id
        for text in ["one", "two"] {
            _ = try await ada.addItem(ItemDraft(text: text), to: list, idempotencyKey: nil)
        }
        return (ada, list)
    }

    @Test func `get new usage counts after a write without them`() async throws {
        try await withDatabase { (database, address) async throws in
            var limits = SQLStoreLimits.patient
            limits.capacity.itemsPerPersonMax = 3
            let store = try await PostgresStore.openEmpty(address, limits: limits, allowsLoss: true)
            let (ada, list) = try await share(in: store)
            // The previous version adds an item and updates only the counts that it knows.
            let change = [
                "UPDATE owners SET feed = feed + 1, items_count = items_count + 1",
                "UPDATE checklists SET items_count = 3, unchecked_items_count = 3 WHERE id = 2",
                """
                INSERT INTO items (owner_id, id, checklist_id, text, notes, text_key, folded, checked, \
                important, should_remind, position, created_at, updated_at, revision, stored_bytes) \
                SELECT owner_id, nextval('item_ids'), checklist_id, text, notes, text_key, folded, checked, \
                important, should_remind, position + 1, created_at, updated_at, revision, stored_bytes \
                FROM items WHERE id = (SELECT max(id) FROM items)
                """,
            ]
            _ = try await database.client.run(change.map { Statement($0) }, on: .control)
            // Changes that are not counted yet are no fault.
            #expect(try await database.verify().faults == [])
            await #expect(throws: ChecklistsError.full(.itemsPerPerson, used: 3, limit: 3)) {
                try await ada.addItem(ItemDraft(text: "three"), to: list, idempotencyKey: nil)
            }
            try await ada.deleteItem(Item.ID(rawValue: 1), ifMatch: nil)
            _ = try await ada.addItem(ItemDraft(text: "three"), to: list, idempotencyKey: nil)
            #expect(try await database.verify().faults == [])
            let behind = Statement("SELECT feed - usage_feed FROM owners")
            let rows = try await database.client.run([behind], on: .control)[0]
            #expect(try rows.map { try $0.integers(1) } == [[0]])
            await store.close()
        }
    }

    @Test func `get a new epoch in every process after a loss of changes`() async throws {
        try await withDatabase { (database, address) async throws in
            let one = try await PostgresStore.openEmpty(address, limits: .patient, allowsLoss: true)
            let other = try await PostgresStore.openEmpty(address, limits: .patient, allowsLoss: true)
            let epoch = one.epoch
            for store in [one, other] {
                _ = try await store.asFirst.addChecklist(ChecklistDraft(name: "List"), idempotencyKey: nil)
            }
            #expect(other.epoch == epoch)
            // As after a failover to a server that lacks the last change.
            let loss = [
                "UPDATE owners SET feed = feed - 1, checklists_count = 1",
                "DELETE FROM checklists WHERE id = 2", "DELETE FROM commits WHERE revision = 2",
                "SELECT setval('checklist_ids', 1)",
            ]
            _ = try await database.client.run(loss.map { Statement($0) }, on: .control)
            let list = try await other.asFirst.addChecklist(
                ChecklistDraft(name: "Another"), idempotencyKey: nil
            ).value
            #expect(list.revision.rawValue == 2 + UInt64(Epoch.skippedNumbers))
            #expect(other.epoch != epoch)
            // This store knew only the first change, and follows the new history as well.
            _ = try await one.asFirst.addChecklist(ChecklistDraft(name: "List"), idempotencyKey: nil)
            #expect(one.epoch == other.epoch)
            #expect(try await one.asFirst.checklist(list.id) == list)
            await one.close()
            await other.close()
        }
    }
}

extension Row {
    /// The first columns as integers.
    fileprivate func integers(_ count: Int) throws -> [Int] {
        var columns = columns
        return try (0..<count).map { _ in try columns.int() }
    }
}
