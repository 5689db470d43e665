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
    .timeLimit(.minutes(5)))
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
