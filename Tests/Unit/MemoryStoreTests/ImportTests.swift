import Testing

@testable import Checklists
@testable import MemoryStore

@Suite struct `A decision on an import` {
    private let now = Timestamp(milliseconds: 1_795_218_957_484)
    private var list: ImportedChecklist {
        var due = ImportedItem(ItemDraft(text: " due "))
        due.draft.dueDate = now.advanced(byMilliseconds: 1)
        due.draft.shouldRemind = true
        due.createdAt = Timestamp(milliseconds: 5)
        var done = ImportedItem(ItemDraft(text: "done"))
        done.draft.checked = true
        done.checkedAt = Timestamp(milliseconds: 7)
        return ImportedChecklist(ChecklistDraft(name: " A ", icon: .trips), items: [due, done])
    }

    @Test func `sets ids, positions and counts, and keeps the history`() throws {
        var memory = MemoryStore()
        guard case .change(let first, _) = try memory.importing([list], idempotencyKey: nil, at: now) else {
            Issue.record("nothing changes")
            return
        }
        memory.apply(first)
        guard
            case .change(let change, let count) = try memory.importing(
                [list, list], idempotencyKey: nil, at: now)
        else {
            Issue.record("nothing changes")
            return
        }
        memory.apply(change)
        let ids = [2, 3].map(Checklist.ID.init(rawValue:))
        #expect(count == ImportCount(checklists: 2, items: 4, checklistIDs: ids))
        let checklist = try #require(memory.checklist(Checklist.ID(rawValue: 3)))
        #expect(checklist.name == "A")
        #expect(checklist.icon == .trips)
        #expect(checklist.itemsCount == 2)
        #expect(checklist.uncheckedItemsCount == 1)
        let items = try memory.page(ItemQuery(checklistID: checklist.id)).elements
        #expect(items.map(\.text) == ["due", "done"])
        #expect(items.map(\.id.rawValue) == [5, 6])
        #expect(items[0].createdAt == Timestamp(milliseconds: 5))
        #expect(items[0].updatedAt == Timestamp(milliseconds: 5))
        #expect(items[0].remindAt == now.advanced(byMilliseconds: 1))
        #expect(items[1].checkedAt == Timestamp(milliseconds: 7))
        let reminders = memory.counts(at: now).reminders
        #expect(reminders == 3)
        memory.revert([change], to: Revision(rawValue: change.revision.rawValue - 1))
        let (left, next) = (memory.counts(at: now).items, memory.sequences[Item.ID.self])
        #expect(left == 2)
        #expect(next == Item.ID(rawValue: 3))
    }

    @Test(arguments: [-1, 0, 1] as [Int64])
    func `replaces a past snooze by the due date`(until: Int64) throws {
        var item = ImportedItem(ItemDraft(text: "Tomorrow"))
        item.draft.dueDate = now.advanced(byMilliseconds: 86_400_000)
        item.draft.shouldRemind = true
        item.snoozedUntil = now.advanced(byMilliseconds: until)
        let list = ImportedChecklist(ChecklistDraft(name: "A"), items: [item])
        var memory = MemoryStore()
        guard case .change(let change, _) = try memory.importing([list], idempotencyKey: nil, at: now) else {
            Issue.record("nothing changes")
            return
        }
        memory.apply(change)
        let found = try #require(memory.item(Item.ID(rawValue: 1)))
        #expect(found.snoozedUntil == (until > 0 ? item.snoozedUntil : nil))
        #expect(found.remindAt == (until > 0 ? item.snoozedUntil : item.draft.dueDate))
    }

    @Test func `refuses violations of the rules`() {
        let bad = ImportedChecklist(ChecklistDraft(name: ""), items: [])
        #expect(throws: ChecklistsError.self) {
            let memory = MemoryStore()
            _ = try memory.importing([bad], idempotencyKey: nil, at: now)
        }
    }

    @Test func `on a copy leaves the memory unchanged`() throws {
        var memory = MemoryStore()
        guard case .change(let first, _) = try memory.importing([list], idempotencyKey: nil, at: now) else {
            return
        }
        memory.apply(first)
        var copy = memory
        guard case .change(let second, _) = try copy.importing([list], idempotencyKey: nil, at: now) else {
            return
        }
        copy.apply(second)
        let page = try copy.page(ItemQuery()).elements
        var search = ItemQuery()
        search.filter.text = "DUE"
        let found = try copy.page(search).total
        let foundBefore = try memory.page(search).total
        let (count, revision) = (copy.counts(at: now).items, copy.revision)
        let (countBefore, revisionBefore) = (memory.counts(at: now).items, memory.revision)
        #expect(page.count == 4)
        #expect(found == 2)
        #expect(foundBefore == 1)
        #expect(count == 4)
        #expect(countBefore == 2)
        #expect(revision == second.revision)
        #expect(revisionBefore == first.revision)
    }
}
