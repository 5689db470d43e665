import JSON
import StoredJSON

/// The access tokens: `tokens.json`. It is no part of what the journal and checkpoints are about.
struct TokenFile: Hashable {
    var tokens: [StoredToken]

    init(tokens: [StoredToken]) {
        self.tokens = tokens
    }

    /// The bytes of the file.
    var bytes: [UInt8] {
        Document.bytes { json in
            json.lines("tokens", tokens) { token, json in token.write(to: &json) }
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
