import API
import Dispatch
import HTTP
import Storage
import Synchronization

/// Keeps the tokens in force those of the data folder, whoever changes them there.
final class TokenWatch: Sendable {
    /// The tokens in force.
    let tokens = AccessTokens()
    private let folder: DataFolder
    private let log: Log
    private let known = Mutex<[StoredToken]?>(nil)
    private let hasFailed = Mutex(false)

    /// How long a change may take to be seen: 500 ms.
    private static let intervalMilliseconds = 500

    /// Reads the tokens for the first time.
    /// - Throws: What is wrong with the file.
    init(_ folder: DataFolder, log: Log) throws(Failure) {
        self.folder = folder
        self.log = log
        try reload()
    }

    /// Whether tokens were ever made.
    var wereMade: Bool { known.withLock { $0 != nil } }

    /// Reads the tokens if they have changed.
    /// - Throws: What is wrong with the file; the tokens in force stay then.
    func reload() throws(Failure) {
        let stored = try TokenCommands.reportingErrors { try folder.tokens() }
        let isNew = known.withLock { known in
            defer { known = stored }
            return known != stored
        }
        guard isNew else { return }
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
    /// - Returns: What has to be kept as long as that goes on.
    func start() -> any DispatchSourceTimer {
        // The file is small; reading it is cheaper than to be told of everything that happens in its folder.
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "tokens"))
        timer.schedule(
            deadline: .now(), repeating: .milliseconds(Self.intervalMilliseconds), leeway: .milliseconds(100))
        timer.setEventHandler { [self] in
            do throws(Failure) {
                try reload()
                hasFailed.withLock { $0 = false }
            } catch {
                let isNews = hasFailed.withLock { failed in
                    defer { failed = true }
                    return !failed
                }
                if isNews {
                    log.error("tokens cannot be read; the ones in force stay", ["error": error.message])
                }
            }
        }
        timer.activate()
        return timer
    }
}
