/// One method of one kind of resource, who may use it, and its handler.
///
/// A route is open to everyone, or says what each kind of caller may do. There is no default.
public struct Route<Identity: Sendable, Permission: Sendable>: Sendable {
    /// What is done.
    public let method: Method
    /// The path, with a name in braces for each segment that varies: `/v1/items/{item}`.
    public let pattern: String
    /// How large the content may be, in octets.
    public let bodyBytesMax: Int
    /// The media types that the content may have; `nil` where the handler alone decides that.
    public let contentTypes: [String]?
    /// The handler, which gets a caller unless the route is open.
    public let handler: Handler

    /// A plain function from a request to its answer.
    public enum Handler: Sendable {
        /// For everyone. It gets no caller.
        case open(@Sendable (Request, RequestContext<Identity>) async throws -> Response)
        /// For callers that the permission allows.
        case callers(
            Permission, @Sendable (Request, RequestContext<Identity>, Identity) async throws -> Response)
    }

    /// A route with that handler, and the limit that applies to most.
    public init(
        _ method: Method, _ pattern: String, bodyBytesMax: Int = MessageLimits.bodyBytesMax,
        contentTypes: [String]? = nil, handler: Handler
    ) {
        self.method = method
        self.pattern = pattern
        self.bodyBytesMax = bodyBytesMax
        self.contentTypes = contentTypes
        self.handler = handler
    }

    /// A route that is open to everyone.
    public static func open(
        _ method: Method, _ pattern: String,
        handler: @escaping @Sendable (Request, RequestContext<Identity>) async throws -> Response
    ) -> Route {
        Route(method, pattern, handler: .open(handler))
    }

    /// What each kind of caller may do; `nil` where the route is open to everyone.
    public var permission: Permission? {
        if case .callers(let permission, _) = handler { permission } else { nil }
    }
}
