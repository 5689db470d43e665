import Paging
import Randomness
import Testing

@testable import Checklists
@testable import MemoryStore

@Suite struct `A sorted index` {
    @Test(arguments: [100, 5_000]) func `is sorted after any insertion and tombstone`(size: Int) {
        let seed = UInt64(size)
        var generator = SeededGenerator(seed: seed)
        var table = Table<Checklist>()
        let sorting = Sorting<Checklist>([SortKey(.uncheckedItemsCount, descending: true)])
        var order = SortedIndex(by: sorting, [], in: table)
        var slots: [Slot] = []
        for turn in 0..<4 * size {
            let grows = turn < 2 * size ? 80 : 30
            if slots.isEmpty || Int.random(in: 0..<100, using: &generator) < grows {
                let slot = table.insert(checklist(turn, count: Int.random(in: 0..<50, using: &generator)))
                order.insert(slot, in: table)
                slots.append(slot)
            } else {
                let slot = slots.remove(at: Int.random(in: slots.indices, using: &generator))
                order.remove(slot, in: table)
                table.remove(slot)
            }
        }
        let expected = slots.sorted { sorting.precedes(table[$0], table[$1]) }
        #expect(order.slots == expected, "seed \(seed)")
        #expect(order.count == slots.count)
        #expect(
            SortedIndex(by: sorting, slots.shuffled(using: &generator), in: table).slots == expected,
            "seed \(seed)"
        )
        let places = Array(sequence(first: order.startIndex) { order.index(after: $0) }.prefix(slots.count))
        #expect(places.enumerated().allSatisfy { order.rank(of: $1) == $0 }, "seed \(seed)")
        #expect(
            places.reversed().dropFirst().elementsEqual(
                sequence(first: places.last) { $0.flatMap(order.index(before:)) }.dropFirst().prefix(
                    slots.count - 1
                )
                .compactMap(\.self)))
        for (place, slot) in zip(places, order.slots) {
            #expect(order.index(of: slot, in: table) == place)
            let position = sorting.position(of: table[slot])
            #expect(order.index(after: position, in: table) == order.index(after: place))
        }
    }

    @Test func `accepts an element at any place of a full chunk`() {
        var table = Table<Checklist>()
        let slots = (0..<2 * Limits.chunkEntriesMax).map { table.insert(checklist($0, count: 2 * $0)) }
        let sorting = Sorting<Checklist>([SortKey(.uncheckedItemsCount)])
        var full = SortedIndex(by: sorting, [], in: table)
        for slot in slots { full.insert(slot, in: table) }
        for place in 0...slots.count {
            var order = full
            let slot = table.insert(checklist(slots.count, count: 2 * place - 1))
            order.insert(slot, in: table)
            #expect(order.slots == slots[..<place] + [slot] + slots[place...])
            #expect(order.index(of: slot, in: table).map(order.rank(of:)) == place)
            order.remove(slot, in: table)
            #expect(order.slots == slots)
            table.remove(slot)
        }
    }

    @Test func `is evicted when too many others were used since`() {
        var table = Table<Checklist>()
        let slots = (0..<9).map { table.insert(checklist($0, count: $0)) }
        var orders = IndexCache<Checklist>()
        var made: [Int] = []
        let use = { (number: Int, orders: inout IndexCache<Checklist>) in
            let properties: [ChecklistQuery.Property] = [.name, .createdAt, .updatedAt, .uncheckedItemsCount]
            let keys = [
                SortKey(properties[number % 4], descending: number / 4 % 2 == 1),
                SortKey(properties[(number + 1) % 4], descending: number / 8 == 1),
            ]
            _ = orders.order(by: Sorting(keys, for: .first), in: table) {
                made.append(number)
                return slots
            }
        }
        for number in 0..<Limits.cachedIndexesMax { use(number, &orders) }
        use(0, &orders)
        use(Limits.cachedIndexesMax, &orders)
        use(0, &orders)
        use(1, &orders)
        #expect(made == Array(0...Limits.cachedIndexesMax) + [1])
    }

    private func checklist(_ number: Int, count: Int) -> Checklist {
        let moment = Timestamp(milliseconds: 0)
        return Checklist(
            id: Checklist.ID(rawValue: number + 1), name: "List \(number)", icon: .none,
            uncheckedItemsCount: count,
            createdAt: moment, updatedAt: moment, revision: .zero)
    }
}
