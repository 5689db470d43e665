import Dates
import Testing

@testable import Checklists
@testable import MemoryStore

@Suite struct `Many items at once` {
    private static let list = Checklist.ID(rawValue: 1)
    private static let other = Checklist.ID(rawValue: 2)
    private static let now = Timestamp(milliseconds: 1_700_000_000_000)

    /// A memory with two lists, the second with one item.
    private func memory() throws -> MemoryStore {
        var memory = MemoryStore()
        for name in ["One", "Two"] {
            let draft = ChecklistDraft(name: name)
            memory.apply(
                try #require(memory.addingChecklist(draft, idempotencyKey: nil, at: Self.now).change))
        }
        let item = try memory.addingItem(
            ItemDraft(text: "there"), to: Self.other, idempotencyKey: nil, at: Self.now)
        memory.apply(try #require(item.change))
        return memory
    }

    private func drafts(_ count: Int) -> [ItemDraft] {
        (0..<count).map { number in
            var draft = ItemDraft(text: "Item \(number)")
            draft.checked = number.isMultiple(of: 3)
            draft.dueDate = number.isMultiple(of: 2) ? Self.now.advanced(byMilliseconds: 1_000) : nil
            draft.shouldRemind = draft.dueDate != nil
            return draft
        }
    }

    @Test func `are added in one change as if one by one`() throws {
        var together = try memory()
        var apart = try memory()
        let change = try #require(
            together.addingItems(drafts(50), to: Self.list, idempotencyKey: nil, at: Self.now).change)
        together.apply(change)
        for draft in drafts(50) {
            apart.apply(
                try #require(apart.addingItem(draft, to: Self.list, idempotencyKey: nil, at: Self.now).change)
            )
        }
        let items = apart.itemList(of: Self.list).map { item in
            var item = item
            (item.createdIn, item.revision) = (change.revision, change.revision)
            return item
        }
        #expect(together.itemList(of: Self.list) == items)
        #expect(together.checklist(Self.list)?.itemsCount == 50)
        #expect(together.checklist(Self.list)?.uncheckedItemsCount == 33)
        #expect(together.counts(at: Self.now) == apart.counts(at: Self.now))
        #expect(together.sequences == apart.sequences)
        together.revert([change], to: Revision(rawValue: change.revision.rawValue - 1))
        #expect(try StoreModel(together) == StoreModel(memory()))
    }

    @Test func `are added when no position is left at the end`() throws {
        var memory = try memory()
        var last = try #require(memory.itemList(of: Self.other).first)
        let before = last
        last.position = Limits.positionMax - 1
        memory.apply(
            Change(
                revision: Revision(rawValue: memory.revision.rawValue + 1),
                mutations: [.item(before: before, after: last)]))
        memory.apply(
            try #require(
                memory.addingItems(drafts(3), to: Self.other, idempotencyKey: nil, at: Self.now).change))
        #expect(memory.itemList(of: Self.other).map(\.text) == ["there", "Item 0", "Item 1", "Item 2"])
        #expect(memory.itemList(of: Self.other).allSatisfy { abs($0.position) <= Limits.positionMax })
    }

    @Test func `are changed as if one by one, and counted if that changes them`() throws {
        var memory = try memory()
        memory.apply(
            try #require(
                memory.addingItems(drafts(30), to: Self.list, idempotencyKey: nil, at: Self.now).change))
        let later = Self.now.advanced(byMilliseconds: 10)
        var patch = ItemPatch()
        patch.checked = true
        let decision = try memory.updatingItems(of: Self.list, where: ItemFilter(), patch, at: later)
        guard case .change(let change, 20) = decision else {
            Issue.record("\(decision)")
            return
        }
        let before = StoreModel(memory)
        var expected = memory.itemList(of: Self.list)
        for number in expected.indices where !expected[number].checked {
            let one = try memory.updatingItem(expected[number].id, patch, ifMatch: nil, at: later)
            guard case .change(_, let item) = one else { continue }
            expected[number] = item
        }
        memory.apply(change)
        #expect(memory.itemList(of: Self.list) == expected)
        #expect(memory.checklist(Self.list)?.uncheckedItemsCount == 0)
        #expect(memory.counts(at: Self.now).reminders == 0)
        memory.revert([change], to: Revision(rawValue: change.revision.rawValue - 1))
        #expect(StoreModel(memory) == before)
    }

    @Test func `count a series as several if its due time changes`() throws {
        var memory = try memory()
        var drafts = drafts(3)
        (drafts[0].recurrence, drafts[0].timeZone) = (Recurrence(try RecurrenceRule("FREQ=DAILY")), "UTC")
        memory.apply(
            try #require(memory.addingItems(drafts, to: Self.list, idempotencyKey: nil, at: Self.now).change))
        func size(_ fill: (inout ItemPatch) -> Void) -> Int {
            var patch = ItemPatch()
            fill(&patch)
            return UpdateItems(
                checklistID: Self.list, filter: ItemFilter(), patch: patch, principal: .first
            ).size(in: &memory)
        }
        let withSeries = 3 + Limits.itemsPerSeries
        let changes: [(inout ItemPatch) -> Void] = [
            { $0.dueDate = Self.now }, { $0.dueOn = .first }, { $0.checked = true }, { $0.important = true },
        ]
        #expect(changes.map(size) == [withSeries, withSeries, withSeries, 3])
    }
}
