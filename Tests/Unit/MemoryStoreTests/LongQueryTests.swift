import Dates
import Paging
import Randomness
import Testing

@testable import Checklists
@testable import MemoryStore

/// Queries that examine more items than one may under the lock of the store.
@Suite struct `A query that examines many items` {
    private static let moment = Timestamp(milliseconds: 1_700_000_000_000)
    private static let lists = [1, 2].map { Checklist.ID(rawValue: $0) }
    /// A list of more items than a search reads without an index.
    private static let smallList = Checklist.ID(rawValue: 3)
    private static let key = IdempotencyKey(key: "import", fingerprint: [1])
    /// Two lists of more items than a query may examine under the lock, and the small list. All tests share
    /// them.
    private static let memory = Result {
        let items = (0...Limits.itemsSortedUnderLockMax).map { ImportedItem(draft($0)) }
        var imported = lists.map { list in ImportedChecklist(ChecklistDraft(name: "L\(list)"), items: items) }
        let few = Array(items.prefix(2 * Limits.itemsReadBySearchMax))
        imported.append(ImportedChecklist(ChecklistDraft(name: "L3"), items: few))
        var memory = MemoryStore()
        memory.apply(try #require(memory.importing(imported, idempotencyKey: key, at: moment).change))
        return memory
    }

    private let memory: MemoryStore
    private let store: VolatileStore

    init() throws {
        memory = try Self.memory.get()
        store = VolatileStore(memory, now: { Self.moment })
    }

    private static func draft(_ number: Int) -> ItemDraft {
        var draft = ItemDraft(text: "\(words[number % 7]) \(words[number % 5]) \(number % 97)")
        draft.important = number.isMultiple(of: 3)
        draft.checked = number % 11 < 4
        if !number.isMultiple(of: 5) {
            draft.dueDate = moment.advanced(byMilliseconds: Int64(number % 400) * 3_600_000)
            draft.shouldRemind = number.isMultiple(of: 2)
        }
        if number.isMultiple(of: 4) { draft.patch.details.tags = ["home"] }
        return draft
    }

    private static let words = ["milk", "bread", "call", "letter", "paint", "window", "ticket"]

    /// A filter of the agenda, of a list or of all items, with up to four conditions.
    private func query(_ generator: inout SeededGenerator) -> ItemQuery {
        var query = ItemQuery(checklistID: Bool.random(using: &generator) ? Self.lists[0] : nil)
        for flag in Item.Flag.allCases where Int.random(in: 0..<3, using: &generator) == 0 {
            query.filter.flags[flag] = Bool.random(using: &generator)
        }
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: query.filter.dueDays = DueDays(from: nil, through: nil, in: .utc)
        case 1:
            let first = LocalTime.utc.day(of: Self.moment)
            query.filter.dueDays = DueDays(from: first, through: first, in: .utc)
        case 2: query.filter.dueAfter = Self.moment.advanced(byMilliseconds: 200 * 3_600_000)
        case 3: query.filter.dueState = .undated
        default: break
        }
        if Int.random(in: 0..<3, using: &generator) == 0 {
            query.filter.text = ["mil", "milk", "letter", "a", "9"].randomElement(using: &generator) ?? ""
        }
        if Int.random(in: 0..<4, using: &generator) == 0 { query.filter.tags = ["home"] }
        if Int.random(in: 0..<4, using: &generator) == 0 {
            query.filter.changedSince = Self.moment
        }
        let properties: [ItemQuery.Property] = [.dueDate, .text, .position, .important]
        let property = properties[Int.random(in: 0..<properties.count, using: &generator)]
        query.sort = [SortKey(property, descending: Bool.random(using: &generator))]
        return query
    }

    @Test func `finds what an examination of each item finds`() async throws {
        let seed: UInt64 = 11
        var generator = SeededGenerator(seed: seed)
        let items = memory.items.slots.map { memory.items[$0] }
        for _ in 0..<60 {
            var query = query(&generator)
            let matcher = ItemMatcher(query.filter)
            let sorting = Sorting<Item>(query.sort)
            let expected = items.filter {
                (query.checklistID == nil || $0.checklistID == query.checklistID) && matcher.matches($0)
            }.sorted { sorting.precedes($0, $1) }
            var found: [Item.ID] = []
            for _ in 0..<3 {
                let page = try await store.asFirst.items(query)
                #expect(page.total == expected.count, "seed \(seed): \(query.filter) \(query.sort)")
                found += page.elements.map(\.id)
                query.page.cursor = page.next
                if page.next == nil { break }
            }
            #expect(
                found == expected.prefix(found.count).map(\.id), "seed \(seed): \(query.filter) \(query.sort)"
            )
            #expect(found.count == min(expected.count, 3 * query.page.limit))
        }
    }

    @Test func `exceeds the budget of the lock, and runs on a copy`() async throws {
        var query = ItemQuery()
        query.filter.flags[.important] = true
        query.filter.changedSince = Self.moment
        let total = try await store.asFirst.items(query).total
        let look = try await self.look(query, examining: Limits.itemsExaminedUnderLockMax)
        guard case .tooLong = look else {
            Issue.record("the lock is held for all items: \(look)")
            return
        }
        var copy = try await store.read { memory in (memory.copyForQuery, asOf: .zero) }
        let again = try copy.look(examining: .max) { (try $0.page(query, at: Self.moment), asOf: .zero) }.0
        guard case .found(let page) = again else {
            Issue.record("the copy lacks something: \(again)")
            return
        }
        #expect(page.total == total && total > 6_000)
        #expect(memory.idempotencyRecord(Self.key.key) != nil && copy.idempotencyRecord(Self.key.key) == nil)
    }

    @Test(arguments: Item.Flag.allCases, [true, false])
    func `stays within the budget if it filters an agenda by a flag`(flag: Item.Flag, value: Bool)
        async throws
    {
        var query = ItemQuery()
        query.sort = [SortKey(.dueDate)]
        query.filter.flags[flag] = value
        query.filter.dueDays = DueDays(from: nil, through: nil, in: .utc)
        let total = try await store.asFirst.items(query).total
        let look = try await self.look(query, examining: Limits.itemsExaminedUnderLockMax)
        guard case .found(let page) = look else {
            Issue.record("\(look)")
            return
        }
        #expect(page.total == total)
    }

    @Test func `stays within the budget if it searches a list with fewer items than the text has hits`()
        async throws
    {
        var query = ItemQuery(checklistID: Self.smallList)
        query.filter.text = "milk"
        let total = try await store.asFirst.items(query).total
        let expected = memory.items.slots.count { slot in
            let item = memory.items[slot]
            return item.checklistID == Self.smallList && item.text.contains("milk")
        }
        #expect(total == expected && expected > 0)
        let look = try await self.look(query, examining: Limits.itemsExaminedUnderLockMax)
        guard case .found(let page) = look else {
            Issue.record("\(look)")
            return
        }
        #expect(page.total == expected)
    }

    private func look(
        _ query: ItemQuery, examining itemsMax: Int
    ) async throws -> Look<Page<Item>> {
        try await store.read { memory in
            let look = try memory.look(examining: itemsMax) { memory in
                (try memory.page(query, at: Self.moment), asOf: .zero)
            }
            return (look.0, asOf: .zero)
        }
    }
}
