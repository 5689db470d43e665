import Checklists
import HTTP

/// The routes of scheduled reminders and snoozing.
struct ReminderRoutes {
    let encodings: EncodingCache
    let now: @Sendable () -> Timestamp
    let tags: RevisionTags

    var endpoints: [Endpoint] {
        let ofItem = "/v1/items/{itemId}/snooze"
        return [
            Endpoint(.get, "/v1/reminders", .read, handler: list),
            Endpoint(.post, ofItem, .check, bodyBytesMax: Limits.smallBodyBytesMax, handler: snooze),
            Endpoint(.put, ofItem, .check, bodyBytesMax: Limits.smallBodyBytesMax, handler: snooze),
            Endpoint(.delete, ofItem, .check, gives: nil, handler: unsnooze),
        ]
    }

    private func list(
        _ call: Call<Fixed>, _ page: PageRequest, _ precondition: Precondition
    ) async throws -> Response {
        try .page(
            try await call.session.reminders(page), of: "/v1/reminders", for: call,
            precondition, as: ReminderBody.init)
    }

    private func snooze(
        _ call: Call<Item.ID>, _ content: ResourceUpdate<SnoozeBody>, _ precondition: Precondition
    ) async throws -> Response {
        let moment = content.body.moment(after: now())
        let expected = content.expectation(try await precondition.expectedRevisions(tags, of: call)) {
            ItemBody($0)
        }
        let result = try await call.session.snoozeItem(
            call.id, until: moment, ifMatch: expected, idempotencyKey: call.idempotencyKey)
        return .ok(encodings.json(of: result.value), tags.tag(of: result.value.revision)).replayed(
            result.isReplay)
    }

    private func unsnooze(_ call: Call<Item.ID>, _ precondition: Precondition) async throws -> Response {
        try await call.session.unsnoozeItem(call.id, ifMatch: precondition.expectedRevisions(tags, of: call))
        return .noContent
    }
}
