import Checklists
import HTTP
import JSON

/// The endpoints that a batch can use.
struct BatchEndpoints: Sendable {
    private let environment: Endpoint.Environment
    private let endpoints: [Endpoint]
    private let router: CallerRouter
    /// What each endpoint creates.
    private let creations: [Resource?]

    /// An operation that a batch can contain, with the kind of the one record that it creates.
    private struct Entry {
        let method: HTTP.Method
        let pattern: String
        let creation: Resource?

        init(_ method: HTTP.Method, _ pattern: String, creates creation: Resource? = nil) {
            (self.method, self.pattern, self.creation) = (method, pattern, creation)
        }
    }

    /// The changes of lists, sections, items, tags and views, and the restoration of deletions. Not in a
    /// batch: people and access, channels, imports, and the deletion of several lists or of trash.
    private static let table: [Entry] = {
        let list = "/v1/checklists/{checklistId}"
        let section = "\(list)/sections/{sectionId}"
        let item = "/v1/items/{itemId}"
        let view = "/v1/views/{viewId}"
        return [
            Entry(.post, "/v1/checklists", creates: .checklist),
            Entry(.patch, list), Entry(.delete, list), Entry(.post, "\(list)/copy", creates: .checklist),
            Entry(.post, "\(list)/sections", creates: .section),
            Entry(.patch, section), Entry(.delete, section), Entry(.post, "\(section)/move"),
            Entry(.post, "\(list)/items", creates: .item), Entry(.post, "\(list)/items/batch"),
            Entry(.patch, "\(list)/items"), Entry(.delete, "\(list)/items"),
            Entry(.patch, item), Entry(.delete, item),
            Entry(.post, "\(item)/toggle"), Entry(.post, "\(item)/skip"), Entry(.post, "\(item)/move"),
            Entry(.post, "\(item)/snooze"), Entry(.put, "\(item)/snooze"), Entry(.delete, "\(item)/snooze"),
            Entry(.patch, "/v1/tags/{tag}"), Entry(.delete, "/v1/tags/{tag}"),
            Entry(.post, "/v1/views", creates: .view),
            Entry(.patch, view), Entry(.delete, view), Entry(.post, "\(view)/move"),
            Entry(.post, "/v1/trash/{trashId}/restore"),
        ]
    }()

    /// The methods and patterns of the table. A token with the scope `assist` may use these endpoints.
    static var names: Set<String> { Set(table.map { "\($0.method.rawValue) \($0.pattern)" }) }

    /// Selects the endpoints of the table.
    init(_ all: [Endpoint], _ environment: Endpoint.Environment) {
        self.environment = environment
        endpoints = Self.table.map { entry in
            let endpoint = all.first { $0.method == entry.method && $0.pattern == entry.pattern }
            guard let endpoint else {
                preconditionFailure("\(entry.method) \(entry.pattern) has no endpoint")
            }
            return endpoint
        }
        creations = Self.table.map(\.creation)
        router = CallerRouter(endpoints.map { $0.route(environment) })
    }

    /// An operation that is ready to run.
    struct Prepared: Sendable {
        fileprivate let endpoint: Int
        fileprivate let request: Request
        fileprivate let parameters: [String]
    }

    /// Finds the endpoints of operations, checks that the caller may use them, and replaces temporary ids.
    /// - Throws: `BatchFault` with the first operation at fault.
    func prepare(_ body: BatchBody, for caller: Caller) throws -> [Prepared] {
        var references = BatchReferences()
        return try body.operations.enumerated().map { index, operation in
            do {
                return try prepare(operation, for: caller, &references)
            } catch {
                throw BatchFault(index: index, error: error)
            }
        }
    }

    private func prepare(
        _ operation: BatchOperationBody, for caller: Caller, _ references: inout BatchReferences
    ) throws -> Prepared {
        guard let target = RequestTarget(parsing: operation.path) else {
            throw InOperation(violation: Violation("/path", .notInBatch))
        }
        var head = RequestHead(method: operation.method, target: target)
        let match = router.route(for: head)
        guard let route = match.route else { throw InOperation(violation: Violation("/path", .notInBatch)) }
        let endpoint = endpoints[route]
        if let permission = endpoint.permission,
            let problem = RoutePermissions.problem(of: caller, for: permission)
        {
            throw problem
        }
        let parameters = try references.resolve(
            try router.parameters(of: head, at: match), of: endpoint.pattern)
        var body: [UInt8] = []
        if let content = operation.body {
            body = try references.resolve(content, of: endpoint.pattern).jsonBytes
            head.fields.append(.contentType, "application/json")
        }
        guard body.count <= endpoint.bodyBytesMax else {
            throw Problem(.contentTooLarge, "The content is larger than \(endpoint.bodyBytesMax) bytes.")
        }
        if let ifMatch = operation.ifMatch { head.fields.append(.ifMatch, ifMatch) }
        let creation = creations[route]
        references.append(creation)
        return Prepared(
            endpoint: route, request: Request(head: head, body: body), parameters: parameters)
    }

    /// Runs an operation in the session of its place in the batch.
    func respond(
        to operation: Prepared, as caller: Caller, in session: Session
    ) async throws -> Response {
        try await endpoints[operation.endpoint].respond(
            to: operation.request, operation.parameters, as: caller, environment.at(session.batch))
    }
}

/// A violation of an operation itself, not of its body.
struct InOperation: Error {
    /// The violation, with a pointer into the operation.
    let violation: Violation
}
