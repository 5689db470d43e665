/// What a message to a device needs: to be read by that alone, and to come from this service for sure.
public protocol PushEncryption: Sendable {
    /// Whether anything can be encrypted here, without anything being kept for it.
    var isAvailable: Bool { get async }

    /// What devices know this service by when they subscribe (RFC 8292): an uncompressed point of P-256.
    /// - Throws: `PushEncryptionError`.
    func publicKey() async throws -> [UInt8]

    /// Makes sure that a push service takes messages from here.
    /// - Throws: `PushEncryptionError`.
    func check(_ endpoint: String) async throws

    /// A message as only the device can read it, of the content coding `aes128gcm` (RFC 8291).
    /// - Throws: `PushEncryptionError`.
    func encrypted(_ message: [UInt8], for target: Webhook.PushTarget) async throws -> [UInt8]

    /// What tells a push service who sends (RFC 8292), as the field `authorization` has it.
    ///
    /// - Parameters:
    ///   - endpoint: Where the push service takes messages.
    ///   - end: Until when it counts.
    /// - Throws: `PushEncryptionError`.
    func authorization(for endpoint: String, until end: Timestamp) async throws -> String
}

/// Why a message is not encrypted. It describes itself as a sentence for the log of a delivery.
public enum PushEncryptionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nothing can be encrypted here, for that reason, which says what to do.
    case unavailable(String)
    /// The public key of the device is none.
    case invalidKey
    /// Encrypting went wrong.
    case failed(String)

    /// What went wrong, in a sentence without its full stop.
    public var description: String {
        switch self {
        case .unavailable(let why): why
        case .invalidKey: "the public key of the device is no point of P-256"
        case .failed(let why): why
        }
    }
}
