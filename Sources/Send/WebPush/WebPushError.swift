/// Why a message cannot be encrypted or a key cannot be used. An error describes itself as a sentence.
public enum WebPushError: Error, Hashable, Sendable, CustomStringConvertible {
    /// libcrypto cannot be loaded, for this reason.
    case unavailable(String)
    /// The stored bytes are no private key of P-256.
    case invalidPrivateKey
    /// The public key of a subscription is no point on P-256.
    case invalidPublicKey
    /// The authentication secret of a subscription does not have 16 octets.
    case invalidAuthenticationSecret
    /// The message is longer than a push service must accept.
    case tooLong(bytes: Int)
    /// libcrypto failed, for lack of memory or randomness.
    case failed

    /// A sentence without its full stop.
    public var description: String {
        switch self {
        case .unavailable(let why):
            "web push needs OpenSSL's libcrypto: install the package libssl3 (Debian, Ubuntu),"
                + " libcrypto3 (Alpine), openssl-libs (Fedora) or openssl (Arch). Until then browsers get no"
                + " reminders: \(why)"
        case .invalidPrivateKey: "the private key is not a valid P-256 key"
        case .invalidPublicKey: "the subscription's public key is not a point on P-256"
        case .invalidAuthenticationSecret:
            "the subscription's auth secret must be \(Limits.authenticationSecretBytes) bytes long"
        case .tooLong(let bytes):
            "the message has \(bytes) bytes; a push message has at most \(Limits.plaintextBytesMax)"
        case .failed: "libcrypto ran out of memory or randomness"
        }
    }
}
