/// The routes of a router without their handlers. The table does not depend on the caller type.
@usableFromInline struct RouteTable: Sendable {
    private let tree: RouteTree
    private let contentTypes: [[String]?]
    /// The match for each method of each pattern, indexed by pattern and method.
    private let matches: [RouteMatch]

    struct Entry {
        let method: Method
        let pattern: String
        let bodyBytesMax: Int
        let contentTypes: [String]?

        init(_ method: Method, _ pattern: String, _ bodyBytesMax: Int, _ contentTypes: [String]?) {
            self.method = method
            self.pattern = pattern
            self.bodyBytesMax = bodyBytesMax
            self.contentTypes = contentTypes
        }
    }

    init(_ routes: [Entry]) {
        let tree = RouteTree(routes.map { ($0.method, $0.pattern) })
        self.tree = tree
        contentTypes = routes.map(\.contentTypes)
        matches = tree.resources.indices.flatMap { pattern in
            Method.allCases.map { method in
                guard let route = tree.resources[pattern][method] else { return RouteMatch(pattern: pattern) }
                return RouteMatch(
                    route: route, pattern: pattern, bodyBytesMax: routes[route].bodyBytesMax)
            }
        }
    }

    var patterns: [String] { tree.resources.map(\.pattern) }

    var methods: String { tree.allow }

    func methods(at pattern: Int) -> String { tree.resources[pattern].allow }

    func routes(at pattern: Int) -> [Int] {
        Method.allCases.compactMap { $0 == .head ? nil : tree.resources[pattern][$0] }
    }

    @usableFromInline func route(for head: RequestHead) -> RouteMatch {
        guard let pattern = tree.resource(at: head.target.pathOctets) else { return RouteMatch() }
        return matches[pattern * Method.count + head.method.index]
    }

    @usableFromInline func earlyResponse(to head: RequestHead, at match: RouteMatch) -> Response? {
        guard head.awaitsContinue else { return nil }
        do throws(Problem) {
            guard let route = match.route else { return try responseWithoutRoute(head, match.pattern) }
            if let types = contentTypes[route] { try Request(head: head).requireContent(of: types) }
            return nil
        } catch {
            return error.response
        }
    }

    /// The decoded path segments that match the placeholders of a route.
    @usableFromInline func parameters(
        of head: RequestHead, at match: RouteMatch
    ) throws -> [String] {
        guard let pattern = match.pattern else { return [] }
        return try tree.resources[pattern].parameters(of: head.target.pathOctets)
    }

    @usableFromInline static var missingCaller: Problem {
        Problem(.internalError, "The server did not identify a caller for this request.")
    }
}

extension RouteTable {
    /// The response to `OPTIONS`.
    /// - Throws: `Problem` 404 or 405.
    @usableFromInline func responseWithoutRoute(
        _ head: RequestHead, _ pattern: Int?
    ) throws(Problem) -> Response {
        guard let pattern else { return try responseWithoutPattern(head.method, path: head.target.path) }
        let allow = tree.resources[pattern].allow
        if head.method == .options { return Self.options(allow) }
        throw Self.notAllowed(head.method, allow: allow)
    }

    /// The response to `OPTIONS *` (RFC 9110 §9.3.7).
    /// - Throws: `Problem` 404, or 405 for `CONNECT`.
    private func responseWithoutPattern(_ method: Method, path: String) throws(Problem) -> Response {
        if path == "*" { return Self.options(tree.allow) }
        // The target of `CONNECT` is another server, and this server is not a proxy.
        if method == .connect { throw Self.notAllowed(method, allow: tree.allow) }
        throw Problem(.pathNotFound, "No resource exists at this path.\(tree.suggestion(for: path))")
    }

    private static func options(_ allow: String) -> Response {
        Response(.noContent, fields: [.allow: allow, .cacheControl: "no-store"])
    }

    /// RFC 9110 §15.5.6.
    private static func notAllowed(_ method: Method, allow: String) -> Problem {
        var problem = Problem(
            .methodNotAllowed, "This resource does not support \(method.rawValue); it supports \(allow).")
        problem.fields[.allow] = allow
        return problem
    }
}
