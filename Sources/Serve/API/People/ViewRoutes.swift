import Checklists
import HTTP
import JSON

/// The routes of a person's saved views. Their entity tag is that of the preferences.
struct ViewRoutes {
    let items: ItemRoutes
    let tags: RevisionTags

    var endpoints: [Endpoint] {
        let all = "/v1/views"
        let one = "/v1/views/{viewId}"
        let small = Limits.smallBodyBytesMax
        return [
            Endpoint(.get, all, .persons(.read), handler: list),
            Endpoint(.post, all, .persons(.assist), bodyBytesMax: small, handler: add),
            Endpoint(.get, one, .persons(.read), handler: show),
            Endpoint(.patch, one, .persons(.assist), bodyBytesMax: small, handler: update),
            Endpoint(.delete, one, .persons(.assist), gives: nil, handler: remove),
            Endpoint(.post, "\(one)/move", .persons(.assist), bodyBytesMax: small, handler: move),
            Endpoint(.get, "\(one)/items", .persons(.read), handler: listItems),
        ]
    }

    private func list(
        _ call: Call<Fixed>, _ query: ViewsQuery, _ precondition: Precondition
    ) async throws -> Response {
        let preferences = try await call.session.preferences()
        let body = ViewsBody(views: try await bodies(of: preferences.views, query, call))
        // The counts can change without the preferences, so the response has no entity tag of them.
        if query.countsItems { return try .ok(body, precondition) }
        let etag = tags.tag(of: preferences.revision)
        return try precondition.answer(etag, with: .ok(body, etag))
    }

    private func show(
        _ call: Call<SavedView.ID>, _ query: ViewsQuery, _ precondition: Precondition
    ) async throws -> Response {
        let revised = try await call.session.view(call.id)
        let body = try await bodies(of: [revised.view], query, call)[0]
        if query.countsItems { return try .ok(body, precondition) }
        let etag = tags.tag(of: revised.revision)
        return try precondition.answer(etag, with: .ok(body, etag))
    }

    private func add(_ call: Call<Fixed>, _ body: ViewDraftBody) async throws -> Response {
        try check(body.draft.query, body.draft.violations(), call.cursors)
        let result = try await call.session.addView(body.draft, idempotencyKey: call.idempotencyKey)
        let revised = result.value
        return .created(
            ViewBody(revised.view), tags.tag(of: revised.revision), at: "/v1/views/\(revised.view.id)"
        ).replayed(result.isReplay)
    }

    private func update(
        _ call: Call<SavedView.ID>, _ update: ResourceUpdate<ViewPatchBody>, _ precondition: Precondition
    ) async throws -> Response {
        let patch = update.body.patch
        try check(patch.query ?? [], patch.violations(), call.cursors)
        let expected = try await expectedRevisions(of: call, precondition)
        var itemsCount: Int?
        if update.compares("itemsCount") {
            let view = try await call.session.view(call.id).view
            itemsCount = try await bodies(of: [view], ViewsQuery(countsItems: true), call)[0].itemsCount
        }
        let known = update.expectation(expected) { [itemsCount] in ViewBody($0, itemsCount: itemsCount) }
        let revised = try await call.session.updateView(call.id, patch, ifMatch: known)
        return .ok(ViewBody(revised.view), tags.tag(of: revised.revision))
    }

    private func remove(_ call: Call<SavedView.ID>, _ precondition: Precondition) async throws -> Response {
        try await call.session.deleteView(call.id, ifMatch: expectedRevisions(of: call, precondition))
        return .noContent
    }

    private func move(
        _ call: Call<SavedView.ID>, _ update: ResourceUpdate<PlacementBody<SavedView.ID>>,
        _ precondition: Precondition
    ) async throws -> Response {
        let expected = try await expectedRevisions(of: call, precondition)
        let result = try await call.session.moveView(
            call.id, to: update.body.placement, ifMatch: update.expectation(expected) { ViewBody($0) },
            idempotencyKey: call.idempotencyKey)
        let revised = result.value
        return .ok(ViewBody(revised.view), tags.tag(of: revised.revision)).replayed(result.isReplay)
    }

    private func listItems(
        _ call: Call<SavedView.ID>, _ page: PageRequest, _ precondition: Precondition
    ) async throws -> Response {
        let view = try await call.session.view(call.id).view
        var stored = try ItemListQuery(view.query, call.cursors)
        stored.page = page
        let query = try await stored.items(for: call.session, at: items.now())
        let path = "/v1/views/\(call.id)/items"
        return try await items.page(query, stored.selection, of: path, for: call, precondition)
    }

    /// Checks the query of a view as `GET /v1/items` would, together with the other fields.
    /// - Throws: `invalid`.
    private func check(
        _ query: [SavedView.Parameter], _ others: [Violation], _ cursors: CursorCipher
    ) throws(ChecklistsError) {
        let violations = others + ItemListQuery.violations(of: query, cursors)
        if !violations.isEmpty { throw .invalid(violations) }
    }

    /// The JSON of views, with the numbers of their items if the client includes them.
    private func bodies(
        of views: [SavedView], _ query: ViewsQuery, _ call: Call<some PathTarget>
    ) async throws -> [ViewBody] {
        var bodies: [ViewBody] = []
        for view in views {
            var body = ViewBody(view)
            if query.countsItems {
                var stored = try ItemListQuery(view.query, call.cursors)
                stored.page = PageRequest(limit: 1)
                let query = try await stored.items(for: call.session, at: items.now())
                body.itemsCount = try await call.session.items(query).total
            }
            bodies.append(body)
        }
        return bodies
    }

    private func expectedRevisions(
        of call: Call<SavedView.ID>, _ precondition: Precondition
    ) async throws -> KnownState? {
        try await precondition.expectedRevisions(tags) { try await call.session.view(call.id).revision }
    }
}

extension SavedView.ID: PathTarget {
    init(_ parameters: [String]) throws(ChecklistsError) { try self.init(parameters, of: .view) }
}

/// What to include in saved views.
private struct ViewsQuery: RequestQuery {
    /// Whether each view has the number of its items.
    let countsItems: Bool

    private enum Inclusion: String, CaseIterable { case itemsCount }

    init(countsItems: Bool) { self.countsItems = countsItems }

    init(_ query: inout QueryReader) {
        countsItems = query.value("include", .choice(of: Inclusion.self)) != nil
    }
}

/// A saved view in JSON.
private struct ViewBody: JSONWritable {
    let view: SavedView
    /// The number of its items; `nil` if it is not included.
    var itemsCount: Int?

    init(_ view: SavedView, itemsCount: Int? = nil) { (self.view, self.itemsCount) = (view, itemsCount) }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", view.id.rawValue)
            json.member("name", view.name)
            json.member("icon", view.icon.rawValue)
            json.viewQuery(view.query)
            if let itemsCount { json.member("itemsCount", itemsCount) }
        }
    }
}

private struct ViewsBody: JSONWritable {
    let views: [ViewBody]

    func write(to json: inout JSONWriter) {
        json.array { json in for view in views { view.write(to: &json) } }
    }
}

/// The body that saves a view.
private struct ViewDraftBody: RequestBody {
    static let noun = "a saved view"
    static let readOnlyFields = ["id", "itemsCount"]

    let draft: SavedViewDraft

    var violations: [Violation] { draft.violations() }

    init(from fields: inout FieldReader) {
        let name = fields.required("name", .string) ?? ""
        let icon = fields.optional("icon", .icon) ?? .folder
        draft = SavedViewDraft(name: name, icon: icon, query: fields.requiredViewQuery())
    }
}

/// The body that changes a saved view.
private struct ViewPatchBody: RequestBody {
    static let noun = "a saved view"
    static let readOnlyFields = ["id", "itemsCount"]

    private(set) var patch = SavedViewPatch()

    var violations: [Violation] { patch.violations() }

    init(from fields: inout FieldReader) {
        patch.name = fields.optional("name", .string)
        patch.icon = fields.optional("icon", .icon)
        patch.query = fields.viewQuery()
    }
}
