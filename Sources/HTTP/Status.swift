/// A status code (RFC 9110 §15) with the reason phrase that goes out with it.
public struct Status: Hashable, Sendable {
    /// Three digits.
    public let code: Int
    /// The reason phrase of the registry.
    public let reason: String

    init(_ code: Int, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    public static let `continue` = Status(100, "Continue")
    public static let ok = Status(200, "OK")
    public static let created = Status(201, "Created")
    public static let accepted = Status(202, "Accepted")
    public static let noContent = Status(204, "No Content")
    public static let notModified = Status(304, "Not Modified")
    public static let badRequest = Status(400, "Bad Request")
    public static let unauthorized = Status(401, "Unauthorized")
    public static let forbidden = Status(403, "Forbidden")
    public static let notFound = Status(404, "Not Found")
    public static let methodNotAllowed = Status(405, "Method Not Allowed")
    public static let notAcceptable = Status(406, "Not Acceptable")
    public static let requestTimeout = Status(408, "Request Timeout")
    public static let conflict = Status(409, "Conflict")
    public static let preconditionFailed = Status(412, "Precondition Failed")
    public static let contentTooLarge = Status(413, "Content Too Large")
    public static let uriTooLong = Status(414, "URI Too Long")
    public static let unsupportedMediaType = Status(415, "Unsupported Media Type")
    public static let expectationFailed = Status(417, "Expectation Failed")
    public static let misdirectedRequest = Status(421, "Misdirected Request")
    public static let unprocessableContent = Status(422, "Unprocessable Content")
    public static let tooManyRequests = Status(429, "Too Many Requests")
    public static let headerFieldsTooLarge = Status(431, "Request Header Fields Too Large")
    public static let internalServerError = Status(500, "Internal Server Error")
    public static let notImplemented = Status(501, "Not Implemented")
    public static let badGateway = Status(502, "Bad Gateway")
    public static let serviceUnavailable = Status(503, "Service Unavailable")
    public static let gatewayTimeout = Status(504, "Gateway Timeout")
    public static let versionNotSupported = Status(505, "HTTP Version Not Supported")
    public static let insufficientStorage = Status(507, "Insufficient Storage")
}
