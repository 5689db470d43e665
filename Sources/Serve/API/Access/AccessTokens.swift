public import Checklists
import Digest
import Synchronization

/// The tokens that are in force. They may change at any time, and count from the next request on.
public final class AccessTokens: Sendable {
    private let tokens: Mutex<[AccessToken]>
    /// How many there are, for those who ask with every request.
    private let count: Atomic<Int>
    /// Reads the tokens again where they are kept.
    private let rereading = Mutex<(@Sendable () -> Void)?>(nil)

    /// These tokens, to begin with.
    public init(_ tokens: [AccessToken] = []) {
        self.tokens = Mutex(tokens)
        count = Atomic(tokens.count)
    }

    /// Puts other tokens in force, and all earlier ones out of it.
    public func replace(with tokens: [AccessToken]) {
        self.tokens.withLock { current in
            current = tokens
            count.store(tokens.count, ordering: .releasing)
        }
    }

    /// Sets what reads the tokens again and replaces them, without waiting for others.
    public func refresh(by read: @escaping @Sendable () -> Void) { rereading.withLock { $0 = read } }

    /// Whether there are none.
    public var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

    /// Whether one is among them, by its number.
    public func contains(_ id: UInt64) -> Bool {
        tokens.withLock { tokens in tokens.contains { $0.id == id } }
    }

    /// The token with a digest that is not known: a command may have made it since the tokens were read.
    func newToken(of digest: [UInt8]) -> AccessToken? {
        guard let read = rereading.withLock({ $0 }) else { return nil }
        read()
        return token(of: digest)
    }

    /// The token with a digest. How long it takes tells nothing about those in force but their number.
    func token(of digest: [UInt8]) -> AccessToken? {
        tokens.withLock { tokens in
            var found: AccessToken?
            for token in tokens where token.digest.isEqualInConstantTime(to: digest) { found = token }
            return found
        }
    }
}

/// A token as the service knows it: what it is cannot be told from that.
public struct AccessToken: Sendable {
    /// What begins every token, so that people and programs that look for leaked secrets recognize one.
    public static let prefix = "cld_"
    /// How much randomness stands behind the prefix, in octets.
    public static let randomBytes = 32

    /// Its SHA-256.
    public let digest: [UInt8]
    /// What it allows.
    public let scope: Scope

    /// A token with that digest.
    public init(digest: [UInt8], scope: Scope) {
        self.digest = digest
        self.scope = scope
    }

    /// The token made of `randomBytes` random octets, as it is shown once: the prefix and the octets in
    /// base64url.
    public static func text(_ random: [UInt8]) -> String {
        prefix + random.base64URL
    }

    /// The digest of a token.
    public static func digest(of text: String) -> [UInt8] { digest(of: Array(text.utf8)) }

    static func digest(of octets: [UInt8]) -> [UInt8] { SHA256.digest(octets) }

    /// A number that tells it from others and from which it cannot be told.
    var id: UInt64 { digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }
}
