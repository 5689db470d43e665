import Checklists
import HTTP
import JSON

/// The route of counts.
struct CountsRoutes {

    var endpoints: [Endpoint] {
        [Endpoint(.get, "/v1/counts", .read, handler: show)]
    }

    private func show(_ call: Call<Fixed>, _ precondition: Precondition) async throws -> Response {
        try .ok(CountsBody(try await call.session.counts()), precondition)
    }
}
