import Checklists
import HTTP

/// The routes of checklists.
struct ChecklistRoutes {
    let tags: RevisionTags

    var endpoints: [Endpoint] {
        let all = "/v1/checklists"
        let one = "/v1/checklists/{checklistId}"
        let small = Limits.smallBodyBytesMax
        return [
            Endpoint(.get, all, .read, cachedBy: { _ in .everything }, handler: list),
            Endpoint(.post, all, .persons(.assist), bodyBytesMax: small, handler: add),
            Endpoint(.delete, all, .persons(.write), handler: removeSeveral),
            Endpoint(.get, one, .read, cachedBy: { .checklist($0) }, handler: show),
            Endpoint(.patch, one, .edit, bodyBytesMax: small, handler: update),
            Endpoint(.delete, one, .persons(.assist), gives: nil, handler: remove),
            Endpoint(.post, "\(one)/copy", .persons(.assist), bodyBytesMax: small, handler: copy),
        ]
    }

    private func list(
        _ call: Call<Fixed>, _ query: ChecklistQuery, _ precondition: Precondition
    ) async throws -> Response {
        let page = try await call.session.checklists(query)
        return try .page(page, of: "/v1/checklists", for: call, precondition, as: call.body(of:))
    }

    private func add(_ call: Call<Fixed>, _ body: ChecklistDraftBody) async throws -> Response {
        let result = try await call.session.addChecklist(body.draft, idempotencyKey: call.idempotencyKey)
        let checklist = result.value
        let etag = tags.tag(of: checklist.revision)
        return .created(call.body(of: checklist), etag, at: "/v1/checklists/\(checklist.id)")
            .replayed(result.isReplay)
    }

    private func show(_ call: Call<Checklist.ID>, _ precondition: Precondition) async throws -> Response {
        let checklist = try await call.session.checklist(call.id)
        let etag = tags.tag(of: checklist.revision)
        return try precondition.answer(etag, with: .ok(call.body(of: checklist), etag))
    }

    private func update(
        _ call: Call<Checklist.ID>, _ update: ResourceUpdate<ChecklistPatchBody>,
        _ precondition: Precondition
    ) async throws -> Response {
        let expected = try await expectedRevisions(of: call, precondition)
        let checklist = try await call.session.updateChecklist(
            call.id, update.body.patch, ifMatch: update.expectation(expected) { call.body(of: $0) })
        return .ok(call.body(of: checklist), tags.tag(of: checklist.revision))
    }

    private func remove(_ call: Call<Checklist.ID>, _ precondition: Precondition) async throws -> Response {
        let expected = try await expectedRevisions(of: call, precondition)
        let trashID = try await call.session.deleteChecklist(call.id, ifMatch: expected)
        return .noContent.thrownAway(as: trashID)
    }

    /// Deletes lists that the caller owns, each as an entry in the trash. Other numbers are skipped, so that
    /// a client can repeat the request.
    private func removeSeveral(_ call: Call<Fixed>, _ query: ChecklistNumbers) async throws -> Response {
        let session = call.session
        var rest = try await lists(numbered: query.numbers, ownedBy: session)[...]
        var deleted = 0
        while !rest.isEmpty {
            let batch = rest.prefix(Limits.checklistsDeletedAtOnce)
            rest = rest.dropFirst(batch.count)
            // The store writes several changes with one sync.
            deleted += try await withThrowingTaskGroup { group in
                for id in batch {
                    group.addTask {
                        do {
                            try await session.deleteChecklist(id, ifMatch: nil)
                            return 1
                        } catch ChecklistsError.notFound {
                            return 0
                        }
                    }
                }
                return try await group.reduce(0, +)
            }
        }
        return .ok(DeletionBody(deleted: deleted))
    }

    private func lists(
        numbered numbers: RangeSet<Int>, ownedBy session: Session
    ) async throws -> [Checklist.ID] {
        var query = ChecklistQuery()
        query.page = PageRequest(limit: Limits.pageElementsMax)
        var found: [Checklist.ID] = []
        repeat {
            let page = try await session.checklists(query)
            found += page.elements.filter { list in
                numbers.contains(list.id.rawValue) && list.members.contains(where: session.owns)
            }.map(\.id)
            query.page.cursor = page.next
        } while query.page.cursor != nil
        return found
    }

    private func copy(_ call: Call<Checklist.ID>, _ body: ChecklistCopyBody) async throws -> Response {
        let result = try await call.session.copyChecklist(
            call.id, body.copy, idempotencyKey: call.idempotencyKey)
        let checklist = result.value
        let etag = tags.tag(of: checklist.revision)
        return .created(call.body(of: checklist), etag, at: "/v1/checklists/\(checklist.id)")
            .replayed(result.isReplay)
    }

    private func expectedRevisions(
        of call: Call<Checklist.ID>, _ precondition: Precondition
    ) async throws -> KnownState? {
        try await precondition.expectedRevisions(tags) {
            try await call.session.checklist(call.id).revision
        }
    }
}

/// The numbers of lists in a query.
private struct ChecklistNumbers: RequestQuery {
    let numbers: RangeSet<Int>

    init(_ query: inout QueryReader) {
        // Without the parameter nothing is deleted.
        numbers = query.value("ids", .numberRanges) ?? RangeSet()
        if !query.has("ids") { query.note("ids", .missing) }
    }
}

extension Session {
    fileprivate func owns(_ member: Member) -> Bool {
        member.role == .own && member.personID == principal.personID
    }
}
