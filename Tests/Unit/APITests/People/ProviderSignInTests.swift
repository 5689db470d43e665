import Checklists
import HTTP
import JSON
import MemoryStore
import Synchronization
import Testing

@testable import API

@Suite struct `A sign-in at a provider` {
    /// A provider that accepts each code once, and notes what it was asked.
    private final class Provider: IdentityProvider {
        let name = "Example"
        let issuer = "https://id.example"
        let error = Mutex<SignInError?>(nil)
        let addsPeople = Mutex(true)
        let codes = Mutex<[String]>([])
        let failures = Mutex<[String]>([])

        var wasAsked: Bool { codes.withLock { !$0.isEmpty } }

        func signInURL(for attempt: SignInAttempt) async throws(SignInError) -> String {
            if let error = error.withLock(\.self) { throw error }
            return "https://id.example/authorize?state=\(attempt.state)"
        }

        func admission(
            code: String, for attempt: SignInAttempt, isFree: Bool
        ) async throws(SignInError) -> Admission {
            if let error = error.withLock(\.self) { throw error }
            let isNew = codes.withLock { codes in
                defer { codes.append(code) }
                return !codes.contains(code)
            }
            guard isNew else { throw .provider("the code was used") }
            return Admission(
                issuer: issuer, subject: "ada", name: "Ada", first: .never,
                addsPeople: addsPeople.withLock(\.self))
        }
    }

    private let provider = Provider()
    private let secret = StoreSecret.drawn()

    private func service(secret: StoreSecret? = nil) -> Service {
        let signIn = ProviderSignIn(provider, isSecure: true, isFree: { true }) { [provider] reason in
            provider.failures.withLock { $0.append(reason) }
        }
        return Service(
            secret: secret ?? self.secret, signIn: signIn, makeSecret: Service.differentSecrets())
    }

    private func send(_ path: String, to service: Service, cookie: String? = nil) async -> Response {
        let parts = path.split(separator: "?", maxSplits: 1).map(String.init)
        let target = RequestTarget(path: parts[0], query: parts.count > 1 ? parts[1] : nil)
        let fields: Fields = cookie.map { ["Cookie": "other=1; \($0)"] } ?? [:]
        let head = RequestHead(method: .get, target: target, fields: fields, authority: "localhost")
        let entrance = Entrance(isRequired: true, withTokens: false, service: service)
        return await entrance.respond(to: Request(head: head))
    }

    /// The state and the cookie of a sign-in that a browser has begun.
    private func begin(at service: Service) async throws -> (state: String, cookie: String) {
        let answer = await send("/v1/sign-in/oidc", to: service)
        #expect(answer.status.code == 303)
        let location = try #require(answer.fields[.location])
        let cookie = try #require(answer.fields["Set-Cookie"]?.split(separator: ";").first)
        return (String(location.split(separator: "=")[1]), String(cookie))
    }

    private func finish(_ query: String, cookie: String?, at service: Service) async -> String? {
        let answer = await send("/v1/sign-in/oidc/callback?\(query)", to: service, cookie: cookie)
        #expect(answer.status.code == 303)
        #expect(answer.fields["Set-Cookie"]?.contains("Max-Age=0") == true)
        #expect(answer.fields[.referrerPolicy] == "no-referrer" && answer.fields[.cacheControl] == "no-store")
        return answer.fields[.location]
    }

    @Test func `sends the browser away with a cookie that no script reads and no other site sends`() async {
        let answer = await send("/v1/sign-in/oidc", to: service())
        let cookie = answer.fields["Set-Cookie"] ?? ""
        #expect(cookie.hasPrefix("__Host-"))
        for attribute in ["HttpOnly", "SameSite=Lax", "Secure", "Max-Age=600", "Path=/"] {
            #expect(cookie.contains("; \(attribute)"), "\(cookie)")
        }
    }

    @Test func `ends with a link that signs in a device once`() async throws {
        let service = service()
        let (state, cookie) = try await begin(at: service)
        let location = try #require(
            await finish("code=c1&state=\(state)&scope=x", cookie: cookie, at: service))
        #expect(location.hasPrefix("/#join=cll_"))
        let body = #"{"secret": "\#(location.dropFirst("/#join=".count))", "name": "Phone"}"#
        let entrance = Entrance(isRequired: true, service: service)
        let signedIn = await entrance.send(.post, "/v1/devices", body: body).answer
        #expect(signedIn.status == 201 && signedIn["person"]["name"] == "Ada" && signedIn["scope"] == "write")
        #expect(await entrance.send(.post, "/v1/devices", body: body).answer.status == 404)
    }

    @Test func `ends at another process of the store`() async throws {
        let (state, cookie) = try await begin(at: service())
        let location = await finish("code=c1&state=\(state)", cookie: cookie, at: service())
        #expect(location?.hasPrefix("/#join=") == true)
        let foreign = service(secret: .drawn())
        let refused = await finish("code=c2&state=\(state)", cookie: cookie, at: foreign)
        #expect(refused == "/#sign-in-failed=expired")
    }

    @Test func `fails in a browser that has not begun it, and asks the provider nothing`() async throws {
        let service = service()
        let (state, cookie) = try await begin(at: service)
        let (otherState, otherCookie) = try await begin(at: service)
        for (query, cookie) in [
            ("code=c&state=\(state)", nil), ("code=c&state=\(state)", otherCookie),
            ("code=c&state=\(otherState)", cookie), ("code=c", cookie), ("code=c&state=", cookie),
            ("code=c&state=\(state)&state=\(state)", cookie), ("code=c&state=\(state)", cookie + "x"),
            ("", nil),
        ] {
            let location = await finish(query, cookie: cookie, at: service)
            #expect(location == "/#sign-in-failed=expired", "\(query)")
        }
        service.pass(milliseconds: 600_000)
        let late = await finish("code=c&state=\(state)", cookie: cookie, at: service)
        #expect(late == "/#sign-in-failed=expired")
        #expect(!provider.wasAsked)
    }

    @Test func `fails where the provider refuses, and where another one answers`() async throws {
        let service = service()
        let (state, cookie) = try await begin(at: service)
        for query in ["error=access_denied&state=\(state)", "state=\(state)", "code=&state=\(state)"] {
            #expect(await finish(query, cookie: cookie, at: service) == "/#sign-in-failed=denied")
        }
        let mixed = "code=c&state=\(state)&iss=https://evil.example"
        #expect(await finish(mixed, cookie: cookie, at: service) == "/#sign-in-failed=provider")
        #expect(!provider.wasAsked)
    }

    @Test func `comes back once, whatever the code`() async throws {
        let service = service()
        let (state, cookie) = try await begin(at: service)
        let query = "code=c1&state=\(state)"
        #expect(await finish(query, cookie: cookie, at: service)?.hasPrefix("/#join=") == true)
        for code in ["c1", "c2"] {
            let again = await finish("code=\(code)&state=\(state)", cookie: cookie, at: service)
            #expect(again == "/#sign-in-failed=expired")
        }
        #expect(provider.codes.withLock(\.self) == ["c1"])
    }

    @Test func `fails with a repeated code at another process, and logs why`() async throws {
        let (state, cookie) = try await begin(at: service())
        let query = "code=c1&state=\(state)"
        #expect(await finish(query, cookie: cookie, at: service())?.hasPrefix("/#join=") == true)
        #expect(await finish(query, cookie: cookie, at: service()) == "/#sign-in-failed=provider")
        #expect(provider.failures.withLock(\.self) == ["the code was used"])
    }

    @Test func `waits in turn with few others from its address`() async throws {
        let (attempts, entered, left) = (
            SignInAttempts(), AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream()
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<Limits.signInsPerAddressMax {
                group.addTask {
                    try await attempts.waiting(for: ClientAddress("192.0.2.1")) {
                        entered.continuation.yield()
                        for await _ in left.stream {}
                    }
                }
            }
            var count = 0
            for await _ in entered.stream {
                count += 1
                if count == Limits.signInsPerAddressMax { break }
            }
            await #expect(throws: SignInError.self) {
                try await attempts.waiting(for: ClientAddress("192.0.2.1")) {}
            }
            try await attempts.waiting(for: ClientAddress("192.0.2.2")) {}
            left.continuation.finish()
            try await group.waitForAll()
        }
        try await attempts.waiting(for: ClientAddress("192.0.2.1")) {}
    }

    @Test func `fails for people without an account who get none`() async throws {
        let service = service()
        provider.addsPeople.withLock { $0 = false }
        let (state, cookie) = try await begin(at: service)
        let location = await finish("code=c1&state=\(state)", cookie: cookie, at: service)
        #expect(location == "/#sign-in-failed=unknown-person")
        #expect(!service.store.hasDevices)
    }

    @Test func `fails on the page where the provider is away`() async {
        provider.error.withLock { $0 = .provider("the provider did not answer") }
        let answer = await send("/v1/sign-in/oidc", to: service())
        #expect(answer.fields[.location] == "/#sign-in-failed=provider")
    }

    @Test func `is offered to everyone`() async {
        let entrance = Entrance(isRequired: true, service: service())
        let answer = await entrance.send(.get, "/v1/sign-in").answer
        #expect(answer["providers"] == [["name": "Example", "path": "/v1/sign-in/oidc"]])
        let none = await Entrance(isRequired: true).send(.get, "/v1/sign-in").answer
        #expect(none["providers"] == [])
    }
}
