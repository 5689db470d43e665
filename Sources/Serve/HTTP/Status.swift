/// A status code (RFC 9110 §15) with its reason phrase.
public struct Status: Hashable, Sendable {
    /// The code, three digits.
    public let code: Int
    /// The reason phrase of the IANA registry.
    public let reason: String

    /// The status line (RFC 9112 §4) and the name of the `Date` field behind it. The version is always
    /// HTTP/1.1, the one to which this server conforms, independent of the client's (RFC 9110 §6.2).
    let lineAndDateName: [UInt8]

    init(_ code: Int, _ reason: String) {
        self.code = code
        self.reason = reason
        lineAndDateName = Array("HTTP/1.1 \(code) \(reason)\r\nDate: ".utf8)
    }

    /// 100.
    public static let `continue` = Status(100, "Continue")
    /// 200.
    public static let ok = Status(200, "OK")
    /// 201.
    public static let created = Status(201, "Created")
    /// 202.
    public static let accepted = Status(202, "Accepted")
    /// 204.
    public static let noContent = Status(204, "No Content")
    /// 207 (RFC 4918 §11.1).
    public static let multiStatus = Status(207, "Multi-Status")
    /// 301.
    public static let movedPermanently = Status(301, "Moved Permanently")
    /// 303.
    public static let seeOther = Status(303, "See Other")
    /// 304.
    public static let notModified = Status(304, "Not Modified")
    /// 400.
    public static let badRequest = Status(400, "Bad Request")
    /// 401.
    public static let unauthorized = Status(401, "Unauthorized")
    /// 403.
    public static let forbidden = Status(403, "Forbidden")
    /// 404.
    public static let notFound = Status(404, "Not Found")
    /// 405.
    public static let methodNotAllowed = Status(405, "Method Not Allowed")
    /// 406.
    public static let notAcceptable = Status(406, "Not Acceptable")
    /// 408.
    public static let requestTimeout = Status(408, "Request Timeout")
    /// 409.
    public static let conflict = Status(409, "Conflict")
    /// 410.
    public static let gone = Status(410, "Gone")
    /// 412.
    public static let preconditionFailed = Status(412, "Precondition Failed")
    /// 413.
    public static let contentTooLarge = Status(413, "Content Too Large")
    /// 414.
    public static let uriTooLong = Status(414, "URI Too Long")
    /// 415.
    public static let unsupportedMediaType = Status(415, "Unsupported Media Type")
    /// 417.
    public static let expectationFailed = Status(417, "Expectation Failed")
    /// 421.
    public static let misdirectedRequest = Status(421, "Misdirected Request")
    /// 422.
    public static let unprocessableContent = Status(422, "Unprocessable Content")
    /// 424 (RFC 4918 §11.4).
    public static let failedDependency = Status(424, "Failed Dependency")
    /// 429.
    public static let tooManyRequests = Status(429, "Too Many Requests")
    /// 431.
    public static let headerFieldsTooLarge = Status(431, "Request Header Fields Too Large")
    /// 500.
    public static let internalServerError = Status(500, "Internal Server Error")
    /// 501.
    public static let notImplemented = Status(501, "Not Implemented")
    /// 502.
    public static let badGateway = Status(502, "Bad Gateway")
    /// 503.
    public static let serviceUnavailable = Status(503, "Service Unavailable")
    /// 504.
    public static let gatewayTimeout = Status(504, "Gateway Timeout")
    /// 505.
    public static let versionNotSupported = Status(505, "HTTP Version Not Supported")
    /// 507.
    public static let insufficientStorage = Status(507, "Insufficient Storage")
    /// 508 (RFC 5842 §7.2).
    public static let loopDetected = Status(508, "Loop Detected")

    /// The statuses that the server uses, by code.
    public static let all: [Status] = [
        .continue, .ok, .created, .accepted, .noContent, .multiStatus, .movedPermanently, .seeOther,
        .notModified,
        .badRequest, .unauthorized, .forbidden, .notFound, .methodNotAllowed, .notAcceptable,
        .requestTimeout, .conflict, .gone, .preconditionFailed, .contentTooLarge, .uriTooLong,
        .unsupportedMediaType, .expectationFailed, .misdirectedRequest, .unprocessableContent,
        .failedDependency, .tooManyRequests, .headerFieldsTooLarge,
        .internalServerError, .notImplemented, .badGateway, .serviceUnavailable, .gatewayTimeout,
        .versionNotSupported, .insufficientStorage, .loopDetected,
    ]
}

extension Status {
    public static func == (left: Status, right: Status) -> Bool { left.code == right.code }

    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
