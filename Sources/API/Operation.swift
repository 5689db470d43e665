import HTTP

/// One operation of openapi.yaml: what it takes, what it gives and who answers.
///
/// What every operation has to see to is seen to here, before its handler: that there is no query and no
/// content where none is read, that the client can have what it gives, and that no condition is passed over.
struct Operation {
    /// What is done.
    let method: Method
    /// The path, with a name in braces for each segment that varies.
    let pattern: String
    /// Whether the handler reads the query.
    let takesQuery: Bool
    /// Whether it is about a resource with an `ETag`, so that the handler weighs the conditions of the
    /// request.
    let isConditional: Bool
    /// The media type of what it gives; `nil` if that is nothing.
    let gives: MediaType?
    /// How large the content may be, in octets.
    let bodyBytesMax: Int
    /// Who may have it done.
    let access: Access
    private let handler: Handler

    /// Whose token is good enough where tokens are asked for.
    enum Access {
        /// Nobody is asked for a token.
        case everybody
        /// A token allows at least that.
        case scope(Scope)
    }

    /// An operation that gives JSON, and for which a token has to allow reading or else writing, unless it
    /// says otherwise.
    init(
        _ method: Method, _ pattern: String, takesQuery: Bool = false, isConditional: Bool = false,
        gives: MediaType? = .json, bodyBytesMax: Int = MessageLimits.bodyBytesMax, access: Access? = nil,
        handler: @escaping Handler
    ) {
        self.method = method
        self.pattern = pattern
        self.takesQuery = takesQuery
        self.isConditional = isConditional
        self.gives = gives
        self.bodyBytesMax = bodyBytesMax
        self.access = access ?? .scope(method == .get ? .read : .write)
        self.handler = handler
    }

    /// The route to it, on which every error is one of the table.
    func route(_ errors: ErrorTable) -> Route {
        Route(method, pattern, bodyBytesMax: bodyBytesMax, scope: scope) { request in
            do {
                try check(request)
                return try await handler(request)
            } catch {
                throw errors.problem(error, request.head)
            }
        }
    }

    private var scope: Scope? {
        switch access {
        case .everybody: nil
        case .scope(let scope): scope
        }
    }

    private func check(_ request: Request) throws {
        if !takesQuery { try QueryReader(request).finish() }
        if !takesContent, !request.body.isEmpty { throw RequestError.unexpectedContent }
        if let gives, !Accept(request.head.fields).allows(gives) { throw RequestError.notAcceptable(gives) }
        if !isConditional, try request.conditions.outcome(method, etag: nil) != .proceed {
            throw RequestError.preconditionFailed
        }
    }

    private var takesContent: Bool { method == .post || method == .patch }
}

extension MediaType {
    /// JSON (RFC 8259 §11).
    static let json = constant("application/json")
    /// Apple's property lists.
    static let propertyList = constant("application/x-plist")
    /// iCalendar (RFC 5545 §8.1).
    static let calendar = constant("text/calendar; charset=utf-8")
    /// YAML (RFC 9512).
    static let yaml = constant("application/yaml")

    private static func constant(_ text: String) -> MediaType {
        guard let type = MediaType(text) else { preconditionFailure("\(text) is no media type") }
        return type
    }
}
