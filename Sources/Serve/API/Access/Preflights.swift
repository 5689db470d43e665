import Checklists
import HTTP

/// The methods and request fields that preflights allow, derived from the routes.
///
/// Browsers always allow `Accept` and `Accept-Language`, so no preflight lists them.
struct Preflights: Sendable {
    private let resources: [Resource]
    /// For a path without a route, where the page must be able to read the 404.
    private let all: Resource

    private struct Resource: Sendable {
        var methods: String
        var requestFields: [HTTP.Method: String]
    }

    init(_ router: CallerRouter) {
        resources = router.patterns.indices.map { index in
            var fields: [HTTP.Method: String] = [:]
            for route in router.routes(at: index) { fields[route.method] = Self.list([route]) }
            return Resource(methods: router.methods(at: index), requestFields: fields)
        }
        var union: [HTTP.Method: String] = [:]
        for method in HTTP.Method.allCases { union[method] = Self.list(router.routes) }
        all = Resource(methods: router.methods, requestFields: union)
    }

    /// The methods of the path, formatted for `Access-Control-Allow-Methods`.
    func methods(at match: RouteMatch) -> String { resource(at: match).methods }

    /// The request fields of a route, formatted for `Access-Control-Allow-Headers`; `nil` if it reads none.
    func requestFields(of method: HTTP.Method?, at match: RouteMatch) -> String? {
        guard let method else { return nil }
        return resource(at: match).requestFields[method == .head ? .get : method]
    }

    private func resource(at match: RouteMatch) -> Resource { match.pattern.map { resources[$0] } ?? all }

    private static func list(_ routes: [CallerRoute]) -> String? {
        var fields = Set(routes.flatMap(\.requestFields))
        if routes.contains(where: { $0.permission != nil }) { fields.insert(.authorization) }
        return fields.isEmpty ? nil : fields.map(\.spelling).sorted().joined(separator: ", ")
    }
}
