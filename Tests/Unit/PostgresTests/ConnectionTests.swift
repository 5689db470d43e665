import PostgresServer
import SQL
import Synchronization
import Testing

@testable import Postgres

@Suite(.enabled(if: TestedStores.include(.postgres), "PostgreSQL is not among the stores to test"))
struct `A connection` {
    @Test func `that is cut off under way is made again`() async throws {
        let client = try await Client.temporary()
        let error = await #expect(throws: PostgresError.self) {
            try await client.run(
                [Statement("SELECT pg_terminate_backend(pg_backend_pid())")], on: .write)
        }
        guard case .connectionLost = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        var columns = try await client.row("SELECT 1", on: .write)
        #expect(try columns.int() == 1)
        await client.stop()
    }

    @Test func `of one's own rolls back what is left open`() async throws {
        let client = try await Client.temporary()
        _ = try await client.run([Statement("CREATE TABLE t (n int8)")], on: .write)
        try await client.withConnection(on: .write) { connection in
            _ = try await connection.run([Statement("BEGIN"), Statement("INSERT INTO t VALUES (1)")])
            let rows = try await connection.run([Statement("SELECT n FROM t")])
            #expect(rows[0].count == 1)
        }
        var columns = try await client.row("SELECT count(*) FROM t", on: .write)
        #expect(try columns.int() == 0)
        await client.stop()
    }

    @Test func `of one's own does not take a rollback for a commit`() async throws {
        let client = try await Client.temporary()
        try await client.withConnection(on: .write) { connection in
            _ = try await connection.run([Statement("BEGIN")])
            await #expect(throws: PostgresError.self) {
                try await connection.run([Statement("SELECT 1 / 0")])
            }
            let error = await #expect(throws: PostgresError.self) {
                try await connection.run([Statement("COMMIT")])
            }
            guard case .server(let server) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(server.state == "25P02")
        }
        await client.stop()
    }

    @Test func `of one's own that is lost stays lost`() async throws {
        let client = try await Client.temporary()
        try await client.withConnection(on: .control) { connection in
            client.reconnect()
            for _ in 0..<2 {
                let error = await #expect(throws: PostgresError.self) {
                    try await connection.run([Statement("SELECT 1")])
                }
                guard case .connectionLost = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
            }
        }
        _ = try await client.run([Statement("SELECT 1")], on: .control)
        await client.stop()
    }

    @Test func `on the channel hears notifications of other clients`() async throws {
        let address = try await #require(TemporaryServer.shared).makeDatabase()
        let listener = try Client.started(address) { $0.channel = "news" }
        let other = try Client.started(address)
        // The connection listens before it runs this.
        _ = try await listener.run([Statement("SELECT 1")], on: .hint)
        var hints = listener.hints.makeAsyncIterator()
        for _ in 0..<3 {
            _ = try await other.run([Statement("NOTIFY news")], on: .hint)
            #expect(await hints.next() != nil)
        }
        await listener.stop()
        #expect(await hints.next() == nil)
        await other.stop()
    }

    @Test func `on the channel does not hear its own notifications`() async throws {
        let client = try await Client.temporary { $0.channel = "news" }
        // The server sends a connection its own notification before the answer.
        _ = try await client.run([Statement("NOTIFY news")], on: .hint)
        await client.stop()
        for await _ in client.hints { Issue.record("a client heard its own notification") }
    }

    @Test(arguments: ["127.0.0.1", "localhost", "no-such-host.invalid"])
    func `goes to whichever server takes it`(other: String) async throws {
        let server = try #require(TemporaryServer.shared)
        let address =
            "host=\(other),\(server.socketFolder) port=1,5432 user=postgres dbname=postgres sslmode=disable"
        let client = try Client.started(address)
        var columns = try await client.row("SELECT 1", on: .write)
        #expect(try columns.int() == 1)
        #expect(client.statistics.connected[.write] == 1)
        await client.stop()
        #expect(client.statistics.connected[.write] == nil)
    }

    @Test func `goes to no server that takes no writes`() async throws {
        let server = try #require(TemporaryServer.shared)
        let refusals = Mutex<[String]>([])
        let address =
            "host=\(server.socketFolder) user=postgres dbname=postgres"
            + " options='-c default_transaction_read_only=on'"
        let client = try Client.started(address) {
            $0.connectTimeout = .milliseconds(200)
        } report: { event in
            if case .refusedServer(_, let reason) = event { refusals.withLock { $0.append(reason) } }
        }
        let error = await #expect(throws: PostgresError.self) {
            try await client.run([Statement("SELECT 1")], on: .read)
        }
        guard case .unreachable = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        await client.stop()
        #expect(refusals.withLock { $0.allSatisfy { $0 == "it is read-only" } })
    }

    @Test func `that nobody takes is said to be unreachable`() async throws {
        let client = try Client.started("postgres://nobody@127.0.0.1:1/none") {
            $0.connectTimeout = .milliseconds(100)
        }
        let error = await #expect(throws: PostgresError.self) {
            try await client.run([Statement("SELECT 1")], on: .read)
        }
        guard case .unreachable = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        await client.stop()
    }

    @Test func `is given up when no answer comes in time`() async throws {
        let client = try await Client.temporary {
            $0.runTimeout = .milliseconds(200)
            $0.settings[.read] = ["statement_timeout": "0"]
        }
        let error = await #expect(throws: PostgresError.self) {
            try await client.run([Statement("SELECT pg_sleep(60)")], on: .read)
        }
        guard case .connectionLost = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        await client.stop()
    }

    @Test func `ends under load with an answer to everyone`() async throws {
        let client = try await Client.temporary()
        _ = try await client.run([Statement("SELECT 1")], on: .read)
        await withTaskGroup(of: PostgresError?.self) { group in
            for number in 0..<400 {
                let lane = Lane.allCases[number % 4]
                group.addTask {
                    do throws(PostgresError) {
                        while true { _ = try await client.run([Statement("SELECT 1")], on: lane) }
                    } catch {
                        return error
                    }
                }
            }
            group.addTask {
                await client.stop()
                return nil
            }
            for await error in group {
                switch error {
                case nil, .stopped, .connectionLost: break
                case let error: Issue.record("\(String(describing: error))")
                }
            }
        }
        let statements = [Statement("SELECT 1")]
        await #expect(throws: PostgresError.stopped) { try await client.run(statements, on: .read) }
        await client.stop()
    }
}
