import Checklists
import HTTP

/// Lists, makes, changes and deletes checklists.
struct ChecklistRoutes {
    let checklists: any ChecklistRepository

    var operations: [Operation] {
        let all = "/v1/checklists"
        let one = "/v1/checklists/{checklistId}"
        return [
            Operation(.get, all, takesQuery: true, handler: list),
            Operation(.post, all, bodyBytesMax: Limits.smallBodyBytesMax, handler: add),
            Operation(.get, one, isConditional: true, handler: show),
            Operation(
                .patch, one, isConditional: true, bodyBytesMax: Limits.smallBodyBytesMax, handler: update),
            Operation(.delete, one, isConditional: true, gives: nil, handler: remove),
        ]
    }

    private func list(_ request: Request) async throws -> Response {
        let page = try await checklists.checklists(ChecklistQuery(request))
        return try .page(page, of: "/v1/checklists", for: request, as: ChecklistBody.init)
            .holding(.everything, asOf: page.revision, in: checklists)
    }

    private func add(_ request: Request) async throws -> Response {
        let draft = try request.body(ChecklistDraftBody.self).draft
        let once = try await checklists.addChecklist(draft, once: request.once)
        let checklist = once.value
        let etag = ETag(checklist.revision)
        return .created(ChecklistBody(checklist), etag, at: "/v1/checklists/\(checklist.id)")
            .replayed(once.isReplay)
    }

    private func show(_ request: Request) async throws -> Response {
        let checklist = try await checklists.checklist(request.checklistID)
        let etag = ETag(checklist.revision)
        return try .ok(ChecklistBody(checklist), etag).unlessKnown(to: request, etag)
            .holding(.checklist(checklist.id), asOf: checklist.revision, in: checklists)
    }

    private func update(_ request: Request) async throws -> Response {
        let id = try request.checklistID
        let patch = try request.patch(ChecklistPatchBody.self).patch
        let expected = try await expectedRevisions(of: id, request)
        let checklist = try await checklists.updateChecklist(id, patch, ifMatch: expected)
        return .ok(ChecklistBody(checklist), ETag(checklist.revision))
    }

    private func remove(_ request: Request) async throws -> Response {
        let id = try request.checklistID
        try await checklists.deleteChecklist(id, ifMatch: expectedRevisions(of: id, request))
        return .noContent
    }

    private func expectedRevisions(of id: Checklist.ID, _ request: Request) async throws -> Set<Revision>? {
        try await request.expectedRevisions { try await checklists.checklist(id).revision }
    }
}
