import Checklists
import FileStore
import Foundation
import MemoryStore
import Postgres
import PostgresStore
import Records
import SQL
import SQLStore

struct PostgresStorage: Storage {
    private let address: DatabaseAddress
    private let limits: SQLStoreLimits
    private let database: SQLDatabase
    /// The store; `nil` if no server runs.
    private let served: ServedDatabase?

    /// Connects to the database. With a log, also opens the store for a server.
    static func connect(
        _ address: DatabaseAddress, _ configuration: Configuration, log: Log?
    ) async throws(Failure) -> PostgresStorage {
        var limits = SQLStoreLimits()
        limits.capacity = configuration.storageLimits.capacity
        limits.retention = configuration.storageLimits.retention
        guard let log else {
            let database = try await Failure.reporting { try PostgresDatabase.connect(address.text) }
            return PostgresStorage(address: address, limits: limits, database: database, served: nil)
        }
        let opening = limits
        let store = try await Failure.reporting {
            try await PostgresStore.open(
                address.text, limits: opening, onEvent: { log.record($0, of: address) })
        }
        return PostgresStorage(
            address: address, limits: limits, database: store.database,
            served: ServedDatabase(postgres: store))
    }

    var name: String { address.text }
    var flag: String { "--store \(address.text)" }
    var tokens: any TokenStorage { database }

    func serve() async throws(Failure) -> any ServedStore {
        guard let served else { preconditionFailure("it is served only where there is a log") }
        return served
    }

    func withStore<Result: Sendable>(
        _ body: (any Store) async throws -> Result
    ) async throws -> Result {
        let address = address
        let store = try await PostgresStore.openEmpty(
            address.text, limits: limits,
            onEvent: { event in
                guard case .storeMade = event else { return }
                FileHandle.standardError.write(Data("Made a new store in \(address).\n".utf8))
            })
        do {
            let result = try await body(store)
            await store.close()
            return result
        } catch {
            await store.close()
            throw error
        }
    }

    func withAdministration<Result: Sendable>(
        _ body: (any Administration) async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        guard let result = try await withOwnAdministration(body) else {
            preconditionFailure("no process has a database for itself")
        }
        return result
    }

    func requireStore() async throws {
        if try await database.version == nil { throw SQLStoreError.noSchema }
    }

    func people() async throws -> [Person] {
        // A command that only reads makes no tables.
        try await requireStore()
        return try await withStore { try await $0.people(PageRequest(limit: .max), knownTo: nil).elements }
    }

    func checklists() async throws -> [ChecklistSnapshot] {
        let memory = try await memory(whileServed: true)
        return memory.checklistIDs.compactMap { memory.snapshot(of: $0) }
    }

    func verify() async throws -> [String] {
        let found = try await database.verify()
        let sum = "\(found.checklists) checklists with \(found.items) items"
        guard found.faults.isEmpty else {
            throw Failure(.data, "\(name) has \(sum), and faults. \(found.faults.joined(separator: " "))")
        }
        return ["\(name) is in order: \(sum), complete through change \(found.revision.rawValue)."]
    }

    func backUp(to destination: String) async throws {
        let memory = try await memory(whileServed: true)
        try DataFolder(at: destination).make(
            of: memory, tokens: try await database.tokens(), now: Timestamp(Date()))
    }

    func contents() async throws -> StoredContents {
        StoredContents(
            memory: try await memory(whileServed: false),
            tokens: try await database.tokens())
    }

    /// All data. Standard error says what it lacks.
    private func memory(whileServed: Bool) async throws -> MemoryStore {
        let (memory, notices) = try await database.contents(as: MemoryStore.self, whileServed: whileServed)
        for notice in notices { FileHandle.standardError.write(Data("\(notice)\n".utf8)) }
        return memory
    }

    func fill(with contents: StoredContents) async throws {
        try await database.fill(with: contents.memory, tokens: contents.tokens)
    }

    func disconnect() async {
        if let served { await served.close() } else { await database.disconnect() }
    }
}

extension SQLDatabase: TokenStorage {
    var reader: (@Sendable () throws -> [StoredToken]?)? { nil }

    func changes() -> AsyncStream<Void>? { nil }
}

/// A database that a server uses.
private struct ServedDatabase: ServedStore {
    let postgres: SQLStore
    private let remindersCount = KeptCount()

    init(postgres: SQLStore) { self.postgres = postgres }

    var store: any Store { postgres }

    var obstacle: String? {
        if postgres.isServing { return nil }
        if let name = postgres.unsafeSetting {
            return "The database server has \(name) = off, so a crash could lose changes. Set it to on."
        }
        if postgres.isLocked {
            return "Another session has locked a table of the database. See pg_locks."
        }
        return "The database does not respond. The server keeps trying; see its log."
    }

    func amounts() async throws -> StoreAmounts {
        let totals = try await postgres.totals()
        let pending = try await postgres.pendingDeliveries()
        let reminders = try await remindersCount.value { try await postgres.remindersCount() }
        return StoreAmounts(
            checklists: totals.checklists, items: totals.items, dataBytes: totals.dataBytes,
            reminders: reminders, pendingDeliveries: pending.count, oldestPendingDelivery: pending.oldest)
    }

    func addMetrics(to page: inout MetricsPage) {
        let now = postgres.statistics
        page.single(
            "checklistd_postgres_transactions_total", .counter, "Transactions committed.", now.transactions)
        page.single(
            "checklistd_postgres_requests_total", .counter,
            "Changes in committed transactions.", now.requests)
        page.single(
            "checklistd_postgres_batch_requests_max", .gauge, "Changes in the largest transaction.",
            now.largestBatch)
        page.single(
            "checklistd_postgres_retries_total", .counter, "Retried transactions.", now.retries)
        page.single(
            "checklistd_postgres_in_doubt_total", .counter,
            "Transactions whose outcome was unknown and had to be looked up.", now.inDoubt)
        page.single(
            "checklistd_postgres_heartbeat_age_seconds", .gauge,
            "Seconds since the database acknowledged the last heartbeat.", now.heartbeatAge)
        let connections = postgres.connections
        page.family(
            "checklistd_postgres_connections", .gauge, "Connections to the database, by purpose.",
            Lane.allCases.map {
                "checklistd_postgres_connections{lane=\"\($0)\"} \(connections.connected[$0] ?? 0)"
            })
        page.single(
            "checklistd_postgres_waiting", .gauge, "Waiting for a connection.", connections.waitingCount)
        page.single(
            "checklistd_postgres_under_way", .gauge, "Statements sent without a response yet.",
            connections.underWayCount)
    }

    func close() async { await postgres.close() }
}

extension Log {
    /// Logs the events of the database.
    fileprivate func record(_ event: SQLStoreEvent, of address: DatabaseAddress) {
        switch event {
        case .connection(.connected(let lane, let host)):
            info("database connected", ["for": "\(lane)", "host": host])
        case .connection(.lost(let lane, let reason)):
            warning("database connection lost", ["for": "\(lane)", "reason": reason])
        case .connection(.refusedServer(let host, let reason)):
            warning("database server not used", ["host": host, "reason": reason])
        case .connection(.unreachable(let lane, let reason)):
            warning("database unreachable", ["for": "\(lane)", "reason": reason])
        case .silent: error("database silent", ["requests": "are refused until it answers"])
        case .heard: info("database answers again")
        case .retried(let reason): info("database tried again", ["reason": reason])
        case .settled(let wasCommitted):
            warning("database left a commit in doubt", ["committed": wasCommitted])
        case .full: error("database full", ["changes": "are refused until space is free"])
        case .roomAgain: info("database has space again")
        case .changesLost(let count):
            error(
                "database lost changes",
                ["atLeast": "\(count)", "reason": "a server without them took over"])
        case .storeMade: info("made a new store", ["in": address])
        case .restored:
            warning(
                "database restored",
                ["reason": "its tables come from a dump or a copy", "expired": "ETags and cursors"])
        case .unsafeSetting(let name, isRefused: true):
            error("database unsafe", ["setting": "\(name) = off", "requests": "are refused until it is on"])
        case .unsafeSetting(let name, isRefused: false):
            warning("database unsafe", ["setting": "\(name) = off", "commits": "use on"])
        case .safeAgain(let name): info("database safe again", ["setting": "\(name) = on"])
        case .notice(let sentence): warning("database", ["notice": sentence])
        }
    }
}

extension Failure {
    /// The failure of a database, with its exit status.
    init(_ error: PostgresError) {
        let status: ExitStatus =
            switch error {
            case .invalidAddress: .usage
            case .libraryMissing, .unreachable, .connectionLost, .stopped: .unavailable
            case .server(let error): error.state.hasPrefix("42501") ? .noPermission : .unavailable
            case .warned: .ioError
            }
        // The messages of libpq can already end with punctuation.
        let sentence = "\(error)".trimmingCharacters(in: CharacterSet(charactersIn: "?!. \n"))
        self.init(status, "\(sentence).")
    }

    /// The failure of a database whose tables or settings do not fit.
    init(_ error: SQLStoreError) {
        switch error {
        case .newerSchema, .outdatedSchema: self.init(.data, "\(error)")
        case .noSchema, .olderSchema, .otherTextOrder, .unsafeSetting: self.init(.configuration, "\(error)")
        }
    }
}
