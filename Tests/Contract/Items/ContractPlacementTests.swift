import Checklists
import MemoryStore
import StoreFixtures
import Testing

@Suite(.closingStores) struct `A place in a list` {
    @Test(arguments: StoreKind.allCases) func `is first, last, before or after`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let items = try await contract.items("A", "B", "C", "D", on: list)
        let moves: [(Int, ItemPlacement, [String])] = [
            (3, .first, ["D", "A", "B", "C"]), (3, .last, ["A", "B", "C", "D"]),
            (0, .before(items[2]), ["B", "A", "C", "D"]), (3, .after(items[1]), ["B", "D", "A", "C"]),
            (1, .after(items[2]), ["D", "A", "C", "B"]), (2, .before(items[3]), ["C", "D", "A", "B"]),
        ]
        for (number, placement, texts) in moves {
            contract.advance(milliseconds: 5)
            let moved = try await contract.store.asFirst.moveItem(
                items[number], to: placement, ifMatch: nil, idempotencyKey: nil)
            #expect(moved.value.updatedAt == contract.now)
            try await #expect(contract.texts(on: list) == texts)
            try await #expect(contract.store.asFirst.item(items[number]) == moved.value)
        }
    }

    @Test(arguments: StoreKind.allCases) func `that an item already has changes nothing`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let items = try await contract.items("A", "B", "C", on: list)
        let moves: [(Int, ItemPlacement)] = [
            (0, .first), (0, .before(items[1])), (1, .after(items[0])), (1, .before(items[2])),
            (2, .after(items[1])),
            (2, .last),
        ]
        contract.advance(milliseconds: 5)
        for (number, placement) in moves {
            let before = try await contract.store.asFirst.item(items[number])
            let moved = try await contract.store.asFirst.moveItem(
                items[number], to: placement, ifMatch: nil, idempotencyKey: nil)
            #expect(moved.value == before)
            try await #expect(contract.store.asFirst.item(items[number]) == before)
        }
        try await #expect(contract.texts(on: list) == ["A", "B", "C"])
    }

    @Test(arguments: StoreKind.allCases) func `is beside another item of the same list`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let item = try await contract.items("A", "B", on: contract.list())[0]
        let stranger = try await contract.items("C", on: contract.list())[0]
        for other in [item, stranger, Item.ID(rawValue: 77)] {
            try await contract.expect(.invalid([Violation("/before", .notASibling)])) {
                _ = try await contract.store.asFirst.moveItem(
                    item, to: .before(other), ifMatch: nil, idempotencyKey: nil)
            }
            try await contract.expect(.invalid([Violation("/after", .notASibling)])) {
                _ = try await contract.store.asFirst.moveItem(
                    item, to: .after(other), ifMatch: nil, idempotencyKey: nil)
            }
        }
    }

    @Test(arguments: StoreKind.allCases) func `is found after many moves to the same place`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let items = try await contract.items("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", on: list)
        var expected = items
        for turn in 0..<100 {
            let item = expected[9]
            expected.remove(at: 9)
            expected.insert(item, at: 1)
            let placement = turn % 2 == 0 ? ItemPlacement.after(expected[0]) : .before(expected[2])
            let moved = try await contract.store.asFirst.moveItem(
                item, to: placement, ifMatch: nil, idempotencyKey: nil
            )
            .value
            let elements = try await contract.store.asFirst.items(ItemQuery(checklistID: list)).elements
            #expect(elements.map(\.id) == expected)
            #expect(elements.allSatisfy { abs($0.position) < 1 << 53 })
            try await #expect(contract.store.asFirst.item(item) == moved)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `of a neighbour that makes room gets a revision and is no edit`(kind: StoreKind) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let items = try await contract.items("0", "1", "2", "3", on: list)
        let before = try await contract.store.asFirst.item(items[1])
        contract.advance(milliseconds: 5)
        for turn in 0..<40 {
            _ = try await contract.store.asFirst.moveItem(
                items[turn % 2 == 0 ? 2 : 3], to: .after(items[0]), ifMatch: nil, idempotencyKey: nil)
        }
        let neighbour = try await contract.store.asFirst.item(items[1])
        #expect(neighbour.position != before.position)
        #expect(neighbour.revision > before.revision)
        #expect(neighbour.updatedAt == before.updatedAt)
    }
}
