import Checklists
import Digest
import HTTPClient
import Receivers
import Synchronization
import Testing

@testable import OpenID

@Suite struct `An OpenID provider` {
    private let fake: FakeProvider
    private let attempt = SignInAttempt(state: "s", nonce: "n", verifier: "v")

    init() throws { fake = try FakeProvider() }

    private func provider(
        secret: String? = "s3 cret", allowed: [String] = ["sub=ada"], owners: [String] = []
    ) -> OpenIDProvider {
        let settings = OpenIDSettings(
            issuer: fake.issuer, clientID: "us", clientSecret: secret,
            redirectURI: "https://lists.example/v1/sign-in/oidc/callback",
            allowed: allowed.compactMap(OpenIDSettings.Claim.init),
            owners: owners.compactMap(OpenIDSettings.Claim.init))
        return OpenIDProvider(
            settings, name: "Example", client: .local(), patience: .seconds(3_600),
            now: { Timestamp(milliseconds: 1_000_000) })
    }

    private func admission(_ provider: OpenIDProvider? = nil) async throws(SignInError) -> Admission {
        try await (provider ?? self.provider()).admission(code: "c&1", for: attempt, isFree: true)
    }

    /// The reason for which a sign-in fails.
    private func failure(_ provider: OpenIDProvider? = nil) async -> String {
        do throws(SignInError) {
            let admission = try await admission(provider)
            Issue.record("\(admission)")
        } catch {
            if case .provider(let reason) = error { return reason }
            Issue.record("\(error)")
        }
        return ""
    }

    @Test func `gets the browser with state, nonce and challenge`() async throws {
        let url = try await provider().signInURL(for: attempt)
        let challenge = SHA256.digest(Array("v".utf8)).base64URL
        #expect(
            url == """
                \(fake.issuer)/authorize?x=1&response_type=code&client_id=us\
                &redirect_uri=https%3A%2F%2Flists.example%2Fv1%2Fsign-in%2Foidc%2Fcallback\
                &scope=openid%20profile%20email&state=s&nonce=n&code_challenge=\(challenge)\
                &code_challenge_method=S256
                """)
    }

    @Test func `gets the code with secret and verifier, and states the account`() async throws {
        let admission = try await admission()
        let expected = Admission(
            issuer: fake.issuer, subject: "ada", name: "Ada", first: .ifFree, addsPeople: true)
        #expect(admission == expected)
        let request = try #require(fake.lastRequest)
        #expect(request.line == "POST /token HTTP/1.1")
        #expect(request.fields["authorization"] == "Basic \(Array("us:s3%20cret".utf8).base64)")
        #expect(
            String(decoding: request.body, as: UTF8.self) == """
                grant_type=authorization_code&code=c%261\
                &redirect_uri=https%3A%2F%2Flists.example%2Fv1%2Fsign-in%2Foidc%2Fcallback&code_verifier=v
                """)
    }

    @Test func `gets the secret in the form where it wants that, and none of a public client`() async throws {
        _ = try await admission(provider(secret: nil))
        let open = try #require(fake.lastRequest)
        #expect(open.fields["authorization"] == nil)
        #expect(String(decoding: open.body, as: UTF8.self).hasSuffix("&client_id=us"))
        let more = #", "token_endpoint_auth_methods_supported": ["client_secret_post"]"#
        fake.answers.withLock {
            $0["/.well-known/openid-configuration"] = ("200 OK", fake.description(more: more))
        }
        _ = try await admission()
        let posted = try #require(fake.lastRequest)
        #expect(posted.fields["authorization"] == nil)
        #expect(
            String(decoding: posted.body, as: UTF8.self).hasSuffix("&client_id=us&client_secret=s3%20cret"))
    }

    @Test(arguments: [
        ("iss", #""https://evil.example""#), ("iss", ""), ("aud", #""other""#), ("aud", ""),
        ("aud", #"["us", "other"]"#), ("azp", #""other""#), ("exp", "879"), ("exp", ""), ("exp", #""2000""#),
        ("iat", "1200"), ("iat", "200"), ("iat", ""), ("nonce", #""other""#), ("nonce", ""), ("sub", #""""#),
        ("sub", ""), ("sub", "7"),
    ])
    func `cannot sign in with a token that is not for this sign-in`(claim: String, value: String) async {
        fake.claims.withLock { $0[claim] = value }
        #expect(await failure().contains("ID token"))
    }

    @Test func `may name several audiences with this server as the party`() async throws {
        fake.claims.withLock {
            $0["aud"] = #"["other", "us"]"#
            $0["azp"] = #""us""#
        }
        #expect(try await admission().subject == "ada")
    }

    @Test(arguments: [
        ("302 Found", "{}"), ("400 Bad Request", #"{"error": "invalid_grant"}"#), ("200 OK", ""),
        ("200 OK", "<html>"), ("200 OK", "{}"), ("200 OK", #"{"id_token": 1}"#),
        ("200 OK", #"{"id_token": "a.b"}"#), ("200 OK", #"{"id_token": "a.!.c"}"#),
        ("200 OK", #"{"id_token": "a.AAAA.c"}"#), ("200 OK", String(repeating: " ", count: 1 << 20)),
        ("200 OK", String(repeating: "[", count: 10_000)),
    ])
    func `cannot harm by a wrong answer`(status: String, body: String) async {
        fake.answers.withLock { $0["/token"] = (status, body) }
        let reason = await failure()
        #expect(!reason.isEmpty && !reason.contains("cret") && !reason.contains("c&1"), "\(reason)")
        #expect(status != "400 Bad Request" || reason.contains("status 400: invalid_grant"))
    }

    @Test func `cannot lie about its issuer, or lead to an endpoint without TLS`() async {
        let path = "/.well-known/openid-configuration"
        for issuer in ["https://evil.example", fake.issuer + "/"] {
            fake.answers.withLock { $0[path] = ("200 OK", fake.description(issuer: issuer)) }
            #expect(await failure().contains("calls itself \(issuer)"))
        }
        for url in ["http://192.0.2.1/token", "ftp://127.0.0.1", "https://a@b", "", "/token"] {
            fake.answers.withLock { $0[path] = ("200 OK", fake.description(tokenEndpoint: url)) }
            #expect(await failure().contains("token_endpoint"), "\(url)")
        }
        for status in ["302 Found", "500 Internal Server Error"] {
            fake.answers.withLock { $0[path] = (status, fake.description()) }
            #expect(await failure().contains("status"))
        }
    }

    @Test func `that is away fails a sign-in, and is asked again`() async throws {
        let provider = provider()
        fake.answers.withLock { $0["/.well-known/openid-configuration"] = ("503 Away", "") }
        _ = await failure(provider)
        fake.answers.withLock { $0 = [:] }
        _ = try await admission(provider)
        _ = try await admission(provider)
        // The description is read once in an hour.
        let lines = fake.requests.withLock { requests in requests.map(\.line) }
        let reads = lines.filter { $0.contains("well-known") }
        #expect(reads.count == 2)
    }

    @Test func `says by a claim who becomes a new person, and who is person 1`() async throws {
        fake.claims.withLock {
            $0["groups"] = #"["staff", "family"]"#
            $0["email"] = #""me@example.org""#
            $0["email_verified"] = "true"
        }
        #expect(try await admission(provider(allowed: ["groups=family"])).addsPeople)
        #expect(try await admission(provider(allowed: ["groups=others", "iss=\(fake.issuer)"])).addsPeople)
        let stranger = try await admission(provider(allowed: ["groups=fam", "email=you@example.org"]))
        #expect(!stranger.addsPeople && stranger.first == .never)
        let owner = ["email=me@example.org"]
        #expect(try await admission(provider(allowed: [], owners: owner)).first == .always)
    }

    @Test(arguments: [
        "false", #""false""#, #""False""#, "0", "1", #""no""#, #""true""#, "[]", "[true]", "null", "",
    ])
    func `proves an address by true alone`(verdict: String) async throws {
        let owner = provider(allowed: [], owners: ["email=me@example.org"])
        fake.claims.withLock {
            $0["email"] = #""me@example.org""#
            $0["email_verified"] = verdict
        }
        #expect(try await admission(owner).first == .never)
        fake.claims.withLock { $0["email_verified"] = "true" }
        #expect(try await admission(owner).first == .always)
        fake.claims.withLock { $0["email"] = #"["me@example.org"]"# }
        #expect(try await admission(owner).first == .never)
    }

    @Test func `proves an address where all its answers agree`() async throws {
        let owner = provider(allowed: [], owners: ["email=me@example.org"])
        fake.claims.withLock { $0["email"] = #""me@example.org""# }
        let more = #", "userinfo_endpoint": "\#(fake.issuer)/userinfo""#
        fake.answers.withLock {
            $0["/.well-known/openid-configuration"] = ("200 OK", fake.description(more: more))
        }
        for (more, first) in [
            (#""email_verified": true"#, Admission.FirstPerson.always), (#""email_verified": "yes""#, .never),
            (#""email_verified": true, "email": "you@example.org""#, .never),
        ] {
            fake.answers.withLock { $0["/userinfo"] = ("200 OK", "{\"sub\": \"ada\", \(more)}") }
            #expect(try await admission(owner).first == first)
        }
    }

    @Test func `is asked for more claims where the token has only the subject`() async throws {
        fake.claims.withLock { $0["name"] = "" }
        let more = #", "userinfo_endpoint": "\#(fake.issuer)/userinfo""#
        fake.answers.withLock {
            $0["/.well-known/openid-configuration"] = ("200 OK", fake.description(more: more))
            $0["/userinfo"] = ("200 OK", #"{"sub": "ada", "name": "Ada L.", "groups": ["family"]}"#)
        }
        let admission = try await admission(provider(allowed: ["groups=family"]))
        #expect(admission.name == "Ada L." && admission.addsPeople)
        #expect(fake.lastRequest?.fields["authorization"] == "Bearer at")
        let owner = provider(allowed: ["iss=\(fake.issuer)"], owners: ["groups=family"])
        fake.claims.withLock { $0["name"] = #""Ada""# }
        #expect(try await self.admission(owner).first == .always)
        fake.claims.withLock { $0["name"] = "" }
        fake.answers.withLock { $0["/userinfo"] = ("200 OK", #"{"sub": "bea", "groups": ["family"]}"#) }
        #expect(await failure(provider(allowed: ["groups=family"])).contains("another account"))
    }

    @Test func `has an address with TLS, or on this machine`() {
        for issuer in ["https://id.example", "https://id.example/realms/a/", "http://localhost:9000"] {
            #expect(OpenIDSettings.isIssuer(issuer))
        }
        for issuer in [
            "", "https://", "http://id.example", "https://id.example?a", "https://a:b@id.example",
            "id.example",
            "http://localhost.evil.example", "https://id example",
        ] {
            #expect(!OpenIDSettings.isIssuer(issuer), "\(issuer)")
        }
        for claim in ["", "a", "=a", "a="] { #expect(OpenIDSettings.Claim(claim) == nil) }
    }
}
