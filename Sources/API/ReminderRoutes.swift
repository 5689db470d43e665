import Checklists
import HTTP

/// Lists the reminders to come, and puts one off.
struct ReminderRoutes {
    let reminders: any ReminderRepository
    let checklists: any ChecklistRepository
    let encoded: EncodedItems
    let now: @Sendable () -> Timestamp

    var operations: [Operation] {
        [
            Operation(.get, "/v1/reminders", takesQuery: true, handler: list),
            Operation(
                .post, "/v1/items/{itemId}/snooze", isConditional: true,
                bodyBytesMax: Limits.smallBodyBytesMax, handler: snooze),
        ]
    }

    private func list(_ request: Request) async throws -> Response {
        var query = try QueryReader(request)
        let page = PageRequest(&query)
        try query.finish()
        return try .page(
            try await reminders.reminders(page), of: "/v1/reminders", for: request, as: ReminderBody.init)
    }

    private func snooze(_ request: Request) async throws -> Response {
        let id = try request.itemID
        let moment = try request.body(SnoozeBody.self).moment(after: now())
        let expected = try await request.expectedRevisions { try await checklists.item(id).revision }
        let once = try await reminders.snoozeItem(id, until: moment, ifMatch: expected, once: request.once)
        return .ok(encoded.json(of: once.value), ETag(once.value.revision)).replayed(once.isReplay)
    }
}
