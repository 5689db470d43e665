import Checklists
import Digest
import JSON

/// The secret of a link. It is shown once; the store has its digest.
struct LinkSecret {
    /// The prefix of every secret, by which people and leak scanners recognize one.
    static let prefix = "cll_"

    /// The secret as shown.
    let text: String

    /// Creates a secret from random bytes.
    init(_ random: [UInt8]) { text = Self.prefix + random.base64URL }

    /// Reads a secret from a request; `nil` if it is malformed.
    init?(_ text: String) {
        guard text.hasPrefix(Self.prefix), text.utf8.count <= Limits.credentialsBytesMax else { return nil }
        self.text = text
    }

    /// The SHA-256 digest of the secret.
    var digest: [UInt8] { SHA256.digest(Array(text.utf8)) }

    /// The token of a share link's guests. It derives from the secret, because both are valid equally long.
    /// The token of a device is random, because a sign-in link works once.
    var guestToken: String { AccessToken.text(HMAC.sha256(key: Array(text.utf8), Array("token".utf8))) }
}

extension JSONWriter {
    /// Writes the secret of a link and the page that takes it, if the secret is known.
    mutating func members(ofSecret secret: String?) {
        guard let secret else { return }
        member("secret", secret)
        member("path", "/#join=\(secret)")
    }
}
