public import Checklists
public import HTTP

/// Lists for calendar programs: CalDAV (RFC 4791) over WebDAV (RFC 4918, classes 1 and 3).
///
/// Each list is a calendar of tasks, and each item a calendar object resource. It is another way to the same
/// operations that the API has; it touches nothing, and knows the domain by its ports.
public struct CalDAV: Sendable {
    /// A route for calendar programs.
    public typealias CallerRoute = Route<Caller, Caller.Permission>

    /// The handlers: what they throw is a `Problem`.
    public let routes: [CallerRoute]

    /// Where all of it is, but for what programs find it by (RFC 6764).
    static let root = "/dav/"

    /// What WebDAV calls what is possible here (RFC 4918 §10.1).
    static let classes = "1, 3, access-control, calendar-access, extended-mkcol"

    /// What may be done here and there.
    static let methods = """
        OPTIONS, GET, HEAD, POST, PUT, DELETE, MOVE, COPY, PROPFIND, PROPPATCH, REPORT, MKCOL, MKCALENDAR
        """

    /// Calendars over a store.
    /// - Parameters:
    ///   - now: The time.
    ///   - background: Where long work is done, so that no connection waits for it.
    ///   - push: Has calendar apps notified of changes; `nil` where nothing does.
    ///   - problem: What is answered for an error that WebDAV has no words for; it logs it where no client
    ///     caused it.
    public init(
        _ store: any Store, now: @escaping @Sendable () -> Timestamp, background: any TaskExecutor,
        push: CollectionPush? = nil, problem: @escaping @Sendable (any Error, RequestHead) -> Problem
    ) {
        let environment = Environment(
            store: store, now: now, background: background, push: push, problem: problem)
        routes = [
            PlaceRoutes(environment: environment).routes, CollectionRoutes(environment: environment).routes,
            ObjectRoutes(environment: environment).routes, PushRoutes(environment: environment).routes,
        ].flatMap(\.self)
    }

    /// What all handlers share.
    struct Environment: Sendable {
        let store: any Store
        let now: @Sendable () -> Timestamp
        let background: any TaskExecutor
        let push: CollectionPush?
        let problem: @Sendable (any Error, RequestHead) -> Problem
        let sentObjects = SentObjects()

        /// The routes of one kind of resource. Where it has others in it, its path ends with a slash or not.
        func routes(_ pattern: String, _ handlers: [Handler]) -> [CallerRoute] {
            // Programs ask a list, or where the lists are, whether there may be anything put.
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

        /// A method of a resource, what each kind of caller may do, and its handler.
        typealias Handler = (
            method: HTTP.Method, permission: Caller.Permission,
            answer: @Sendable (Call) async throws -> Response
        )

        /// Where a list is.
        static let calendarPattern = "\(CalDAV.root)calendars/{principal}/{calendar}/"

        /// How long a report or an object may be. Some programs name the paths of all items of a list in one
        /// report; an object beyond `Limits.calendarObjectBytesMax` gets an error that names this limit.
        private static let largeBodyBytesMax = 2 * MessageLimits.bodyBytesMax

        private func route(
            _ method: HTTP.Method, _ pattern: String, _ permission: Caller.Permission,
            _ answer: @escaping @Sendable (Call) async throws -> Response
        ) -> CallerRoute {
            let isLarge = method == .report || method == .put
            let bodyBytesMax = isLarge ? Self.largeBodyBytesMax : MessageLimits.bodyBytesMax
            return Route(
                method, pattern, bodyBytesMax: bodyBytesMax,
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

/// A request with its caller.
struct Call: Sendable {
    let request: Request
    let environment: CalDAV.Environment
    /// The store as the caller sees it.
    let session: Session
    /// The time at which it is answered.
    let now: Timestamp
    /// The identity of the request.
    let caller: Caller
    private let parameters: [String]

    init(
        _ request: Request, _ context: RequestContext<Caller>, _ caller: Caller,
        in environment: CalDAV.Environment
    ) throws {
        self.request = request
        self.environment = environment
        session = Session(environment.store, for: caller.principal)
        self.caller = caller
        parameters = context.parameters
        now = environment.now()
        // Nobody is told what others have.
        if let principal = parameters.first, principal != paths.principal {
            throw ChecklistsError.notFound(.person)
        }
    }

    /// Where things of who asks are.
    var paths: Paths { Paths(session.principal) }
    /// What the list is called at the path.
    var calendarName: String { parameters.count > 1 ? parameters[1] : "" }
    /// What the item is called at the path.
    var objectName: String { parameters.count > 2 ? parameters[2] : "" }

    /// The depth of the request. Without the field it is 0 for `REPORT` (RFC 4791 §7.8) and 1 for `PROPFIND`:
    /// infinity is refused here (RFC 4918 §9.1).
    var depth: Depth {
        get throws(Problem) {
            switch request.head.fields[.depth]?.lowercased() {
            case "0": return .zero
            case "1": return .one
            case "infinity": return .infinity
            case nil: return request.head.method == .report ? .zero : .one
            default: throw Problem(.badRequest, "The Depth header must be 0, 1 or infinity.")
            }
        }
    }

    enum Depth {
        case zero, one, infinity
    }

    /// The lists of who asks.
    var home: Home { Home(session, at: now) }

    /// The list at the path.
    /// - Throws: `notFound`.
    func calendar() async throws -> Calendar { try await home.calendar(called: calendarName) }
}
