import Checklists
import Digest
import HTTP
import JSON
import Testing

@testable import API

@Suite struct `A sign-in` {
    private let entrance: Entrance
    private let admin = "Bearer \(Entrance.texts[.admin] ?? "")"

    init() {
        entrance = Self.entrance()
    }

    private static func entrance(failures: RateLimit? = nil, rate: RateLimit? = nil) -> Entrance {
        Entrance(failures: failures, rate: rate, service: Service(makeSecret: Service.differentSecrets()))
    }

    /// The secret of a new sign-in link of the first person.
    private func secret(of entrance: Entrance) async throws -> String {
        let path = "/v1/people/1/sign-in-links"
        let link = await entrance.send(.post, path, admin, body: #"{"scope": "write"}"#).answer
        return try #require(link["secret"].text)
    }

    private func exchange(
        _ secret: String, key: String? = nil, at entrance: Entrance? = nil
    ) async -> Answer {
        let fields: Fields = key.map { [.idempotencyKey: $0] } ?? [:]
        let body = #"{"secret": "\#(secret)", "name": "Phone"}"#
        return await (entrance ?? self.entrance).send(.post, "/v1/devices", fields: fields, body: body).answer
    }

    private func status(of token: String) async -> Int { await entrance.status("/v1/me", "Bearer \(token)") }

    @Test func `gives a token that does not follow from the secret`() async throws {
        let secret = try await secret(of: entrance)
        let token = try #require(await exchange(secret)["token"].text)
        #expect(await status(of: token) == 200)
        // Nothing that is computed from the used secret is a token.
        let message = Array("token".utf8)
        for derived in [
            AccessToken.text(HMAC.sha256(key: Array(secret.utf8), message)), secret,
            AccessToken.text(SHA256.digest(Array(secret.utf8))),
        ] {
            #expect(derived != token)
            #expect(await status(of: derived) == 401)
        }
        #expect(await exchange(secret).status == 404)
    }

    @Test func `is repeated within a minute by its key, with another token`() async throws {
        let secret = try await secret(of: entrance)
        let first = await exchange(secret, key: "k-1")
        let second = await exchange(secret, key: "k-1")
        #expect(second.status == 201 && second.fields[.idempotentReplayed] == "true")
        #expect(second["device"]["id"] == first["device"]["id"])
        // The answer with the first token was lost.
        let (lost, current) = (try #require(first["token"].text), try #require(second["token"].text))
        #expect(lost != current)
        #expect(await status(of: lost) == 401)
        #expect(await status(of: current) == 200)
        #expect(await exchange(secret, key: "k-2").status == 404)
        entrance.service.pass(milliseconds: Checklists.Limits.signInRepetitionMilliseconds)
        #expect(await exchange(secret, key: "k-1").status == 404)
        #expect(await status(of: current) == 200)
    }

    @Test func `by a right link passes after many wrong tokens and secrets of its address`() async throws {
        let entrance = Self.entrance(failures: RateLimit(requests: 3, seconds: 60))
        let secret = try await secret(of: entrance)
        for _ in 1...2 { #expect(await entrance.status("/v1/checklists", "Bearer no") == 401) }
        #expect(await exchange("cll_no", at: entrance).status == 404)
        let refused = await exchange("cll_no", at: entrance)
        #expect(refused.status == 429 && refused.fields[.retryAfter] == "20")
        #expect(await entrance.status("/v1/checklists", "Bearer no") == 429)
        #expect(await exchange(secret, at: entrance).status == 201)
    }

    @Test func `counts in the quota of its address`() async throws {
        let entrance = Self.entrance(rate: RateLimit(requests: 1, seconds: 60))
        let secret = try await secret(of: entrance)
        #expect(await exchange("cll_no", at: entrance).status == 404)
        #expect(await exchange(secret, at: entrance).status == 429)
        entrance.pass(seconds: 60)
        #expect(await exchange(secret, at: entrance).status == 201)
    }
}
