import API
import Checklists
import HTTP
import JSON

/// The routes for operators: health, readiness and metrics.
struct OperationsRoutes {
    /// Why the store takes no changes at present; `nil` if it takes them.
    let obstacle: @Sendable () -> String?
    /// What needs the operator's attention while the store takes changes; `nil` for nothing.
    let warning: @Sendable () -> String?
    /// The current metrics page.
    let metrics: @Sendable () async -> MetricsPage

    /// The probes of a supervisor. No rate limit applies to them.
    static let probes: Set = ["/healthz", "/readyz"]

    var routes: [CallerRoute] {
        [
            .open(.get, "/healthz", handler: showHealth),
            .open(.get, "/readyz", handler: showReadiness),
            Route(.get, "/metrics", handler: .callers(.persons(.admin), showMetrics)),
        ]
    }

    private func showHealth(
        _ request: Request, _ context: RequestContext<Caller>
    ) async throws -> Response {
        text("ok\n", type: "text/plain; charset=utf-8")
    }

    private func showReadiness(
        _ request: Request, _ context: RequestContext<Caller>
    ) async throws -> Response {
        let obstacle = obstacle()
        var members: [JSONValue.Member] = [
            .init("ready", .bool(obstacle == nil)), .init("reason", obstacle.map(JSONValue.string) ?? .null),
        ]
        if let warning = warning() { members.append(.init("warning", .string(warning))) }
        let body = JSONValue.object(members)
        let fields: Fields = [.cacheControl: "no-store"]
        guard obstacle != nil else { return .json(.ok, body, fields: fields) }
        var response = Response.json(.serviceUnavailable, body, fields: fields)
        response.fields[.retryAfter] = "5"
        return response
    }

    private func showMetrics(
        _ request: Request, _ context: RequestContext<Caller>, _ caller: Caller
    ) async throws -> Response {
        // Without tokens every client is local, with --no-auth also one on another machine.
        if caller == .local, request.head.isForwarded || !context.isFromThisMachine {
            return Self.refusal
        }
        // A disk that hangs holds up no event loop.
        let content = await withTaskExecutorPreference(globalConcurrentExecutor) { await metrics().text }
        return text(content, type: MetricsPage.contentType)
    }

    /// 401 for a client on another machine, while no token exists.
    private static var refusal: Response {
        var problem = Problem(
            .tokenMissing,
            """
            Metrics are for this machine until a token exists. Make a token with the scope admin: checklistd \
            token create --name NAME --scope admin.
            """)
        problem.fields[.wwwAuthenticate] = "Bearer realm=\"checklistd\""
        return problem.response
    }

    private func text(_ content: String, type: String) -> Response {
        Response(
            .ok, fields: [.contentType: type, .cacheControl: "no-store"], body: .bytes(Array(content.utf8)))
    }
}
