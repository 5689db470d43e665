import Checklists
import HTTP

/// Gives lists to calendar programs, as iCalendar (RFC 5545).
///
/// Such programs send no header, so that a token of the scope `feed` may stand in the address.
struct CalendarRoutes {
    /// Where all items are looked through, so that no connection waits for it.
    let background: any TaskExecutor
    let tags: RevisionTags

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/calendar.ics", .feed, gives: .calendar, handler: showAll),
            Endpoint(
                .get, "/v1/checklists/{checklistId}/calendar.ics", .feed, gives: .calendar,
                handler: show),
        ]
    }

    private func showAll(
        _ call: Call<Fixed>, _ query: FeedQuery, _ precondition: Precondition
    ) async throws -> Response {
        try await calendar(of: nil, as: query.component, in: call.session, precondition)
    }

    private func show(
        _ call: Call<Checklist.ID>, _ query: FeedQuery, _ precondition: Precondition
    ) async throws -> Response {
        try await calendar(of: call.id, as: query.component, in: call.session, precondition)
    }

    private func calendar(
        of id: Checklist.ID?, as component: TaskCalendar.Component, in session: Session,
        _ precondition: Precondition
    ) async throws -> Response {
        let calendar = TaskCalendar(
            try await session.snapshots(of: id), as: component, isOfOne: id != nil)
        let etag = await withTaskExecutorPreference(background) { await calendar.etag(tags) }
        return try precondition.answer(etag, with: .document(calendar.stream, .calendar, etag))
    }
}

/// What items are to be, and a token, if there is one: who may come has been seen to before.
private struct FeedQuery: RequestQuery {
    let component: TaskCalendar.Component

    init(_ query: inout QueryReader) {
        component = query.value("as", .choice(of: TaskCalendar.Component.self)) ?? .tasks
        _ = query.value(AccessMiddleware.queryParameter, .text)
    }
}
