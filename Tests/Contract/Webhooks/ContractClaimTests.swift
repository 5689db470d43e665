import Checklists
import StoreFixtures
import Testing

@Suite(.closingStores) struct `A claim on a delivery` {
    @Test(arguments: StoreKind.allCases) func `belongs to one sender`(kind: StoreKind) async throws {
        let contract = try await Contract(kind)
        let webhook = try await contract.webhook()
        let ids = try await contract.deliveries(6, for: webhook)
        // Kept, so that no restart drops the claims.
        let store = try await contract.store
        let one = try await store.claim(4, by: 1)
        let other = try await store.claim(6, by: 2)
        #expect(one.map(\.delivery.id) == Array(ids[..<4]))
        #expect(other.map(\.delivery.id) == Array(ids[4...]))
        #expect(one.allSatisfy { $0.webhook.id == webhook && $0.claim.token == ClaimToken(rawValue: 1) })
        try await #expect(store.claim(100, by: 3).isEmpty)
    }

    @Test(arguments: StoreKind.allCases) func `follows the order of deliveries, within all limits`(
        kind: StoreKind
    )
        async throws
    {
        let contract = try await Contract(kind)
        let (good, bad) = (try await contract.webhook(), try await contract.webhook())
        try await contract.end(contract.delivery(for: bad).id, .retry(at: contract.later(10)))
        let first = try await contract.delivery(for: bad).id
        contract.advance(milliseconds: 1)
        let second = try await contract.delivery(for: good).id
        contract.advance(milliseconds: 1)
        let third = try await contract.delivery(for: bad).id
        let store = try await contract.store
        let requests: [((inout ClaimRequest) -> Void, [Delivery.ID])] = [
            ({ _ in }, [first, second, third]), ({ $0.limit = 2 }, [first, second]),
            ({ $0.limitPerWebhook = 1 }, [first, second]), ({ $0.failingLimit = 1 }, [first, second]),
            ({ $0.failingLimit = 0 }, [second]), ({ $0.limit = 0 }, []),
            ({ $0.pausedWebhooks = [bad] }, [second]),
        ]
        for (number, (fill, expected)) in requests.enumerated() {
            var request = ClaimRequest.sample(by: 1)
            fill(&request)
            let claimed = try await store.claimDeliveries(request)
            #expect(claimed.map(\.delivery.id) == expected, "request \(number)")
            await store.release(claimed.map(\.claim))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `is limited per webhook over all senders`(kind: StoreKind) async throws {
        let contract = try await Contract(kind)
        let (one, other) = (try await contract.webhook(), try await contract.webhook())
        let ids = try await contract.deliveries(6, for: one)
        let elsewhere = try await contract.delivery(for: other).id
        let store = try await contract.store
        let claimed = try await store.claim(4, by: 1)
        #expect(claimed.map(\.delivery.id) == Array(ids[..<4]) + [elsewhere])
        try await #expect(store.claim(4, by: 2).isEmpty)
        await store.release([claimed[1].claim])
        try await #expect(store.claim(4, by: 2).map(\.delivery.id) == [ids[1]])
        _ = try await store.record([claimed[0].ended(contract.outcome(of: ids[0], .delivered))])
        try await #expect(store.claim(4, by: 2).map(\.delivery.id) == [ids[4]])
    }

    @Test(arguments: StoreKind.allCases)
    func `is not given to its sender again, and frees its place once sent`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        let ids = try await contract.deliveries(4, for: contract.webhook())
        let store = try await contract.store
        _ = try await store.claim(2, by: 1)
        contract.advance(milliseconds: 3_600_000)
        var request = ClaimRequest.sample(limitPerWebhook: 2, by: 2)
        request.underWay = [ids[0]]
        request.ended = [ids[1]]
        try await #expect(store.claimDeliveries(request).map(\.delivery.id) == [ids[2]])
    }

    @Test(arguments: StoreKind.allCases)
    func `passes to another sender after its lease, and its first sender learns of it`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        let id = try await contract.delivery(for: contract.webhook()).id
        let store = try await contract.store
        let first = try #require(try await store.claim(1, by: 1).first)
        contract.advance(milliseconds: 59_999)
        try await #expect(store.claim(1, by: 2).isEmpty)
        contract.advance(milliseconds: 1)
        let second = try #require(try await store.claim(1, by: 2).first)
        #expect(second.delivery == first.delivery && second.claim != first.claim)
        let late = try await store.record([first.ended(contract.outcome(of: id, .failed))])
        #expect(late.lost == [first.claim])
        try await #expect(store.delivery(id) == first.delivery)
        await store.release([first.claim])
        try await #expect(store.claim(1, by: 3).isEmpty)
        let kept = try await store.record([second.ended(contract.outcome(of: id, .delivered))])
        #expect(kept.lost.isEmpty)
        try await #expect(store.delivery(id).status == .delivered)
    }

    @Test(arguments: StoreKind.allCases)
    func `is valid after its lease until another sender claims the delivery`(kind: StoreKind) async throws {
        let contract = try await Contract(kind)
        let id = try await contract.delivery(for: contract.webhook()).id
        let store = try await contract.store
        let claimed = try #require(try await store.claim(1, by: 1).first)
        contract.advance(milliseconds: 3_600_000)
        let recorded = try await store.record([claimed.ended(contract.outcome(of: id, .delivered))])
        #expect(recorded.lost.isEmpty)
        try await #expect(store.delivery(id).attempts.map(\.status) == [204])
    }

    @Test(arguments: StoreKind.allCases) func `is available immediately after its release`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let id = try await contract.delivery(for: contract.webhook()).id
        let store = try await contract.store
        let first = try await store.claim(1, by: 1)
        await store.release(first.map(\.claim))
        try await #expect(store.claim(1, by: 2).map(\.delivery.id) == [id])
        // Another sender has claimed it since.
        await store.release(first.map(\.claim))
        try await #expect(store.claim(1, by: 3).isEmpty)
    }

    @Test(arguments: StoreKind.allCases) func `is ignored once the delivery is deleted`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let webhook = try await contract.webhook()
        let id = try await contract.delivery(for: webhook).id
        let store = try await contract.store
        let claimed = try #require(try await store.claim(1, by: 1).first)
        try await store.asFirst.deleteWebhook(webhook, ifMatch: nil)
        let before = try await StoreListing(of: store, at: contract.now)
        let recorded = try await store.record([claimed.ended(contract.outcome(of: id, .delivered))])
        #expect(recorded.lost.isEmpty)
        try await #expect(StoreListing(of: store, at: contract.now) == before)
    }
}

extension Store {
    /// Claims due deliveries for 60 seconds, at most `limit` for each webhook.
    fileprivate func claim(_ limit: Int, by token: UInt64) async throws -> [ClaimedDelivery] {
        try await claimDeliveries(.sample(limitPerWebhook: limit, by: token))
    }
}
