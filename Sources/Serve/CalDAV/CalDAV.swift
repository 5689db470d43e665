public import Checklists
public import HTTP

/// CalDAV (RFC 4791) over WebDAV (RFC 4918, classes 1 and 3).
///
/// Each list is a calendar of tasks, and each item a calendar object resource. The handlers run the same
/// operations as the API. The module does no I/O and uses only the ports of the domain.
public struct CalDAV: Sendable {
    /// A route of the CalDAV handlers.
    public typealias CallerRoute = Route<Caller, Caller.Permission>

    /// The routes. Their handlers throw only `Problem`.
    public let routes: [CallerRoute]

    /// The base path of all resources except those for discovery (RFC 6764).
    static let root = "/dav/"

    /// The value of the `DAV` field: the compliance classes (RFC 4918 §10.1).
    static let classes = "1, 3, access-control, calendar-access, extended-mkcol"

    static let methods = """
        OPTIONS, GET, HEAD, POST, PUT, DELETE, MOVE, COPY, PROPFIND, PROPPATCH, REPORT, MKCOL, MKCALENDAR
        """

    /// Makes the CalDAV routes over a store.
    /// - Parameters:
    ///   - now: The current time.
    ///   - background: Runs long computations, so that they block no connection.
    ///   - push: Notifies calendar apps of changes; `nil` disables push.
    ///   - problem: Maps an error that WebDAV does not define to a problem. It logs errors that no client
    ///     caused.
    public init(
        _ store: any Store, now: @escaping @Sendable () -> Timestamp, background: any TaskExecutor,
        push: CollectionPush? = nil, problem: @escaping @Sendable (any Error, RequestHead) -> Problem
    ) {
        let environment = Environment(
            store: store, now: now, background: background, push: push, problem: problem)
        routes = [
            NavigationRoutes(environment: environment).routes,
            CollectionRoutes(environment: environment).routes,
            ObjectRoutes(environment: environment).routes, PushRoutes(environment: environment).routes,
        ].flatMap(\.self)
    }

    /// The dependencies that all handlers share.
    struct Environment: Sendable {
        let store: any Store
        let now: @Sendable () -> Timestamp
        let background: any TaskExecutor
        let push: CollectionPush?
        let problem: @Sendable (any Error, RequestHead) -> Problem
        let sentObjects = SentObjects()

        /// The routes of one resource. A collection also answers at its path without the final slash.
        func routes(_ pattern: String, _ handlers: [Handler]) -> [CallerRoute] {
            // Clients send `OPTIONS` to a list or the home to learn whether they can write.
            let options: Handler = (
                .options, .read,
                { call in
                    let hasPush = pattern == Self.calendarPattern ? await call.pushKey != nil : false
                    let classes = CalDAV.classes + (hasPush ? ", webdav-push" : "")
                    return Response(.ok, fields: [.allow: CalDAV.methods, .dav: classes])
                }
            )
            let isCollection = pattern.hasSuffix("/") && pattern != "/"
            let patterns = isCollection ? [pattern, String(pattern.dropLast())] : [pattern]
            return patterns.flatMap { pattern in
                (handlers + [options]).map { route($0.method, pattern, $0.permission, $0.answer) }
            }
        }

        /// A method of a resource, with its permission and its handler.
        typealias Handler = (
            method: HTTP.Method, permission: Caller.Permission,
            answer: @Sendable (Call) async throws -> Response
        )

        static let calendarPattern = "\(CalDAV.root)calendars/{principal}/{calendar}/"

        /// The limit of a report or an object, in octets. Some clients name the paths of all items of a list
        /// in one report. An object above `Limits.calendarObjectBytesMax` gets an error that names that
        /// limit.
        private static let largeBodyBytesMax = 2 * MessageLimits.bodyBytesMax

        /// The request fields that the handlers of a method read.
        private static func requestFields(of method: HTTP.Method) -> [FieldName] {
            let conditions: [FieldName] = [
                .if, .ifMatch, .ifModifiedSince, .ifNoneMatch, .ifUnmodifiedSince,
            ]
            return switch method {
            case .get, .delete: conditions
            case .propfind, .report: [.brief, .contentType, .depth, .prefer]
            case .proppatch: conditions + [.brief, .contentType, .prefer]
            case .put: conditions + [.contentType]
            case .copy, .move: conditions + [.destination, .overwrite]
            case .post, .mkcol, .mkcalendar: [.contentType]
            default: []
            }
        }

        private func route(
            _ method: HTTP.Method, _ pattern: String, _ permission: Caller.Permission,
            _ answer: @escaping @Sendable (Call) async throws -> Response
        ) -> CallerRoute {
            let isLarge = method == .report || method == .put
            let bodyBytesMax = isLarge ? Self.largeBodyBytesMax : MessageLimits.bodyBytesMax
            return Route(
                method, pattern, bodyBytesMax: bodyBytesMax, reads: Self.requestFields(of: method),
                handler: .callers(permission) { request, context, caller in
                    do {
                        return try await answer(Call(request, context, caller, in: self))
                    } catch let fault as DAVFault {
                        return fault.response
                    } catch {
                        if let fault = DAVFault(error) { return fault.response }
                        throw self.problem(error, request.head)
                    }
                })
        }
    }
}

/// A request with its caller and its environment.
struct Call: Sendable {
    let request: Request
    let environment: CalDAV.Environment
    /// The store with the rights of the caller.
    let session: Session
    /// The time of the request.
    let now: Timestamp
    let caller: Caller
    private let parameters: [String]

    init(
        _ request: Request, _ context: RequestContext<Caller>, _ caller: Caller,
        in environment: CalDAV.Environment
    ) throws {
        self.request = request
        self.environment = environment
        session = Session(environment.store, for: caller)
        self.caller = caller
        parameters = context.parameters
        now = environment.now()
        // A caller cannot learn whether other people's resources exist.
        if let principal = parameters.first, principal != paths.principal {
            throw ChecklistsError.notFound(.person)
        }
    }

    /// The paths of the caller's resources.
    var paths: Paths { Paths(session.principal) }
    /// The name of the list in the path; empty if there is none.
    var calendarName: String { parameters.count > 1 ? parameters[1] : "" }
    /// The name of the object in the path; empty if there is none.
    var objectName: String { parameters.count > 2 ? parameters[2] : "" }

    /// The depth of the request. Without the field it is 0 for `REPORT` (RFC 4791 §7.8) and 1 for `PROPFIND`,
    /// since this server refuses infinity (RFC 4918 §9.1).
    var depth: Depth {
        get throws(Problem) {
            switch request.head.fields[.depth]?.lowercased() {
            case "0": return .zero
            case "1": return .one
            case "infinity": return .infinity
            case nil: return request.head.method == .report ? .zero : .one
            default: throw Problem(.malformedHeader, "The Depth header must be 0, 1 or infinity.")
            }
        }
    }

    enum Depth {
        case zero, one, infinity
    }

    /// The lists that the caller can see.
    var home: Home { Home(session, at: now) }

    /// The list at the path.
    /// - Throws: `notFound`.
    func calendar() async throws -> Calendar { try await home.calendar(called: calendarName) }
}
