import API
import Checklists
import FileStore
import Records
import Synchronization

/// Keeps the tokens in force those that are kept, whoever changes them there.
final class TokenWatch: Sendable {
    /// The tokens in force.
    let tokens = AccessTokens()
    private let storage: any TokenStorage
    private let log: Log
    private let known = Mutex<[StoredToken]?>(nil)
    private let looking = Mutex<Task<Void, Never>?>(nil)

    /// How often the tokens are read.
    private static let interval = Duration.milliseconds(500)
    /// How long a change takes to be seen by services that answer.
    static let spreadTime = Duration.milliseconds(750)

    /// Reads the tokens for the first time.
    /// - Throws: What is wrong with the file.
    init(_ storage: any TokenStorage, log: Log) async throws(Failure) {
        self.storage = storage
        self.log = log
        try await reload()
        tokens.refresh(by: { [weak self] in
            // What is wrong with the file is logged by the next regular look.
            _ = try? self?.reloadNow()
        })
    }

    /// Whether tokens were ever made.
    var wereMade: Bool { known.withLock { $0 != nil } }

    /// Reads the tokens if they have changed.
    /// - Throws: What is wrong with the file; the tokens in force stay then.
    func reload() async throws(Failure) {
        if try reloadNow() { return }
        let stored = try await Failure.reporting { try await storage.tokens() }
        try known.withLock { known throws(Failure) in try replace(&known, with: stored) }
    }

    /// Reads the tokens without waiting for others.
    /// - Returns: Whether that is possible.
    @discardableResult private func reloadNow() throws(Failure) -> Bool {
        guard let read = storage.reader else { return false }
        // What is read first is taken first.
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
        known = stored
        var tokens: [AccessToken] = []
        for token in stored ?? [] {
            guard let scope = Scope(rawValue: token.scope) else {
                throw Failure(
                    .data, "The token \"\(token.name)\" has a scope that is not known: \(token.scope).")
            }
            tokens.append(AccessToken(digest: token.digest, scope: scope))
        }
        self.tokens.replace(with: tokens)
        log.info("tokens", ["count": tokens.count])
    }

    /// Looks for changes from now on.
    func start() {
        // What is kept is small; reading it is cheaper than to be told of everything that happens around it.
        looking.withLock { looking in
            looking = Task(executorPreference: BackgroundExecutor()) { [self] in await look() }
        }
    }

    /// Looks no more.
    func stop() { looking.withLock { $0 }?.cancel() }

    private func look() async {
        var hasFailed = false
        while !Task.isCancelled {
            do throws(Failure) {
                try await reload()
                hasFailed = false
            } catch {
                if !hasFailed {
                    log.error("tokens cannot be read; the ones in force stay", ["error": error.message])
                }
                hasFailed = true
            }
            // Cancelled while waiting, the loop ends by itself.
            try? await Task.sleep(for: Self.interval)
        }
    }
}
