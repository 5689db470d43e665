import Checklists
import Digest
import Foundation
import WebPush

/// Encrypts what devices are shown, by the key that follows from the store's secret: that is the same for all
/// processes of a store, and in copies of it.
actor DeviceEncryption: PushEncryption {
    private let store: any Store
    private let contact: String?
    /// What computes, or why nothing does, which stays so until the next start.
    private let loaded: Result<Cryptography, WebPushError>
    private var key: VAPIDKey?

    /// What push services are told that do not ask whom they can turn to, where nobody is known.
    private static let nobody = "https://localhost/"

    /// - Parameters:
    ///   - contact: Whom push services can turn to: a `mailto:` or `https:` address; `nil` where nobody is
    ///     known.
    ///   - load: Loads what computes. It is called once, before this returns.
    init(
        _ store: any Store, contact: String?, load: () throws(WebPushError) -> Cryptography
    ) {
        self.store = store
        self.contact = contact
        do throws(WebPushError) {
            loaded = .success(try load())
        } catch {
            loaded = .failure(error)
        }
    }

    nonisolated var isAvailable: Bool {
        // What is missing is told to whoever needs it.
        if case .success = loaded { true } else { false }
    }

    func publicKey() async throws -> [UInt8] { try await ready().key.publicKey }

    nonisolated func check(_ endpoint: String) throws {
        // It answers 403 (BadJwtToken) where it is told of this machine.
        guard contact == nil, let host = URL(string: endpoint)?.host()?.lowercased() else { return }
        if host == Self.apple || host.hasSuffix("." + Self.apple) {
            throw PushEncryptionError.unavailable(
                "Apple's push service wants to know whom to turn to: start the service with"
                    + " --push-contact mailto:you@example.org")
        }
    }

    private static let apple = "push.apple.com"

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
                audience: audience, expires: Int(end.milliseconds / 1000), subject: contact ?? Self.nobody)
        }
    }

    /// The key, and what computes with it.
    private func ready() async throws -> (key: VAPIDKey, cryptography: Cryptography) {
        let cryptography = try Self.naming { () throws(WebPushError) in try loaded.get() }
        if let key { return (key, cryptography) }
        let secret = try await store.secret()
        let key = try Self.naming { () throws(WebPushError) in try Self.key(of: secret, cryptography) }
        self.key = key
        return (key, cryptography)
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
