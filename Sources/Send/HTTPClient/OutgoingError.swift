public import HTTP

/// Why no response arrived. An error describes itself as a sentence for the owner of a webhook, without the
/// addresses that names in the network resolve to.
public enum OutgoingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nothing can be sent: libcurl is missing or too old, or a file of certificates cannot be read.
    case unavailable(String)
    /// The request is invalid.
    case invalidRequest(String)
    /// The message or the push registration, which the value names, has expired. Nothing was sent.
    case expired(String)
    /// The policy forbids the address of the receiver.
    case refused(IPAddress, what: String)
    /// The name has no address.
    case unresolved(String)
    /// The connection failed.
    case unreachable(String)
    /// TLS failed, or the certificate is not valid for the name.
    case untrusted(String)
    /// A time limit was exceeded.
    case timedOut(String)
    /// The header of the response exceeds its limit.
    case headerTooLong
    /// The response ended within its header, or none arrived.
    case incomplete(String)
    /// The mail server rejected the message with a code from 400 to 599.
    case rejected(code: Int, reply: String)
    /// The mail server rejected the receiver with a code from 400 to 599.
    case receiverRejected(code: Int, reply: String)
    /// The mail server rejected the user or the password.
    case loginDenied
    /// Any other error, in libcurl's words.
    case failed(String)
    /// The task was cancelled or the client stopped.
    case cancelled

    /// Whether a retry makes no sense, by the mail server's reply (RFC 5321 §4.2.1).
    public var isPermanent: Bool {
        switch self {
        case .rejected(let code, _), .receiverRejected(let code, _): code >= 500
        default: false
        }
    }

    /// A sentence without its full stop.
    public var description: String {
        switch self {
        case .unavailable(let why): "requests cannot be sent: \(why)"
        case .invalidRequest(let why): "the request is invalid: \(why)"
        case .expired(let what): "the \(what) has expired"
        case .refused: "the receiver's address is not public; the operator can allow it with --webhook-allow"
        case .unresolved(let why), .unreachable(let why), .untrusted(let why), .timedOut(let why),
            .failed(let why):
            why
        case .headerTooLong: "the header of the response is too long"
        case .incomplete(let why): "the response is incomplete: \(why)"
        case .rejected(let code, let reply), .receiverRejected(let code, let reply):
            reply.isEmpty ? "the mail server answered \(code)" : "the mail server answered \(code) \(reply)"
        case .loginDenied: "the mail server rejected the user or the password"
        case .cancelled: "cancelled"
        }
    }

    /// The sentence with addresses, for the operator.
    public var detail: String {
        guard case .refused(let address, let what) = self else { return description }
        return "\(address) is \(what); allow it with --webhook-allow"
    }

    /// The kind of the error, without a host and without text of the other side.
    public var kind: String {
        switch self {
        case .unavailable: "requests cannot be sent"
        case .invalidRequest: "the request is invalid"
        case .expired(let what): "the \(what) has expired"
        case .refused: "the address is not public"
        case .unresolved: "the host name was not found"
        case .unreachable: "the connection failed"
        case .untrusted: "the TLS connection is not trusted"
        case .timedOut: "the request timed out"
        case .headerTooLong: "the header of the response is too long"
        case .incomplete: "the response is incomplete"
        case .rejected(let code, _), .receiverRejected(let code, _): "the mail server answered \(code)"
        case .loginDenied: "the mail server rejected the login"
        case .failed: "the request failed"
        case .cancelled: "cancelled"
        }
    }
}
