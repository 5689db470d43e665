import Checklists
import Dates
import HTTP

/// The route of the agenda: due items in sections by day.
struct AgendaRoutes {
    let encodings: EncodingCache

    var endpoints: [Endpoint] {
        [Endpoint(.get, "/v1/agenda", .read, handler: show)]
    }

    private func show(
        _ call: Call<Fixed>, _ query: AgendaQuery, _ precondition: Precondition
    ) async throws -> Response {
        let zone = if let zone = query.zone { zone } else { try await call.session.timeZone() }
        let page = try await call.session.items(query.items(in: zone))
        let agenda = AgendaBody(page.elements, encodings, in: zone)
        return try .page(
            page, agenda.json, of: "/v1/agenda", for: call, precondition, dependingOn: zone.name)
    }
}

/// The query for the agenda.
private struct AgendaQuery: RequestQuery {
    /// The time zone of the days; `nil` for the one in the preferences.
    let zone: LocalTime?
    private let first: CivilDate?
    private let last: CivilDate?
    private let items: ItemQuery

    init(_ query: inout QueryReader) {
        zone = query.value("timeZone", .timeZone)
        first = query.value("from", .day)
        last = query.value("to", .day)
        if let first, let last, last < first { query.note("from", .afterTo) }
        var items = ItemQuery()
        items.checklistIDs = query.values("checklistId", .identifier())
        items.filter = ItemFilter(&query)
        items.sort = [SortKey(.dueDate)]
        items.page = PageRequest(&query)
        self.items = items
    }

    /// The query for the items due on days of a time zone.
    func items(in zone: LocalTime) -> ItemQuery {
        var items = items
        items.filter.dueDays = DueDays(from: first, through: last, in: zone)
        return items
    }
}
