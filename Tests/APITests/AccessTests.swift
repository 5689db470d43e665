import HTTP
import Synchronization
import Testing

@testable import API

/// The routes of the API behind their guards, at a time that stands still until it is moved.
private final class Entrance: Sendable {
    let tokens: AccessTokens
    let service = Service()
    private let responder: GuardedResponder
    private let clock = ManualClock()

    private final class ManualClock: Sendable {
        let nanoseconds = Atomic<UInt64>(1)
    }

    static let texts: [Scope: String] = [
        .feed: AccessToken.text(Array(repeating: 0, count: 32)),
        .read: AccessToken.text(Array(repeating: 1, count: 32)),
        .write: AccessToken.text(Array(repeating: 2, count: 32)),
        .admin: AccessToken.text(Array(repeating: 3, count: 32)),
    ]
    static let revoked = AccessToken.text(Array(repeating: 4, count: 32))

    /// With one token of each scope in force.
    init(
        isRequired: Bool = false, withTokens: Bool = true, failures: RateLimit? = nil, rate: RateLimit? = nil
    ) {
        let revoked = AccessToken(digest: AccessToken.digest(of: Self.revoked), scope: .admin)
        tokens = AccessTokens([revoked])
        tokens.replace(
            with: withTokens
                ? Self.texts.map { AccessToken(digest: AccessToken.digest(of: $1), scope: $0) } : [])
        let now: @Sendable () -> UInt64 = { [clock] in clock.nanoseconds.load(ordering: .relaxed) }
        let router = Router(service.api.routes)
        var guards: [any Guard] = [
            HostGuard(unless: tokens),
            AccessGuard(tokens, isRequired: isRequired, for: router, failures: failures, now: now),
        ]
        if let rate { guards.append(RateGuard(rate, now: now)) }
        responder = GuardedResponder(guards, before: router)
    }

    func pass(seconds: UInt64) {
        clock.nanoseconds.add(seconds * 1_000_000_000, ordering: .relaxed)
    }

    /// The answer, and whether it was given before any content was read.
    func send(
        _ method: HTTP.Method, _ path: String, _ authorization: String? = nil,
        from peer: String = "192.0.2.1",
        host: String = "localhost"
    ) async -> (answer: Answer, isEarly: Bool) {
        let parts = path.split(separator: "?", maxSplits: 1).map(String.init)
        let target = RequestTarget(path: parts[0], query: parts.count > 1 ? parts[1] : nil)
        var head = RequestHead(method: method, target: target, authority: host)
        if let authorization { head.fields[.authorization] = authorization }
        if let refusal = responder.answerByHead(&head, from: peer) { return (await Answer(refusal), true) }
        return (await Answer(responder.respond(to: Request(head: head, peer: peer))), false)
    }

    func status(_ path: String, _ authorization: String? = nil, from peer: String = "192.0.2.1") async -> Int
    {
        await send(.get, path, authorization, from: peer).answer.status
    }

    /// A path that a pattern stands for.
    static func path(_ pattern: String) -> String {
        pattern.replacing(#/\{[^}]*\}/#, with: "1")
    }
}

@Suite struct `Every route` {
    private static let routes = Service().api.routes

    @Test func `below v1 has a scope, and no other has`() {
        for route in Self.routes {
            #expect(
                (route.scope != nil) == route.pattern.hasPrefix("/v1/"), "\(route.method) \(route.pattern)")
        }
    }

    @Test func `needs more than reading for what changes something`() {
        for route in Self.routes where route.scope != nil {
            let isForAdministrators = ["webhooks", "deliveries", "import"].contains {
                route.pattern.contains($0)
            }
            let least: Scope = route.pattern.hasSuffix(".ics") ? .feed : .read
            let needed: Scope = isForAdministrators ? .admin : route.method == .get ? least : .write
            #expect(route.scope == needed, "\(route.method) \(route.pattern)")
        }
    }

    @Test func `answers nobody without a token that allows it, and before reading any content`() async {
        let entrance = Entrance()
        for route in Self.routes {
            guard let needed = route.scope else { continue }
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

    @Test func `that is open needs none`() async {
        for route in Self.routes where route.scope == nil {
            #expect(await Entrance(isRequired: true).status(route.pattern) == 200)
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

@Suite struct `A token in an address` {
    private let feed = Entrance.texts[.feed] ?? ""
    private static let calendars = Service().api.routes.filter { $0.scope == .feed }.map(\.pattern)

    @Test func `opens calendars, and nothing else`() async {
        let entrance = Entrance()
        for route in entrance.service.api.routes where route.scope != nil {
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

    @Test func `takes any name with a token, and over a Unix socket`() async {
        #expect(await Entrance().send(.get, "/openapi.yaml", host: "lists.example").answer.status == 200)
        let local = Entrance(withTokens: false)
        #expect(
            await local.send(.get, "/v1/checklists", from: "", host: "lists.example").answer.status == 200)
    }
}

@Suite struct `A limit on requests` {
    @Test func `lets a client use its quota and then waits for it to come back`() async {
        let entrance = Entrance(withTokens: false, rate: RateLimit(requests: 2, seconds: 10))
        let first = await entrance.send(.get, "/v1/checklists").answer
        #expect(first.fields[.rateLimitPolicy] == "\"default\";q=2;w=10")
        #expect(first.fields[.rateLimit] == "\"default\";r=1;t=5")
        #expect(
            await entrance.send(.get, "/v1/checklists").answer.fields[.rateLimit] == "\"default\";r=0;t=10")
        let refused = await entrance.send(.get, "/v1/checklists").answer
        #expect(refused.status == 429)
        #expect(refused.fields[.retryAfter] == "5")
        #expect(refused.fields[.rateLimit] == "\"default\";r=0;t=10")
        #expect(await entrance.status("/v1/checklists", from: "192.0.2.2") == 200)
        entrance.pass(seconds: 5)
        #expect(await entrance.status("/v1/checklists") == 200)
        #expect(await entrance.status("/v1/checklists") == 429)
        entrance.pass(seconds: 100)
        #expect(
            await entrance.send(.get, "/v1/checklists").answer.fields[.rateLimit] == "\"default\";r=1;t=5")
    }

    @Test func `counts by token where one is shown, whatever the address`() async {
        let entrance = Entrance(rate: RateLimit(requests: 1, seconds: 60))
        let read = "Bearer \(Entrance.texts[.read] ?? "")"
        let write = "Bearer \(Entrance.texts[.write] ?? "")"
        #expect(await entrance.status("/v1/checklists", read) == 200)
        #expect(await entrance.status("/v1/checklists", read, from: "192.0.2.9") == 429)
        #expect(await entrance.status("/v1/checklists", write) == 200)
    }

    @Test func `keeps no more clients apart than it has room for`() {
        let limiter = RateLimiter(RateLimit(requests: 2, seconds: 60), clientsMax: 10)
        func isAllowed(_ name: String, at seconds: UInt64) -> Bool {
            limiter.take(for: .address(name), now: seconds * 1_000_000_000).isAllowed
        }
        for number in 0..<10 { #expect(isAllowed("\(number)", at: 100)) }
        #expect(isAllowed("one more", at: 100))
        #expect(isAllowed("another", at: 100))
        #expect(!isAllowed("a third", at: 100))
        #expect(isAllowed("0", at: 100))
        #expect(!isAllowed("0", at: 100))
        // Whoever has not come for a while is forgotten, and others have room.
        #expect(isAllowed("1", at: 300))
        #expect(isAllowed("a third", at: 300))
        #expect(isAllowed("a third", at: 300))
    }

    @Test func `is written as number and time`() {
        #expect(RateLimit("100/s") == RateLimit(requests: 100, seconds: 1))
        #expect(RateLimit("5/h") == RateLimit(requests: 5, seconds: 3600))
        for wrong in [
            "", "100", "/s", "0/s", "-1/s", "+1/s", "1/d", "1/s/s", "1.5/s", "99999999999999999999/s",
        ] {
            #expect(RateLimit(wrong) == nil, "\(wrong)")
        }
    }
}
