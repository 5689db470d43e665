import Checklists
import HTTP

/// Lists, makes, changes and deletes checklists.
struct ChecklistRoutes {
    let checklists: any Store
    let tags: RevisionTags

    var endpoints: [Endpoint] {
        let all = "/v1/checklists"
        let one = "/v1/checklists/{checklistId}"
        let small = Limits.smallBodyBytesMax
        return [
            Endpoint(.get, all, cachedBy: { _ in .everything }, handler: list),
            Endpoint(.post, all, bodyBytesMax: small, handler: add),
            Endpoint(.get, one, cachedBy: { .checklist($0) }, handler: show),
            Endpoint(.patch, one, bodyBytesMax: small, handler: update),
            Endpoint(.delete, one, gives: nil, handler: remove),
        ]
    }

    private func list(_ call: Call<Fixed>, _ query: ChecklistQuery) async throws -> Response {
        let page = try await checklists.checklists(query)
        return try .page(page, of: "/v1/checklists", for: call.request, as: ChecklistBody.init)
    }

    private func add(_ call: Call<Fixed>, _ body: ChecklistDraftBody) async throws -> Response {
        let once = try await checklists.addChecklist(body.draft, once: call.once)
        let checklist = once.value
        let etag = tags.tag(of: checklist.revision)
        return .created(ChecklistBody(checklist), etag, at: "/v1/checklists/\(checklist.id)")
            .replayed(once.isReplay)
    }

    private func show(_ call: Call<Checklist.ID>, _ precondition: Precondition) async throws -> Response {
        let checklist = try await checklists.checklist(call.id)
        let etag = tags.tag(of: checklist.revision)
        return try precondition.answer(etag, with: .ok(ChecklistBody(checklist), etag))
    }

    private func update(
        _ call: Call<Checklist.ID>, _ body: ChecklistPatchBody, _ precondition: Precondition
    ) async throws -> Response {
        let checklist = try await checklists.updateChecklist(
            call.id, body.patch, ifMatch: expectedRevisions(of: call.id, precondition))
        return .ok(ChecklistBody(checklist), tags.tag(of: checklist.revision))
    }

    private func remove(_ call: Call<Checklist.ID>, _ precondition: Precondition) async throws -> Response {
        try await checklists.deleteChecklist(call.id, ifMatch: expectedRevisions(of: call.id, precondition))
        return .noContent
    }

    private func expectedRevisions(
        of id: Checklist.ID, _ precondition: Precondition
    ) async throws -> Set<Revision>? {
        try await precondition.expectedRevisions(tags) { try await checklists.checklist(id).revision }
    }
}
