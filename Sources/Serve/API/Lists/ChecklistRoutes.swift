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
            Endpoint(.post, all, .persons(.write), bodyBytesMax: small, handler: add),
            Endpoint(.delete, all, .persons(.write), handler: removeSeveral),
            Endpoint(.get, one, .read, cachedBy: { .checklist($0) }, handler: show),
            Endpoint(.patch, one, .edit, bodyBytesMax: small, handler: update),
            Endpoint(.delete, one, .persons(.write), gives: nil, handler: remove),
            Endpoint(.post, "\(one)/copy", .persons(.write), bodyBytesMax: small, handler: copy),
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
        let checklist = try await update.apply(ifMatch: expected) {
            let checklist = try await call.session.checklist(call.id)
            return (call.body(of: checklist), checklist.revision)
        } _: { expected in
            try await call.session.updateChecklist(call.id, update.body.patch, ifMatch: expected)
        }
        return .ok(call.body(of: checklist), tags.tag(of: checklist.revision))
    }

    private func remove(_ call: Call<Checklist.ID>, _ precondition: Precondition) async throws -> Response {
        let expected = try await expectedRevisions(of: call, precondition)
        let trashID = try await call.session.deleteChecklist(call.id, ifMatch: expected)
        return .noContent.thrownAway(as: trashID)
    }

    /// Deletes lists one after the other, so that each is an entry in the trash. A list that does not exist
    /// is skipped, so that a client can repeat the request.
    private func removeSeveral(_ call: Call<Fixed>, _ query: ChecklistNumbers) async throws -> Response {
        let session = call.session
        var deleted = 0
        var numbers = query.ranges.lazy.flatMap(\.self).makeIterator()
        while true {
            let batch = (0..<Limits.checklistsDeletedAtOnce).compactMap { _ in numbers.next() }
            if batch.isEmpty { return .ok(DeletionBody(deleted: deleted)) }
            // The store writes several changes with one sync.
            deleted += try await withThrowingTaskGroup { group in
                for number in batch {
                    group.addTask {
                        do {
                            try await session.deleteChecklist(Checklist.ID(rawValue: number), ifMatch: nil)
                            return 1
                        } catch ChecklistsError.notFound {
                            return 0
                        }
                    }
                }
                return try await group.reduce(0, +)
            }
        }
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
    ) async throws -> Set<Revision>? {
        try await precondition.expectedRevisions(tags) {
            try await call.session.checklist(call.id).revision
        }
    }
}

/// The numbers of lists in a query.
private struct ChecklistNumbers: RequestQuery {
    let ranges: [ClosedRange<Int>]

    init(_ query: inout QueryReader) {
        let ranges = query.value("ids", .numberRanges) ?? []
        let count = ranges.reduce(0) { sum, range in
            range.count > Limits.checklistsDeletedMax
                ? Int.max : min(sum, Limits.checklistsDeletedMax) + range.count
        }
        if count > Limits.checklistsDeletedMax {
            query.note("ids", .tooMany(max: Limits.checklistsDeletedMax, "checklists"))
        } else if ranges.isEmpty || ranges.contains(where: { $0.lowerBound < 1 }) {
            query.note("ids", .notListNumbers)
        }
        self.ranges = ranges
    }
}
