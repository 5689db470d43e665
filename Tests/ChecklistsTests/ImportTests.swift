import Checklists
import Testing

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

    @Test func `gives numbers, places and counts, and keeps the history`() throws {
        var catalogue = Catalogue()
        guard case .change(let first, _) = try catalogue.importing([list], once: nil, at: now) else {
            Issue.record("nothing changes")
            return
        }
        catalogue.apply(first)
        guard case .change(let change, let count) = try catalogue.importing([list, list], once: nil, at: now)
        else {
            Issue.record("nothing changes")
            return
        }
        catalogue.apply(change)
        #expect(count == ImportCount(checklists: 2, items: 4))
        let checklist = try catalogue.checklist(Checklist.ID(rawValue: 3))
        #expect(checklist.name == "A")
        #expect(checklist.icon == .trips)
        #expect(checklist.itemsCount == 2)
        #expect(checklist.uncheckedItemsCount == 1)
        let items = try catalogue.page(ItemQuery(checklistID: checklist.id)).elements
        #expect(items.map(\.text) == ["due", "done"])
        #expect(items.map(\.id.rawValue) == [5, 6])
        #expect(items[0].createdAt == Timestamp(milliseconds: 5))
        #expect(items[0].updatedAt == Timestamp(milliseconds: 5))
        #expect(items[0].remindAt == now.advanced(byMilliseconds: 1))
        #expect(items[1].checkedAt == Timestamp(milliseconds: 7))
        let reminders = catalogue.counts(at: now).reminders
        #expect(reminders == 3)
        catalogue.revert(change)
        let (left, next) = (catalogue.counts(at: now).items, catalogue.nextItemID)
        #expect(left == 2)
        #expect(next == Item.ID(rawValue: 3))
    }

    @Test func `refuses what the rules refuse`() {
        let bad = ImportedChecklist(ChecklistDraft(name: ""), items: [])
        #expect(throws: ChecklistsError.self) {
            let catalogue = Catalogue()
            _ = try catalogue.importing([bad], once: nil, at: now)
        }
    }

    @Test func `on a copy leaves the catalogue as it was`() throws {
        var catalogue = Catalogue()
        guard case .change(let first, _) = try catalogue.importing([list], once: nil, at: now) else { return }
        catalogue.apply(first)
        var copy = Catalogue(copying: catalogue)
        guard case .change(let second, _) = try copy.importing([list], once: nil, at: now) else { return }
        copy.apply(second)
        let page = try copy.page(ItemQuery()).elements
        var search = ItemQuery()
        search.filter.text = "DUE"
        let found = try copy.page(search).total
        let foundBefore = try catalogue.page(search).total
        let (count, revision) = (copy.counts(at: now).items, copy.revision)
        let (countBefore, revisionBefore) = (catalogue.counts(at: now).items, catalogue.revision)
        #expect(page.count == 4)
        #expect(found == 2)
        #expect(foundBefore == 1)
        #expect(count == 4)
        #expect(countBefore == 2)
        #expect(revision == second.revision)
        #expect(revisionBefore == first.revision)
    }
}
