import Checklists
import StoreFixtures
import Testing

@Suite(.closingStores) struct `Two stores` {
    /// Requests between two comparisons of all data.
    private static let requestsPerListing = 20

    @Test(arguments: [11, 12, 13] as [UInt64], StoreKind.tested([.inFiles(seed: 3), .inPostgres]))
    func `give the same answers to the same requests`(seed: UInt64, kind: StoreKind) async throws {
        let clock = ManualClock()
        let one = try await Contract(.inMemory, clock: clock)
        let other = try await Contract(kind, clock: clock)
        var requests = RandomRequests(seed: seed, about: try await one.listing, clock: clock)
        var refused = 0
        for step in 0..<400 {
            let request = requests.next()
            let answer = try await request.answer(of: one.store)
            try await #expect(
                request.answer(of: other.store) == answer, "seed \(seed), step \(step): \(request.name)")
            if case .failure = answer { refused += 1 }
            guard step % Self.requestsPerListing == 0 else { continue }
            requests.known = try await one.listing
            try await #expect(other.listing == requests.known, "seed \(seed), step \(step)")
        }
        try await #expect(other.listing == one.listing, "seed \(seed)")
        #expect((1..<200).contains(refused), "seed \(seed)")
    }
}
