/// A handler: a plain function from a request to its answer.
public typealias Handler = @Sendable (Request) async throws -> Response

/// One method of one kind of resource, and who answers it.
public struct Route: Sendable {
    /// What is done.
    public var method: Method
    /// The path, with a name in braces for each segment that varies: `/v1/items/{item}`.
    public var pattern: String
    /// Who answers.
    public var handler: Handler
    /// How large the content may be, in octets.
    public var bodyBytesMax: Int
    /// What a token has to allow where tokens are asked for; `nil` where anybody may come.
    public var scope: Scope?

    /// A route with the limit that applies to most.
    public init(
        _ method: Method, _ pattern: String, bodyBytesMax: Int = MessageLimits.bodyBytesMax,
        scope: Scope? = nil, handler: @escaping Handler
    ) {
        self.method = method
        self.pattern = pattern
        self.bodyBytesMax = bodyBytesMax
        self.scope = scope
        self.handler = handler
    }

    /// The same route, for those whose token allows that much.
    public func needing(_ scope: Scope) -> Route {
        var route = self
        route.scope = scope
        return route
    }

    /// Reads.
    public static func get(_ pattern: String, _ handler: @escaping Handler) -> Route {
        Route(.get, pattern, handler: handler)
    }

    /// Creates, or does.
    public static func post(_ pattern: String, _ handler: @escaping Handler) -> Route {
        Route(.post, pattern, handler: handler)
    }

    /// Changes.
    public static func patch(_ pattern: String, _ handler: @escaping Handler) -> Route {
        Route(.patch, pattern, handler: handler)
    }

    /// Deletes.
    public static func delete(_ pattern: String, _ handler: @escaping Handler) -> Route {
        Route(.delete, pattern, handler: handler)
    }
}
