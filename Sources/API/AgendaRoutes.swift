import Checklists
import HTTP

/// Shows what is due, a section a day.
struct AgendaRoutes {
    let checklists: any ChecklistRepository
    let encoded: EncodedItems

    var operations: [Operation] {
        [Operation(.get, "/v1/agenda", takesQuery: true, handler: show)]
    }

    private func show(_ request: Request) async throws -> Response {
        var query = try QueryReader(request)
        let time = query.value("timeZone", .timeZone) ?? .utc
        let first = query.value("from", .day)
        let last = query.value("to", .day)
        var items = ItemQuery()
        items.filter = ItemFilter(&query)
        items.filter.dueWithin = time.spans(from: first, through: last)
        items.sort = [SortKey(.dueDate)]
        items.page = PageRequest(&query)
        try query.finish()
        let page = try await checklists.items(items)
        let agenda = AgendaBody(page.elements, encoded.json(of: page.elements), in: time)
        return try .page(page, agenda, of: "/v1/agenda", for: request)
    }
}
