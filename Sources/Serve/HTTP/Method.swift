/// The request methods that the server recognises (RFC 9110 §9). It answers any other token with 501.
public enum Method: String, CaseIterable, Sendable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
    case options = "OPTIONS"
    case trace = "TRACE"
    case connect = "CONNECT"
    /// Reads with content (draft-ietf-httpbis-safe-method-w-body). No route of this server supports it.
    case query = "QUERY"
    /// Reads the properties of a resource (RFC 4918 §9.1).
    case propfind = "PROPFIND"
    /// Sets the properties of a resource (RFC 4918 §9.2).
    case proppatch = "PROPPATCH"
    /// Creates a collection (RFC 4918 §9.3).
    case mkcol = "MKCOL"
    /// Copies a resource (RFC 4918 §9.8).
    case copy = "COPY"
    /// Moves a resource (RFC 4918 §9.9).
    case move = "MOVE"
    /// Queries a resource (RFC 3253 §3.6).
    case report = "REPORT"
    /// Creates a calendar (RFC 4791 §5.3.1).
    case mkcalendar = "MKCALENDAR"

    /// The number of methods.
    static var count: Int { 17 }
    /// The position in `allCases`.
    var index: Int {
        switch self {
        case .get: 0
        case .head: 1
        case .post: 2
        case .put: 3
        case .patch: 4
        case .delete: 5
        case .options: 6
        case .trace: 7
        case .connect: 8
        case .query: 9
        case .propfind: 10
        case .proppatch: 11
        case .mkcol: 12
        case .copy: 13
        case .move: 14
        case .report: 15
        case .mkcalendar: 16
        }
    }

    /// Parses a token, which is case-sensitive (RFC 9110 §9.1).
    init?(_ octets: Span<UInt8>, _ range: Range<Int>) {
        for method in Self.allCases where octets.equals(range, method.rawValue) {
            self = method
            return
        }
        return nil
    }
}
