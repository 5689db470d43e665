import Checklists
import HTTP
import JSON

/// The routes of the trash.
struct TrashRoutes {
    let tags: RevisionTags

    var endpoints: [Endpoint] {
        let all = "/v1/trash"
        let one = "/v1/trash/{trashId}"
        let small = Limits.smallBodyBytesMax
        return [
            Endpoint(.get, all, .read, handler: list),
            Endpoint(.delete, all, .persons(.write), gives: nil, handler: empty),
            Endpoint(.delete, one, .persons(.write), gives: nil, handler: remove),
            Endpoint(.post, "\(one)/restore", .edit, bodyBytesMax: small, handler: restore),
        ]
    }

    private func list(
        _ call: Call<Fixed>, _ page: PageRequest, _ precondition: Precondition
    ) async throws -> Response {
        let days = call.session.store.retention.trashDays
        return try .page(
            try await call.session.trash(page), of: "/v1/trash", for: call, precondition,
            as: { TrashBody(tombstone: $0, days: days) })
    }

    private func empty(_ call: Call<Fixed>, _ query: NoQuery) async throws -> Response {
        _ = try await call.session.emptyTrash()
        return .noContent
    }

    private func remove(_ call: Call<Tombstone.ID>, _ query: NoQuery) async throws -> Response {
        try await call.session.deleteTrash(call.id)
        return .noContent
    }

    private func restore(_ call: Call<Tombstone.ID>, _ body: EmptyBody) async throws -> Response {
        let result = try await call.session.restore(call.id, idempotencyKey: call.idempotencyKey)
        let list = result.value
        return .ok(call.body(of: list), tags.tag(of: list.revision)).replayed(result.isReplay)
    }
}

extension Tombstone.ID: PathTarget {
    init(_ parameters: [String]) throws(ChecklistsError) { try self.init(parameters, of: .trash) }
}

/// A trash entry in JSON: a list, or items of one.
private struct TrashBody: JSONWritable {
    let tombstone: Tombstone
    let days: Int

    func write(to json: inout JSONWriter) {
        let items = tombstone.trash?.items ?? []
        let list = tombstone.trash?.checklist
        let end = tombstone.removedAt.advanced(byMilliseconds: Int64(days) * 86_400_000)
        json.object { json in
            json.member("id", tombstone.id.rawValue)
            json.member("type", list == nil ? "items" : "checklist")
            json.member("checklistId", tombstone.checklistID.rawValue)
            json.member("name", list?.name ?? items.first?.text ?? "")
            json.member("itemsCount", items.count)
            json.member("deletedAt", TimestampBody(tombstone.removedAt))
            json.member("deletedBy", tombstone.removedBy.map(AuthorBody.init))
            json.member("expiresAt", TimestampBody(end))
        }
    }
}
