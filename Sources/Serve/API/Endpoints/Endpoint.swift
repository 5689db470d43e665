import Checklists
import HTTP

/// One operation of openapi.yaml: its permission, input, output and handler.
///
/// The permission of callers is an argument without a default. `open` makes an endpoint that is open to
/// everyone, whose handler gets no caller.
///
/// The arguments of a handler declare its input: the resource of the path, then optionally query, content and
/// conditions. The endpoint refuses undeclared input before it calls the handler, so that no input is
/// silently ignored.
struct Endpoint: Sendable {
    let method: HTTP.Method
    /// The path, with a name in braces for each variable segment.
    let pattern: String
    private let contentTypes: [String]?
    /// The limit of the content, in bytes.
    let bodyBytesMax: Int
    /// The request fields that content, conditions and handler read.
    private let requestFields: [FieldName]
    private let handler: Handler

    /// Makes the handler for an environment. Its errors are not mapped.
    private enum Handler {
        case open(@Sendable (Environment) -> CallerRoute.OpenHandler)
        case callers(Caller.Permission, @Sendable (Environment) -> CallerRoute.CallerHandler)
    }

    /// The context that all endpoints share. A class, so that a request retains one object.
    final class Environment: Sendable {
        let errors: ErrorTable
        let cache: ResponseCache
        /// The maximum depth of JSON in a body.
        let jsonDepthMax: Int
        let store: any Store
        /// Encrypts and decrypts cursors.
        let cursors: CursorCipher
        /// Makes the message about a proposal.
        let proposalMessage: ProposalMessage
        /// The place in a batch that takes the writes; `nil` outside a batch.
        let batch: BatchPlace?

        init(
            errors: ErrorTable, cache: ResponseCache, jsonDepthMax: Int, store: any Store,
            cursors: CursorCipher, proposalMessage: @escaping ProposalMessage, batch: BatchPlace? = nil
        ) {
            self.proposalMessage = proposalMessage
            self.batch = batch
            self.errors = errors
            self.cache = cache
            self.jsonDepthMax = jsonDepthMax
            self.store = store
            self.cursors = cursors
        }

        /// The same context for one operation of a batch.
        func at(_ place: BatchPlace?) -> Environment {
            Environment(
                errors: errors, cache: cache, jsonDepthMax: jsonDepthMax, store: store, cursors: cursors,
                proposalMessage: proposalMessage, batch: place)
        }
    }

    /// Creates an endpoint with all kinds of input; a `No…` type refuses one.
    /// - Parameters:
    ///   - permission: The permission that callers need.
    ///   - gives: The media type of the answer; `nil` if it has no content, or if the handler chooses the
    ///     type.
    ///   - reads: The request fields that only this handler reads.
    ///   - dependency: The revision source of the response to a plain GET. `nil` turns caching off.
    init<ID: PathTarget, Query: RequestQuery, Content: RequestContent, Condition: RequestCondition>(
        _ method: HTTP.Method, _ pattern: String, _ permission: Caller.Permission, gives: MediaType? = .json,
        bodyBytesMax: Int = MessageLimits.bodyBytesMax, reads: [FieldName] = [],
        cachedBy dependency: (@Sendable (ID) -> CacheDependency)? = nil,
        handler: @escaping @Sendable (Call<ID>, Query, Content, Condition) async throws -> Response
    ) {
        self.init(
            method, pattern, permission, bodyBytesMax, reads: reads, Content.self, Condition.self
        ) { environment in
            { request, context, caller in
                let input = try Input<ID, Query, Content, Condition>(
                    request, context, caller, gives, dependency, environment)
                let response = try await handler(input.call, input.query, input.content, input.condition)
                return input.kept(response, environment)
            }
        }
    }

    /// Creates an endpoint that is open to everyone.
    static func open<Query: RequestQuery, Content: RequestContent, Condition: RequestCondition>(
        _ method: HTTP.Method, _ pattern: String, gives: MediaType? = .json,
        bodyBytesMax: Int = MessageLimits.bodyBytesMax,
        handler: @escaping @Sendable (OpenCall, Query, Content, Condition) async throws -> Response
    ) -> Endpoint {
        let handler = Handler.open { environment in
            { request, _ in
                let query = try Query(request.head.target, environment.cursors)
                let parts = try Parts<Content, Condition>(request, gives: gives, environment)
                let call = OpenCall(request: request, store: environment.store)
                return try await handler(call, query, parts.content, parts.condition)
            }
        }
        return Endpoint(
            method, pattern, contentTypes: Content.mediaTypes(for: method), bodyBytesMax: bodyBytesMax,
            reads: Self.keyFields(method, changes: true) + Condition.requestFields, handler)
    }

    /// Creates an endpoint for callers from a function that makes its handler.
    init(
        _ method: HTTP.Method, _ pattern: String, _ permission: Caller.Permission, _ bodyBytesMax: Int,
        reads: [FieldName] = [], _ content: (some RequestContent).Type,
        _ condition: (some RequestCondition).Type,
        _ handler: @escaping @Sendable (Environment) -> CallerRoute.CallerHandler
    ) {
        // A POST that a reader may send changes nothing, so that repeating it needs no key.
        let changes = permission.person > .read
        self.init(
            method, pattern, contentTypes: content.mediaTypes(for: method), bodyBytesMax: bodyBytesMax,
            reads: Self.keyFields(method, changes: changes) + condition.requestFields + reads,
            .callers(permission, handler))
    }

    private init(
        _ method: HTTP.Method, _ pattern: String, contentTypes: [String]?, bodyBytesMax: Int,
        reads requestFields: [FieldName], _ handler: Handler
    ) {
        self.method = method
        self.pattern = pattern
        self.contentTypes = contentTypes
        self.bodyBytesMax = bodyBytesMax
        self.requestFields = requestFields + (contentTypes == nil ? [] : [.contentType])
        self.handler = handler
    }

    /// Only `POST` takes an idempotency key: the other methods are idempotent (RFC 9110 §9.2.2).
    private static func keyFields(_ method: HTTP.Method, changes: Bool) -> [FieldName] {
        method == .post && changes ? [.idempotencyKey] : []
    }

    /// What callers need; `nil` if the endpoint is open to everyone.
    var permission: Caller.Permission? {
        if case .callers(let permission, _) = handler { permission } else { nil }
    }

    /// Answers an operation of a batch. The caller has checked the permission.
    /// - Throws: The errors of the handler, not mapped.
    func respond(
        to request: Request, _ parameters: [String], as caller: Caller, _ environment: Environment
    ) async throws -> Response {
        guard case .callers(_, let handler) = handler else {
            throw ChecklistsError.invalid([Violation("", .notInBatch)])
        }
        var context = RequestContext<Caller>(caller: caller)
        context.parameters = parameters
        return try await handler(environment)(request, context, caller)
    }

    /// The route, whose errors become a `Problem` of the error table.
    func route(_ environment: Environment) -> CallerRoute {
        let handler: CallerRoute.Handler =
            switch handler {
            case .open(let handler): .open(handler(environment))
            case .callers(let permission, let handler): .callers(permission, handler(environment))
            }
        return Route(
            method, pattern, bodyBytesMax: bodyBytesMax, contentTypes: contentTypes, reads: requestFields,
            handler: handler, failure: environment.response)
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
    /// Scalable Vector Graphics (SVG 1.1, appendix P).
    static let svg = constant("image/svg+xml")
    /// YAML (RFC 9512).
    static let yaml = constant("application/yaml")

    private static func constant(_ text: String) -> MediaType {
        guard let type = MediaType(text) else { preconditionFailure("\(text) is not a media type") }
        return type
    }
}
