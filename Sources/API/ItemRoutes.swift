import Checklists
import HTTP
import JSON

/// Lists, adds, changes, places and deletes items.
struct ItemRoutes {
    let checklists: any ChecklistRepository
    let addresses: AddressLookup
    let encoded: EncodedItems
    /// Where a change of many items is made, so that no connection waits for it.
    let background: any TaskExecutor

    var operations: [Operation] {
        let ofChecklist = "/v1/checklists/{checklistId}/items"
        let one = "/v1/items/{itemId}"
        let small = Limits.smallBodyBytesMax
        return [
            Operation(.get, ofChecklist, takesQuery: true, handler: listOfChecklist),
            Operation(.post, ofChecklist, handler: add),
            Operation(.patch, ofChecklist, takesQuery: true, handler: updateOfChecklist),
            Operation(.delete, ofChecklist, takesQuery: true, handler: removeOfChecklist),
            Operation(.get, "/v1/items", takesQuery: true, handler: list),
            Operation(.get, one, isConditional: true, handler: show),
            Operation(.patch, one, isConditional: true, handler: update),
            Operation(.delete, one, isConditional: true, gives: nil, handler: remove),
            Operation(.post, "\(one)/toggle", isConditional: true, bodyBytesMax: small, handler: toggle),
            Operation(.post, "\(one)/move", isConditional: true, bodyBytesMax: small, handler: move),
        ]
    }

    private func listOfChecklist(_ request: Request) async throws -> Response {
        let id = try request.checklistID
        let page = try await checklists.items(ItemQuery(request, of: id))
        return try .page(
            page, encoded.json(of: page.elements), of: "/v1/checklists/\(id)/items", for: request
        )
        .holding(.items(of: id), asOf: page.revision, in: checklists)
    }

    private func list(_ request: Request) async throws -> Response {
        let page = try await checklists.items(ItemQuery(request))
        return try .page(page, encoded.json(of: page.elements), of: "/v1/items", for: request)
            .holding(.everything, asOf: page.revision, in: checklists)
    }

    private func add(_ request: Request) async throws -> Response {
        let id = try request.checklistID
        let content = try request.json()
        if case .array(let values) = content { return try await add(values, to: id, request) }
        let draft = try await addresses.placed(ItemDraftBody.read(content).draft)
        let once = try await checklists.addItem(draft, to: id, once: request.once)
        let item = once.value
        return .created(encoded.json(of: item), ETag(item.revision), at: "/v1/items/\(item.id)")
            .replayed(once.isReplay)
    }

    /// Adds many, all or none.
    private func add(
        _ values: [JSONValue], to id: Checklist.ID, _ request: Request
    ) async throws -> Response {
        // Before all of them are read, so that it costs little to send too many.
        guard values.count <= Checklists.Limits.itemsAddedMax else {
            throw ChecklistsError.invalid([.itemsCount])
        }
        let drafts = try await addresses.placed(ItemDraftBody.read(values).map(\.draft))
        let once = try await checklists.addItems(drafts, to: id, once: request.once)
        return .created(encoded.json(of: once.value), at: "/v1/checklists/\(id)/items")
            .replayed(once.isReplay)
    }

    private func updateOfChecklist(_ request: Request) async throws -> Response {
        let id = try request.checklistID
        var patch = try request.patch(ItemPatchBody.self).patch
        var query = try QueryReader(request)
        let filter = ItemFilter(&query)
        try query.finish()
        patch = try await addresses.placed(patch, of: nil)
        let changed = try await withTaskExecutorPreference(background) { [patch] in
            try await checklists.updateItems(of: id, where: filter, patch)
        }
        return .ok(ChangeBody(changed: changed))
    }

    private func removeOfChecklist(_ request: Request) async throws -> Response {
        let id = try request.checklistID
        var query = try QueryReader(request)
        let checked = query.value("checked", .boolean)
        try query.finish()
        return .ok(DeletionBody(deleted: try await checklists.deleteItems(of: id, checked: checked)))
    }

    private func show(_ request: Request) async throws -> Response {
        let item = try await checklists.item(request.itemID)
        let etag = ETag(item.revision)
        return try .ok(encoded.json(of: item), etag).unlessKnown(to: request, etag)
    }

    private func update(_ request: Request) async throws -> Response {
        let id = try request.itemID
        let patch = try request.patch(ItemPatchBody.self).patch
        let item = try await update(id, patch, ifMatch: expectedRevisions(of: id, request))
        return .ok(encoded.json(of: item), ETag(item.revision))
    }

    /// Changes an item. An address is looked up as the change leaves it, and anew where the item has changed
    /// meanwhile.
    private func update(_ id: Item.ID, _ patch: ItemPatch, ifMatch: Set<Revision>?) async throws -> Item {
        guard addresses.isNeeded(for: patch) else {
            return try await checklists.updateItem(id, patch, ifMatch: ifMatch)
        }
        while true {
            let item = try await checklists.item(id)
            let placed = try await addresses.placed(patch, of: item.location)
            do {
                return try await checklists.updateItem(id, placed, ifMatch: ifMatch ?? [item.revision])
            } catch ChecklistsError.revisionMismatch where ifMatch == nil {
                continue
            }
        }
    }

    private func toggle(_ request: Request) async throws -> Response {
        let id = try request.itemID
        try request.emptyBody()
        let expected = try await expectedRevisions(of: id, request)
        let once = try await checklists.toggleItem(id, ifMatch: expected, once: request.once)
        return .ok(encoded.json(of: once.value), ETag(once.value.revision)).replayed(once.isReplay)
    }

    private func move(_ request: Request) async throws -> Response {
        let id = try request.itemID
        let placement = try request.body(PlacementBody.self).placement
        let expected = try await expectedRevisions(of: id, request)
        let once = try await checklists.moveItem(id, to: placement, ifMatch: expected, once: request.once)
        return .ok(encoded.json(of: once.value), ETag(once.value.revision)).replayed(once.isReplay)
    }

    private func remove(_ request: Request) async throws -> Response {
        let id = try request.itemID
        try await checklists.deleteItem(id, ifMatch: expectedRevisions(of: id, request))
        return .noContent
    }

    private func expectedRevisions(of id: Item.ID, _ request: Request) async throws -> Set<Revision>? {
        try await request.expectedRevisions { try await checklists.item(id).revision }
    }
}

/// How many items were deleted, as it is answered.
private struct DeletionBody: JSONWritable {
    let deleted: Int

    func write(to json: inout JSONWriter) {
        json.object { json in json.member("deleted", deleted) }
    }
}

/// How many items were changed, as it is answered.
private struct ChangeBody: JSONWritable {
    let changed: Int

    func write(to json: inout JSONWriter) {
        json.object { json in json.member("changed", changed) }
    }
}
