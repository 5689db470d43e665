/// An account, with the devices that have signed in.
public struct Person: Identifiable, Hashable, Sendable {
    /// The number of a person.
    public struct ID: Identifier {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// The person that every new store has, and as which the local machine acts.
        public static let first = ID(rawValue: 1)
    }

    /// The identifier; it is not reused after the person is removed.
    public package(set) var id: ID
    /// 1 to 100 characters, trimmed, without control characters.
    public var name: String
    /// The devices, in the order in which they signed in.
    public var devices: [Device] = []
    /// The valid links that each sign in one more device.
    public var signInLinks: [SignInLink] = []
    /// The accounts at providers by which the person signs in.
    public var identities: [ExternalIdentity] = []
    /// The changes that assistants propose, oldest first.
    public var proposals: [Proposal] = []
    /// When the person was added.
    public package(set) var createdAt: Timestamp
    /// When the name last changed.
    public var updatedAt: Timestamp
    /// The revision that last changed the person.
    public var revision: Revision

    /// Creates a person without devices.
    public init(id: ID, name: String, createdAt: Timestamp, updatedAt: Timestamp, revision: Revision) {
        self.id = id
        self.name = name
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.revision = revision
    }

    /// The default name of the first person.
    public static let firstName = "Me"

    /// The default record of the first person, which no store contains; `nil` for other people.
    package static func unchanged(_ id: ID) -> Person? {
        guard id == .first else { return nil }
        let start = Timestamp(milliseconds: 0)
        return Person(id: id, name: firstName, createdAt: start, updatedAt: start, revision: .zero)
    }
}

/// A signed-in device with its token.
public struct Device: Identifiable, Hashable, Sendable {
    /// The number of a device: the revision in which it signed in.
    public struct ID: Identifier {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
    }

    /// The identifier; it is not reused.
    public package(set) var id: ID
    /// The name that people see, 1 to 100 characters.
    public var name: String
    /// The scope of its token.
    public var scope: Scope
    /// The SHA-256 of its token, which the server does not store.
    public var tokenDigest: [UInt8]
    /// When the device signed in.
    public package(set) var createdAt: Timestamp
    /// The hour of its last use.
    public var lastUsedAt: Timestamp
    /// The issuer of the provider at which the person signed in; `nil` for another link.
    public var issuer: String?

    /// Creates a device from its stored fields.
    public init(
        id: ID, name: String, scope: Scope, tokenDigest: [UInt8], createdAt: Timestamp, lastUsedAt: Timestamp,
        issuer: String? = nil
    ) {
        self.id = id
        self.name = name
        self.scope = scope
        self.tokenDigest = tokenDigest
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.issuer = issuer
    }
}

/// A link that signs in one device of a person, once.
public struct SignInLink: Identifiable, Hashable, Sendable {
    /// The number of a link: the revision that created it.
    public struct ID: Identifier {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
    }

    /// The identifier; it is not reused.
    public package(set) var id: ID
    /// The scope that the device's token gets.
    public var scope: Scope
    /// The SHA-256 of the secret, which the server does not store.
    public var secretDigest: [UInt8]
    /// The time of creation.
    public package(set) var createdAt: Timestamp
    /// When the link expires.
    public var expiresAt: Timestamp
    /// The issuer of the provider at which the person signs in; `nil` if a person made the link.
    public var issuer: String?

    /// Creates a link from its stored fields.
    public init(
        id: ID, scope: Scope, secretDigest: [UInt8], createdAt: Timestamp, expiresAt: Timestamp,
        issuer: String? = nil
    ) {
        self.id = id
        self.scope = scope
        self.secretDigest = secretDigest
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.issuer = issuer
    }
}
