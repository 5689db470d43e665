/// The account of a person at a provider: at an OpenID provider, or at the sign-in of a trusted proxy.
public struct ExternalIdentity: Hashable, Sendable {
    /// The issuer of an OpenID provider, a URL; empty for the proxy.
    public var issuer: String
    /// The name of the account. The provider gives it to nobody else.
    public var subject: String
    /// What the person may do when signed in by the account.
    public var scope: Scope
    /// When the person first signed in by the account.
    public package(set) var createdAt: Timestamp

    /// Creates an identity from its stored fields.
    public init(issuer: String, subject: String, scope: Scope, createdAt: Timestamp) {
        self.issuer = issuer
        self.subject = subject
        self.scope = scope
        self.createdAt = createdAt
    }

    /// The key by which stores find the person of the account.
    package var key: [UInt8] { Self.key(issuer: issuer, subject: subject) }

    /// The key of an account.
    ///
    /// Stores find tokens and secrets by SHA-256 digests. A key is longer than any digest, so no token or
    /// secret can stand for an account.
    public static func key(issuer: String, subject: String) -> [UInt8] {
        Array("account at the provider of a person: \(issuer)".utf8) + [0] + Array(subject.utf8)
    }
}

/// The sign-in of an account that a provider has verified.
public struct Admission: Hashable, Sendable {
    /// The issuer of an OpenID provider, a URL; empty for the proxy.
    public var issuer: String
    /// The name of the account.
    public var subject: String
    /// The name of a new person. The rule removes what a name may not have.
    public var name: String
    /// Whether the account belongs to person 1.
    public var first: FirstPerson
    /// Whether an unknown account becomes a new person.
    public var addsPeople: Bool

    /// When an unknown account belongs to person 1.
    public enum FirstPerson: Hashable, Sendable {
        /// Always: the operator named the account.
        case always
        /// While person 1 has no device, no account and no valid sign-in link.
        case ifFree
        case never
    }

    /// Creates an admission.
    public init(issuer: String, subject: String, name: String, first: FirstPerson, addsPeople: Bool) {
        self.issuer = issuer
        self.subject = subject
        self.name = name
        self.first = first
        self.addsPeople = addsPeople
    }
}
