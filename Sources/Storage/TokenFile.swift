public import Checklists
import Digest
import JSON

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

/// The access tokens: `tokens.json`. It is no part of what the journal and checkpoints are about.
struct TokenFile: Hashable {
    var tokens: [StoredToken]

    init(tokens: [StoredToken]) {
        self.tokens = tokens
    }

    /// The bytes of the file.
    var bytes: [UInt8] {
        Document.bytes { json in
            json.lines("tokens", tokens) { token, json in
                json.object { json in
                    json.member("name", token.name)
                    json.member("scope", token.scope)
                    json.member("sha256", token.digest.hexadecimal)
                    json.member("createdAt", token.createdAt)
                }
            }
        }
    }

    /// Reads the file.
    init(_ bytes: Span<UInt8>) throws(FormatError) {
        var tokens: [StoredToken]?
        try Document.read(bytes) { (name, reader, bytes) throws(FormatError) in
            guard name == "tokens" else { throw reader.unknown(name) }
            var read: [StoredToken] = []
            try reader.beginArray(in: bytes)
            while try reader.nextElement(in: bytes) {
                read.append(try StoredToken(from: &reader, in: bytes))
            }
            tokens = read
        }
        guard let tokens else { throw FormatError(offset: 0, reason: "the file lacks tokens") }
        self.tokens = tokens
    }
}

extension StoredToken {
    fileprivate init(from reader: inout JSONReader, in bytes: Span<UInt8>) throws(FormatError) {
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
