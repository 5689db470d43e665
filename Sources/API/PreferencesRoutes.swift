import Checklists
import HTTP

/// Keeps how somebody wants to see the lists.
struct PreferencesRoutes {
    let checklists: any ChecklistRepository

    var operations: [Operation] {
        let one = "/v1/preferences"
        return [
            Operation(.get, one, isConditional: true, handler: show),
            Operation(
                .patch, one, isConditional: true, bodyBytesMax: Limits.smallBodyBytesMax, handler: update),
        ]
    }

    private func show(_ request: Request) async throws -> Response {
        let preferences = try await checklists.preferences()
        let etag = ETag(preferences.revision)
        return try .ok(PreferencesBody(preferences), etag).unlessKnown(to: request, etag)
    }

    private func update(_ request: Request) async throws -> Response {
        let patch = try request.patch(PreferencesPatchBody.self).patch
        let expected = try await request.expectedRevisions { try await checklists.preferences().revision }
        let preferences = try await checklists.updatePreferences(patch, ifMatch: expected)
        return .ok(PreferencesBody(preferences), ETag(preferences.revision))
    }
}
