import API
import Checklists
import HTTP
import JSON

/// The routes for operators: health, readiness and metrics.
struct OperationsRoutes {
    /// Why the store takes no changes at present; `nil` if it takes them.
    let obstacle: @Sendable () -> String?
    /// The current metrics page.
    let metrics: @Sendable () async -> MetricsPage

    /// The probes of a supervisor. No rate limit applies to them.
    static let probes: Set = ["/healthz", "/readyz"]

    var routes: [CallerRoute] {
        [
            .open(.get, "/healthz", handler: showHealth),
            .open(.get, "/readyz", handler: showReadiness),
            Route(.get, "/metrics", handler: .callers(.persons(.read), showMetrics)),
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
        let body = JSONValue.object([
            .init("ready", .bool(obstacle == nil)), .init("reason", obstacle.map(JSONValue.string) ?? .null),
        ])
        let fields: Fields = [.cacheControl: "no-store"]
        guard obstacle != nil else { return .json(.ok, body, fields: fields) }
        var response = Response.json(.serviceUnavailable, body, fields: fields)
        response.fields[.retryAfter] = "5"
        return response
    }

    private func showMetrics(
        _ request: Request, _ context: RequestContext<Caller>, _ caller: Caller
    ) async throws -> Response {
        text(await metrics().text, type: MetricsPage.contentType)
    }

    private func text(_ content: String, type: String) -> Response {
        Response(
            .ok, fields: [.contentType: type, .cacheControl: "no-store"], body: .bytes(Array(content.utf8)))
    }
}
