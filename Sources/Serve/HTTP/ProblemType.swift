/// The types of problems (RFC 9457), each with its status.
///
/// `rawValue` is the last part of the `type` on the wire. Types are stable; sentences may change.
public enum ProblemType: String, CaseIterable, Sendable {
    // Syntax
    case malformedRequest = "malformed-request"
    case malformedHeader = "malformed-header"
    case malformedQuery = "malformed-query"
    case malformedContent = "malformed-content"
    case missingContent = "missing-content"
    case unexpectedContent = "unexpected-content"
    case invalidCursor = "invalid-cursor"
    case pathNotFound = "path-not-found"
    case methodNotAllowed = "method-not-allowed"
    case notAcceptable = "not-acceptable"
    case requestTimeout = "request-timeout"
    case contentTooLarge = "content-too-large"
    case uriTooLong = "uri-too-long"
    case unsupportedMediaType = "unsupported-media-type"
    case expectationFailed = "expectation-failed"
    case headerFieldsTooLarge = "header-fields-too-large"
    case methodUnknown = "method-unknown"
    case transferCodingUnknown = "transfer-coding-unknown"
    case versionNotSupported = "version-not-supported"

    // Authentication and quotas
    case tokenMissing = "token-missing"
    case tokenInvalid = "token-invalid"
    case ticketInvalid = "ticket-invalid"
    case scopeNeeded = "scope-needed"
    case roleNeeded = "role-needed"
    case personNeeded = "person-needed"
    case otherPerson = "other-person"
    case tokenInAddress = "token-in-address"
    case plainPassword = "plain-password"
    case otherOrigin = "other-origin"
    case proxyUserRefused = "proxy-user-refused"
    case tokensNeeded = "tokens-needed"
    case webhookLoop = "webhook-loop"
    case rateLimited = "rate-limited"
    case wrongTokens = "wrong-tokens"
    case streamsFull = "streams-full"
    case mailLimited = "mail-limited"

    // Resource state
    case notFound = "not-found"
    case invalidContent = "invalid-content"
    case conflict
    case versionConflict = "version-conflict"
    case preconditionFailed = "precondition-failed"
    case keyReused = "idempotency-key-reused"
    case keyInUse = "idempotency-key-in-use"
    case cursorExpired = "cursor-expired"
    case capacityReached = "capacity-reached"
    case changeTooLarge = "change-too-large"
    case noForecast = "no-forecast"
    case noCoordinates = "no-coordinates"

    // Server and providers
    case internalError = "internal-error"
    case noPush = "no-push"
    case noMail = "no-mail"
    case noWeather = "no-weather"
    case providerFailed = "provider-failed"
    case providerTimeout = "provider-timeout"
    case cancelled
    case readOnly = "read-only"
    case storeUnavailable = "store-unavailable"
    case tooManyConnections = "too-many-connections"
    case overloaded
    case storageFull = "storage-full"
}

extension ProblemType {
    /// The status of the response.
    public var status: Status {
        switch self {
        case .malformedRequest, .malformedHeader, .malformedQuery, .malformedContent, .missingContent,
            .unexpectedContent, .invalidCursor:
            .badRequest
        case .tokenMissing, .tokenInvalid, .ticketInvalid: .unauthorized
        case .scopeNeeded, .roleNeeded, .personNeeded, .otherPerson, .tokenInAddress, .plainPassword,
            .otherOrigin, .proxyUserRefused, .capacityReached, .changeTooLarge:
            .forbidden
        case .pathNotFound, .notFound, .noForecast, .noCoordinates, .noWeather: .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .notAcceptable: .notAcceptable
        case .requestTimeout: .requestTimeout
        case .conflict, .keyInUse: .conflict
        case .cursorExpired: .gone
        case .versionConflict, .preconditionFailed: .preconditionFailed
        case .contentTooLarge: .contentTooLarge
        case .uriTooLong: .uriTooLong
        case .unsupportedMediaType: .unsupportedMediaType
        case .expectationFailed: .expectationFailed
        case .tokensNeeded: .misdirectedRequest
        case .invalidContent, .keyReused: .unprocessableContent
        case .rateLimited, .wrongTokens, .streamsFull, .mailLimited: .tooManyRequests
        case .headerFieldsTooLarge: .headerFieldsTooLarge
        case .internalError: .internalServerError
        case .methodUnknown, .transferCodingUnknown, .noPush, .noMail: .notImplemented
        case .providerFailed: .badGateway
        case .providerTimeout: .gatewayTimeout
        case .cancelled, .readOnly, .storeUnavailable, .tooManyConnections, .overloaded:
            .serviceUnavailable
        case .versionNotSupported: .versionNotSupported
        case .storageFull: .insufficientStorage
        case .webhookLoop: .loopDetected
        }
    }

    /// The type on the wire: a `tag` URI (RFC 4151), because an `https` URI would differ between servers.
    public var uri: String { "tag:checklistd,2026:\(rawValue)" }

    /// The `title` on the wire: the name in words, `Version conflict`.
    var title: String {
        let words = rawValue.replacing("-", with: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}
