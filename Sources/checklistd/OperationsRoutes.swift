import HTTP
import JSON
import Storage

/// Tells whoever runs the service how it is doing.
struct OperationsRoutes {
    /// Whether the store takes changes.
    let health: @Sendable () -> StorageState
    /// The page of metrics as it is now.
    let metrics: @Sendable () -> MetricsPage

    var routes: [Route] {
        [
            .get("/healthz", showHealth),
            .get("/readyz", showReadiness),
            .get("/metrics", showMetrics).needing(.read),
        ]
    }

    private func showHealth(_ request: Request) async throws -> Response {
        text("ok\n", type: "text/plain; charset=utf-8")
    }

    private func showReadiness(_ request: Request) async throws -> Response {
        let state = health()
        let reason: JSONValue =
            switch state {
            case .ok: .null
            case .full: .string("The disk is full. Changes are taken again when there is room.")
            case .readOnly: .string("The disk refuses changes. Mend it and restart the service.")
            }
        let body = JSONValue.object([.init("ready", .bool(state == .ok)), .init("reason", reason)])
        let fields: Fields = [.cacheControl: "no-store"]
        guard state != .ok else { return .json(.ok, body, fields: fields) }
        var response = Response.json(.serviceUnavailable, body, fields: fields)
        response.fields[.retryAfter] = "5"
        return response
    }

    private func showMetrics(_ request: Request) async throws -> Response {
        text(metrics().text, type: MetricsPage.contentType)
    }

    private func text(_ content: String, type: String) -> Response {
        Response(
            .ok, fields: [.contentType: type, .cacheControl: "no-store"], body: .bytes(Array(content.utf8)))
    }
}
