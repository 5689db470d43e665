import Checklists
import HTTP

/// Gives lists to calendar programs, as iCalendar (RFC 5545).
///
/// Such programs send no header, so that a token of the scope `feed` may stand in the address.
struct CalendarRoutes {
    let checklists: any ChecklistRepository

    var operations: [Operation] {
        [
            Operation(
                .get, "/v1/calendar.ics", takesQuery: true, isConditional: true, gives: .calendar,
                access: .scope(.feed), handler: showAll),
            Operation(
                .get, "/v1/checklists/{checklistId}/calendar.ics", takesQuery: true, isConditional: true,
                gives: .calendar, access: .scope(.feed), handler: show),
        ]
    }

    private func showAll(_ request: Request) async throws -> Response {
        try await calendar(of: nil, for: request)
    }

    private func show(_ request: Request) async throws -> Response {
        try await calendar(of: request.checklistID, for: request)
    }

    private func calendar(of id: Checklist.ID?, for request: Request) async throws -> Response {
        var query = try QueryReader(request)
        // Who may come has been seen to before.
        _ = query.value(AccessGuard.queryParameter, .text)
        try query.finish()
        let calendar = Calendar(try await checklists.snapshots(of: id), isOfOne: id != nil)
        let etag = calendar.etag
        return try Response.document(calendar.stream, .calendar, etag).unlessKnown(to: request, etag)
    }
}
