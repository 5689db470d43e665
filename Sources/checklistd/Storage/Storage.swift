import API
import Checklists
import MemoryStore
import Records

/// Where everything is kept, as somebody named it, and what the program asks of it: a folder, or something
/// that is elsewhere.
protocol Storage: Sendable {
    /// What people know it by, without secrets.
    var name: String { get }
    /// What settings name it, for commands that somebody is told to run.
    var flag: String { get }
    /// Its access tokens.
    var tokens: any TokenStorage { get }

    /// Opens the store to be served. In one without any change the first list is made.
    func serve() async throws(Failure) -> any ServedStore
    /// Lends the store for some work, while nobody may serve it who needs it alone.
    func withStore<Result: Sendable>(
        _ body: (any Store) async throws -> Result
    ) async throws -> Result
    /// Lends what says who there is, also while a service works on the store.
    /// - Parameter address: Where such a service is asked, if nobody else may work on what it works on;
    ///   `nil` where that is not known.
    func withAdministration<Result: Sendable>(
        at address: String?, _ body: (any Administration) async throws(Failure) -> Result
    ) async throws(Failure) -> Result
    /// All lists with their items, also while they are served.
    func checklists() async throws -> [ChecklistSnapshot]
    /// All people with their devices, by their numbers, also while they are served.
    func people() async throws -> [Person]
    /// Checks everything without changing it, also while it is served.
    /// - Returns: What was seen, a sentence a line.
    func verify() async throws -> [String]
    /// Copies everything into a new folder, also while it is served.
    func backUp(to destination: String) async throws
    /// Everything there is, while nobody serves it.
    func contents() async throws -> StoredContents
    /// Puts everything into it, all or nothing. It has to be empty, and nobody may serve it.
    func fill(with contents: StoredContents) async throws
    /// Leaves it.
    func disconnect() async
}

/// Everything that is kept somewhere.
struct StoredContents: Sendable {
    /// Lists, items, webhooks, deliveries, preferences, what idempotency keys left behind, and counters.
    var memory: MemoryStore
    /// The access tokens; `nil` if none was ever made.
    var tokens: [StoredToken]?
}

/// Where the access tokens are kept.
protocol TokenStorage: Sendable {
    /// The access tokens; `nil` if none was ever made.
    func tokens() async throws -> [StoredToken]?
    /// Reads the access tokens without waiting for others; `nil` where that is not possible.
    var reader: (@Sendable () throws -> [StoredToken]?)? { get }
    /// Adds a token.
    /// - Returns: `false`, and nothing is changed, where another one has its name.
    func add(_ token: StoredToken) async throws -> Bool
    /// Removes a token.
    /// - Returns: `false` where there is none of that name.
    func removeToken(named name: String) async throws -> Bool
}

/// A store that is being served, with what those who run it want to know.
protocol ServedStore: Sendable {
    /// The store.
    var store: any Store { get }
    /// Why no changes are taken at present, as a sentence that says what to do; `nil` if they are.
    var obstacle: String? { get }

    /// How much there is.
    func amounts() async throws -> StoreAmounts
    /// Adds what is counted of a store of this kind.
    func addMetrics(to page: inout MetricsPage)
    /// Finishes what has begun. Requests fail from now on.
    func close() async
}

/// How much a store has, for metrics.
struct StoreAmounts: Hashable, Sendable {
    /// How many lists there are.
    var checklists = 0
    /// How many items are on them.
    var items = 0
    /// How many reminders are to come.
    var reminders = 0
    /// How many deliveries have attempts to come.
    var pendingDeliveries = 0
    /// Since when the oldest of them waits.
    var oldestPendingDelivery: Timestamp?
}

extension Configuration {
    /// The same settings for another place.
    func with(_ place: Place) -> Configuration {
        var configuration = self
        switch place {
        case .folder(let path):
            configuration.data = path
            configuration.database = nil
        case .database(let address): configuration.database = address
        }
        return configuration
    }

    /// Does something with where everything is kept, and leaves it in order.
    /// - Parameter log: Is told what happens there; `nil` where no service runs.
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
