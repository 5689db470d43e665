import Digest
import JSON

/// The key that identifies this server to push services (RFC 8292).
///
/// A browser binds its subscription to the public key. The private key must therefore be kept as long as
/// subscriptions exist.
public struct VAPIDKey: Sendable, CustomStringConvertible {
    private let keys: Cryptography.KeyPair
    private let cryptography: Cryptography

    private init(_ keys: Cryptography.KeyPair, _ cryptography: Cryptography) {
        self.keys = keys
        self.cryptography = cryptography
    }

    /// Restores a key from its 32 stored bytes.
    /// - Throws: `invalidPrivateKey`, `failed`.
    public init(privateKey: [UInt8], _ cryptography: Cryptography) throws(WebPushError) {
        try self.init(cryptography.keyPair(of: privateKey), cryptography)
    }

    /// Creates a new key.
    /// - Throws: `failed`.
    public static func make(_ cryptography: Cryptography) throws(WebPushError) -> VAPIDKey {
        try VAPIDKey(cryptography.makeKeyPair(), cryptography)
    }

    /// The 32 secret bytes to store.
    public var privateKey: [UInt8] { keys.privateKey }

    /// The `applicationServerKey` for browsers: the uncompressed point, 65 bytes.
    public var publicKey: [UInt8] { keys.publicKey }

    /// Shows only the public key, so that no log has the private one.
    public var description: String { "VAPIDKey(\(publicKey.base64URL))" }

    /// The value of `authorization` for requests to one push service: `vapid t=…, k=…`.
    ///
    /// The value serves many requests until it expires. Making one takes some 0.1 ms.
    /// - Parameters:
    ///   - audience: The origin of the push service (`audience(of:)`).
    ///   - expires: In seconds since the Unix epoch, at most 24 hours from now (RFC 8292 §2).
    ///   - subject: The contact for the push service: a `mailto:` or `https:` URL.
    /// - Throws: `failed`.
    public func authorization(
        audience: String, expires: Int, subject: String
    ) throws(WebPushError) -> String {
        var header = JSONWriter()
        header.object { json in
            json.member("typ", "JWT")
            json.member("alg", "ES256")
        }
        var claims = JSONWriter()
        claims.object { json in
            json.member("aud", audience)
            json.member("exp", expires)
            json.member("sub", subject)
        }
        // RFC 7515 §7.1.
        let signed = "\(header.bytes.base64URL).\(claims.bytes.base64URL)"
        let signature = try cryptography.signature(of: SHA256.digest(Array(signed.utf8)), by: keys)
        return "vapid t=\(signed).\(signature.base64URL), k=\(publicKey.base64URL)"
    }

    /// The origin of an endpoint, as RFC 6454 §6.2 writes it; `nil` for anything but an `http` or `https`
    /// URL.
    public static func audience(of endpoint: String) -> String? {
        let lowercase = endpoint.lowercased()
        for (scheme, port) in [("https://", ":443"), ("http://", ":80")] where lowercase.hasPrefix(scheme) {
            let rest = lowercase.dropFirst(scheme.count)
            let authority = rest.prefix { !"/?#".contains($0) }
            guard !authority.isEmpty, !authority.contains("@") else { return nil }
            return scheme + (authority.hasSuffix(port) ? authority.dropLast(port.count) : authority)
        }
        return nil
    }
}
