/// A handler: a plain function from a request, and what is known of it, to its answer.
public typealias Handler = @Sendable (Request, RequestContext) async throws -> Response

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
    /// The media types that the content may have; `nil` where the handler alone decides that.
    public var contentTypes: [String]?
    /// What somebody in front of the routes wants to know of this one. Nobody here looks at it.
    public var annotation: (any Sendable)?

    /// A route with the limit that applies to most.
    public init(
        _ method: Method, _ pattern: String, bodyBytesMax: Int = MessageLimits.bodyBytesMax,
        contentTypes: [String]? = nil, annotation: (any Sendable)? = nil, handler: @escaping Handler
    ) {
        self.method = method
        self.pattern = pattern
        self.bodyBytesMax = bodyBytesMax
        self.contentTypes = contentTypes
        self.annotation = annotation
        self.handler = handler
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
