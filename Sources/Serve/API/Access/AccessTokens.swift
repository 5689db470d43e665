public import Checklists
import Digest
import Synchronization

/// The valid access tokens. A change takes effect with the next request.
public final class AccessTokens: Sendable {
    private let tokens: Mutex<[AccessToken]>
    /// The number of tokens, readable without the lock.
    private let count: Atomic<Int>
    /// Reads the stored tokens again, and when it may do so next.
    private let rereading = Mutex<(read: (@Sendable () -> Void)?, due: UInt64)>((nil, 0))

    /// Starts with these tokens.
    public init(_ tokens: [AccessToken] = []) {
        self.tokens = Mutex(tokens)
        count = Atomic(tokens.count)
    }

    /// Replaces all valid tokens.
    public func replace(with tokens: [AccessToken]) {
        self.tokens.withLock { current in
            current = tokens
            count.store(tokens.count, ordering: .releasing)
        }
    }

    /// Sets the closure that reads the stored tokens and replaces these. It must not block.
    public func refresh(by read: @escaping @Sendable () -> Void) { rereading.withLock { $0.read = read } }

    /// Whether no access token is valid.
    public var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

    /// Whether a token is valid, by its id.
    public func contains(_ id: UInt64) -> Bool {
        tokens.withLock { tokens in tokens.contains { $0.id == id } }
    }

    /// Looks up an unknown digest in the stored tokens: a command can have created a token since the last
    /// read. Wrong tokens cause one read a second.
    /// - Parameter now: A monotonic clock, in nanoseconds.
    func newToken(of digest: [UInt8], at now: UInt64) -> AccessToken? {
        let read: (@Sendable () -> Void)? = rereading.withLock { rereading in
            guard now >= rereading.due else { return nil }
            rereading.due = now + Self.rereadingNanoseconds
            return rereading.read
        }
        guard let read else { return nil }
        read()
        return token(of: digest)
    }

    private static let rereadingNanoseconds: UInt64 = 1_000_000_000

    /// The token with a digest. The time of the search depends only on the number of tokens.
    func token(of digest: [UInt8]) -> AccessToken? {
        tokens.withLock { tokens in
            var found: AccessToken?
            for token in tokens where token.digest.isEqualInConstantTime(to: digest) { found = token }
            return found
        }
    }
}

/// The stored form of a token: its SHA-256 digest, which does not reveal the token.
public struct AccessToken: Sendable {
    /// The prefix of every token, by which people and leak scanners recognize one.
    public static let prefix = "cld_"
    /// The number of random bytes in a token.
    public static let randomBytes = 32

    /// The SHA-256 digest of the token.
    public let digest: [UInt8]
    /// The scope that the token grants.
    public let scope: Scope

    /// Creates the stored form of a token.
    public init(digest: [UInt8], scope: Scope) {
        self.digest = digest
        self.scope = scope
    }

    /// The text of a token: the prefix, and `randomBytes` random bytes in base64url.
    public static func text(_ random: [UInt8]) -> String {
        prefix + random.base64URL
    }

    /// The SHA-256 digest of a token.
    public static func digest(of text: String) -> [UInt8] { digest(of: Array(text.utf8)) }

    static func digest(of octets: [UInt8]) -> [UInt8] { SHA256.digest(octets) }

    /// A short id derived from the digest; not reversible.
    var id: UInt64 { digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }
}
