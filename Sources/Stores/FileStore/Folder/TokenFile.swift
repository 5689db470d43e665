import JSON
import Records

/// The access tokens: `tokens.json`. Journal and checkpoints do not cover them.
struct TokenFile: Hashable {
    /// The tokens; `nil` if none was ever created.
    var tokens: [StoredToken]?

    init(tokens: [StoredToken]?) {
        self.tokens = tokens
    }

    var bytes: [UInt8] { Document.bytes(of: self) }

    init(_ bytes: [UInt8]) throws(FormatError) {
        self = try Document.read(TokenFile.self, from: bytes).file
    }
}

extension TokenFile: Record {
    static var blank: TokenFile { TokenFile(tokens: nil) }

    mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try fields.optional("tokens", &tokens)
    }
}
