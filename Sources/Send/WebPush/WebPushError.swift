/// Why there is no message, or no key. It describes itself as a sentence.
public enum WebPushError: Error, Hashable, Sendable, CustomStringConvertible {
    /// libcrypto cannot be loaded, and why.
    case unavailable(String)
    /// What was stored is no private key of P-256.
    case invalidPrivateKey
    /// The public key of a subscription is no point on P-256.
    case invalidPublicKey
    /// The authentication secret of a subscription has another length than 16 octets.
    case invalidAuthenticationSecret
    /// The message is longer than a push service has to take.
    case tooLong(bytes: Int)
    /// libcrypto could not do it, for want of memory or randomness.
    case failed

    /// What went wrong, in a sentence without its full stop.
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
