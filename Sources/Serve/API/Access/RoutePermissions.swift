import Checklists
import HTTP

/// The permissions of a router's routes, and refusals of callers without them.
struct RoutePermissions: Sendable {
    /// The permission of each route, by its index; `nil` for an open route.
    private let permissions: [Caller.Permission?]
    /// Whether 404, 405 and `OPTIONS` under a pattern need a token too, by the index of the pattern.
    private let areProtected: [Bool]

    init(_ router: CallerRouter) {
        permissions = router.routes.map(\.permission)
        areProtected = router.patterns.map(Self.isProtected)
    }

    /// The permission that a request needs; `nil` if it is open to everyone. Below `/v1` and `/dav`, a path
    /// without a route needs one too, so that 404 and 405 tell anonymous clients nothing.
    func permission(for head: RequestHead, at match: RouteMatch) -> Caller.Permission? {
        if let route = match.route { return permissions[route] }
        // The pattern, because a path can have `/v1` in escapes.
        let isProtected = match.pattern.map { areProtected[$0] } ?? Self.isProtected(head.target.path)
        return isProtected ? .read : nil
    }

    /// 403 if the route does not allow the caller; `nil` if it does, or if there is no caller.
    func refusal(of caller: Caller?, for head: RequestHead, at match: RouteMatch) -> Response? {
        guard let caller, let permission = permission(for: head, at: match) else { return nil }
        return Self.problem(of: caller, for: permission)?.response
    }

    /// 403 if a permission does not include the caller; `nil` if it does.
    static func problem(of caller: Caller, for permission: Caller.Permission) -> Problem? {
        switch permission.refusal(of: caller) {
        case nil: nil
        case .scope(let needed, has: let allowed): forbidden(needed, allowed: allowed)
        case .guests: Problem(.personNeeded, ChecklistsError.personNeededSentence)
        }
    }

    /// Whether a path belongs to the API or CalDAV, where routes are open only by exception.
    static func isProtected(_ path: String) -> Bool {
        path == "/v1" || path.hasPrefix("/v1/") || AccessMiddleware.isForPrograms(path)
    }

    private static func forbidden(_ needed: Scope, allowed: Scope) -> Problem {
        var problem = Problem(
            .scopeNeeded, "This needs the scope \(needed.rawValue); the token has \(allowed.rawValue).")
        problem.fields[.wwwAuthenticate] =
            "Bearer realm=\"checklistd\", error=\"insufficient_scope\", scope=\"\(needed.rawValue)\""
        return problem
    }
}
