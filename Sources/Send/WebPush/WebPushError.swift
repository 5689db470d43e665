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
            "messages to browsers need OpenSSL's libcrypto: install the package libssl3 (Debian, Ubuntu),"
                + " libcrypto3 (Alpine), openssl-libs (Fedora) or openssl (Arch); without it reminders are"
                + " not pushed to browsers: \(why)"
        case .invalidPrivateKey: "the private key is not one of P-256"
        case .invalidPublicKey: "the subscription's key is not a point on P-256"
        case .invalidAuthenticationSecret:
            "the subscription's authentication secret has to have \(Limits.authenticationSecretBytes) octets"
        case .tooLong(let bytes):
            "the message has \(bytes) octets, of which at most \(Limits.plaintextBytesMax) can be pushed"
        case .failed: "libcrypto has no memory or no randomness left"
        }
    }
}
