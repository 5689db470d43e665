import Checklists
import HTTP
import XML

/// The resources that lead clients to the principal and the lists (RFC 6764, RFC 5397, RFC 4791 §6.2).
struct NavigationRoutes {
    let environment: CalDAV.Environment

    var routes: [CalDAV.CallerRoute] {
        let resources: [(String, NavigationResource.Kind)] = [
            (CalDAV.root, .root), ("\(CalDAV.root)principals/", .principals),
            ("\(CalDAV.root)principals/{principal}/", .principal), ("\(CalDAV.root)calendars/", .calendars),
            ("\(CalDAV.root)calendars/{principal}/", .home),
        ]
        // Some clients start at the root of the server, where `GET` returns the web page.
        let root = environment.routes("/", [(.propfind, .read, { try await find(.server, $0) })])
        return wellKnown + root
            + resources.flatMap { pattern, kind in
                environment.routes(
                    pattern,
                    [
                        (.get, .read, { _ in Self.explanation }),
                        (.propfind, .read, { try await find(kind, $0) }),
                        (.report, .read, { try await Reports($0).ofNavigation(resource(kind, $0)) }),
                    ])
            }
    }

    private var wellKnown: [CalDAV.CallerRoute] {
        [HTTP.Method.get, .propfind, .options].map { method in
            .open(method, "/.well-known/caldav") { _, _ in
                Response(.movedPermanently, fields: [.location: CalDAV.root, .cacheControl: "no-cache"])
            }
        }
    }

    private static var explanation: Response {
        let text = """
            This address is for calendar apps (CalDAV). Enter it in the app as the server, with your name as \
            the user and a token of your device as the password.

            """
        return Response(
            .ok, fields: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
            body: .bytes(Array(text.utf8)))
    }

    private func resource(_ kind: NavigationResource.Kind, _ call: Call) async throws -> NavigationResource {
        let id = call.session.principal.personID
        let name =
            kind == .principal ? try await id.asyncMap { try await call.session.store.person($0).name } : nil
        return NavigationResource(
            kind: kind, paths: call.paths, scope: call.caller.scope, personName: name ?? "")
    }

    private func find(_ kind: NavigationResource.Kind, _ call: Call) async throws -> Response {
        let request = try PropertyRequest(call.request.xml)
        let depth = try call.depth
        // Clients query the next level separately, so infinite depth would only add the items.
        if depth == .infinity { throw DAVFault.infinite }
        var entries = [MultiStatus.Entry.resource(try await resource(kind, call))]
        if depth == .one {
            switch kind {
            case .home: entries += try await collections(call).map { .resource($0) }
            case .server, .root:
                entries += try await [resource(.principals, call), resource(.calendars, call)].map {
                    .resource($0)
                }
            case .principals: entries.append(.resource(try await resource(.principal, call)))
            case .calendars: entries.append(.resource(try await resource(.home, call)))
            case .principal: break
            }
        }
        return MultiStatus(entries, request, for: call.request.head).response
    }

    private func collections(_ call: Call) async throws -> [Collection] {
        let calendars = try await call.home.calendars()
        let tokens = try await SyncToken.current(of: calendars.map(\.checklist.id), for: call.session)
        let push = await call.pushOffer
        return zip(calendars, tokens).map { calendar, token in
            Collection(
                calendar: calendar, paths: call.paths, scope: call.caller.scope, syncToken: token.text,
                push: push)
        }
    }
}

extension DAVFault {
    /// 403 for a PROPFIND with infinite depth.
    static var infinite: DAVFault {
        DAVFault(
            .forbidden, .dav("propfind-finite-depth"),
            "Depth: infinity is not supported; query each collection with Depth: 0 or 1.")
    }
}

extension Optional {
    fileprivate func asyncMap<T>(_ transform: (Wrapped) async throws -> T) async throws -> T? {
        if let self { try await transform(self) } else { nil }
    }
}
