/// A method and a path pattern, with a handler and the permission that callers need.
///
/// A route is either open to everyone or states what each kind of caller may do. There is no default.
public struct Route<Identity: Sendable, Permission: Sendable>: Sendable {
    /// The request method.
    public let method: Method
    /// The path, with a name in braces for each variable segment: `/v1/items/{item}`.
    public let pattern: String
    /// The limit of the content, in octets.
    public let bodyBytesMax: Int
    /// The accepted media types of the content; `nil` if the handler alone decides.
    public let contentTypes: [String]?
    /// The request fields that the handler reads. `Authorization` belongs to the permission.
    public let requestFields: [FieldName]
    /// The handler. It receives a caller unless the route is open.
    public let handler: Handler
    /// Maps errors of the handler other than `Problem`; `nil` leaves them to the router.
    public let failure: Failure?

    /// A function from a request to its response.
    public enum Handler: Sendable {
        /// Open to everyone. The handler receives no caller.
        case open(OpenHandler)
        /// For callers that the permission admits.
        case callers(Permission, CallerHandler)
    }

    /// A handler without a caller.
    public typealias OpenHandler = @Sendable (Request, RequestContext<Identity>) async throws -> Response
    /// A handler with a caller.
    public typealias CallerHandler =
        @Sendable (Request, RequestContext<Identity>, Identity) async throws -> Response
    /// A function from an error to the response. An open route has no caller.
    public typealias Failure = @Sendable (any Error, Request, Identity?) async -> Response

    /// Makes a route. The default body limit is 1 MiB.
    public init(
        _ method: Method, _ pattern: String, bodyBytesMax: Int = MessageLimits.bodyBytesMax,
        contentTypes: [String]? = nil, reads requestFields: [FieldName] = [],
        handler: Handler, failure: Failure? = nil
    ) {
        self.method = method
        self.pattern = pattern
        self.bodyBytesMax = bodyBytesMax
        self.contentTypes = contentTypes
        self.requestFields = requestFields
        self.handler = handler
        self.failure = failure
    }

    /// Makes a route that is open to everyone.
    public static func open(
        _ method: Method, _ pattern: String, reads requestFields: [FieldName] = [],
        handler: @escaping @Sendable (Request, RequestContext<Identity>) async throws -> Response
    ) -> Route {
        Route(method, pattern, reads: requestFields, handler: .open(handler))
    }

    /// What each kind of caller may do; `nil` if the route is open to everyone.
    public var permission: Permission? {
        if case .callers(let permission, _) = handler { permission } else { nil }
    }
}
