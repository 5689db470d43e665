import Checklists
import Digest
import WebPush

/// Encrypts what devices are shown, by the key that follows from the store's secret: that is the same for all
/// processes of a store, and in copies of it.
actor DeviceEncryption: PushEncryption {
    private let store: any Store
    private let contact: String
    private let random: @Sendable (Int) -> [UInt8]
    private var known: (key: VAPIDKey, cryptography: Cryptography)?
    /// What computes, once somebody has asked whether anything does.
    private var cryptography: Cryptography?

    /// - Parameters:
    ///   - contact: Whom push services can turn to: a `mailto:` or `https:` address.
    ///   - random: Draws so many octets.
    init(_ store: any Store, contact: String, random: @escaping @Sendable (Int) -> [UInt8]) {
        self.store = store
        self.contact = contact
        self.random = random
    }

    var isAvailable: Bool {
        // What is missing is told to whoever needs it.
        if cryptography == nil { cryptography = try? Cryptography(random: random) }
        return cryptography != nil
    }

    func publicKey() async throws -> [UInt8] { try await ready().key.publicKey }

    func encrypted(_ message: [UInt8], for target: Webhook.PushTarget) async throws -> [UInt8] {
        let cryptography = try await ready().cryptography
        return try Self.naming { () throws(WebPushError) in
            try PushMessage.encrypted(
                message, p256dh: target.publicKey, auth: target.authSecret, cryptography)
        }
    }

    func authorization(for endpoint: String, until end: Timestamp) async throws -> String {
        let key = try await ready().key
        guard let audience = VAPIDKey.audience(of: endpoint) else {
            throw PushEncryptionError.failed("the address is none of a push service")
        }
        return try Self.naming { () throws(WebPushError) in
            try key.authorization(
                audience: audience, expires: Int(end.milliseconds / 1000), subject: contact)
        }
    }

    /// The key, and what computes with it.
    private func ready() async throws -> (key: VAPIDKey, cryptography: Cryptography) {
        if let known { return known }
        let secret = try await store.secret()
        let ready = try Self.naming { () throws(WebPushError) in
            let cryptography = try Cryptography(random: random)
            return (key: try Self.key(of: secret, cryptography), cryptography)
        }
        known = ready
        return ready
    }

    /// The first number that follows from a secret and is a private key: nearly all of them are.
    private static func key(
        of secret: StoreSecret, _ cryptography: Cryptography
    ) throws(WebPushError) -> VAPIDKey {
        var number = 0
        while true {
            let derived = HMAC.sha256(key: secret.bytes, Array("push \(number)".utf8))
            do throws(WebPushError) {
                return try VAPIDKey(privateKey: derived, cryptography)
            } catch .invalidPrivateKey {
                number += 1
            }
        }
    }

    /// Does something, and names what goes wrong as the domain does.
    private static func naming<Value>(
        _ body: () throws(WebPushError) -> Value
    ) throws(PushEncryptionError) -> Value {
        do throws(WebPushError) {
            return try body()
        } catch {
            switch error {
            case .unavailable: throw .unavailable("\(error)")
            case .invalidPublicKey: throw .invalidKey
            default: throw .failed("\(error)")
            }
        }
    }
}
