import Checklists
import HTTP

/// The input of handlers. Each of these closures calls its handler itself: another asynchronous closure
/// between them takes some 500 of the 44,000 instructions of a GET of an item.
extension Endpoint {
    /// Creates an endpoint whose handler takes a query.
    init<ID: PathTarget, Query: RequestQuery>(
        _ method: HTTP.Method, _ pattern: String, _ permission: Caller.Permission,
        gives: MediaType? = .json, reads: [FieldName] = [],
        cachedBy dependency: (@Sendable (ID) -> CacheDependency)? = nil,
        handler: @escaping @Sendable (Call<ID>, Query) async throws -> Response
    ) {
        self.init(
            method, pattern, permission, MessageLimits.bodyBytesMax, reads: reads, NoContent.self,
            NoCondition.self
        ) { environment in
            { request, context, caller in
                let input = try Input<ID, Query, NoContent, NoCondition>(
                    request, context, caller, gives, dependency, environment)
                let response = try await handler(input.call, input.query)
                return input.kept(response, environment)
            }
        }
    }

    /// Creates an endpoint whose handler takes conditions.
    init<ID: PathTarget>(
        _ method: HTTP.Method, _ pattern: String, _ permission: Caller.Permission,
        gives: MediaType? = .json,
        cachedBy dependency: (@Sendable (ID) -> CacheDependency)? = nil,
        handler: @escaping @Sendable (Call<ID>, Precondition) async throws -> Response
    ) {
        self.init(
            method, pattern, permission, MessageLimits.bodyBytesMax, NoContent.self, Precondition.self
        ) { environment in
            { request, context, caller in
                let input = try Input<ID, NoQuery, NoContent, Precondition>(
                    request, context, caller, gives, dependency, environment)
                let response = try await handler(input.call, input.condition)
                return input.kept(response, environment)
            }
        }
    }

    /// Creates an endpoint whose handler takes a query and conditions.
    init<ID: PathTarget, Query: RequestQuery>(
        _ method: HTTP.Method, _ pattern: String, _ permission: Caller.Permission,
        gives: MediaType? = .json,
        cachedBy dependency: (@Sendable (ID) -> CacheDependency)? = nil,
        handler: @escaping @Sendable (Call<ID>, Query, Precondition) async throws -> Response
    ) {
        self.init(
            method, pattern, permission, MessageLimits.bodyBytesMax, NoContent.self, Precondition.self
        ) { environment in
            { request, context, caller in
                let input = try Input<ID, Query, NoContent, Precondition>(
                    request, context, caller, gives, dependency, environment)
                let response = try await handler(input.call, input.query, input.condition)
                return input.kept(response, environment)
            }
        }
    }

    /// Creates an endpoint whose handler takes content.
    init<ID: PathTarget, Content: RequestContent>(
        _ method: HTTP.Method, _ pattern: String, _ permission: Caller.Permission,
        bodyBytesMax: Int = MessageLimits.bodyBytesMax,
        handler: @escaping @Sendable (Call<ID>, Content) async throws -> Response
    ) {
        self.init(
            method, pattern, permission, bodyBytesMax, Content.self, NoCondition.self
        ) { environment in
            { request, context, caller in
                let input = try Input<ID, NoQuery, Content, NoCondition>(
                    request, context, caller, .json, nil, environment)
                return try await handler(input.call, input.content)
            }
        }
    }

    /// Creates an endpoint whose handler takes content and conditions.
    init<ID: PathTarget, Content: RequestContent>(
        _ method: HTTP.Method, _ pattern: String, _ permission: Caller.Permission,
        bodyBytesMax: Int = MessageLimits.bodyBytesMax,
        handler: @escaping @Sendable (Call<ID>, Content, Precondition) async throws -> Response
    ) {
        self.init(
            method, pattern, permission, bodyBytesMax, Content.self, Precondition.self
        ) { environment in
            { request, context, caller in
                let input = try Input<ID, NoQuery, Content, Precondition>(
                    request, context, caller, .json, nil, environment)
                return try await handler(input.call, input.content, input.condition)
            }
        }
    }

    /// Creates an endpoint whose handler takes a query and content.
    init<ID: PathTarget, Query: RequestQuery, Content: RequestContent>(
        _ method: HTTP.Method, _ pattern: String, _ permission: Caller.Permission,
        bodyBytesMax: Int = MessageLimits.bodyBytesMax,
        handler: @escaping @Sendable (Call<ID>, Query, Content) async throws -> Response
    ) {
        self.init(
            method, pattern, permission, bodyBytesMax, Content.self, NoCondition.self
        ) { environment in
            { request, context, caller in
                let input = try Input<ID, Query, Content, NoCondition>(
                    request, context, caller, .json, nil, environment)
                return try await handler(input.call, input.query, input.content)
            }
        }
    }
}
