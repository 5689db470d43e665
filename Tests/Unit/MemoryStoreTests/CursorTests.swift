import Paging
import Randomness
import Testing

@testable import Checklists
@testable import MemoryStore

@Suite struct `A cursor` {
    @Test func `encodes and decodes every kind of sort value`() throws {
        let sorting = Sorting<Item>(ItemQuery.Property.allCases.map { SortKey(.listed($0)) })
        let coding = CursorCoding(queryDigest: 7, sorting: sorting)
        var item = sample(text: "Crème 牛")
        for dueDate in [nil, Timestamp(milliseconds: -1)] {
            item.dueDate = dueDate
            item.checked.toggle()
            let position = try coding.position(of: coding.cursor(after: item)) { _ in nil }
            #expect(position.id == item.id)
            let values = sorting.position(of: item).values
            #expect(zip(position.values, values).allSatisfy { $0.isSame(as: $1) })
            #expect(position.values.count == values.count)
        }
    }

    @Test func `never crashes on malformed bytes`() throws {
        let seed: UInt64 = 3
        var generator = SeededGenerator(seed: seed)
        let sorting = Sorting<Item>(ItemQuery.Property.allCases.map { SortKey(.listed($0)) })
        let coding = CursorCoding(queryDigest: 7, sorting: sorting)
        let bytes = coding.cursor(after: sample(text: "Milk")).bytes
        var refused = 0
        for _ in 0..<20_000 {
            var bytes = bytes
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                bytes[Int.random(in: 9..<bytes.count, using: &generator)] = UInt8.random(
                    in: 0...255, using: &generator)
            }
            do throws(ChecklistsError) {
                _ = try coding.position(of: Cursor(bytes: bytes)) { _ in nil }
            } catch {
                #expect(error == .invalidCursor, "seed \(seed)")
                refused += 1
            }
        }
        #expect(refused > 0, "seed \(seed)")
    }

    @Test func `stays short with a long text, and still finds its position`() throws {
        var memory = MemoryStore()
        let moment = Timestamp(milliseconds: 0)
        memory.apply(
            try #require(
                try memory.addingChecklist(ChecklistDraft(name: "L"), idempotencyKey: nil, at: moment).change)
        )
        let list = Checklist.ID(rawValue: 1)
        for number in 0..<9 {
            let draft = ItemDraft(text: String(repeating: "牛", count: 990) + "\(number)")
            let change = try memory.addingItem(draft, to: list, idempotencyKey: nil, at: moment).change
            memory.apply(try #require(change))
        }
        var query = ItemQuery(checklistID: list)
        query.sort = [SortKey(.text)]
        query.page.limit = 2
        var numbers: [Int] = []
        repeat {
            let page = try memory.page(query)
            numbers += page.elements.map(\.id.rawValue)
            query.page.cursor = page.next
            #expect((page.next?.bytes.count ?? 0) < 1_100)
        } while query.page.cursor != nil && numbers.count <= 9
        #expect(numbers == Array(1...9))
    }

    private func sample(text: String) -> Item {
        Item(
            id: Item.ID(rawValue: 300), checklistID: Checklist.ID(rawValue: 1), text: text, important: true,
            position: -5, createdAt: Timestamp(milliseconds: 1), updatedAt: Timestamp(milliseconds: 2),
            revision: .zero)
    }
}
