import Checklists
import HTTP
import JSON
import QuickAdd

/// The routes of items.
struct ItemRoutes {
    let addresses: AddressLookup
    let encodings: EncodingCache
    let tags: RevisionTags
    let quickAdd: QuickAddReader
    let now: @Sendable () -> Timestamp

    var endpoints: [Endpoint] {
        let ofChecklist = "/v1/checklists/{checklistId}/items"
        let one = "/v1/items/{itemId}"
        let small = Limits.smallBodyBytesMax
        return [
            Endpoint(.get, ofChecklist, .read, cachedBy: { .items(of: $0) }, handler: listOfChecklist),
            Endpoint(.post, ofChecklist, .edit, handler: add),
            Endpoint(.post, "\(ofChecklist)/batch", .edit, handler: addBatch),
            Endpoint(.patch, ofChecklist, .check, handler: updateOfChecklist),
            Endpoint(.delete, ofChecklist, .edit, handler: removeOfChecklist),
            Endpoint(.get, "/v1/items", .read, cachedBy: { _ in .everything }, handler: list),
            Endpoint(.get, one, .read, handler: show),
            Endpoint(.patch, one, .check, handler: update),
            Endpoint(.delete, one, .edit, gives: nil, handler: remove),
            Endpoint(.post, "\(one)/toggle", .check, bodyBytesMax: small, handler: toggle),
            Endpoint(.post, "\(one)/skip", .check, bodyBytesMax: small, handler: skip),
            Endpoint(.post, "\(one)/move", .edit, bodyBytesMax: small, handler: move),
        ]
    }

    private func listOfChecklist(
        _ call: Call<Checklist.ID>, _ query: ChecklistItemsQuery, _ precondition: Precondition
    ) async throws -> Response {
        var items = try await query.items.items(for: call.session, at: now())
        items.checklistID = call.id
        let path = "/v1/checklists/\(call.id)/items"
        return try await page(items, query.items.selection, of: path, for: call, precondition)
    }

    private func list(
        _ call: Call<Fixed>, _ query: ItemListQuery, _ precondition: Precondition
    ) async throws -> Response {
        let items = try await query.items(for: call.session, at: now())
        return try await page(items, query.selection, of: "/v1/items", for: call, precondition)
    }

    /// A page of the items that a query finds.
    /// - Parameter path: The path of the collection.
    func page(
        _ query: ItemQuery, _ selection: ItemSelection, of path: String, for call: Call<some PathTarget>,
        _ precondition: Precondition
    ) async throws -> Response {
        let page = try await call.session.items(query)
        if selection.isComplete {
            return try .page(page, encodings.array(of: page.elements), of: path, for: call, precondition)
        }
        let lists =
            selection.includesChecklist ? try await call.session.checklists(of: page.elements) : [:]
        let json = selection.array(of: page.elements, on: lists, encodings)
        let detail = selection.digestInput(lists)
        return try .page(page, json, of: path, for: call, precondition, dependingOn: detail)
    }

    private func add(
        _ call: Call<Checklist.ID>, _ query: AdditionQuery, _ content: ItemDrafts
    ) async throws -> Response {
        switch content {
        case .line(let body): return try await addLine(call, query, body)
        case .one(let draft):
            let draft = try await addresses.placed(draft)
            let result = try await call.session.addItem(
                draft, to: call.id, merges: query.merges, idempotencyKey: call.idempotencyKey)
            return added(result.value, encodings.json(of: result.value)).replayed(result.isReplay)
        }
    }

    /// Adds the item that a line describes, and returns which parts of the line were understood.
    private func addLine(
        _ call: Call<Checklist.ID>, _ query: AdditionQuery, _ body: QuickAddDraftBody
    ) async throws -> Response {
        let line = try await quickAdd.understood(body.line, on: call.id, as: call.session)
        let draft = try body.draft(line, on: call.id)
        let result = try await call.session.addItem(
            draft, to: line.checklistID ?? call.id, merges: query.merges,
            idempotencyKey: call.idempotencyKey)
        let item = result.value
        // A repeated request can come at another time, and lists can have other names.
        let told =
            result.isReplay ? try await quickAdd.understood(body.line, of: item, as: call.session) : line
        let json = EncodedItem(UnderstoodItemBody(item: item, line: told))
        return added(item, json).replayed(result.isReplay)
    }

    /// 201 with a new item, or 200 with the item that the addition was merged into.
    private func added(_ item: Item, _ json: EncodedItem) -> Response {
        let etag = tags.tag(of: item.revision)
        return item.createdIn < item.revision
            ? .ok(json, etag) : .created(json, etag, at: "/v1/items/\(item.id)")
    }

    /// Adds several items, all or none.
    private func addBatch(
        _ call: Call<Checklist.ID>, _ query: AdditionQuery, _ batch: ItemBatch
    ) async throws -> Response {
        let drafts = try await addresses.placed(batch.drafts)
        let result = try await call.session.addItems(
            drafts, to: call.id, merges: query.merges, idempotencyKey: call.idempotencyKey)
        if result.value.allSatisfy({ $0.createdIn < $0.revision }) {
            return .ok(encodings.json(of: result.value)).replayed(result.isReplay)
        }
        return .created(encodings.json(of: result.value), at: "/v1/checklists/\(call.id)/items")
            .replayed(result.isReplay)
    }

    private func updateOfChecklist(
        _ call: Call<Checklist.ID>, _ filter: ItemFilter, _ body: ItemPatchBody
    ) async throws -> Response {
        let patch = try await addresses.placed(body.patch, of: nil)
        let changed = try await call.session.updateItems(of: call.id, where: filter, patch)
        return .ok(ChangedItemsBody(changed: changed))
    }

    private func removeOfChecklist(
        _ call: Call<Checklist.ID>, _ query: DeletionQuery
    ) async throws -> Response {
        let deletion = try await call.session.deleteItems(
            of: call.id, checked: query.checked, numbers: query.numbers)
        return .ok(DeletionBody(deleted: deletion.count)).thrownAway(as: deletion.trashID)
    }

    private func show(_ call: Call<Item.ID>, _ precondition: Precondition) async throws -> Response {
        let item = try await call.session.item(call.id)
        let etag = tags.tag(of: item.revision)
        return try precondition.answer(etag, with: .ok(encodings.json(of: item), etag))
    }

    private func update(
        _ call: Call<Item.ID>, _ content: ResourceUpdate<ItemPatchBody>, _ precondition: Precondition
    ) async throws -> Response {
        let expected = try await precondition.expectedRevisions(tags, of: call)
        let item = try await update(
            call, content.body.patch, ifMatch: content.expectation(expected) { ItemBody($0) })
        return .ok(encodings.json(of: item), tags.tag(of: item.revision))
    }

    /// Changes an item. It looks up the address that results from the change, again if the item changes
    /// meanwhile.
    private func update(
        _ call: Call<Item.ID>, _ patch: ItemPatch, ifMatch: KnownState?
    ) async throws -> Item {
        let id = call.id
        guard addresses.isNeeded(for: patch) else {
            return try await call.session.updateItem(id, patch, ifMatch: ifMatch)
        }
        while true {
            let item = try await call.session.item(id)
            let placed = try await addresses.placed(patch, of: item.location)
            do {
                var expected = ifMatch ?? [item.revision]
                if expected.revisions == nil { expected.revisions = [item.revision] }
                return try await call.session.updateItem(id, placed, ifMatch: expected)
            } catch ChecklistsError.revisionMismatch where ifMatch?.revisions == nil {
                continue
            }
        }
    }

    private func toggle(
        _ call: Call<Item.ID>, _ content: ResourceUpdate<EmptyBody>, _ precondition: Precondition
    ) async throws -> Response {
        let expected = content.expectation(try await precondition.expectedRevisions(tags, of: call)) {
            ItemBody($0)
        }
        let result = try await call.session.toggleItem(
            call.id, ifMatch: expected, idempotencyKey: call.idempotencyKey)
        return .ok(encodings.json(of: result.value), tags.tag(of: result.value.revision)).replayed(
            result.isReplay)
    }

    private func skip(
        _ call: Call<Item.ID>, _ content: ResourceUpdate<EmptyBody>, _ precondition: Precondition
    ) async throws -> Response {
        let expected = content.expectation(try await precondition.expectedRevisions(tags, of: call)) {
            ItemBody($0)
        }
        let result = try await call.session.skipItem(
            call.id, ifMatch: expected, idempotencyKey: call.idempotencyKey)
        return .ok(encodings.json(of: result.value), tags.tag(of: result.value.revision)).replayed(
            result.isReplay)
    }

    private func move(
        _ call: Call<Item.ID>, _ content: ResourceUpdate<PlacementBody<Item.ID>>,
        _ precondition: Precondition
    ) async throws -> Response {
        let expected = content.expectation(try await precondition.expectedRevisions(tags, of: call)) {
            ItemBody($0)
        }
        let result = try await call.session.moveItem(
            call.id, to: content.body.placement, ifMatch: expected, idempotencyKey: call.idempotencyKey)
        return .ok(encodings.json(of: result.value), tags.tag(of: result.value.revision)).replayed(
            result.isReplay)
    }

    private func remove(_ call: Call<Item.ID>, _ precondition: Precondition) async throws -> Response {
        let expected = try await precondition.expectedRevisions(tags, of: call)
        let trashID = try await call.session.deleteItem(call.id, ifMatch: expected)
        return .noContent.thrownAway(as: trashID)
    }
}

/// An array of new items.
private struct ItemBatch: RequestContent {
    let drafts: [ItemDraft]

    init(_ request: Request, jsonDepthMax: Int) throws {
        guard case .array(let values) = try request.content(of: Self.self, jsonDepthMax) else {
            throw ChecklistsError.invalid([Violation("", .wrongType(.array))])
        }
        try self.init(values)
    }

    init(_ values: [JSONValue]) throws(ChecklistsError) {
        // The check precedes reading, so that too many items cost little.
        let violations = Violation.ofItemsCount(values.count)
        guard violations.isEmpty else { throw .invalid(violations) }
        drafts = try ItemDraftBody.read(values).map(\.draft)
    }
}

/// A new item, a line that describes one, or several items.
private enum ItemDrafts: RequestContent {
    case one(ItemDraft)
    case line(QuickAddDraftBody)

    init(_ request: Request, jsonDepthMax: Int) throws {
        let content = try request.content(of: Self.self, jsonDepthMax)
        if case .object(let members) = content, members.contains(where: { $0.name == "quickAdd" }) {
            self = .line(try QuickAddDraftBody.read(content))
        } else {
            self = .one(try ItemDraftBody.read(content).draft)
        }
    }
}

/// The query of new items.
private struct AdditionQuery: RequestQuery {
    /// Whether unchecked items of the same text and unit get the amounts instead.
    let merges: Bool

    init(_ query: inout QueryReader) {
        merges = query.value("merge", .boolean) ?? false
    }
}

/// The query of items to delete.
private struct DeletionQuery: RequestQuery {
    let checked: Bool?
    let numbers: RangeSet<Int>?

    init(_ query: inout QueryReader) {
        checked = query.value("checked", .boolean)
        numbers = query.value("ids", .numberRanges)
    }
}

/// The number of deleted items in JSON.
struct DeletionBody: JSONWritable {
    let deleted: Int

    func write(to json: inout JSONWriter) {
        json.object { json in json.member("deleted", deleted) }
    }
}

/// The number of changed items in JSON.
struct ChangedItemsBody: JSONWritable {
    let changed: Int

    func write(to json: inout JSONWriter) {
        json.object { json in json.member("changed", changed) }
    }
}
