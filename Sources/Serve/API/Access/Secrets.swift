import Checklists
import Digest
import JSON

/// The secret of a link, which is shown once and kept as a digest.
struct LinkSecret {
    /// What begins every such secret, so that people and programs that look for leaked ones recognize it.
    static let prefix = "cll_"

    /// As it is shown.
    let text: String

    /// A secret of random octets.
    init(_ random: [UInt8]) { text = Self.prefix + random.base64URL }

    /// A secret that somebody shows; `nil` for what cannot be one.
    init?(_ text: String) {
        guard text.hasPrefix(Self.prefix), text.utf8.count <= Limits.credentialsBytesMax else { return nil }
        self.text = text
    }

    /// What it is known by.
    var digest: [UInt8] { SHA256.digest(Array(text.utf8)) }

    /// The token of the guests of a share link. It follows from the secret, since it counts as long as the
    /// secret does. The token of a device is random: a sign-in link counts once.
    var guestToken: String { AccessToken.text(HMAC.sha256(key: Array(text.utf8), Array("token".utf8))) }
}

extension JSONWriter {
    /// Writes the secret of a link and the page that takes it, where the secret is known.
    mutating func members(ofSecret secret: String?) {
        guard let secret else { return }
        member("secret", secret)
        member("path", "/#join=\(secret)")
    }
}
