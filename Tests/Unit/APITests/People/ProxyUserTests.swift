import Checklists
import HTTP
import JSON
import MemoryStore
import Synchronization
import Testing

@testable import API

@Suite struct `The user header of a proxy` {
    private final class Refusals: Sendable { let peers = Mutex<[String]>([]) }

    private let refusals = Refusals()
    private static let proxy = "10.0.0.2"

    private func entrance(
        owner: String? = nil, withTokens: Bool = false, rate: RateLimit? = nil, origins: [String] = []
    ) -> Entrance {
        let user = ProxyUser(
            "Remote-User", from: { [Self.proxy, ""].contains($0) }, authority: "Lists.example:8443",
            owner: owner, onRefusal: { [refusals] peer in refusals.peers.withLock { $0.append(peer) } })
        return Entrance(
            isRequired: true, withTokens: withTokens, rate: rate, proxyUser: user, origins: origins)
    }

    private func send(
        _ method: HTTP.Method = .get, _ path: String = "/v1/me", as user: String?,
        at entrance: Entrance, from peer: String = Self.proxy, host: String = "lists.example",
        authorization: String? = nil, fields: Fields = [:], body: String? = nil
    ) async -> Answer {
        var fields = fields
        if let user { fields.append("remote-user", user) }
        return await entrance.send(
            method, path, authorization, from: peer, host: host, fields: fields, body: body
        ).answer
    }

    @Test func `signs in the first user as person 1, and further users as new people`() async throws {
        let entrance = entrance()
        let first = await send(as: "ada", at: entrance)
        #expect(first.status == 200, "\(first.text)")
        #expect(first["person"]["id"] == 1 && first["person"]["name"] == "ada")
        #expect(first["scope"] == "admin" && first["signedInByProxy"] == true && first["device"] == .null)
        let second = await send(as: "bea", at: entrance)
        #expect(second["person"]["id"] == 2 && second["scope"] == "write")
        #expect(await send(as: "ada", at: entrance)["person"]["id"] == 1)
        // Any first request signs in, not only that of the page.
        let list = await send(.post, "/v1/checklists", as: "carl", at: entrance, body: #"{"name": "L"}"#)
        #expect(list.status == 201)
        #expect(await send(as: "carl", at: entrance)["person"]["id"] == 3)
        #expect(
            await send(.post, "/v1/people", as: "bea", at: entrance, body: #"{"name": "x"}"#).status == 403)
    }

    @Test func `signs in new people only while tokens exist`() async throws {
        let entrance = entrance(withTokens: true)
        let ada = await send(as: "ada", at: entrance)
        #expect(ada["person"]["id"] == 2 && ada["scope"] == "write")
    }

    @Test func `makes the named owner person 1, and nobody else`() async throws {
        let entrance = entrance(owner: "ada", withTokens: true)
        #expect(await send(as: "bea", at: entrance)["person"]["id"] == 2)
        let owner = await send(as: "ada", at: entrance)
        #expect(owner["person"]["id"] == 1 && owner["scope"] == "admin")
    }

    @Test(arguments: ["192.0.2.1", "127.0.0.1", "10.0.0.3"])
    func `is refused from an untrusted address, also on open routes`(peer: String) async {
        let entrance = entrance()
        for path in ["/v1/me", "/openapi.yaml"] {
            let answer = await send(.get, path, as: "ada", at: entrance, from: peer)
            #expect(answer.status == 403)
            #expect(answer["type"] == "tag:checklistd,2026:proxy-user-refused")
        }
        #expect(refusals.peers.withLock(\.self) == [peer, peer])
        #expect(!entrance.service.store.hasDevices)
    }

    @Test func `identifies nobody where it is absent or empty`() async {
        for user in [nil, ""] {
            for host in ["localhost", "lists.example"] {
                #expect(await send(as: user, at: entrance(), host: host).status == 401)
            }
        }
    }

    @Test func `is refused twice in one request, and with a name that is too long or not UTF-8`() async {
        let entrance = entrance()
        let twice = await send(as: "ada", at: entrance, fields: ["Remote-User": "bea"])
        #expect(twice.status == 403 && twice["detail"].text?.contains("2 times") == true)
        let long = String(repeating: "a", count: Checklists.Limits.identityBytesMax + 1)
        for name in [long, "a\u{FFFD}"] { #expect(await send(as: name, at: entrance).status == 403) }
        #expect(!entrance.service.store.hasDevices)
    }

    @Test func `is refused under a foreign host name, which can be rebound to this machine`() async {
        let entrance = entrance()
        for host in ["evil.example", "lists.example.evil.example", "[::2]", "lists.exampl"] {
            #expect(await send(as: "ada", at: entrance, host: host).status == 403, "\(host)")
        }
        for host in ["LISTS.example", "lists.example:443", "localhost", "127.0.0.1:8080", "[::1]:8080"] {
            #expect(await send(as: "ada", at: entrance, host: host).status == 200, "\(host)")
        }
        // No browser connects to a Unix socket.
        #expect(await send(as: "ada", at: entrance, from: "", host: "checklistd").status == 200)
    }

    @Test func `yields to a bearer token, and not to a password`() async throws {
        let entrance = entrance(withTokens: true)
        let token = "Bearer \(Entrance.texts[.read] ?? "")"
        let answer = await send(as: "ada", at: entrance, authorization: token)
        #expect(answer["person"]["id"] == 1 && answer["scope"] == "read")
        #expect(answer["signedInByProxy"] == false)
        #expect(await send(as: "ada", at: entrance, authorization: "Bearer nonsense").status == 401)
        let basic = await send(as: "ada", at: entrance, authorization: "Basic YWRhOnNlY3JldA==")
        #expect(basic["person"]["name"] == "ada")
    }

    @Test func `cannot be replaced by a token that looks like an account`() async {
        let entrance = entrance()
        _ = await send(as: "ada", at: entrance)
        let key = String(decoding: ExternalIdentity.key(issuer: "", subject: "ada"), as: UTF8.self)
        for token in [key, "ada"] {
            #expect(await send(as: nil, at: entrance, authorization: "Bearer \(token)").status == 401)
        }
    }

    @Test(arguments: [[], ["https://other.example"], ["*"]])
    func `lets pages of other origins change nothing, also of allowed ones`(origins: [String]) async {
        let entrance = entrance(origins: origins)
        let foreign: [Fields] = [
            [.secFetchSite: "cross-site"], [.secFetchSite: "same-site"], [.origin: "null"],
            [.origin: "https://other.example"],
            [.origin: "https://other.example", .secFetchSite: "cross-site"],
        ]
        for fields in foreign {
            let path = "/v1/items/1/toggle"
            let answer = await send(.post, path, as: "ada", at: entrance, fields: fields)
            #expect(answer.status == 403 && answer["type"].text?.hasSuffix("other-origin") == true)
        }
        let own: [Fields] = [
            [:], [.secFetchSite: "same-origin", .origin: "https://lists.example"],
            [.origin: "https://lists.example"],
        ]
        for fields in own {
            let body = #"{"name": "L"}"#
            let answer = await send(
                .post, "/v1/checklists", as: "ada", at: entrance, fields: fields, body: body)
            #expect(answer.status == 201)
        }
    }

    @Test func `has one rate limit for each person, wherever they come from`() async {
        let entrance = entrance(rate: RateLimit(requests: 3, seconds: 60))
        _ = await send(as: "ada", at: entrance)
        _ = await send(as: "bea", at: entrance)
        for status in [200, 200, 200, 429] { #expect(await send(as: "ada", at: entrance).status == status) }
        #expect(await send(as: "bea", at: entrance).status == 200)
    }

    @Test func `follows events without a ticket`() async {
        let entrance = entrance()
        _ = await send(as: "ada", at: entrance)
        let ticket = await send(.post, "/v1/events/tickets", as: "ada", at: entrance, body: "{}")
        #expect(ticket.status == 200)
        let path = "/v1/events?ticket=\(ticket["ticket"].text ?? "")"
        // The answer is a stream that does not end.
        let isOpen = entrance.admits(
            .get, path, from: Self.proxy, host: "lists.example", fields: ["Remote-User": "ada"])
        #expect(isOpen)
        #expect(await send(.get, path, as: nil, at: entrance).status == 401)
    }
}
