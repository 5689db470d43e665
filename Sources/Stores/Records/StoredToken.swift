public import Checklists

/// The stored form of an access token: its SHA-256 digest.
public struct StoredToken: Hashable, Sendable {
    /// What its owner calls it; no two have the same name.
    public package(set) var name: String
    /// The name of its scope, which this module does not interpret.
    public package(set) var scope: String
    /// Its SHA-256.
    public package(set) var digest: [UInt8]
    /// When it was made.
    public package(set) var createdAt: Timestamp

    /// A token that was just made.
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
