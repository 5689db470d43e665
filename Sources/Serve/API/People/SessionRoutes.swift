import Checklists
import HTTP
import JSON

/// The routes of the sessions of assistants.
struct SessionRoutes {
    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/sessions", .persons(.read), handler: list),
            Endpoint(
                .post, "/v1/sessions/{sessionId}/undo", .persons(.write),
                bodyBytesMax: Limits.smallBodyBytesMax, handler: undo),
        ]
    }

    private func list(
        _ call: Call<Fixed>, _ query: NoQuery, _ precondition: Precondition
    ) async throws -> Response {
        try .ok(SessionsBody(sessions: await call.session.assistantSessions()), precondition)
    }

    private func undo(_ call: Call<SessionPath>, _ body: EmptyBody) async throws -> Response {
        let result = try await call.session.undo(call.id.id, idempotencyKey: call.idempotencyKey)
        return .ok(UndoneSessionBody(result: result.value)).replayed(result.isReplay)
    }
}

/// The path of a session of an assistant.
struct SessionPath: PathTarget {
    let id: Tombstone.ID

    init(_ parameters: [String]) throws(ChecklistsError) {
        id = try Tombstone.ID(parameters, of: .assistantSession)
    }
}

/// The sessions of assistants in JSON.
private struct SessionsBody: JSONWritable {
    let sessions: [AssistantSession]

    func write(to json: inout JSONWriter) {
        json.array { json in
            for session in sessions {
                json.object { json in
                    json.member("id", session.id.rawValue)
                    json.member("deviceId", session.deviceID?.rawValue)
                    json.member("itemsCount", session.itemsCount)
                    json.member("checklistsCount", session.listsCount)
                    json.member("startedAt", TimestampBody(session.startedAt))
                    json.member("endedAt", TimestampBody(session.endedAt))
                }
            }
        }
    }
}

/// The result of undoing a session in JSON.
private struct UndoneSessionBody: JSONWritable {
    let result: UndoneSession

    func write(to json: inout JSONWriter) {
        json.object { json in
            write("restoredItemIds", result.restored, &json)
            write("deletedItemIds", result.deleted, &json)
            write("deletedChecklistIds", result.deletedLists, &json)
            write("changedItemIds", result.changedSince, &json)
            write("changedChecklistIds", result.listsChangedSince, &json)
            write("missingItemIds", result.missing, &json)
        }
    }

    private func write(_ name: StaticString, _ ids: [some Identifier], _ json: inout JSONWriter) {
        json.array(name) { json in
            for id in ids { json.value(id.rawValue) }
        }
    }
}
