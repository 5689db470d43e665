import FootprintStore
import Footprints
import Randomness
import Testing

@testable import Checklists
@testable import MemoryStore

@Suite struct `A footprint` {
    @Test(arguments: seeds(4, of: 20))
    func `decides what the whole store decides, in batches`(seed: UInt64) throws {
        #expect(try differences(seed: seed, requests: 5_000) { FootprintLoader($0) } == 0, "seed \(seed)")
    }

    @Test(arguments: seeds(2, of: 10))
    func `carries valid lists over to the next batch`(seed: UInt64) throws {
        let differences = try differences(seed: seed, requests: 5_000, carryingOver: true) {
            FootprintLoader($0)
        }
        #expect(differences == 0, "seed \(seed)")
    }

    @Test func `decides otherwise if its loader omits a neighbour`() throws {
        let differences = try differences(seed: 1, requests: 2_000) { memory in
            FootprintLoader(memory, neighboursLeftOut: 1)
        }
        #expect(differences > 0)
    }

    @Test func `reports a need that the store does not load`() {
        var footprint = Footprint(now: Timestamp(milliseconds: 0), nextRevision: Revision(rawValue: 1))
        #expect(throws: IncompleteFootprint.self) {
            _ = try footprint.decide(
                ToggleItem(id: Item.ID(rawValue: 1)), as: .first, ifMatch: nil, idempotencyKey: nil,
                load: { _, _ in })
        }
    }

    /// How many requests have another outcome on a footprint than on the whole store.
    private func differences(
        seed: UInt64, requests: Int, carryingOver: Bool = false, _ loader: (MemoryStore) -> FootprintLoader
    ) throws -> Int {
        var work = RandomWork(seed: seed)
        var memory = MemoryStore()
        var differences = 0
        var count = 0
        var before: Footprint?
        while count < requests {
            work.claim(in: &memory)
            let batch = batch(&work, memory)
            var footprint = Footprint(now: batch[0].now, nextRevision: memory.nextRevision)
            if let before { footprint.load(listsOf: before) }
            let found = try outcomes(of: batch, on: &footprint, loader(memory))
            if carryingOver { before = footprint }
            for (request, found) in zip(batch, found) {
                let expected = memory.weigh(request)
                if found != expected { differences += 1 }
                if let change = expected.change { memory.apply(change) }
            }
            count += batch.count
        }
        return differences
    }

    /// Requests at one moment. An operation that needs a query over all rows is alone in its batch.
    private func batch(_ work: inout RandomWork, _ memory: MemoryStore) -> [RandomRequest] {
        var batch: [RandomRequest] = []
        for _ in 0..<Int.random(in: 1...5, using: &work.generator) {
            var request = work.request(memory)
            if let first = batch.first { request.now = first.now }
            if request.operation is FireReminders || request.operation is ExpireDeliveries {
                return [request]
            }
            batch.append(request)
        }
        return batch
    }

    /// The outcome of each request, all on one footprint of the store before the first.
    private func outcomes(
        of batch: [RandomRequest], on footprint: inout Footprint, _ loader: FootprintLoader
    ) throws -> [RandomOutcome] {
        var loader = loader
        return try batch.map { request in
            let outcome = try footprint.weigh(request.operation, request, &loader)
            if let change = outcome.change { footprint.apply(change) }
            return outcome
        }
    }
}

extension Footprint {
    fileprivate mutating func weigh(
        _ operation: some Operation, _ request: RandomRequest, _ source: inout FootprintLoader
    ) throws -> RandomOutcome {
        let result = try decide(
            operation, as: .first, ifMatch: request.ifMatch, idempotencyKey: request.key
        ) { needs, footprint in
            for need in needs { source.load(need, into: &footprint) }
        }
        return RandomOutcome { () throws(ChecklistsError) in try result.get() }
    }
}
