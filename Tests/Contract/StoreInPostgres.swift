import Checklists
import Postgres
import PostgresServer
import SQL
import StoreFixtures
import Testing

@testable import PostgresStore
@testable import SQLStore

/// A store in its own database.
actor StoreInPostgres: OpenStore {
    private let clock: ManualClock
    private let limits: SQLStoreLimits
    private var opening: Task<SQLStore, any Error>?

    /// At most 16 stores are open at a time on the server.
    private static let places = Places(16)
    private static let databases = Databases()

    init(_ clock: ManualClock, _ capacity: Capacity) {
        self.clock = clock
        var limits = SQLStoreLimits.patient
        limits.capacity = capacity
        self.limits = limits
    }

    var store: any Store {
        get async throws {
            if let opening { return try await opening.value }
            let (clock, limits) = (clock, limits)
            let task = Task { () throws in
                await Self.places.take()
                return try await PostgresStore.openEmpty(
                    Self.databases.make(), limits: limits, allowsLoss: true, now: { clock.now })
            }
            opening = task
            return try await task.value
        }
    }

    func close() async {
        guard let opening else { return }
        try? await opening.value.close()
        await Self.places.giveBack()
        self.opening = nil
    }
}

/// Databases on the server, each a copy of an empty one with the tables.
///
/// They are created over a connection, not by `createdb`: a child process would briefly hold every file lock
/// of this process.
private actor Databases {
    private var making: Task<Client, any Error>?
    private var count = 0

    /// Creates a database and returns its address.
    func make() async throws -> String {
        let server = try #require(TemporaryServer.shared)
        let task = making ?? Task { try await Self.makeTemplate(on: server) }
        making = task
        let client = try await task.value
        count += 1
        let name = "contract_\(count)"
        let sql = "CREATE DATABASE \(name) TEMPLATE contract"
        _ = try await client.run([Statement(sql, isPrepared: false)], on: .long)
        return Self.address(of: name, on: server)
    }

    private static func makeTemplate(on server: TemporaryServer) async throws -> Client {
        let client = Client(.init(address: server.address, applicationName: "tests"))
        try client.start()
        let sql = "CREATE DATABASE contract"
        _ = try await client.run([Statement(sql, isPrepared: false)], on: .long)
        let address = address(of: "contract", on: server)
        try await PostgresStore.openEmpty(address, limits: .patient, allowsLoss: true).close()
        // Otherwise each copy would begin an epoch, whose numbers are high.
        let template = Client(.init(address: address, applicationName: "tests"))
        try template.start()
        _ = try await template.run([Statement("DELETE FROM origins")], on: .long)
        await template.stop()
        return client
    }

    private static func address(of name: String, on server: TemporaryServer) -> String {
        server.address.replacing("/postgres?", with: "/\(name)?")
    }
}

/// A counting semaphore.
private actor Places {
    private var count: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { self.count = count }

    func take() async {
        if count > 0 {
            count -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    func giveBack() {
        if waiting.isEmpty { count += 1 } else { waiting.removeFirst().resume() }
    }
}
