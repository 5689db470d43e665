import Paging
import Randomness
import Testing

@testable import Checklists
@testable import MemoryStore

@Suite struct `An index that is built outside the lock` {
    private static let moment = Timestamp(milliseconds: 1_700_000_000_000)
    private static let list = Checklist.ID(rawValue: 1)

    @Test(arguments: ["text", "-text", "important,text", "-dueDate,text"])
    func `has every item in order despite concurrent changes`(sort: String) async throws {
        let seed: UInt64 = 5
        var generator = SeededGenerator(seed: seed)
        var memory = try memory(&generator)
        var query = ItemQuery()
        query.sort = try #require([SortKey](sort: sort))
        query.page.limit = 1_000
        _ = try memory.page(query)
        let missed = memory.takeMissedIndex()
        let miss = try #require(missed)
        #expect(miss.isFirst)
        try await #expect(takeOver(miss.build, &memory, &generator) == 1)
        var found: [Item] = []
        repeat {
            let page = try memory.page(query)
            let missed = memory.takeMissedIndex()
            #expect(missed == nil)
            found += page.elements
            query.page.cursor = page.next
        } while query.page.cursor != nil
        let sorting = Sorting<Item>(
            query.sort.map { SortKey(.listed($0.property), descending: $0.descending) })
        let all = memory.itemList(of: Self.list).sorted(by: sorting.precedes)
        #expect(found.map(\.id) == all.map(\.id), "seed \(seed)")
    }

    @Test func `finds texts after a start despite concurrent changes`() async throws {
        let seed: UInt64 = 7
        var generator = SeededGenerator(seed: seed)
        let source = try memory(&generator)
        var memory = MemoryStore()
        memory.restore(
            try #require(source.checklist(Self.list)), items: Array(source.itemList(of: Self.list)))
        memory.restore(source.sequences)
        memory.restore(revision: source.revision)
        var query = ItemQuery()
        query.filter.text = "bread"
        query.page.limit = 1_000
        let miss = memory.takeMissedTexts()
        let missed = try #require(miss)
        #expect(missed.isFirst)
        _ = try await takeOver(missed.build, &memory, &generator)
        let found = try memory.page(query)
        let missedAgain = memory.takeMissedIndex()
        #expect(missedAgain == nil)
        let expected = memory.itemList(of: Self.list).count { $0.text.lowercased().contains("bread") }
        #expect(found.total == expected, "seed \(seed)")
        #expect(expected > 100)
    }

    @Test func `counts what is due and scheduled despite concurrent changes`() async throws {
        let seed: UInt64 = 8
        var generator = SeededGenerator(seed: seed)
        var memory = try memory(&generator)
        let now = Timestamp(milliseconds: 20)
        _ = memory.counts(at: now)
        let miss = memory.takeMissedIndex()
        let missed = try #require(miss)
        #expect(missed.isFirst)
        _ = try await takeOver(missed.build, &memory, &generator)
        let counts = memory.counts(at: now)
        let missedAgain = memory.takeMissedIndex()
        #expect(missedAgain == nil)
        let items = memory.itemList(of: Self.list)
        let overdue = items.count { item in !item.checked && item.dueDate.map { $0 < now } ?? false }
        #expect(counts.overdue == overdue, "seed \(seed)")
        #expect(overdue > 100)
        #expect(counts.reminders == items.count { $0.remindAt != nil })
    }

    @Test func `is built once for all queries, and again only when a copy replaces the store`() throws {
        var generator = SeededGenerator(seed: 6)
        var memory = try memory(&generator)
        var query = ItemQuery()
        query.sort = [SortKey(.text)]
        _ = try memory.page(query)
        let missed = memory.takeMissedIndex()
        let first = try #require(missed)
        _ = try memory.page(query)
        let missedAgain = memory.takeMissedIndex()
        let second = try #require(missedAgain)
        #expect(first.isFirst && !second.isFirst)
        #expect(first.build === second.build)
        memory.dropBuilds()
        let progress = memory.takeOver(first.build)
        #expect(progress == nil)
        _ = try memory.page(query)
        let missedAnew = memory.takeMissedIndex()
        #expect(missedAnew?.isFirst == true)
    }

    /// Makes a build and lets the store take it over, with changes before, between and after.
    ///
    /// - Returns: How often the build was brought up to date outside the lock.
    private func takeOver(
        _ build: IndexBuild, _ memory: inout MemoryStore, _ generator: inout SeededGenerator
    ) async throws -> Int {
        try change(&memory, count: 20, &generator)
        await build.make()
        // More than one round under the lock takes.
        try change(&memory, count: 2 * Limits.itemsCaughtUpUnderLockMax, &generator)
        var rounds = 0
        while let progress = memory.takeOver(build) {
            await progress.bringUpToDate(build)
            try change(&memory, count: 20, &generator)
            rounds += 1
        }
        try change(&memory, count: 20, &generator)
        return rounds
    }

    /// A store with too many items to sort under the lock. Many texts have the same start, and some are not
    /// plain.
    private func memory(_ generator: inout SeededGenerator) throws -> MemoryStore {
        let items = (0...Limits.itemsSortedUnderLockMax).map { number in
            var draft = ItemDraft(text: text(&generator))
            draft.important = number % 3 == 0
            draft.dueDate = number % 5 == 0 ? nil : Timestamp(milliseconds: Int64(number % 40))
            return ImportedItem(draft)
        }
        let list = ImportedChecklist(ChecklistDraft(name: "L"), items: items)
        var memory = MemoryStore()
        memory.apply(try #require(try memory.importing([list], idempotencyKey: nil, at: Self.moment).change))
        return memory
    }

    private func text(_ generator: inout SeededGenerator) -> String {
        let starts = ["milk and bread for all of us, ", "Milk and bread for ", "牛", "", "x"]
        let characters = "aAbé9 0-牛".map(String.init)
        let rest = (0..<Int.random(in: 1...9, using: &generator))
            .map { _ in characters[Int.random(in: characters.indices, using: &generator)] }
        return (starts.randomElement(using: &generator) ?? "") + rest.joined() + "."
    }

    /// Adds, changes and deletes items.
    private func change(
        _ memory: inout MemoryStore, count: Int, _ generator: inout SeededGenerator
    ) throws {
        for number in 0..<count {
            let last = memory.sequences[.item] - 1
            let id = Item.ID(rawValue: Int.random(in: 1...last, using: &generator))
            var patch = ItemPatch()
            patch.text = text(&generator)
            let change =
                switch number % 4 {
                case 0:
                    try memory.addingItem(
                        ItemDraft(text: text(&generator)), to: Self.list, idempotencyKey: nil, at: Self.moment
                    ).change
                case 1: try? memory.deletingItem(id, ifMatch: nil).change
                default: try? memory.updatingItem(id, patch, ifMatch: nil, at: Self.moment).change
                }
            if let change { memory.apply(change) }
        }
    }
}
