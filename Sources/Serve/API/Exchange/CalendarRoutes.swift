import Checklists
import HTTP

/// Serves lists to calendar programs as iCalendar (RFC 5545).
///
/// These programs send no header, so the address may have a token of the scope `feed`.
struct CalendarRoutes {
    /// Visits all items, so that no connection waits for it.
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

/// The component for items, and the token, which `AccessMiddleware` has checked.
private struct FeedQuery: RequestQuery {
    let component: TaskCalendar.Component

    init(_ query: inout QueryReader) {
        component = query.value("as", .choice(of: TaskCalendar.Component.self)) ?? .tasks
        _ = query.value(AccessMiddleware.queryParameter, .text)
    }
}
