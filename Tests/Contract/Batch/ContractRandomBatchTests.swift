import Checklists
import Randomness
import StoreFixtures
import Testing

@Suite(.closingStores) struct `Random batches in a store` {
    @Test(arguments: [21, 22] as [UInt64], StoreKind.allCases)
    func `equal their operations one by one`(seed: UInt64, kind: StoreKind) async throws {
        let clock = ManualClock()
        let one = try await Contract(.inMemory, clock: clock)
        let other = try await Contract(kind, clock: clock)
        var steps = RandomSteps(generator: SeededGenerator(seed: seed))
        var (made, refused) = (0, 0)
        for number in 0..<60 {
            clock.advance(bySeconds: 1)
            let before = try await other.listing
            steps.known = before
            let batch = (0..<Int.random(in: 1...12, using: &steps.generator)).map { _ in steps.next() }
            do {
                let results = try await other.store.asFirst.batch(batch).value
                var expected: [BatchResult] = []
                for step in batch { expected.append(BatchResult(value: try await step(one.store.asFirst))) }
                #expect(results == expected, "seed \(seed), batch \(number)")
                made += 1
            } catch let error as ChecklistsError {
                guard case .operationFailed = error else { throw error }
                try await #expect(other.listing == before, "seed \(seed), batch \(number)")
                refused += 1
            }
            try await #expect(other.listing == one.listing, "seed \(seed), batch \(number)")
        }
        #expect(made > 8 && refused > 2, "seed \(seed): \(made) made, \(refused) refused")
    }
}

/// Random operations on the records of a listing.
private struct RandomSteps {
    var generator: SeededGenerator
    var known: StoreListing?

    private mutating func item() -> Item.ID {
        known?.items.map(\.id).randomElement(using: &generator) ?? Item.ID(rawValue: 1)
    }

    private mutating func list() -> Checklist.ID {
        known?.checklists.map(\.id).randomElement(using: &generator) ?? Checklist.ID(rawValue: 1)
    }

    mutating func next() -> BatchStep {
        let (item, list, other) = (item(), list(), self.item())
        let text = "\(Int.random(in: 0..<100, using: &generator))"
        let flag = Bool.random(using: &generator)
        switch Int.random(in: 0..<60, using: &generator) {
        case ..<6: return addList(text)
        case ..<20:
            return addItem(text, to: list) { draft in
                draft.patch.details.tags = flag ? ["red"] : []
                draft.position = flag ? 10 : nil
            }
        case ..<30: return toggle(item)
        case ..<36:
            return change(item) { patch in
                patch.text = text
                if flag { patch.checklistID = list }
            }
        case ..<42:
            return { try await $0.moveItem(item, to: .first, ifMatch: nil, idempotencyKey: nil).value }
        case ..<45:
            return { session in
                try await session.moveItem(item, to: .after(other), ifMatch: nil, idempotencyKey: nil).value
            }
        case ..<50: return { try await $0.addSection(named: text, to: list, idempotencyKey: nil).value }
        case 50: return delete(item)
        case 51 where flag: return delete(list)
        case 54 where flag: return deleteItems(of: list)
        case 55: return { try await $0.copyChecklist(list, ChecklistCopy(), idempotencyKey: nil).value }
        case 56: return { try await $0.renameTag("red", to: "blue") }
        case 57:
            return { session in
                var patch = ItemPatch()
                patch.important = flag
                return try await session.updateItems(of: list, where: ItemFilter(), patch)
            }
        default: return addItem(text, to: list) { $0.patch.details.parentID = item }
        }
    }
}
