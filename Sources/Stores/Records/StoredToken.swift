public import Checklists

/// The stored form of an access token: its SHA-256 digest.
public struct StoredToken: Hashable, Sendable {
    /// The name that the owner chose, unique among the tokens.
    public package(set) var name: String
    /// The name of the scope; this module does not interpret it.
    public package(set) var scope: String
    /// The SHA-256 digest of the token.
    public package(set) var digest: [UInt8]
    /// The time of creation.
    public package(set) var createdAt: Timestamp

    /// A new token.
    public init(name: String, scope: String, digest: [UInt8], createdAt: Timestamp) {
        self.name = name
        self.scope = scope
        self.digest = digest
        self.createdAt = createdAt
    }
}

extension StoredToken: Record {
    package static var blank: StoredToken {
        StoredToken(name: "", scope: "", digest: [], createdAt: .zero)
    }

    package mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try fields.required("name", &name)
        try fields.required("scope", &scope)
        try fields.required("sha256", &sha256)
        try fields.required("createdAt", &createdAt)
    }

    private var sha256: SHA256Digits {
        get { SHA256Digits(bytes: digest) }
        set { digest = newValue.bytes }
    }
}
