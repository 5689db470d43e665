import Checklists
import HTTP
import QuickAdd

/// The route that previews what a typed line means.
struct QuickAddRoutes {
    let reader: QuickAddReader

    var endpoints: [Endpoint] {
        [
            // `POST` with the permission to read, since it adds nothing.
            Endpoint(
                .post, "/v1/quick-add", .read, bodyBytesMax: Limits.smallBodyBytesMax, handler: read)
        ]
    }

    private func read(_ call: Call<Fixed>, _ body: QuickAddBody) async throws -> Response {
        if let id = body.checklistID {
            do {
                _ = try await call.session.checklist(id)
            } catch ChecklistsError.notFound {
                throw ChecklistsError.invalid([Violation("/checklistId", .notAChecklist)])
            }
        }
        let line = try await reader.understood(body.line, on: body.checklistID, as: call.session)
        _ = try line.draft(textAt: "/quickAdd")
        return .ok(line)
    }
}
