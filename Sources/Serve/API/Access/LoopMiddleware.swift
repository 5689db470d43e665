public import Checklists
import Digest
public import HTTP

/// Refuses a change that one of the server's own webhook messages would make.
///
/// A webhook for changes could post into its own list, and each message would cause the next one. A message
/// has a mark of its server in `webhook-sender`; a receiver that forwards the message keeps the field.
public final class LoopMiddleware: Middleware {
    private static let field: FieldName = "webhook-sender"
    private let mark: String

    /// - Parameter mark: The value of `webhook-sender` in the messages of this server.
    public init(mark: String) { self.mark = mark }

    /// The mark of all servers of one store: 16 hexadecimal digits derived from its secret.
    public static func mark(of secret: StoreSecret) -> String {
        String(HMAC.sha256(key: secret.bytes, Array("webhook sender".utf8)).hexadecimal.prefix(16))
    }

    /// 508 for a change with the mark of this server.
    public func earlyResponse(to head: RequestHead, _ context: inout RequestContext<Caller>) -> Response? {
        switch head.method {
        case .get, .head, .options, .query, .propfind, .report: return nil
        default: break
        }
        guard head.fields[Self.field] == mark else { return nil }
        return Problem(
            .webhookLoop, "A webhook message of this server cannot change its data."
        ).response
    }
}
