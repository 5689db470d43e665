import PostgresServer
import SQL
import Testing

@testable import Postgres

extension Client {
    /// A client of a database of its own.
    static func temporary(
        _ change: (inout Configuration) -> Void = { _ in },
        report: @escaping @Sendable (ConnectionEvent) -> Void = { _ in }
    ) async throws -> Client {
        let server = try #require(TemporaryServer.shared)
        return try await started(server.makeDatabase(), change, report: report)
    }

    /// A client of this address.
    static func started(
        _ address: String, _ change: (inout Configuration) -> Void = { _ in },
        report: @escaping @Sendable (ConnectionEvent) -> Void = { _ in }
    ) throws -> Client {
        var configuration = Configuration(address: address, applicationName: "tests")
        // A machine that is busy is no failure.
        configuration.connectTimeout = .seconds(60)
        configuration.runTimeout = .seconds(60)
        change(&configuration)
        let client = Client(configuration, report: report)
        try client.start()
        return client
    }

    /// The first row of a statement.
    func row(
        _ sql: String, _ parameters: [Parameter] = [], on lane: Lane = .read
    ) async throws -> Columns {
        let rows = try await run([Statement(sql, parameters)], on: lane)
        return try #require(rows.first?.first).columns
    }

    /// The code of the error that a server answers with.
    func state(of statements: [Statement], on lane: Lane = .read) async -> String? {
        do throws(PostgresError) {
            _ = try await run(statements, on: lane)
            return nil
        } catch {
            guard case .server(let error) = error else { return "\(error)" }
            return error.state
        }
    }
}
