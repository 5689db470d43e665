import Checklists
import HTTP
import Synchronization
import Testing

@testable import API

@Suite struct `The address of a client` {
    private func client(
        from peer: String, _ fields: [String],
        onUnknown: @escaping @Sendable (String) -> Void = { _ in }
    ) -> String {
        var head = RequestHead(method: .get, target: RequestTarget(path: "/"))
        for field in fields { head.fields.append(.xForwardedFor, field) }
        var context = RequestContext<Caller>(from: peer)
        let middleware = ForwardingMiddleware(
            trusting: { ["10.0.0.2", "10.0.0.3", ""].contains($0) }, onUnknownProxy: onUnknown)
        #expect(middleware.earlyResponse(to: head, &context) == nil)
        #expect(context.peer == peer)
        return context.client
    }

    @Test(arguments: [
        ("10.0.0.2", ["192.0.2.7"], "192.0.2.7"), ("", ["2001:db8::1"], "2001:db8::1"),
        ("10.0.0.2", ["192.0.2.8, 192.0.2.7"], "192.0.2.7"), ("10.0.0.2", ["192.0.2.7:4711"], "192.0.2.7"),
        ("10.0.0.2", ["192.0.2.7, [2001:db8::1]:4711"], "2001:db8::1"),
        ("10.0.0.2", ["192.0.2.8 ,192.0.2.7 , 10.0.0.3"], "192.0.2.7"),
        ("10.0.0.2", ["192.0.2.8", "192.0.2.7", "10.0.0.3"], "192.0.2.7"),
        ("10.0.0.2", ["10.0.0.3"], "10.0.0.3"),
        ("10.0.0.2", ["192.0.2.8, unknown, 10.0.0.3"], "10.0.0.3"),
        ("10.0.0.2", [], "10.0.0.2"), ("10.0.0.2", [""], "10.0.0.2"),
        ("192.0.2.1", ["192.0.2.7"], "192.0.2.1"), ("192.0.2.1", ["10.0.0.2"], "192.0.2.1"),
    ])
    func `is the last one that no trusted proxy has`(_ peer: String, _ fields: [String], _ expected: String) {
        #expect(client(from: peer, fields) == expected)
    }

    @Test func `is reported as that of an unknown proxy if it forwards`() {
        let peers = Mutex<[String]>([])
        let record: @Sendable (String) -> Void = { peer in peers.withLock { $0.append(peer) } }
        _ = client(from: "192.0.2.1", [], onUnknown: record)
        _ = client(from: "10.0.0.2", ["192.0.2.7"], onUnknown: record)
        #expect(peers.withLock { $0 } == [])
        _ = client(from: "192.0.2.1", ["192.0.2.7"], onUnknown: record)
        #expect(peers.withLock { $0 } == ["192.0.2.1"])
    }

    @Test func `has the limits of wrong tokens and of requests behind a trusted proxy`() async {
        let entrance = Entrance(
            failures: RateLimit(requests: 1, seconds: 60), rate: RateLimit(requests: 3, seconds: 60),
            trusting: { $0 == "10.0.0.2" })
        func status(_ token: String, for client: String) async -> Int {
            await entrance.send(
                .get, "/v1/counts", "Bearer \(token)", from: "10.0.0.2", fields: ["X-Forwarded-For": client]
            ).answer.status
        }
        #expect(await status("no", for: "192.0.2.7") == 401)
        #expect(await status("no", for: "192.0.2.7") == 429)
        // A revoked device behind the same proxy reads why.
        #expect(await status(Entrance.revoked, for: "192.0.2.8") == 401)
    }
}
