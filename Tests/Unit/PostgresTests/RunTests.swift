import PostgresServer
import SQL
import Testing

@testable import Postgres

@Suite(.enabled(if: TestedStores.include(.postgres), "PostgreSQL is not among the stores to test"))
struct `A run` {
    @Test(arguments: [Lane.read, .write])
    func `stops at its first error, and the connection goes on`(lane: Lane) async throws {
        let client = try await Client.temporary { $0.connections[.read] = 1 }
        _ = try await client.run([Statement("CREATE TABLE t (n int8)")], on: lane)
        let failing = [
            Statement("INSERT INTO t VALUES (1)"), Statement("SELECT 1 / $1", [.int(0)]),
            Statement("INSERT INTO t VALUES (2)"),
        ]
        let error = await #expect(throws: PostgresError.self) { try await client.run(failing, on: lane) }
        guard case .server(let server) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(server.state == "22012")
        #expect(server.statement == 1)
        var columns = try await client.row("SELECT count(*) FROM t", on: lane)
        #expect(try columns.int() == 0)
        await client.stop()
    }

    @Test func `that fails within a transaction leaves nothing to the next`() async throws {
        for lane in [Lane.read, .write] {
            let client = try await Client.temporary { $0.connections[.read] = 1 }
            let failing = [Statement("BEGIN"), Statement("SELECT 1 / 0"), Statement("COMMIT")]
            async let first = client.state(of: failing, on: lane)
            async let second = client.state(of: [Statement("SELECT 1")], on: lane)
            #expect(await first == "22012")
            #expect(await second == nil)
            await client.stop()
        }
    }

    @Test func `prepares again what could not be prepared`() async throws {
        let client = try await Client.temporary { $0.connections[.read] = 1 }
        let statement = Statement("SELECT n FROM later WHERE n = $1", [.int(1)])
        #expect(await client.state(of: [statement]) == "42P01")
        #expect(await client.state(of: [Statement("SELECT 1 / 0"), statement]) == "22012")
        _ = try await client.run([Statement("CREATE TABLE later (n int8)")], on: .write)
        #expect(await client.state(of: [statement, statement]) == nil)
        #expect(await client.state(of: [statement]) == nil)
        // The same text with another type is another statement.
        #expect(await client.state(of: [Statement(statement.sql, [.text("1")])]) == "42883")
        #expect(await client.state(of: [statement]) == nil)
        await client.stop()
    }

    @Test func `survives a plan that no longer fits its table`() async throws {
        let client = try await Client.temporary { $0.connections[.read] = 1 }
        _ = try await client.run([Statement("CREATE TABLE t (n int8)")], on: .write)
        let statement = Statement("SELECT * FROM t")
        _ = try await client.run([statement], on: .read)
        _ = try await client.run([Statement("ALTER TABLE t ADD m text")], on: .write)
        #expect(await client.state(of: [statement]) == "0A000")
        #expect(await client.state(of: [statement]) == nil)
        await client.stop()
    }

    @Test func `keeps 200 statements prepared on a connection, and runs more`() async throws {
        let client = try await Client.temporary { $0.connections[.read] = 1 }
        for number in 0..<210 {
            var columns = try await client.row("SELECT \(number)")
            #expect(try columns.int() == number)
        }
        var columns = try await client.row("SELECT count(*) FROM pg_prepared_statements")
        #expect(try columns.int() == 200)
        await client.stop()
    }

    @Test func `with a warning at its commit is no success`() async throws {
        let client = try await Client.temporary()
        let error = await #expect(throws: PostgresError.self) {
            try await client.run([Statement("COMMIT")], on: .write)
        }
        guard case .warned(let text) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(text.contains("25P01"))
        let warning = Statement("DO $$ BEGIN RAISE WARNING 'only so'; END $$")
        let run = [Statement("BEGIN"), warning, Statement("COMMIT")]
        #expect(await client.state(of: run, on: .write) == nil)
        await client.stop()
    }

    @Test func `of a thousand gets its own answer`() async throws {
        let client = try await Client.temporary()
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<1_000 {
                group.addTask {
                    var columns = try await client.row("SELECT $1::int8 * 2", [.int(number)])
                    return try columns.int() == number * 2
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
        await client.stop()
    }

    @Test func `may be larger than every buffer, both ways`() async throws {
        let client = try await Client.temporary()
        let bytes = [UInt8](repeating: 7, count: 8 << 20)
        let statement = Statement("SELECT $1", [.bytes(bytes)])
        let rows = try await client.run([statement, statement, statement], on: .read)
        for rows in rows {
            var columns = try #require(rows.first).columns
            #expect(try columns.bytes() == bytes)
        }
        await client.stop()
    }

    @Test func `has limits of time but on the long lane`() async throws {
        let client = try await Client.temporary()
        for lane in Lane.allCases {
            var columns = try await client.row(
                """
                SELECT current_setting('statement_timeout'), current_setting('lock_timeout'),
                  current_setting('idle_in_transaction_session_timeout'), current_setting('timezone'),
                  current_setting('application_name')
                """, on: lane)
            #expect(try columns.text() == (lane == .long ? "0" : "50s"))
            #expect(try columns.text() == "25s")
            #expect(try columns.text() == "50s")
            #expect(try columns.text() == "UTC")
            #expect(try columns.text() == "tests")
        }
        await client.stop()
    }
}
