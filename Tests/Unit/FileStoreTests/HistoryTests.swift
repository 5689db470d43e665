import Checklists
import Postgres
import PostgresServer
import SQL
import StoreFixtures
import Testing

@testable import PostgresStore
@testable import SQLStore

@Suite(
    .enabled(if: TestedStores.include(.postgres), "PostgreSQL is not among the stores to test"),
    .timeLimit(.minutes(20)))
struct `The history of a database` {
    /// Opens a store for a body and closes it.
    private func withStore<Result: Sendable>(
        _ address: String, _ body: (SQLStore) async throws -> Result
    ) async throws -> Result {
        var limits = SQLStoreLimits.patient
        limits.heartbeatInterval = .milliseconds(20)
        let store = try await PostgresStore.openEmpty(address, limits: limits, allowsLoss: true)
        do {
            let result = try await body(store)
            await store.close()
            return result
        } catch {
            await store.close()
            throw error
        }
    }

    /// The epoch that a store finds in a database.
    private func epoch(_ address: String) async throws -> Epoch {
        try await withStore(address) { store in
            _ = try await store.asFirst.addChecklist(ChecklistDraft(name: "List"), idempotencyKey: nil)
            return store.epoch
        }
    }

    private func run(_ sql: String, in address: String) async throws {
        let client = Client(.init(address: address, applicationName: "tests"))
        try client.start()
        _ = try await client.run([Statement(sql, isPrepared: false)], on: .long)
        await client.stop()
    }

    @Test func `survives restarts, changes of its rows and a rewrite of its tables`() async throws {
        let address = try await TemporaryServer.database()
        let first = try await epoch(address)
        try await #expect(epoch(address) == first)
        try await run("VACUUM FULL FREEZE origins", in: address)
        try await #expect(epoch(address) == first)
    }

    @Test func `ends when a dump is restored`() async throws {
        let address = try await TemporaryServer.database()
        let first = try await epoch(address)
        // As `pg_dump --clean` restores: the same rows, inserted by another transaction.
        let restore = """
            DO $$ BEGIN CREATE TEMP TABLE dump AS TABLE origins; TRUNCATE origins; \
            INSERT INTO origins TABLE dump; END $$
            """
        try await run(restore, in: address)
        let second = try await epoch(address)
        #expect(second != first)
        try await #expect(epoch(address) == second)
    }

    /// The next revision and the next identifiers, by one new record of each kind.
    private func numbers(of store: SQLStore) async throws -> [UInt64] {
        let list = try await store.asFirst.addChecklist(ChecklistDraft(name: "List"), idempotencyKey: nil)
            .value
        let item = try await store.asFirst.addItem(ItemDraft(text: "Item"), to: list.id, idempotencyKey: nil)
            .value
        let hook = WebhookDraft(url: "https://example.org/hook", secret: .sample(1))
        let webhook = try await store.asFirst.addWebhook(hook, idempotencyKey: nil).value
        return [list.revision.rawValue]
            + [list.id.rawValue, item.id.rawValue, webhook.id.rawValue].map(UInt64.init)
    }

    @Test func `goes on beyond all numbers of a history that a restored dump lacks`() async throws {
        let address = try await TemporaryServer.database()
        _ = try await withStore(address) { try await numbers(of: $0) }
        try await run("UPDATE origins SET transaction_id = 0", in: address)
        let after = try await withStore(address) { store in
            let person = try await store.addPerson(named: "Ada", idempotencyKey: nil).value
            return try await numbers(of: store) + [UInt64(person.id.rawValue)]
        }
        #expect(after.allSatisfy { $0 > UInt64(Epoch.skippedNumbers) }, "\(after)")
    }

    @Test func `goes on beyond all numbers that a failover has lost, for all processes`() async throws {
        let address = try await TemporaryServer.database()
        try await withStore(address) { one in
            try await withStore(address) { other in
                for store in [one, other] { _ = try await numbers(of: store) }
                let epoch = one.epoch
                try await run("UPDATE owners SET feed = feed - 3", in: address)
                let after = try await [numbers(of: one), numbers(of: other)]
                let skipped = UInt64(Epoch.skippedNumbers)
                #expect(after.joined().allSatisfy { $0 > skipped && $0 < 2 * skipped }, "\(after)")
                #expect(one.epoch != epoch && other.epoch == one.epoch)
                try await #expect(one.database.verify().faults == [])
            }
        }
    }

    @Test func `ends in a copy of the database`() async throws {
        let address = try await TemporaryServer.database()
        let first = try await epoch(address)
        let server = try #require(TemporaryServer.shared)
        let name = try #require(address.split(separator: "/").last?.split(separator: "?").first)
        try await run("CREATE DATABASE \(name)_copy TEMPLATE \(name)", in: server.address)
        let copy = address.replacing("/\(name)?", with: "/\(name)_copy?")
        try await #expect(epoch(copy) != first)
        try await #expect(epoch(address) == first)
    }

    @Test func `is durable even if synchronous_commit is turned off`() async throws {
        let address = try await TemporaryServer.database()
        let name = try #require(address.split(separator: "/").last?.split(separator: "?").first)
        try await withStore(address) { store in
            try await run("ALTER DATABASE \(name) SET synchronous_commit = off", in: address)
            store.client.reconnect()
            let setting = Statement("SELECT current_setting('synchronous_commit')")
            for lane in Lane.allCases {
                let rows = try await store.client.run([setting], on: lane)[0]
                var columns = try #require(rows.first?.columns)
                try #expect(columns.text() == "on", "\(lane)")
            }
            let found = try await PostgresEngine(client: store.client).unsafeSettings().map(\.name)
            #expect(found == ["fsync", "synchronous_commit"])
        }
    }
}
