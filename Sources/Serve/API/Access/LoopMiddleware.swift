public import Checklists
import Digest
public import HTTP

/// Refuses changes that a message of a webhook makes in the service that sent it.
///
/// A webhook that is notified of changes could post into its own list, and each message would make the next
/// one. A message carries a mark of its service in `webhook-sender`; a receiver that forwards it keeps the
/// field.
public struct LoopMiddleware: Middleware {
    private let mark: String

    /// - Parameter mark: What the service sends in `webhook-sender`.
    public init(mark: String) { self.mark = mark }

    /// The mark of the services of one store: 16 hexadecimal digits that follow from its secret.
    public static func mark(of secret: StoreSecret) -> String {
        String(HMAC.sha256(key: secret.bytes, Array("webhook sender".utf8)).hexadecimal.prefix(16))
    }

    /// 508 for a change by a message of this service.
    public func earlyResponse(to head: RequestHead, _ context: inout RequestContext<Caller>) -> Response? {
        switch head.method {
        case .get, .head, .options, .query, .propfind, .report: return nil
        default: break
        }
        guard head.fields["webhook-sender"] == mark else { return nil }
        return Problem(
            .loopDetected, "A message of a webhook changes nothing in the service that sent it."
        ).response
    }
}
