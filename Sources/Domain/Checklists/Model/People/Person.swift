/// Somebody who has lists, and devices to look at them with.
public struct Person: Identifiable, Hashable, Sendable {
    /// The number of a person.
    public struct ID: Identifier {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// The person that is there from the start, and whom whoever needs no token is taken for.
        public static let first = ID(rawValue: 1)
    }

    /// Never used again, not even after the person is removed.
    public package(set) var id: ID
    /// 1 to 100 characters, trimmed, without control characters.
    public var name: String
    /// What the person signed in with, in the order in which that happened.
    public var devices: [Device] = []
    /// The links by which one more device can be signed in.
    public var signInLinks: [SignInLink] = []
    /// When the person was added.
    public package(set) var createdAt: Timestamp
    /// When the name last changed.
    public var updatedAt: Timestamp
    /// The change that last touched anything of it.
    public var revision: Revision

    /// A person without devices.
    public init(id: ID, name: String, createdAt: Timestamp, updatedAt: Timestamp, revision: Revision) {
        self.id = id
        self.name = name
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.revision = revision
    }

    /// What the first person is called until somebody says otherwise.
    public static let firstName = "Me"

    /// A person that was never changed, and so is kept nowhere: the first; `nil` for any other.
    package static func unchanged(_ id: ID) -> Person? {
        guard id == .first else { return nil }
        let start = Timestamp(milliseconds: 0)
        return Person(id: id, name: firstName, createdAt: start, updatedAt: start, revision: .zero)
    }
}

/// Something that a person signed in with, and the token that it shows.
public struct Device: Identifiable, Hashable, Sendable {
    /// The number of a device: that of the change by which it was signed in.
    public struct ID: Identifier {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
    }

    /// Never used again.
    public package(set) var id: ID
    /// 1 to 100 characters: what people tell it from others by.
    public var name: String
    /// What its token allows.
    public var scope: Scope
    /// The SHA-256 of its token, which is kept nowhere.
    public var tokenDigest: [UInt8]
    /// When it was signed in.
    public package(set) var createdAt: Timestamp
    /// The hour in which it was used last.
    public var lastUsedAt: Timestamp

    /// A device as it is kept.
    public init(
        id: ID, name: String, scope: Scope, tokenDigest: [UInt8], createdAt: Timestamp, lastUsedAt: Timestamp
    ) {
        self.id = id
        self.name = name
        self.scope = scope
        self.tokenDigest = tokenDigest
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
    }
}

/// A link by which one device of a person can be signed in, once.
public struct SignInLink: Identifiable, Hashable, Sendable {
    /// The number of a link: that of the change by which it was made.
    public struct ID: Identifier {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
    }

    /// Never used again.
    public package(set) var id: ID
    /// What the token of the device will allow.
    public var scope: Scope
    /// The SHA-256 of its secret, which is kept nowhere.
    public var secretDigest: [UInt8]
    /// When it was made.
    public package(set) var createdAt: Timestamp
    /// Until when it can be used.
    public var expiresAt: Timestamp

    /// A link as it is kept.
    public init(
        id: ID, scope: Scope, secretDigest: [UInt8], createdAt: Timestamp, expiresAt: Timestamp
    ) {
        self.id = id
        self.scope = scope
        self.secretDigest = secretDigest
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }
}
