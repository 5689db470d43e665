public import HTTP

/// Why there is no answer. It describes itself as a sentence for the owner of a webhook, who learns no
/// address that a name inside the network resolves to.
public enum OutgoingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nothing can be sent at all: libcurl is missing or too old, or a file of certificates cannot be read.
    case unavailable(String)
    /// The request cannot be sent as it is.
    case invalidRequest(String)
    /// The name or number leads to an address that may not be dialled.
    case refused(IPAddress, what: String)
    /// The name has no address.
    case unresolved(String)
    /// No connection came about.
    case unreachable(String)
    /// No trust came about: the certificate is not valid for that name, or TLS failed.
    case untrusted(String)
    /// It took too long.
    case timedOut(String)
    /// The answer's header is over its limit.
    case headerTooLong
    /// The answer ended within its header, or there was none.
    case incomplete(String)
    /// The mail server does not take the message, by a code from 400 to 599.
    case rejected(code: Int, reply: String)
    /// The mail server does not take mail for that receiver, by a code from 400 to 599.
    case receiverRejected(code: Int, reply: String)
    /// The mail server does not take the user or the password.
    case loginDenied
    /// Anything else, in libcurl's words.
    case failed(String)
    /// It was given up here: its task was cancelled or the client stopped.
    case cancelled

    /// Whether it makes no sense to try again: the mail server has said so (RFC 5321 §4.2.1).
    public var isPermanent: Bool {
        switch self {
        case .rejected(let code, _), .receiverRejected(let code, _): code >= 500
        default: false
        }
    }

    /// What went wrong, in a sentence without its full stop.
    public var description: String {
        switch self {
        case .unavailable(let why): "requests cannot be sent: \(why)"
        case .invalidRequest(let why): "the request is not valid: \(why)"
        case .refused: "the receiver has no public address; nothing is sent there without --webhook-allow"
        case .unresolved(let why), .unreachable(let why), .untrusted(let why), .timedOut(let why),
            .failed(let why):
            why
        case .headerTooLong: "the header of the answer is too long"
        case .incomplete(let why): "the answer is not complete: \(why)"
        case .rejected(let code, let reply), .receiverRejected(let code, let reply):
            reply.isEmpty ? "the mail server answered \(code)" : "the mail server answered \(code) \(reply)"
        case .loginDenied: "the mail server does not take the user or the password"
        case .cancelled: "given up"
        }
    }

    /// What went wrong with addresses, for the operator.
    public var detail: String {
        guard case .refused(let address, let what) = self else { return description }
        return "\(address) is \(what); nothing is sent there without --webhook-allow"
    }

    /// What kind of error it is, without a host and without anything that the other end said.
    public var kind: String {
        switch self {
        case .unavailable: "nothing can be sent"
        case .invalidRequest: "the request is not valid"
        case .refused: "the address is not public"
        case .unresolved: "the name has no address"
        case .unreachable: "no connection"
        case .untrusted: "no trusted TLS connection"
        case .timedOut: "no answer in time"
        case .headerTooLong: "the header of the answer is too long"
        case .incomplete: "the answer is not complete"
        case .rejected(let code, _), .receiverRejected(let code, _): "the mail server answered \(code)"
        case .loginDenied: "the mail server refused the login"
        case .failed: "the request failed"
        case .cancelled: "given up"
        }
    }
}
