import Checklists
import HTTP

/// The routes of a person's preferences.
struct PreferencesRoutes {
    let tags: RevisionTags

    var endpoints: [Endpoint] {
        let one = "/v1/preferences"
        return [
            Endpoint(.get, one, .persons(.read), handler: show),
            Endpoint(
                .patch, one, .persons(.write), bodyBytesMax: Limits.smallBodyBytesMax, handler: update),
        ]
    }

    private func show(_ call: Call<Fixed>, _ precondition: Precondition) async throws -> Response {
        let preferences = try await call.session.preferences()
        let etag = tags.tag(of: preferences.revision)
        return try precondition.answer(etag, with: .ok(PreferencesBody(preferences), etag))
    }

    private func update(
        _ call: Call<Fixed>, _ update: ResourceUpdate<PreferencesPatchBody>, _ precondition: Precondition
    ) async throws -> Response {
        let expected = try await precondition.expectedRevisions(tags) {
            try await call.session.preferences().revision
        }
        let preferences = try await call.session.updatePreferences(
            update.body.patch, ifMatch: update.expectation(expected, PreferencesBody.init))
        return .ok(PreferencesBody(preferences), tags.tag(of: preferences.revision))
    }
}
