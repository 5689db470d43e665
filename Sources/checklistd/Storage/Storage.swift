import API
import Checklists
import MemoryStore
import Records

/// The data folder or database that the configuration names.
protocol Storage: Sendable {
    /// The name for messages, without secrets.
    var name: String { get }
    /// The flag that names it, for commands in messages.
    var flag: String { get }
    var tokens: any TokenStorage { get }

    /// Opens the store for a server. An empty store gets its first list.
    func serve() async throws(Failure) -> any ServedStore
    /// Opens the store and runs `body` with it.
    /// - Throws: `StorageError.locked` if a server has locked a folder.
    func withStore<Result: Sendable>(
        _ body: (any Store) async throws -> Result
    ) async throws -> Result
    /// Runs `body` with an administration of people and devices, even while a server uses the store.
    func withAdministration<Result: Sendable>(
        _ body: (any Administration) async throws(Failure) -> Result
    ) async throws(Failure) -> Result
    /// Checks that there is a store.
    /// - Throws: `StorageError.noStore`, `SQLStoreError.noSchema`.
    func requireStore() async throws
    /// All lists with their items. Works while a server runs.
    func checklists() async throws -> [ChecklistSnapshot]
    /// All people with their devices, ordered by id. Works while a server runs.
    func people() async throws -> [Person]
    /// Checks all data without changing it. Works while a server runs.
    /// - Returns: The findings, one sentence an element.
    func verify() async throws -> [String]
    /// Copies everything into a new folder. Works while a server runs.
    func backUp(to destination: String) async throws
    /// All data. No server may run.
    func contents() async throws -> StoredContents
    /// Fills an empty folder or database, all or nothing. No server may run.
    func fill(with contents: StoredContents) async throws
    /// Closes connections to a database.
    func disconnect() async
}

/// All data of a folder or database.
struct StoredContents: Sendable {
    /// Lists, items, webhooks, deliveries, preferences, idempotency records, and counters.
    var memory: MemoryStore
    /// The access tokens; `nil` if none was ever created.
    var tokens: [StoredToken]?
}

/// The stored access tokens.
protocol TokenStorage: Sendable {
    /// The access tokens; `nil` if none was ever created.
    func tokens() async throws -> [StoredToken]?
    /// A new function that reads the access tokens synchronously; `nil` if the storage cannot.
    var reader: (@Sendable () throws -> [StoredToken]?)? { get }
    /// A coalescing signal that the tokens changed; `nil` if the storage sends no notifications.
    func changes() -> AsyncStream<Void>?
    /// Adds a token.
    /// - Returns: `false`, without a change, if another token has its name.
    func add(_ token: StoredToken) async throws -> Bool
    /// Removes a token.
    /// - Returns: `false` if no token has that name.
    func removeToken(named name: String) async throws -> Bool
}

/// A store that a server uses, with its state for operators.
protocol ServedStore: Sendable {
    var store: any Store { get }
    /// Why the store takes no changes at present, as a sentence with the remedy; `nil` if it takes them.
    var obstacle: String? { get }

    /// What needs the operator's attention, as a sentence, while the store takes changes; `nil` for nothing.
    var warning: String? { get }

    /// The amounts of stored data.
    func amounts() async throws -> StoreAmounts
    /// Adds the metrics of this kind of store.
    func addMetrics(to page: inout MetricsPage)
    /// Finishes running work and closes the store. Later requests fail.
    func close() async
}

extension ServedStore {
    var warning: String? { nil }
}

/// The amounts of data of all people in a store, for metrics.
struct StoreAmounts: Hashable, Sendable {
    var checklists = 0
    /// The number of items on all lists.
    var items = 0
    /// The approximate size of everything in files, in bytes.
    var dataBytes = 0
    /// The number of scheduled reminders; `nil` if only a walk over the items would find it.
    var reminders: Int?
    /// The number of deliveries with scheduled attempts.
    var pendingDeliveries = 0
    /// The time since which the oldest of them waits.
    var oldestPendingDelivery: Timestamp?
}

extension Configuration {
    /// The same settings with another folder or database.
    func with(_ location: DataLocation) -> Configuration {
        var configuration = self
        switch location {
        case .folder(let path):
            configuration.data = path
            configuration.database = nil
        case .database(let address): configuration.database = address
        }
        return configuration
    }

    /// Runs `body` with the configured storage, and closes it afterwards.
    /// - Parameter log: The log of the server; `nil` for a command.
    func withStorage<Result>(
        log: Log? = nil, _ body: (any Storage) async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let storage: any Storage =
            if let database {
                try await PostgresStorage.connect(database, self, log: log)
            } else {
                FolderStorage(self, log: log)
            }
        do throws(Failure) {
            let result = try await body(storage)
            await storage.disconnect()
            return result
        } catch {
            await storage.disconnect()
            throw error
        }
    }
}
