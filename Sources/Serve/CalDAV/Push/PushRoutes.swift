import Checklists
import HTTP

/// Deletes the push registrations of calendar apps.
struct PushRoutes {
    let environment: CalDAV.Environment

    var routes: [CalDAV.CallerRoute] {
        environment.routes(
            "\(CalDAV.root)push/{principal}/{registration}", [(.delete, .persons(.write), remove)])
    }

    private func remove(_ call: Call) async throws -> Response {
        guard let id = call.paths.registration(at: call.request.head.target.path) else {
            throw ChecklistsError.notFound(.pushRegistration)
        }
        let isExpired = try await call.session.webhook(id, .pushRegistration).isExpired(at: call.now)
        try await call.session.deleteWebhook(id, .pushRegistration, ifMatch: nil)
        if isExpired { throw ChecklistsError.notFound(.pushRegistration) }
        return Response(.noContent)
    }
}
