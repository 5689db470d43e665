import Checklists
import HTTP
import MemoryStore
import Synchronization

@testable import API

/// The routes of the API behind their middleware, at a time that stands still until it is moved.
final class Entrance: Sendable {
    let tokens: AccessTokens
    let service: Service
    private let responder: MiddlewareStack
    private let clock = ManualClock()

    private final class ManualClock: Sendable {
        let nanoseconds = Atomic<UInt64>(1)
    }

    static let texts: [Scope: String] = [
        .feed: AccessToken.text(Array(repeating: 0, count: 32)),
        .read: AccessToken.text(Array(repeating: 1, count: 32)),
        .assist: AccessToken.text(Array(repeating: 5, count: 32)),
        .write: AccessToken.text(Array(repeating: 2, count: 32)),
        .admin: AccessToken.text(Array(repeating: 3, count: 32)),
    ]
    /// How many clients a limit on requests remembers.
    static let clientsMax = 20
    static let revoked = AccessToken.text(Array(repeating: 4, count: 32))

    /// With one token of each scope in force.
    init(
        isRequired: Bool = false, withTokens: Bool = true, failures: RateLimit? = nil,
        rate: RateLimit? = nil, allowsProxies: Bool = false, proxyUser: ProxyUser? = nil,
        origins: [String] = [], trusting isTrusted: @escaping @Sendable (String) -> Bool = { _ in false },
        service: Service = Service()
    ) {
        self.service = service
        let revoked = AccessToken(digest: AccessToken.digest(of: Self.revoked), scope: .admin)
        tokens = AccessTokens([revoked])
        tokens.replace(
            with: withTokens
                ? Self.texts.map { AccessToken(digest: AccessToken.digest(of: $1), scope: $0) } : [])
        let now: @Sendable () -> UInt64 = { [clock] in clock.nanoseconds.load(ordering: .relaxed) }
        let router = Router(service.api.routes)
        var middleware: [any Middleware] = [
            ForwardingMiddleware(trusting: isTrusted),
            OriginMiddleware(allowing: origins, for: router, proxyUser: proxyUser),
        ]
        if !isRequired {
            middleware.append(
                LoopbackMiddleware(unless: tokens, in: service.store, allowsProxies: allowsProxies))
        }
        middleware.append(
            AccessMiddleware(
                tokens, in: service.store, isRequired: isRequired, for: router, secret: service.secret,
                proxyUser: proxyUser, failures: failures, now: now,
                time: { [store = service.store] in store.now() }, onUse: { _ in }))
        if let rate {
            middleware.append(
                RateLimitMiddleware(
                    rate, for: router, exempting: ["/openapi.yaml"], clientsMax: Self.clientsMax, now: now))
        }
        let admission = proxyUser.map { [tokens] in
            ProxyAdmission($0, tokens, in: service.store, problem: service.api.problem, onAdmission: { _ in })
        }
        responder = MiddlewareStack(middleware, before: router, admission: admission)
    }

    func pass(seconds: UInt64) {
        clock.nanoseconds.add(seconds * 1_000_000_000, ordering: .relaxed)
    }

    /// The answer, and whether it was given before any content was read.
    func send(
        _ method: HTTP.Method, _ path: String, _ authorization: String? = nil,
        from peer: String = "192.0.2.1", host: String = "localhost",
        version: RequestHead.Version = .http11, fields: Fields = [:], body: String? = nil
    ) async -> (answer: Answer, isEarly: Bool) {
        let parts = path.split(separator: "?", maxSplits: 1).map(String.init)
        let target = RequestTarget(path: parts[0], query: parts.count > 1 ? parts[1] : nil)
        var head = RequestHead(
            method: method, target: target, version: version, fields: fields, authority: host)
        if body != nil { head.fields[.contentType] = "application/json" }
        if let authorization { head.fields[.authorization] = authorization }
        switch responder.receive(head, from: peer).outcome {
        case .answered(let refusal): return (await Answer(refusal), true)
        case .awaitsContent(let respond):
            let request = Request(head: head, body: Array((body ?? "").utf8))
            return (await Answer(respond(request)), false)
        }
    }

    /// The response to a request, without its JSON.
    func respond(to request: Request) async -> Response {
        await responder.respond(to: request, from: "192.0.2.1")
    }

    /// Whether a request reaches its route.
    func admits(
        _ method: HTTP.Method, _ path: String, from peer: String, host: String, fields: Fields
    ) -> Bool {
        let parts = path.split(separator: "?", maxSplits: 1).map(String.init)
        let target = RequestTarget(path: parts[0], query: parts.count > 1 ? parts[1] : nil)
        let head = RequestHead(method: method, target: target, fields: fields, authority: host)
        if case .awaitsContent = responder.receive(head, from: peer).outcome { return true }
        return false
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
