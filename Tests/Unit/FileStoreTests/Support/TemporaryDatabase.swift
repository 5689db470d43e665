import Postgres
import PostgresServer
import SQL
import Testing

extension TemporaryServer {
    /// Creates a database without tables and returns its address.
    ///
    /// It uses a connection, not `createdb`: a child process would briefly hold every file lock of this
    /// process.
    static func database() async throws -> String {
        let server = try #require(TemporaryServer.shared)
        let name = "database_\(Int.random(in: 0 ... .max))"
        let client = Client(.init(address: server.address, applicationName: "tests"))
        try client.start()
        _ = try await client.run([Statement("CREATE DATABASE \(name)", isPrepared: false)], on: .long)
        await client.stop()
        return server.address.replacing("/postgres?", with: "/\(name)?")
    }
}
