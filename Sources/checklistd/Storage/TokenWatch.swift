import API
import Checklists
import FileStore
import Records
import Synchronization

/// Keeps the valid tokens in memory equal to the stored ones, which commands and other processes change.
final class TokenWatch: Sendable {
    /// The valid tokens.
    let tokens = AccessTokens()
    private let storage: any TokenStorage
    private let read: (@Sendable () throws -> [StoredToken]?)?
    private let log: Log
    private let known = Mutex<[StoredToken]?>(nil)
    private let looking = Mutex<Task<Void, Never>?>(nil)

    /// The interval at which it reads the tokens of a storage without notifications, and after an error.
    private static let interval = Duration.milliseconds(500)
    /// The time after which running servers have seen a change.
    static let spreadTime = Duration.milliseconds(750)

    /// Reads the tokens for the first time.
    /// - Throws: `Failure` if the stored tokens cannot be read.
    init(_ storage: any TokenStorage, log: Log) async throws(Failure) {
        self.storage = storage
        self.log = log
        read = storage.reader
        try await reload()
        tokens.refresh(by: { [weak self] in
            // The next regular read logs the error.
            _ = try? self?.reloadNow()
        })
    }

    /// Whether a token was ever created.
    var wereMade: Bool { known.withLock { $0 != nil } }

    /// Reads the tokens, and replaces those in memory after a change.
    /// - Throws: `Failure` if the stored tokens cannot be read. The valid tokens then stay.
    func reload() async throws(Failure) {
        if try reloadNow() { return }
        let stored = try await Failure.reporting { try await storage.tokens() }
        try known.withLock { known throws(Failure) in try replace(&known, with: stored) }
    }

    /// Reads the tokens synchronously.
    /// - Returns: Whether the storage can do that.
    @discardableResult private func reloadNow() throws(Failure) -> Bool {
        guard let read else { return false }
        // The lock covers reading, so that an older state never replaces a newer one.
        try known.withLock { known throws(Failure) in
            let stored: [StoredToken]?
            do {
                stored = try read()
            } catch let error as StorageError {
                throw Failure(error)
            } catch {
                throw Failure(.software, "\(error)")
            }
            try replace(&known, with: stored)
        }
        return true
    }

    private func replace(_ known: inout [StoredToken]?, with stored: [StoredToken]?) throws(Failure) {
        guard known != stored else { return }
        // Without its file, a folder could be open to everyone. The table of a database is empty.
        guard known == nil || stored != nil || read == nil else {
            throw Failure(.data, "The stored access tokens are gone. Restore them from a backup.")
        }
        known = stored ?? known.map { _ in [] }
        var tokens: [AccessToken] = []
        for token in stored ?? [] {
            guard let scope = Scope(rawValue: token.scope) else {
                throw Failure(
                    .data, "The token \"\(token.name)\" has the unknown scope \(token.scope). Revoke it.")
            }
            tokens.append(AccessToken(digest: token.digest, scope: scope))
        }
        self.tokens.replace(with: tokens)
        log.info("tokens loaded", ["count": tokens.count])
    }

    /// Starts to look for changes.
    func start() {
        looking.withLock { looking in
            looking = Task(executorPreference: BackgroundExecutor()) { [self] in await look() }
        }
    }

    func stop() { looking.withLock { $0 }?.cancel() }

    private func look() async {
        var hasFailed = false
        var changes = storage.changes()?.makeAsyncIterator()
        while !Task.isCancelled {
            do throws(Failure) {
                try await reload()
                hasFailed = false
            } catch {
                if !hasFailed {
                    log.error("tokens cannot be read, the previous ones stay valid", ["error": error.message])
                }
                hasFailed = true
            }
            // Cancellation ends either wait, and then the loop.
            if !hasFailed, changes != nil {
                if await changes?.next() == nil { changes = nil }
            } else {
                try? await Task.sleep(for: Self.interval)
            }
        }
    }
}
