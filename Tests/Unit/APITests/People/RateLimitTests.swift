import Checklists
import HTTP
import Testing

@testable import API

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

    @Test func `counts what a token does not allow`() async {
        let entrance = Entrance(rate: RateLimit(requests: 1, seconds: 60))
        let read = "Bearer \(Entrance.texts[.read] ?? "")"
        let refused = await entrance.send(.post, "/v1/checklists", read).answer
        #expect(refused.status == 403)
        #expect(refused.fields.contains(.rateLimit))
        #expect(await entrance.status("/v1/checklists", read) == 429)
    }

    @Test func `counts tokens apart from addresses, however many of these there are`() async {
        let entrance = Entrance(rate: RateLimit(requests: 2, seconds: 60))
        let read = "Bearer \(Entrance.texts[.read] ?? "")"
        // Outside of /v1 no token is asked for.
        for number in 0..<3 * Entrance.clientsMax {
            #expect(await entrance.status("/nothing", from: "192.0.2.\(number)") == 404)
        }
        #expect(await entrance.status("/v1/checklists", read) == 200)
        #expect(await entrance.status("/v1/checklists", read) == 200)
        #expect(await entrance.status("/v1/checklists", read) == 429)
        #expect(await entrance.status("/nothing", from: "198.51.100.1") == 404)
    }

    @Test func `takes the addresses of one network of version 6 for one client`() async {
        let entrance = Entrance(withTokens: false, rate: RateLimit(requests: 1, seconds: 60))
        let clients = [
            ["2001:db8:0:1::1", "2001:db8:0:1::2", "2001:db8:0:1:ffff:ffff:ffff:ffff"],
            ["2001:db8:0:2::1", "2001:db8:0:2::"], ["192.0.2.1", "::ffff:192.0.2.1"], ["192.0.2.2"],
            ["::ffff:192.0.2.3", "192.0.2.3"],
        ]
        for addresses in clients {
            #expect(await entrance.status("/v1/counts", from: addresses[0]) == 200)
            for address in addresses { #expect(await entrance.status("/v1/counts", from: address) == 429) }
        }
    }

    @Test func `is none for what is exempt from it`() async {
        let entrance = Entrance(withTokens: false, rate: RateLimit(requests: 1, seconds: 60))
        for _ in 1...3 {
            let answer = await entrance.send(.get, "/openapi.yaml").answer
            #expect(answer.status == 200)
            #expect(answer.fields[.rateLimit] == nil)
        }
        #expect(await entrance.status("/v1/counts") == 200)
        #expect(await entrance.status("/v1/counts") == 429)
        #expect(await entrance.status("/openapi.yaml") == 200)
    }

    @Test func `forgets who came longest ago where there is no room for more`() {
        let limiter = RateLimiter<Int>(RateLimit(requests: 2, seconds: 60), clientsMax: 10)
        func isAllowed(_ client: Int, at seconds: UInt64 = 100) -> Bool {
            limiter.take(for: client, now: seconds * 1_000_000_000).isAllowed
        }
        #expect(isAllowed(0) && isAllowed(0) && !isAllowed(0))
        for client in 1...4 { #expect(isAllowed(client)) }
        #expect(!isAllowed(0), "remembered among the last five")
        for client in 5...9 { #expect(isAllowed(client)) }
        #expect(isAllowed(0), "forgotten, and so allowed")
        #expect(isAllowed(9))
        #expect(!isAllowed(9), "remembered")
        // Whoever has not come for a while has all of its quota again.
        for _ in 1...2 { #expect(isAllowed(9, at: 300)) }
        #expect(!isAllowed(9, at: 300))
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
