import Checklists
import HTTP
import Synchronization
import Testing

@testable import API

@Suite struct `Every route` {
    private static let routes = Service().api.routes

    /// Whether it is there for those who have no token yet.
    private static func exchangesSecrets(_ route: CallerRoute) -> Bool {
        route.method == .post && route.pattern == "/v1/devices" || route.pattern == "/v1/sign-in"
    }

    @Test func `below v1 has a scope, and no other has`() {
        for route in Self.routes {
            let isForCallers = route.pattern.hasPrefix("/v1/") && !Self.exchangesSecrets(route)
            #expect((route.permission != nil) == isForCallers, "\(route.method) \(route.pattern)")
        }
    }

    @Test func `needs more than reading for what changes something`() {
        for route in Self.routes where route.permission != nil {
            // What shows where messages go, or links, is for those who may make them.
            let written = ["webhooks", "push-subscriptions", "email", "deliveries", "links"]
            let isForWriters =
                written.contains { route.pattern.contains($0) } && !route.pattern.hasSuffix("/key")
            let changesPeople =
                route.pattern.hasPrefix("/v1/people") && [.post, .delete].contains(route.method)
            let isForAdministrators = changesPeople && !route.pattern.hasSuffix("sign-in-links")
            let least: Scope = route.pattern.hasSuffix(".ics") ? .feed : .read
            let others = ["/v1/quick-add", "/v1/qr-codes", "/v1/events/tickets"]
            let isReading = route.method == .get || others.contains(route.pattern)
            let name = "\(route.method.rawValue) \(route.pattern)"
            let isForAssistants = BatchEndpoints.names.contains(name) || route.pattern == "/v1/batch"
            let changing: Scope = isForAssistants ? .assist : .write
            let needed: Scope = isForAdministrators ? .admin : isReading && !isForWriters ? least : changing
            #expect(route.permission?.person == needed, "\(route.method) \(route.pattern)")
        }
    }

    @Test func `answers nobody without a token that allows it, and before reading any content`() async {
        let entrance = Entrance()
        for route in Self.routes {
            guard let needed = route.permission?.person else { continue }
            let path = Entrance.path(route.pattern)
            for wrong in [nil, "", "Bearer", "Bearer ", "Bearer nonsense", "Bearer \(Entrance.revoked)"] {
                let (answer, isEarly) = await entrance.send(route.method, path, wrong)
                #expect(answer.status == 401, "\(route.method) \(path) with \(wrong ?? "nothing")")
                #expect(answer.fields[.wwwAuthenticate]?.hasPrefix("Bearer realm=") == true)
                #expect(isEarly)
            }
            for (scope, text) in Entrance.texts {
                let (answer, isEarly) = await entrance.send(route.method, path, "Bearer \(text)")
                #expect((answer.status == 403) == (scope < needed), "\(route.method) \(path) with \(scope)")
                #expect(answer.status != 401)
                guard answer.status == 403 else { continue }
                #expect(isEarly)
                #expect(answer.fields[.wwwAuthenticate]?.contains("scope=\"\(needed.rawValue)\"") == true)
            }
        }
    }

    @Test func `knows how much a token allows that a command has made`() async {
        let entrance = Entrance()
        for scope in [Scope.read, .write, .admin] {
            let token = "Bearer \(Entrance.texts[scope] ?? "")"
            let (me, _) = await entrance.send(.get, "/v1/me", token)
            #expect(me.text.contains("\"scope\":\"\(scope.rawValue)\""), "\(me.text)")
            let body = #"{"scope": "admin"}"#
            let (link, _) = await entrance.send(.post, "/v1/people/1/sign-in-links", token, body: body)
            #expect(link.status == (scope == .admin ? 201 : scope == .write ? 409 : 403))
        }
    }

    @Test func `that is open needs none`() async {
        for route in Self.routes where route.permission == nil && !Self.exchangesSecrets(route) {
            #expect(await Entrance(isRequired: true).status(route.pattern) == 200)
        }
    }
}

@Suite struct `What a route lets callers do` {
    private static let guest = Caller.guest(
        ListLink.ID(rawValue: 3), on: Checklist.ID(rawValue: 2), scope: .write, payer: .first)

    private func person(_ scope: Scope) -> Caller {
        .person(.first, by: .device(Device.ID(rawValue: 4)), scope: scope)
    }

    @Test func `is said for each kind of caller`() {
        let permission = Caller.Permission(person: .write, guest: .edit)
        #expect(permission.refusal(of: .local) == nil)
        #expect(permission.refusal(of: person(.read)) == .scope(.write, has: .read))
        #expect(permission.refusal(of: person(.write)) == nil)
        #expect(permission.refusal(of: person(.admin)) == nil)
        #expect(permission.refusal(of: Self.guest) == nil)
        #expect(Caller.Permission.persons(.read).refusal(of: Self.guest) == .guests)
        #expect(Caller.Permission.persons(.admin).refusal(of: Self.guest) == .scope(.admin, has: .write))
    }

    /// Sets a caller without asking what the route allows.
    private final class Careless: Middleware {
        let caller: Caller?

        init(caller: Caller?) { self.caller = caller }

        func earlyResponse(to head: RequestHead, _ context: inout RequestContext<Caller>) -> Response? {
            context.caller = caller
            return nil
        }
    }

    @Test func `is checked before the router, whichever middleware has set the caller`() async {
        let router = CallerRouter([
            Route(.get, "/metrics", handler: .callers(.persons(.read)) { _, _, _ in Response(.ok) })
        ])
        let request = Request(head: RequestHead(method: .get, target: RequestTarget(path: "/metrics")))
        for (caller, status) in [(.local, .ok), (Self.guest, .forbidden), (nil, .internalServerError)]
            as [(Caller?, Status)]
        {
            let stack = MiddlewareStack([Careless(caller: caller)], before: router)
            #expect(await stack.respond(to: request).status == status)
        }
    }
}

@Suite struct `A token` {
    private let admin = "Bearer \(Entrance.texts[.admin] ?? "")"

    @Test func `has a prefix, and 256 random bits in base64url`() {
        let text = AccessToken.text(Array(repeating: 0xFF, count: 32))
        #expect(text == "cld_" + String(repeating: "_", count: 42) + "8")
    }

    @Test func `is asked for as soon as one is in force, and no longer than that`() async {
        let entrance = Entrance(withTokens: false)
        #expect(await entrance.status("/v1/checklists") == 200)
        let digest = AccessToken.digest(of: Entrance.revoked)
        entrance.tokens.replace(with: [AccessToken(digest: digest, scope: .read)])
        #expect(await entrance.status("/v1/checklists") == 401)
        #expect(await entrance.status("/v1/checklists", "Bearer \(Entrance.revoked)") == 200)
        entrance.tokens.replace(with: [])
        #expect(await entrance.status("/v1/checklists") == 200)
        #expect(await entrance.status("/v1/checklists", "Basic YTpi") == 200)
        #expect(await entrance.status("/v1/checklists", "Bearer \(Entrance.revoked)") == 401)
    }

    @Test func `that is the last one to be revoked leaves an exposed service closed`() async {
        let entrance = Entrance(isRequired: true, withTokens: false)
        #expect(await entrance.status("/v1/checklists") == 401)
        #expect(await entrance.status("/v1/checklists", admin) == 401)
        #expect(await entrance.status("/openapi.yaml") == 200)
    }

    @Test func `is asked for where there is nothing, so that nobody learns what is there`() async {
        let entrance = Entrance()
        for path in ["/v1", "/v1/", "/v1/nothing", "/v1/checklists/9/nothing"] {
            #expect(await entrance.status(path) == 401)
            #expect(await entrance.status(path, admin) == 404)
        }
        #expect(await entrance.send(.put, "/v1/checklists").answer.status == 401)
        #expect(await entrance.send(.options, "/v1/checklists").answer.status == 401)
        #expect(await entrance.send(.head, "/v1/checklists").answer.status == 401)
        #expect(await entrance.send(.options, "/%761/checklists").answer.status == 401)
        #expect(await entrance.send(.put, "/v%31/checklists/1").answer.status == 401)
        #expect(await entrance.send(.get, "/v1%2Fchecklists").answer.status == 404)
        #expect(await entrance.send(.get, "/%761/checklists").answer.status == 401)
        #expect(await entrance.status("/nothing") == 404)
    }

    @Test func `goes with the scheme Bearer alone, in any case`() async {
        let entrance = Entrance()
        let text = Entrance.texts[.read] ?? ""
        for right in ["Bearer \(text)", "bearer \(text)", "BEARER  \(text)"] {
            #expect(await entrance.status("/v1/checklists", right) == 200, "\(right)")
        }
        for wrong in [
            text, "Basic \(text)", "Bearer \(text)x", "Bearer \(text), Bearer \(text)", "Bearer\(text)",
        ] {
            #expect(await entrance.status("/v1/checklists", wrong) == 401, "\(wrong)")
        }
    }

    @Test func `that is wrong too often is refused for a while, and a right one never`() async {
        let entrance = Entrance(failures: RateLimit(requests: 3, seconds: 60))
        for _ in 1...3 { #expect(await entrance.status("/v1/checklists", "Bearer no") == 401) }
        let refused = await entrance.send(.get, "/v1/checklists", "Bearer no").answer
        #expect(refused.status == 429)
        #expect(refused.fields[.retryAfter] == "20")
        #expect(await entrance.status("/v1/checklists", "Bearer no", from: "192.0.2.2") == 401)
        #expect(await entrance.status("/v1/checklists", admin) == 200)
        entrance.pass(seconds: 20)
        #expect(await entrance.status("/v1/checklists", "Bearer no") == 401)
        #expect(await entrance.status("/v1/checklists", "Bearer no") == 429)
    }
}

@Suite struct `An idempotency key` {
    @Test func `is that of one token, so that nobody is given what another one was answered`() async {
        let entrance = Entrance()
        func add(_ name: String, _ scope: Scope) async -> Answer {
            await entrance.send(
                .post, "/v1/checklists", "Bearer \(Entrance.texts[scope] ?? "")",
                fields: [.idempotencyKey: "k-1"], body: #"{"name": "\#(name)"}"#
            ).answer
        }
        let first = await add("Trips", .write)
        #expect(first.status == 201)
        let other = await add("Trips", .admin)
        #expect(other.status == 201)
        #expect(other.fields[.idempotentReplayed] == nil)
        #expect(other["id"] != first["id"])
        // Neither does it learn that the key came before.
        for (scope, mine) in [(Scope.write, first), (.admin, other)] {
            let again = await add("Trips", scope)
            #expect(again.fields[.idempotentReplayed] == "true")
            #expect(again.bytes == mine.bytes)
            #expect(await add("Other", scope).status == 422)
        }
        entrance.tokens.replace(with: [])
        let open = await entrance.send(
            .post, "/v1/checklists", fields: [.idempotencyKey: "k-1"], body: #"{"name": "Trips"}"#)
        #expect(open.answer.fields[.idempotentReplayed] == nil)
        #expect(open.answer.status == 201)
    }
}

@Suite struct `A token in an address` {
    private let feed = Entrance.texts[.feed] ?? ""
    private static let calendars = Service().api.routes.filter { $0.permission?.person == .feed }
        .map(\.pattern)

    @Test func `opens calendars, and nothing else`() async {
        let entrance = Entrance()
        for route in entrance.service.api.routes where route.permission != nil {
            let isCalendar = Self.calendars.contains(route.pattern)
            let path = "\(Entrance.path(route.pattern))?token=\(feed)"
            let (answer, isEarly) = await entrance.send(route.method, path)
            #expect((answer.status == 401) == !isCalendar, "\(route.method) \(route.pattern)")
            #expect(isEarly != isCalendar)
        }
        #expect(Self.calendars.count == 2)
        #expect(await entrance.status("/v1/nothing?token=\(feed)") == 401)
        #expect(await entrance.status("/v1/calendar.ics?token=\(feed)") == 200)
        #expect(await entrance.send(.head, "/v1/calendar.ics?token=\(feed)").answer.status == 200)
        #expect(await entrance.send(.delete, "/v1/calendar.ics?token=\(feed)").answer.status == 401)
    }

    @Test func `is of the scope feed, and of no other`() async {
        let entrance = Entrance()
        for (scope, text) in Entrance.texts where scope != .feed {
            #expect(await entrance.status("/v1/calendar.ics?token=\(text)") == 403)
            #expect(await entrance.status("/v1/calendar.ics", "Bearer \(text)") == 200)
        }
    }

    @Test func `is refused when it is not in force, given twice or in another place`() async {
        for entrance in [Entrance(), Entrance(withTokens: false)] {
            for wrong in ["cld_nonsense", Entrance.revoked] {
                #expect(await entrance.status("/v1/calendar.ics?token=\(wrong)") == 401)
            }
        }
        let entrance = Entrance()
        for query in ["", "?", "?token", "?token=", "?token=\(feed)&token=\(feed)", "?feed=\(feed)"] {
            #expect(await entrance.status("/v1/calendar.ics\(query)") == 401, "\(query)")
        }
        #expect(await entrance.status("/v1/calendar.ics?token=\(feed)", "Bearer nonsense") == 401)
    }
}

@Suite struct `A service for this machine alone` {
    @Test(arguments: [
        "localhost", "LOCALHOST:8080", "localhost:", "127.0.0.1", "127.0.0.1:8080", "127.255.3.4", "[::1]",
        "[::1]:8080",
        "",
    ])
    func `serves who calls it by a loopback name`(host: String) async {
        let entrance = Entrance(withTokens: false)
        #expect(await entrance.send(.get, "/v1/checklists", host: host).answer.status == 200)
    }

    @Test(arguments: [
        "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "127.1", "127.0.0.256",
        "127.0.0.1.",
        "128.0.0.1", "127.0.0.1.1", "0.0.0.0", "[::2]", "[::11]:80", "[::ffff:127.0.0.1]", "xlocalhost",
        "127..0.1",
    ])
    func `refuses who calls it by another name`(host: String) async {
        let entrance = Entrance(withTokens: false)
        for path in ["/v1/checklists", "/openapi.yaml", "/"] {
            let (answer, isEarly) = await entrance.send(.get, path, host: host)
            #expect(answer.status == 421, "\(host)")
            #expect(isEarly)
        }
    }

    private static let proxied: [Fields] = [
        ["Forwarded": "for=192.0.2.1"], ["forwarded": ""], ["Via": "1.1 proxy"], ["X-Real-IP": "192.0.2.1"],
        ["X-Forwarded-For": "127.0.0.1"], ["x-forwarded-host": "localhost"], ["X-FORWARDED-PROTO": "https"],
        ["Accept": "*/*", "X-Forwarded-": "1"],
    ]

    @Test(arguments: proxied)
    func `refuses what a proxy hands on, and says what to do`(fields: Fields) async {
        let entrance = Entrance(withTokens: false)
        for (peer, host) in [("127.0.0.1", "localhost"), ("", "lists.example")] {
            for path in ["/v1/checklists", "/openapi.yaml", "/"] {
                let (answer, isEarly) = await entrance.send(
                    .get, path, from: peer, host: host, fields: fields)
                #expect(answer.status == 421)
                #expect(answer["detail"].text?.contains("checklistd token create") == true)
                #expect(isEarly)
            }
        }
        let admin = "Bearer \(Entrance.texts[.admin] ?? "")"
        let withToken = await Entrance().send(
            .get, "/v1/checklists", admin, host: "lists.example", fields: fields)
        #expect(withToken.answer.status == 200)
        let open = Entrance(withTokens: false, allowsProxies: true)
        #expect(await open.send(.get, "/v1/checklists", fields: fields).answer.status == 200)
        let elsewhere = await open.send(.get, "/v1/checklists", host: "evil.example", fields: fields)
        #expect(elsewhere.answer.status == 421)
    }

    @Test func `knows a proxy by how it asks where it adds nothing, and nobody else for one`() async {
        let entrance = Entrance(withTokens: false)
        func status(_ version: RequestHead.Version, _ fields: Fields) async -> Int {
            await entrance.send(.get, "/v1/checklists", version: version, fields: fields).answer.status
        }
        #expect(await status(.http10, ["Connection": "close"]) == 421)
        #expect(await status(.http10, ["connection": "Close"]) == 421)
        #expect(await status(.http10, ["Connection": "keep-alive"]) == 200)
        #expect(await status(.http10, [:]) == 200)
        #expect(await status(.http11, ["Connection": "close"]) == 200)
        for name: FieldName in ["Viable", "X-Forwarded", "X-Requested-With", "Forward", "X-Real-I", "Vi"] {
            #expect(await status(.http11, [name: "x"]) == 200, "\(name.spelling)")
        }
    }

    @Test func `takes any name with a token, and over a Unix socket`() async {
        #expect(await Entrance().send(.get, "/openapi.yaml", host: "lists.example").answer.status == 200)
        let local = Entrance(withTokens: false)
        #expect(
            await local.send(.get, "/v1/checklists", from: "", host: "lists.example").answer.status == 200)
    }
}

@Suite struct `A token that was just made` {
    @Test func `is in force with the first request that shows it`() async {
        let entrance = Entrance()
        let text = AccessToken.text(Array(repeating: 9, count: 32))
        let made = AccessToken(digest: AccessToken.digest(of: text), scope: .read)
        let tokens = entrance.tokens
        tokens.refresh(by: { tokens.replace(with: [made]) })
        #expect(await entrance.status("/v1/checklists", "Bearer \(text)") == 200)
        let wrong = AccessToken.text(Array(repeating: 10, count: 32))
        #expect(await entrance.status("/v1/checklists", "Bearer \(wrong)") == 401)
    }

    @Test func `is looked up once a second, and not for an address with too many wrong ones`() async {
        let entrance = Entrance(failures: RateLimit(requests: 2, seconds: 60))
        let reads = Atomic<Int>(0)
        entrance.tokens.refresh(by: { _ = reads.add(1, ordering: .relaxed) })
        for status in [401, 401, 429] {
            #expect(await entrance.status("/v1/checklists", "Bearer no") == status)
        }
        #expect(reads.load(ordering: .relaxed) == 1)
        entrance.pass(seconds: 1)
        #expect(await entrance.status("/v1/checklists", "Bearer no") == 429)
        #expect(reads.load(ordering: .relaxed) == 1)
        #expect(await entrance.status("/v1/checklists", "Bearer no", from: "192.0.2.2") == 401)
        #expect(reads.load(ordering: .relaxed) == 2)
    }
}
