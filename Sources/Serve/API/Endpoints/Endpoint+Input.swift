import Checklists
import HTTP

extension Endpoint {
    /// The input of a handler for callers.
    struct Input<
        ID: PathTarget, Query: RequestQuery, Content: RequestContent, Condition: RequestCondition
    > {
        let call: Call<ID>
        let query: Query
        let content: Content
        let condition: Condition
        /// The revision of the stored data that the response will have; `nil` if it is not cached.
        private let source: (dependency: CacheDependency, revision: Revision)?

        /// Reads path, query, content and conditions in this order; errors are 404, 400, 406, 400/415/422 and
        /// 400/412.
        ///
        /// Not inlined: its temporaries would enlarge the frame of the asynchronous handler.
        @inline(never)
        init(
            _ request: Request, _ context: RequestContext<Caller>, _ caller: Caller, _ gives: MediaType?,
            _ dependency: (@Sendable (ID) -> CacheDependency)?, _ environment: Environment
        ) throws {
            call = Call(
                id: try ID(context.parameters), request: request, caller: caller,
                session: Session(environment.store, for: caller, in: environment.batch),
                cursors: environment.cursors)
            query = try Query(request.head.target, environment.cursors)
            let parts = try Parts<Content, Condition>(request, gives: gives, environment)
            content = parts.content
            condition = parts.condition
            // Responses depend on the person; only person 1's are cached.
            guard caller.isFirstPerson, query.isCacheable, let dependency = dependency?(call.id),
                let revision = environment.cache.revision(of: dependency, for: request.head)
            else {
                source = nil
                return
            }
            source = (dependency, revision)
        }

        /// The response, which the cache keeps if it can.
        func kept(_ response: Response, _ environment: Environment) -> Response {
            if let source {
                environment.cache.keep(
                    response, to: call.request.head.target, of: source.dependency, asOf: source.revision)
            }
            return response
        }
    }

    /// The input behind the query.
    struct Parts<Content: RequestContent, Condition: RequestCondition> {
        let content: Content
        let condition: Condition

        @inline(__always)
        init(_ request: Request, gives: MediaType?, _ environment: Environment) throws {
            if let gives, !Accept(request.head.fields).allows(gives) {
                throw RequestError.notAcceptable(gives)
            }
            content = try Content(request, jsonDepthMax: environment.jsonDepthMax)
            condition = try Condition(request.head)
        }
    }
}
