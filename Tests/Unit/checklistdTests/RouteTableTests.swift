import API
import CalDAV
import Checklists
import Compression
import FileStore
import Foundation
import HTTP
import HTTPServer
import MCP
import MemoryStore
import Randomness
import Testing

@testable import checklistd

/// The real route table behind the real middleware. Each handler only tells that it was reached, so that
/// every route can be walked.
private struct Door {
    let routes: [CallerRoute]
    private let responder: MiddlewareStack

    static let tokens: [Scope: String] = [
        .feed: AccessToken.text(Array(repeating: 0, count: 32)),
        .read: AccessToken.text(Array(repeating: 1, count: 32)),
        .write: AccessToken.text(Array(repeating: 2, count: 32)),
        .admin: AccessToken.text(Array(repeating: 3, count: 32)),
    ]
    static let revoked = AccessToken.text(Array(repeating: 4, count: 32))

    /// - Parameter arguments: Those that the service is started with.
    init(_ arguments: [String] = []) throws {
        let arguments = try CommandLineArguments(
            ["--wrong-tokens-per-minute-max", "0"] + arguments, environment: [:])
        let application = Application(arguments)
        let store = VolatileStore(now: { Timestamp(milliseconds: 0) })
        let api = API(
            store, now: { Timestamp(milliseconds: 0) },
            makeSecret: { Webhook.Secret(bytes: Array(0..<32)) },
            messages: MessageWriter(links: MessageLinks(.drawn())),
            inflate: { Inflate.content(of: $0, size: $1) }, background: globalConcurrentExecutor,
            log: { _, _ in })
        let operations = OperationsRoutes(obstacle: { nil }, warning: { nil }, metrics: { MetricsPage() })
        let calDAV = CalDAV(
            store, now: { Timestamp(milliseconds: 0) }, background: globalConcurrentExecutor,
            problem: api.problem)
        let mcp = MCP(
            store, version: "", now: { Timestamp(milliseconds: 0) }, proposalMessage: { _, _, _ in [] },
            problem: api.problem)
        routes = Application.routes(api, calDAV, mcp, operations).map { route in
            let name = Self.name(route)
            let handler: CallerRoute.Handler =
                if let permission = route.permission {
                    .callers(permission) { _, _, _ in Response(.ok, fields: ["Reached": name]) }
                } else {
                    .open { _, _ in Response(.ok, fields: ["Reached": name]) }
                }
            return Route(
                route.method, route.pattern, bodyBytesMax: route.bodyBytesMax,
                contentTypes: route.contentTypes, reads: route.requestFields, handler: handler)
        }
        let tokens = AccessTokens([
            AccessToken(digest: AccessToken.digest(of: Self.revoked), scope: .admin)
        ])
        tokens.replace(
            with: Self.tokens.map { AccessToken(digest: AccessToken.digest(of: $1), scope: $0) })
        let router = Router(routes)
        let middleware = application.middleware(
            tokens, VolatileStore(now: { Timestamp(milliseconds: 0) }), .drawn(), before: router,
            on: try arguments.configuration.addresses())
        responder = MiddlewareStack(middleware, before: router)
    }

    static func name(_ route: CallerRoute) -> String { "\(route.method.rawValue) \(route.pattern)" }

    /// The route below which nobody comes without a token: the one reached.
    func protected(_ response: Response) -> CallerRoute? {
        let name = response.fields["Reached"]
        return routes.first { $0.permission != nil && Self.name($0) == name }
    }

    /// What the octets of a connection are answered.
    func answers(to octets: [UInt8]) async -> [Response] {
        var parser = RequestParser()
        parser.feed(octets)
        var received: (RequestHead, @Sendable (Request) async -> Response)?
        var answers: [Response] = []
        do throws(ParseError) {
            while let event = try parser.next() {
                switch event {
                case .head(let next, _):
                    switch responder.receive(next, from: "192.0.2.1").outcome {
                    case .answered(let answer): answers.append(answer)
                    case .awaitsContent(let respond): received = (next, respond)
                    }
                case .complete(let body):
                    guard let (head, respond) = received.take() else { continue }
                    answers.append(await respond(Request(head: head, body: body)))
                }
            }
        } catch {
            answers.append(error.response)
        }
        return answers
    }

    /// What a route answers to somebody with these fields.
    func answer(_ route: CallerRoute, _ fields: String) async throws -> Response {
        let path = route.pattern.replacing(#/\{[^}]*\}/#, with: "1")
        let head = "\(route.method.rawValue) \(path) HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n"
        return try #require(await answers(to: Array(head.utf8)).first)
    }
}

@Suite struct `The route table` {
    @Test func `is open only for the page, for operations, and for sign-in and action links`() throws {
        let open = try Door().routes.filter { $0.permission == nil }.map(Door.name)
        let files = [
            "/worker.js", "/favicon.ico", "/assets/{file}", "/assets/{build}/{file}", "/icons/{file}",
        ]
        let page = (["/", "/lists/{listId}"] + files).map { "GET \($0)" }
        let manual = ["GET /docs", "GET /docs/", "GET /docs/{page}"]
        let operations = ["GET /healthz", "GET /readyz", "GET /openapi.yaml", "GET /openapi.json"]
        let calendars = ["GET", "PROPFIND", "OPTIONS"].map { "\($0) /.well-known/caldav" }
        let secrets = ["POST /v1/devices", "GET /v1/sign-in", "GET /act", "POST /act"]
        #expect(open.sorted() == (page + manual + operations + calendars + secrets).sorted())
    }

    @Test func `lets guests do nothing beside the API, calendars and tools of assistants`() throws {
        let others = try Door().routes.filter { route in
            route.permission?.guest != nil
                && !["/v1/", "/dav", "/mcp"].contains { route.pattern.hasPrefix($0) }
                // Calendar programs may begin there.
                && route.pattern != "/"
        }
        #expect(others.map(Door.name) == [])
    }

    /// Both ways, so that no operation is described that is not there; CalDAV, MCP and the page are not
    /// described.
    @Test func `says of each kind of caller what openapi.yaml says`() throws {
        let described = try Self.described()
        var declared: [String: String] = [:]
        for route in try Door().routes {
            let name = Door.name(route)
            guard described[name] != nil || route.pattern.hasPrefix("/v1/") else { continue }
            declared[name] = route.permission.map(Self.text) ?? "open"
        }
        #expect(declared == described)
        #expect(described["GET /metrics"] == "{ person: admin, guest: never }")
    }

    /// openapi.yaml does not describe CalDAV, so the table stands here.
    @Test func `says for each method of CalDAV what callers may do`() throws {
        let place: [Method: Caller.Permission] = [
            .get: .read, .propfind: .read, .report: .read, .options: .read,
        ]
        let list: [Method: Caller.Permission] = [
            .propfind: .read, .report: .read, .options: .read,
            .proppatch: .edit.withoutAssistants, .mkcalendar: .persons(.write), .mkcol: .persons(.write),
            .delete: .persons(.write),
            .post: .persons(.write),
        ]
        let object: [Method: Caller.Permission] = [
            .get: .read, .propfind: .read, .options: .read, .put: .check.withoutAssistants,
            .delete: .edit.withoutAssistants, .proppatch: .edit.withoutAssistants,
            .copy: .edit.withoutAssistants, .move: .edit.withoutAssistants,
        ]
        var expected: [String: Caller.Permission] = [:]
        func add(_ methods: [Method: Caller.Permission], at paths: [String]) {
            for path in paths {
                for (method, permission) in methods { expected["\(method.rawValue) \(path)"] = permission }
            }
        }
        let places = ["", "/principals", "/principals/{principal}", "/calendars", "/calendars/{principal}"]
        let lists = "/dav/calendars/{principal}/{calendar}"
        add([.propfind: .read, .options: .read], at: ["/"])
        add(place, at: places.flatMap { ["/dav\($0)", "/dav\($0)/"] })
        add(list, at: [lists, lists + "/"])
        add(object, at: [lists + "/{object}"])
        add([.delete: .persons(.write), .options: .read], at: ["/dav/push/{principal}/{registration}"])
        var declared: [String: Caller.Permission] = [:]
        for route in try Door().routes where route.pattern == "/" || route.pattern.hasPrefix("/dav") {
            declared[Door.name(route)] = route.permission
        }
        #expect(declared == expected)
    }

    /// Patterns that differ in the names of placeholders only have the same paths.
    private static func path(_ route: CallerRoute) -> String {
        route.pattern.replacing(#/\{[^}]*\}/#, with: "1")
    }

    @Test func `allows pages of other origins the methods and fields of each route, and no others`()
        async throws
    {
        let door = try Door(["--cors-origin", "https://lists.example"])
        for route in door.routes {
            let path = Self.path(route)
            let head = """
                OPTIONS \(path) HTTP/1.1\r\nHost: a\r\nOrigin: https://lists.example\r
                Access-Control-Request-Method: \(route.method.rawValue)\r\n\r\n
                """
            let answer = try #require(await door.answers(to: Array(head.utf8)).first)
            #expect(answer.status == .noContent)
            let methods = Set(door.routes.filter { Self.path($0) == path }.map(\.method.rawValue))
            let head405 = methods.contains("GET") ? ["HEAD", "OPTIONS"] : ["OPTIONS"]
            #expect(answer.names(in: .accessControlAllowMethods) == methods.union(head405), "\(path)")
            let fields = route.requestFields.map(\.spelling)
            let expected = Set(fields).union(route.permission == nil ? [] : ["Authorization"])
            #expect(answer.names(in: .accessControlAllowHeaders) == expected, "\(Door.name(route))")
        }
    }

    @Test func `lets pages of other origins read why there is no route`() async throws {
        let door = try Door(["--cors-origin", "https://lists.example"])
        let fields = "Host: a\r\nOrigin: https://lists.example\r\nAccess-Control-Request-Method: PUT\r\n"
        let answers = await door.answers(to: Array("OPTIONS /v1/item/1 HTTP/1.1\r\n\(fields)\r\n".utf8))
        let answer = try #require(answers.first)
        #expect(answer.names(in: .accessControlAllowMethods).isSuperset(of: ["PUT", "PATCH", "PROPFIND"]))
        #expect(answer.names(in: .accessControlAllowHeaders).isSuperset(of: ["Authorization", "If-Match"]))
    }

    private static func text(_ permission: Caller.Permission) -> String {
        let guest = permission.guest?.rawValue ?? "never"
        return "{ person: \(permission.person.rawValue), guest: \(guest) }"
    }

    /// `x-access` of each operation of openapi.yaml, by method and path.
    private static func described() throws -> [String: String] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../openapi.yaml")
        var (path, method) = ("", "")
        var described: [String: String] = [:]
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
            if let match = line.wholeMatch(of: #/  (/.*):/#) { path = String(match.1) }
            if let match = line.wholeMatch(of: #/    ([a-z]+):/#) { method = match.1.uppercased() }
            // An operation without `x-access` stays empty, and so differs.
            if line.hasPrefix("      operationId:") { described["\(method) \(path)"] = "" }
            if let match = line.wholeMatch(of: #/      x-access: (.*)/#) {
                described["\(method) \(path)"] = String(match.1)
            }
        }
        return described
    }

    @Test func `answers nobody without a token, with a wrong one or with one that was revoked`() async throws
    {
        let door = try Door()
        for route in door.routes where route.permission != nil {
            for field in [
                "", "Authorization:\r\n", "Authorization: Bearer\r\n", "Authorization: Bearer cld_\r\n",
                "Authorization: Bearer \(Door.revoked)\r\n",
                "Authorization: Basic \(Door.tokens[.admin] ?? "")\r\n",
                "Authorization: Bearer \(Door.tokens[.admin]?.dropLast() ?? "")\r\n",
            ] {
                let answer = try await door.answer(route, field)
                #expect(answer.status == .unauthorized, "\(Door.name(route)) with '\(field)'")
                #expect(answer.fields.values(of: .wwwAuthenticate).contains { $0.hasPrefix("Bearer ") })
            }
        }
    }

    @Test func `answers a token exactly where it allows as much as the route needs`() async throws {
        let door = try Door()
        for route in door.routes {
            for (scope, token) in Door.tokens {
                let answer = try await door.answer(route, "Authorization: Bearer \(token)\r\n")
                let isAllowed = scope >= route.permission?.person ?? .feed
                #expect(
                    answer.status == (isAllowed ? .ok : .forbidden), "\(Door.name(route)) with \(scope)")
            }
        }
    }

    @Test func `takes a token as a password of calendar programs alone, and only where nobody else reads it`()
        async throws
    {
        let door = try Door()
        for route in door.routes where route.permission != nil {
            for (scope, token) in Door.tokens {
                let basic = Data("Ada:\(token)".utf8).base64EncodedString()
                let field = "Authorization: Basic \(basic)\r\n"
                var statuses: [Status] = []
                for proxy in ["", "X-Forwarded-Proto: http\r\n", "X-Forwarded-Proto: https\r\n"] {
                    statuses.append(try await door.answer(route, field + proxy).status)
                }
                let isForPrograms =
                    route.pattern.hasPrefix("/dav")
                    || route.pattern == "/" && [.propfind, .options].contains(route.method)
                let last: Status =
                    !isForPrograms
                    ? .unauthorized : scope >= route.permission?.person ?? .feed ? .ok : .forbidden
                let first: Status = isForPrograms ? .forbidden : .unauthorized
                #expect(statuses == [first, first, last], "\(Door.name(route)) with \(scope)")
            }
        }
    }

    @Test func `asks for tokens on every address once there is one, even where all are let in`() async throws
    {
        for arguments in [
            ["--no-auth"], ["--listen", "0.0.0.0:80", "--no-auth"], ["--listen", "0.0.0.0:80"],
            ["--cors-origin", "*"], ["--rate-limit", "100000/s"],
        ] {
            let door = try Door(arguments)
            for route in door.routes where route.permission != nil {
                let answer = try await door.answer(route, "Origin: http://localhost\r\n")
                #expect(answer.status == .unauthorized, "\(Door.name(route)) with \(arguments)")
            }
        }
    }
}

extension Response {
    /// The elements of a list field.
    fileprivate func names(in field: FieldName) -> Set<String> {
        let names = (fields[field] ?? "").split(separator: ",").map { String($0.drop { $0 == " " }) }
        #expect(Set(names).count == names.count)
        return Set(names)
    }
}

// MARK: - Disguises

/// Spells requests for a route as nobody would who means well.
private struct Disguise {
    var random: SeededGenerator

    private static let fields = [
        "Authorization: Bearer cld_wrong", "Proxy-Authorization: Bearer TOKEN", "Authorization: Basic TOKEN",
        "Authorization: Bearer TOKEN\r\nAuthorization: Bearer TOKEN", "Authorization : Bearer TOKEN",
        "Authorization: Bearer TOKEN, x", "X-Authorization: Bearer TOKEN", "Cookie: token=TOKEN",
        "X-Original-URL: /healthz", "X-Rewrite-URL: /healthz", "X-HTTP-Method-Override: GET",
        "X-Forwarded-For: 127.0.0.1", "Forwarded: for=127.0.0.1", "Host: localhost", "Origin: null",
        "Connection: Authorization", "Expect: 100-continue", "Upgrade: h2c", "Content-Length: 0",
        "Transfer-Encoding: chunked", "Range: bytes=0-", "If-None-Match: *",
    ]

    /// A request for that route, without the right token where one belongs.
    mutating func request(for route: CallerRoute) -> String {
        var path = Array(route.pattern.replacing(#/\{[^}]*\}/#, with: "1").utf8)
        for _ in 0..<Int.random(in: 0...3, using: &random) { spell(&path) }
        let text = String(decoding: path, as: UTF8.self)
        let prefix = ["", "", "", "http://localhost", "HTTP://127.0.0.1:80"].randomElement(using: &random)
        let suffix = ["", "", "?", "?access_token=TOKEN", "?limit=1", "?a=/healthz"].randomElement(
            using: &random)
        let method =
            Bool.random(using: &random) ? route.method : Method.allCases.randomElement(using: &random)
        let version = Bool.random(using: &random) ? "1.1" : "1.0"
        var head = "\((method ?? .get).rawValue) \(prefix ?? "")\(text)\(suffix ?? "") HTTP/\(version)\r\n"
        head += "Host: localhost\r\n"
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            head += (Self.fields.randomElement(using: &random) ?? "") + "\r\n"
        }
        return head + "\r\n"
    }

    /// Changes one place of a path.
    private mutating func spell(_ path: inout [UInt8]) {
        let index = Int.random(in: 0..<path.count, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: path.replaceSubrange(index...index, with: Self.escape(path[index], digits: 16))
        case 1: path[index] ^= 0x20
        case 2: path.insert(UInt8(ascii: "/"), at: index)
        case 3: path.insert(contentsOf: Array("/.".utf8), at: index)
        case 4: path.append(contentsOf: Array(["/", ";a=b", "%00", "%2F", ".json"][index % 5].utf8))
        default: path.insert(UInt8.random(in: 0x21...0xFF, using: &random), at: index)
        }
    }

    private static func escape(_ octet: UInt8, digits: Int) -> [UInt8] {
        let text = String(octet, radix: digits)
        return Array("%\(text.count == 1 ? "0" : "")\(text)".utf8)
    }
}

@Suite struct `A request in disguise` {
    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `reaches nothing that needs a token`(_ seed: UInt64) async throws {
        let door = try Door()
        var disguise = Disguise(random: SeededGenerator(seed: seed))
        var reachable = 0
        for route in door.routes where route.permission != nil {
            for _ in 0..<10 {
                let request = disguise.request(for: route)
                let stranger = request.replacing("TOKEN", with: Door.tokens[.admin] ?? "")
                for answer in await door.answers(to: Array(stranger.utf8)) {
                    #expect(door.protected(answer) == nil, "seed \(seed): \(stranger)")
                }
                let friend = request.replacing(
                    "\r\n\r\n", with: "\r\nAuthorization: Bearer \(Door.tokens[.admin] ?? "")\r\n\r\n")
                let answers = await door.answers(to: Array(friend.utf8))
                if answers.contains(where: { door.protected($0) != nil }) { reachable += 1 }
            }
        }
        // Many of them reach a route for somebody who shows a token, or this would prove nothing.
        #expect(reachable > door.routes.count / 2)
    }
}
