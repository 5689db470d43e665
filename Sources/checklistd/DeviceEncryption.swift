import Checklists
import Digest
import Foundation
import Synchronization
import WebPush

/// Encrypts push messages to devices. The key derives from the secret of the store, so that all processes of
/// a store, and copies of it, have the same key.
actor DeviceEncryption: PushEncryption {
    private let store: any Store
    private let contact: String?
    private let load: @Sendable () throws(WebPushError) -> Cryptography
    /// The cryptography library, or the error of loading it. Either holds until the next start. `nil` until
    /// the first offer or message to a device: the library takes 1.5 MB.
    private let loaded = Mutex<Result<Cryptography, WebPushError>?>(nil)
    private var key: VAPIDKey?

    /// The contact in the token if none is configured. Only some push services check it.
    private static let noContact = "https://localhost/"

    /// - Parameters:
    ///   - contact: The contact for push services: a `mailto:` or `https:` address. `nil` if none is
    ///     configured.
    ///   - load: Loads the cryptography library. It is called once, when a device first needs it.
    init(
        _ store: any Store, contact: String?,
        load: @escaping @Sendable () throws(WebPushError) -> Cryptography
    ) {
        self.store = store
        self.contact = contact
        self.load = load
    }

    private nonisolated var library: Result<Cryptography, WebPushError> {
        loaded.withLock { loaded in
            if let loaded { return loaded }
            let result = Result { () throws(WebPushError) in try load() }
            loaded = result
            return result
        }
    }

    nonisolated var isAvailable: Bool {
        // The reason appears when a caller needs the encryption.
        if case .success = library { true } else { false }
    }

    func publicKey() async throws -> [UInt8] { try await ready().key.publicKey }

    nonisolated func check(_ endpoint: String) throws {
        // Apple's service answers 403 (BadJwtToken) to a contact on this machine.
        guard contact == nil, let host = URL(string: endpoint)?.host()?.lowercased() else { return }
        if host == Self.apple || host.hasSuffix("." + Self.apple) {
            throw PushEncryptionError.unavailable(
                "Apple's push service requires a contact: start the server with"
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
            throw PushEncryptionError.failed("the endpoint must be the https:// address of a push service")
        }
        return try Self.naming { () throws(WebPushError) in
            try key.authorization(
                audience: audience, expires: Int(end.milliseconds / 1000), subject: contact ?? Self.noContact)
        }
    }

    /// The key and the cryptography library.
    private func ready() async throws -> (key: VAPIDKey, cryptography: Cryptography) {
        let cryptography = try Self.naming { () throws(WebPushError) in try library.get() }
        if let key { return (key, cryptography) }
        let secret = try await store.secret()
        let key = try Self.naming { () throws(WebPushError) in try Self.key(of: secret, cryptography) }
        self.key = key
        return (key, cryptography)
    }

    /// The first value derived from the secret that is a valid private key. Nearly all values are.
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

    /// Runs `body` and maps its errors to those of the domain.
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
