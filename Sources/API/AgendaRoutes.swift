import Checklists
import HTTP

/// Shows what is due, a section a day.
struct AgendaRoutes {
    let encodings: EncodingCache

    var endpoints: [Endpoint] {
        [Endpoint(.get, "/v1/agenda", handler: show)]
    }

    private func show(
        _ call: Call<Fixed>, _ query: AgendaQuery, _ precondition: Precondition
    ) async throws -> Response {
        let page = try await call.session.items(query.items)
        let agenda = AgendaBody(page.elements, encodings, in: query.time)
        return try .page(page, agenda.json, of: "/v1/agenda", for: call, precondition)
    }
}

/// What of the agenda is asked for.
private struct AgendaQuery: RequestQuery {
    /// The clocks by which days are told apart.
    let time: LocalTime
    let items: ItemQuery

    init(_ query: inout QueryReader) {
        time = query.value("timeZone", .timeZone) ?? .utc
        let first = query.value("from", .day)
        let last = query.value("to", .day)
        var items = ItemQuery(checklistID: query.value("checklistId", .identifier()))
        items.filter = ItemFilter(&query)
        items.filter.dueWithin = time.spans(from: first, through: last)
        items.sort = [SortKey(.dueDate)]
        items.page = PageRequest(&query)
        self.items = items
    }
}
