public import Checklists
public import HTTP

/// One operation of openapi.yaml: what it takes, what it gives and who answers.
///
/// A handler says by its arguments what it takes: what the path names, and then, each if it is there, the
/// query, the content and the conditions of the request. What is no argument is refused before the handler is
/// asked, so that nothing is accepted and then ignored.
struct Endpoint: Sendable {
    /// What is done.
    let method: HTTP.Method
    /// The path, with a name in braces for each segment that varies.
    let pattern: String
    private let contentTypes: [String]?
    private let bodyBytesMax: Int
    private let access: Access
    private let answer: @Sendable (Request, RequestContext, Environment) async throws -> Response

    /// Whose token is good enough where tokens are asked for.
    enum Access: Sendable {
        /// Nobody is asked for a token.
        case everybody
        /// A token allows at least that.
        case scope(Scope)
        /// A token of a person allows at least that; no share link does.
        case persons(Scope)
    }

    /// What all endpoints share.
    struct Environment: Sendable {
        let errors: ErrorTable
        let cache: ResponseCache
        /// How deep JSON in the content may go.
        let jsonDepthMax: Int
        let store: any Store
        /// Writes and reads the cursors of pages.
        let cursors: CursorCipher
    }

    /// An endpoint that takes all there is, where `No…` stands for what is refused.
    /// - Parameters:
    ///   - gives: The media type of what it gives; `nil` if that is nothing, or up to the handler.
    ///   - access: Who may have it done. Unless it says otherwise a token has to allow reading, or else
    ///     writing.
    ///   - dependency: What the answer to a plain GET depends on, and on nothing else; `nil` to ask the
    ///     handler each time.
    init<ID: PathTarget, Query: RequestQuery, Content: RequestContent, Condition: RequestCondition>(
        _ method: HTTP.Method, _ pattern: String, gives: MediaType? = .json,
        bodyBytesMax: Int = MessageLimits.bodyBytesMax, access: Access? = nil,
        cachedBy dependency: (@Sendable (ID) -> CacheDependency)? = nil,
        handler: @escaping @Sendable (Call<ID>, Query, Content, Condition) async throws -> Response
    ) {
        self.method = method
        self.pattern = pattern
        self.contentTypes = Content.mediaTypes(for: method)
        self.bodyBytesMax = bodyBytesMax
        self.access = access ?? .scope(method == .get ? .read : .write)
        answer = { request, context, environment in
            let holder = context.holder
            let call = Call(
                id: try ID(context.parameters), request: request, context: context,
                session: Session(environment.store, for: holder?.principal ?? .first),
                scope: holder?.scope ?? .admin, cursors: environment.cursors)
            let query = try Query(request.head.target, environment.cursors)
            if let gives, !Accept(request.head.fields).allows(gives) {
                throw RequestError.notAcceptable(gives)
            }
            let content = try Content(request, jsonDepthMax: environment.jsonDepthMax)
            let condition = try Condition(request.head)
            // Who sees what is not for others: only what the first person sees is kept.
            guard context.isOfFirst, let dependency = dependency?(call.id),
                let revision = environment.cache.revision(of: dependency, for: request.head)
            else { return try await handler(call, query, content, condition) }
            let response = try await handler(call, query, content, condition)
            environment.cache.keep(response, to: request.head.target, of: dependency, asOf: revision)
            return response
        }
    }

    /// The route to it, on which every error is one of the table.
    func route(_ environment: Environment) -> Route {
        Route(
            method, pattern, bodyBytesMax: bodyBytesMax, contentTypes: contentTypes, annotation: access
        ) { request, context in
            do {
                return try await answer(request, context, environment)
            } catch {
                throw environment.errors.problem(error, request.head)
            }
        }
    }

}

// MARK: - What handlers take

extension Endpoint {
    /// For a handler that takes a query.
    init<ID: PathTarget, Query: RequestQuery>(
        _ method: HTTP.Method, _ pattern: String, gives: MediaType? = .json, access: Access? = nil,
        cachedBy dependency: (@Sendable (ID) -> CacheDependency)? = nil,
        handler: @escaping @Sendable (Call<ID>, Query) async throws -> Response
    ) {
        self.init(method, pattern, gives: gives, access: access, cachedBy: dependency) {
            (call: Call<ID>, query: Query, _: NoContent, _: NoCondition) in
            try await handler(call, query)
        }
    }

    /// For a handler that weighs conditions.
    init<ID: PathTarget>(
        _ method: HTTP.Method, _ pattern: String, gives: MediaType? = .json, access: Access? = nil,
        cachedBy dependency: (@Sendable (ID) -> CacheDependency)? = nil,
        handler: @escaping @Sendable (Call<ID>, Precondition) async throws -> Response
    ) {
        self.init(method, pattern, gives: gives, access: access, cachedBy: dependency) {
            (call: Call<ID>, _: NoQuery, _: NoContent, precondition: Precondition) in
            try await handler(call, precondition)
        }
    }

    /// For a handler that takes a query and weighs conditions.
    init<ID: PathTarget, Query: RequestQuery>(
        _ method: HTTP.Method, _ pattern: String, gives: MediaType? = .json, access: Access? = nil,
        cachedBy dependency: (@Sendable (ID) -> CacheDependency)? = nil,
        handler: @escaping @Sendable (Call<ID>, Query, Precondition) async throws -> Response
    ) {
        self.init(method, pattern, gives: gives, access: access, cachedBy: dependency) {
            (call: Call<ID>, query: Query, _: NoContent, precondition: Precondition) in
            try await handler(call, query, precondition)
        }
    }

    /// For a handler that takes content.
    init<ID: PathTarget, Content: RequestContent>(
        _ method: HTTP.Method, _ pattern: String, bodyBytesMax: Int = MessageLimits.bodyBytesMax,
        access: Access? = nil,
        handler: @escaping @Sendable (Call<ID>, Content) async throws -> Response
    ) {
        self.init(method, pattern, bodyBytesMax: bodyBytesMax, access: access) {
            (call: Call<ID>, _: NoQuery, content: Content, _: NoCondition) in
            try await handler(call, content)
        }
    }

    /// For a handler that takes content and weighs conditions.
    init<ID: PathTarget, Content: RequestContent>(
        _ method: HTTP.Method, _ pattern: String, bodyBytesMax: Int = MessageLimits.bodyBytesMax,
        access: Access? = nil,
        handler: @escaping @Sendable (Call<ID>, Content, Precondition) async throws -> Response
    ) {
        self.init(method, pattern, bodyBytesMax: bodyBytesMax, access: access) {
            (call: Call<ID>, _: NoQuery, content: Content, precondition: Precondition) in
            try await handler(call, content, precondition)
        }
    }

    /// For a handler that takes a query and content.
    init<ID: PathTarget, Query: RequestQuery, Content: RequestContent>(
        _ method: HTTP.Method, _ pattern: String, bodyBytesMax: Int = MessageLimits.bodyBytesMax,
        access: Access? = nil,
        handler: @escaping @Sendable (Call<ID>, Query, Content) async throws -> Response
    ) {
        self.init(method, pattern, bodyBytesMax: bodyBytesMax, access: access) {
            (call: Call<ID>, query: Query, content: Content, _: NoCondition) in
            try await handler(call, query, content)
        }
    }
}

extension Route {
    /// What a token has to allow where tokens are asked for; `nil` where anybody may come.
    public var scope: Scope? {
        switch annotation {
        case let scope as Scope: return scope
        case let access as Endpoint.Access:
            switch access {
            case .scope(let scope), .persons(let scope): return scope
            case .everybody: return nil
            }
        default: return nil
        }
    }

    /// Whether anybody may come, whatever is around it.
    var isForEverybody: Bool {
        if case Endpoint.Access.everybody? = annotation as? Endpoint.Access { true } else { false }
    }

    /// Whether it exchanges the secret of a link for a token.
    var exchangesSecret: Bool { isForEverybody && method == .post }

    /// Whether no share link opens it.
    public var isForPersons: Bool {
        if case Endpoint.Access.persons? = annotation as? Endpoint.Access { true } else { false }
    }

    /// The same route, for persons whose token allows that much.
    public func needing(_ scope: Scope) -> Route {
        var route = self
        route.annotation = Endpoint.Access.persons(scope)
        return route
    }
}

extension MediaType {
    /// JSON (RFC 8259 §11).
    static let json = constant("application/json")
    /// Apple's property lists.
    static let propertyList = constant("application/x-plist")
    /// iCalendar (RFC 5545 §8.1).
    static let calendar = constant("text/calendar; charset=utf-8")
    /// Server-Sent Events (WHATWG HTML §9.2.2).
    static let eventStream = constant("text/event-stream")
    /// YAML (RFC 9512).
    static let yaml = constant("application/yaml")

    private static func constant(_ text: String) -> MediaType {
        guard let type = MediaType(text) else { preconditionFailure("\(text) is no media type") }
        return type
    }
}
