import Checklists
import HTTP

/// What the routes of a router require of a caller, and refusals of callers that do not meet it.
struct RoutePermissions: Sendable {
    /// What each route lets callers do, by its index; `nil` where it is open to everyone.
    private let permissions: [Caller.Permission?]
    /// Whether 404, 405 and `OPTIONS` under a pattern need a token too, by its index.
    private let areProtected: [Bool]

    init(_ router: CallerRouter) {
        permissions = router.routes.map(\.permission)
        areProtected = router.patterns.map(Self.isProtected)
    }

    /// What a request requires of a caller; `nil` where it is open to everyone. Below `/v1` and `/dav` a path
    /// without a route requires one too, so that 404 and 405 do not tell anonymous clients what is there.
    func permission(for head: RequestHead, at match: RouteMatch) -> Caller.Permission? {
        if let route = match.route { return permissions[route] }
        // The pattern, because a path may spell `/v1` with escapes.
        let isProtected = match.pattern.map { areProtected[$0] } ?? Self.isProtected(head.target.path)
        return isProtected ? .read : nil
    }

    /// 403 where the route does not allow the caller; `nil` where it does, or where there is no caller.
    func refusal(of caller: Caller?, for head: RequestHead, at match: RouteMatch) -> Response? {
        guard let caller, let permission = permission(for: head, at: match) else { return nil }
        switch permission.refusal(of: caller) {
        case nil: return nil
        case .scope(let needed, has: let allowed): return Self.forbidden(needed, allowed: allowed)
        case .guests: return Problem(.forbidden, ChecklistsError.personNeededSentence).response
        }
    }

    /// Whether a path belongs to the API or to calendar programs, where a route is open by exception only.
    static func isProtected(_ path: String) -> Bool {
        path == "/v1" || path.hasPrefix("/v1/") || AccessMiddleware.isForPrograms(path)
    }

    private static func forbidden(_ needed: Scope, allowed: Scope) -> Response {
        var problem = Problem(
            .forbidden, "The token allows \(allowed.rawValue), and this needs \(needed.rawValue).")
        problem.fields[.wwwAuthenticate] =
            "Bearer realm=\"checklistd\", error=\"insufficient_scope\", scope=\"\(needed.rawValue)\""
        return problem.response
    }
}
