import Testing

@testable import Checklists
@testable import MemoryStore

/// Queries of a store without indexes and with too many items to build one under the lock.
@Suite struct `The first query of many items` {
    private static let moment = Timestamp(milliseconds: 1_700_000_000_000)
    private static let list = Checklist.ID(rawValue: 1)
    /// One list, with one item more than the store sorts under the lock.
    private static let memory: MemoryStore = {
        let items = (0...Limits.itemsSortedUnderLockMax).map { number in
            var draft = ItemDraft(text: "Item \(number % 97)")
            draft.important = number.isMultiple(of: 3)
            draft.dueDate = number.isMultiple(of: 5) ? nil : moment + Int64(number % 40) * 1_000
            return ImportedItem(draft)
        }
        let list = ImportedChecklist(ChecklistDraft(name: "L"), items: items)
        var memory = MemoryStore()
        let change = try? memory.importing([list], idempotencyKey: nil, at: moment).change
        if let change { memory.apply(change) }
        return memory
    }()

    /// Filters that need no index, the order of the due dates, and that order and the text index.
    private static let filters: [@Sendable (inout ItemFilter) -> Void] = [
        { _ in },
        {
            $0.dueAfter = moment + 5_000
            $0.flags[.important] = true
        },
        {
            $0.text = "item"
            $0.dueBefore = moment + 20_000
        },
    ]

    @Test(arguments: [.position, .text, .dueDate, .important] as [ItemQuery.Property])
    func `returns after each missing index was built once`(
        property: ItemQuery.Property
    ) async throws {
        for (number, fill) in Self.filters.enumerated() {
            var memory = Self.memory
            var query = ItemQuery(checklistID: number == 0 ? Self.list : nil)
            query.sort = [SortKey(property, descending: number.isMultiple(of: 2))]
            fill(&query.filter)
            var built: Set<IndexBuild.Key> = []
            var found = 0
            for _ in 0..<2 {
                var page = try memory.page(query, at: Self.moment)
                while let miss = memory.takeMissedIndex() {
                    try #require(miss.isFirst, "nobody builds what filter \(number) waits for")
                    try #require(built.insert(miss.build.key).inserted)
                    await miss.build.make()
                    let progress = memory.takeOver(miss.build)
                    #expect(progress == nil)
                    miss.build.end()
                    page = try memory.page(query, at: Self.moment)
                }
                #expect(!page.elements.isEmpty)
                found += page.elements.count
                query.page.cursor = page.next
            }
            #expect(found == 2 * query.page.limit)
        }
    }

    @Test func `builds an index once for concurrent queries`() async throws {
        let store = VolatileStore(Self.memory, now: { Self.moment })
        var query = ItemQuery()
        query.sort = [SortKey(.dueDate)]
        query.filter.dueAfter = Self.moment
        let totals = try await withThrowingTaskGroup { [query] group in
            for _ in 0..<8 {
                group.addTask { try await store.asFirst.items(query).total }
                group.addTask { try await store.asFirst.changes(after: nil, limit: 10).entries.count }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(totals.count == 16)
    }

    @Test func `counts overdue items after one build`() async throws {
        let now = Self.moment + 20_000
        let expected = (0...Limits.itemsSortedUnderLockMax).count { number in
            !number.isMultiple(of: 5) && number % 40 < 20
        }
        let store = VolatileStore(Self.memory, now: { now })
        var query = ItemQuery()
        query.filter.dueState = .overdue(at: now)
        async let counts = store.asFirst.counts()
        async let page = store.asFirst.items(query)
        async let reminders = store.asFirst.reminders(PageRequest())
        #expect(try await counts.overdue == expected)
        #expect(try await page.total == expected)
        #expect(try await reminders.total == 0)
    }

    @Test func `can be cancelled while it waits for an index`() async throws {
        var memory = Self.memory
        var query = ItemQuery()
        query.sort = [SortKey(.text)]
        _ = try memory.page(query, at: Self.moment)
        // Another query has begun the build, and never ends it.
        let missed = memory.takeMissedIndex()
        #expect(missed?.isFirst == true)
        let store = VolatileStore(memory, now: { Self.moment })
        let task = Task { [query] in try await store.asFirst.items(query) }
        task.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
    }

    @Test func `restarts a failed build`() throws {
        var memory = Self.memory
        var query = ItemQuery()
        query.sort = [SortKey(.text)]
        _ = try memory.page(query, at: Self.moment)
        let missed = memory.takeMissedIndex()
        let first = try #require(missed)
        first.build.end()
        _ = try memory.page(query, at: Self.moment)
        let missedAgain = memory.takeMissedIndex()
        let second = try #require(missedAgain)
        #expect(first.isFirst && second.isFirst && first.build !== second.build)
    }

    @Test func `requests no build if it ends with an error`() throws {
        var memory = Self.memory
        var query = ItemQuery()
        query.sort = [SortKey(.text)]
        query.page.cursor = Cursor(bytes: [1, 2, 3])
        #expect(throws: ChecklistsError.self) { try memory.page(query, at: Self.moment) }
        memory.forgetMissedIndex()
        let missed = memory.takeMissedIndex()
        #expect(missed == nil)
    }
}

extension Timestamp {
    fileprivate static func + (moment: Timestamp, milliseconds: Int64) -> Timestamp {
        moment.advanced(byMilliseconds: milliseconds)
    }
}
