public import Checklists
import Digest
package import JSON

/// An access token as it is kept: what it is cannot be told from that.
public struct StoredToken: Hashable, Sendable {
    /// What its owner calls it; no two have the same name.
    public let name: String
    /// What it allows: a word that means nothing here.
    public let scope: String
    /// Its SHA-256.
    public let digest: [UInt8]
    /// When it was made.
    public let createdAt: Timestamp

    /// A token that was just made.
    public init(name: String, scope: String, digest: [UInt8], createdAt: Timestamp) {
        self.name = name
        self.scope = scope
        self.digest = digest
        self.createdAt = createdAt
    }
}

extension StoredToken {
    /// Writes the token.
    package func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("name", name)
        json.member("scope", scope)
        json.member("sha256", digest.hexadecimal)
        json.member("createdAt", createdAt)
        json.endObject()
    }

    /// Reads a token.
    package init(from reader: inout JSONReader, in bytes: Span<UInt8>) throws(FormatError) {
        var name: String?
        var scope: String?
        var digest: [UInt8]?
        var createdAt: Timestamp?
        try reader.beginObject(in: bytes)
        while let member = try reader.nextName(in: bytes) {
            switch member {
            case "name": name = try reader.string(in: bytes)
            case "scope": scope = try reader.string(in: bytes)
            case "sha256": digest = [UInt8](hexadecimal: try reader.string(in: bytes))
            case "createdAt": createdAt = try reader.timestamp(in: bytes)
            default: throw reader.unknown(member)
            }
        }
        guard let name, let scope, let digest, digest.count == SHA256.digestBytes, let createdAt else {
            throw reader.error("a token lacks one of name, scope, sha256, createdAt")
        }
        self.init(name: name, scope: scope, digest: digest, createdAt: createdAt)
    }
}
