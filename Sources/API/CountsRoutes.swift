import Checklists
import HTTP
import JSON

/// Tells how much there is.
struct CountsRoutes {
    let checklists: any ChecklistRepository

    var operations: [Operation] {
        [Operation(.get, "/v1/counts", isConditional: true, handler: show)]
    }

    private func show(_ request: Request) async throws -> Response {
        let body = CountsBody(try await checklists.counts())
        let etag = ETag(digestOf: body.jsonBytes)
        return try .ok(body, etag).unlessKnown(to: request, etag)
    }
}
