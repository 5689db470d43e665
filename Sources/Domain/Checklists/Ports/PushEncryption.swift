/// Encryption for push messages (RFC 8291), and identification to push services (RFC 8292).
public protocol PushEncryption: Sendable {
    /// Whether encryption works on this machine. The check creates no keys.
    var isAvailable: Bool { get async }

    /// The public key with which devices subscribe (RFC 8292): an uncompressed point of P-256.
    /// - Throws: `PushEncryptionError`.
    func publicKey() async throws -> [UInt8]

    /// Checks that the server can identify itself to a push service.
    /// - Throws: `PushEncryptionError`.
    func check(_ endpoint: String) async throws

    /// Encrypts a message for one device, in the content coding `aes128gcm` (RFC 8291).
    /// - Throws: `PushEncryptionError`.
    func encrypted(_ message: [UInt8], for target: Webhook.PushTarget) async throws -> [UInt8]

    /// The `authorization` header that identifies the server to a push service (RFC 8292).
    ///
    /// - Parameters:
    ///   - endpoint: The URL at the push service.
    ///   - end: When the header expires.
    /// - Throws: `PushEncryptionError`.
    func authorization(for endpoint: String, until end: Timestamp) async throws -> String
}

/// The failure to encrypt a message. Its description goes into the log of a delivery.
public enum PushEncryptionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Encryption does not work on this machine. The text says why and what to do.
    case unavailable(String)
    /// The public key of the device is invalid.
    case invalidKey
    /// The encryption failed.
    case failed(String)

    /// The error, as a sentence without its full stop.
    public var description: String {
        switch self {
        case .unavailable(let why): why
        case .invalidKey: "the public key of the device is not a point of P-256"
        case .failed(let why): why
        }
    }
}
