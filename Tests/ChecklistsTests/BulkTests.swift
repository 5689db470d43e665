import Testing

@testable import Checklists

@Suite struct `Many items at once` {
    private static let list = Checklist.ID(rawValue: 1)
    private static let other = Checklist.ID(rawValue: 2)
    private static let now = Timestamp(milliseconds: 1_700_000_000_000)

    /// A catalogue of two lists, the second with one item.
    private func catalogue() throws -> Catalogue {
        var catalogue = Catalogue()
        for name in ["One", "Two"] {
            let draft = ChecklistDraft(name: name)
            catalogue.apply(try #require(catalogue.addingChecklist(draft, once: nil, at: Self.now).change))
        }
        let item = try catalogue.addingItem(ItemDraft(text: "there"), to: Self.other, once: nil, at: Self.now)
        catalogue.apply(try #require(item.change))
        return catalogue
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

    @Test func `are added as one after the other would be, in one change`() throws {
        var together = try catalogue()
        var apart = try catalogue()
        let change = try #require(
            together.addingItems(drafts(50), to: Self.list, once: nil, at: Self.now).change)
        together.apply(change)
        for draft in drafts(50) {
            apart.apply(
                try #require(apart.addingItem(draft, to: Self.list, once: nil, at: Self.now).change))
        }
        let items = apart.items(of: Self.list).map { item in
            var item = item
            item.revision = change.revision
            return item
        }
        #expect(together.items(of: Self.list) == items)
        #expect(try together.checklist(Self.list).itemsCount == 50)
        #expect(try together.checklist(Self.list).uncheckedItemsCount == 33)
        #expect(together.counts(at: Self.now) == apart.counts(at: Self.now))
        #expect(together.nextItemID == apart.nextItemID)
        together.revert(change)
        #expect(try CatalogueModel(together) == CatalogueModel(catalogue()))
    }

    @Test func `are added where no room is left at the end`() throws {
        var catalogue = try catalogue()
        var last = try #require(catalogue.items(of: Self.other).first)
        let before = last
        last.position = Limits.positionMax - 1
        catalogue.apply(
            Change(
                revision: Revision(rawValue: catalogue.revision.rawValue + 1),
                mutations: [.item(before: before, after: last)]))
        catalogue.apply(
            try #require(catalogue.addingItems(drafts(3), to: Self.other, once: nil, at: Self.now).change))
        #expect(catalogue.items(of: Self.other).map(\.text) == ["there", "Item 0", "Item 1", "Item 2"])
        #expect(catalogue.items(of: Self.other).allSatisfy { abs($0.position) <= Limits.positionMax })
    }

    @Test func `are refused whole, with everything that is wrong`() throws {
        let catalogue = try catalogue()
        var drafts = drafts(4)
        drafts[1].text = " "
        drafts[3].dueDate = nil
        drafts[3].shouldRemind = true
        #expect(
            throws: ChecklistsError.invalid([
                Violation("/1/text", "must have 1 to 1000 characters"),
                Violation("/3/shouldRemind", "must be false without a dueDate"),
            ])
        ) { try catalogue.addingItems(drafts, to: Self.list, once: nil, at: Self.now) }
        for count in [0, 1_001] {
            #expect(throws: ChecklistsError.invalid([.itemsCount])) {
                try catalogue.addingItems(self.drafts(count), to: Self.list, once: nil, at: Self.now)
            }
        }
        #expect(throws: ChecklistsError.notFound(.checklist)) {
            try catalogue.addingItems(
                self.drafts(1), to: Checklist.ID(rawValue: 9), once: nil, at: Self.now)
        }
    }

    @Test func `are not added again by a repetition`() throws {
        var catalogue = try catalogue()
        let key = IdempotencyKey(key: "k", fingerprint: [1])
        let first = try catalogue.addingItems(drafts(3), to: Self.list, once: key, at: Self.now)
        catalogue.apply(try #require(first.change))
        let items = catalogue.items(of: Self.list)
        let again = try catalogue.addingItems(drafts(3), to: Self.list, once: key, at: Self.now)
        guard case .replay(items, of: catalogue.revision) = again else {
            Issue.record("\(again)")
            return
        }
        #expect(throws: ChecklistsError.idempotencyKeyReused) {
            try catalogue.addingItem(ItemDraft(text: "a"), to: Self.list, once: key, at: Self.now)
        }
    }

    @Test func `are changed as one after the other would be, and counted where that changes them`() throws {
        var catalogue = try catalogue()
        catalogue.apply(
            try #require(catalogue.addingItems(drafts(30), to: Self.list, once: nil, at: Self.now).change))
        let later = Self.now.advanced(byMilliseconds: 10)
        var patch = ItemPatch()
        patch.checked = true
        let decision = try catalogue.updatingItems(of: Self.list, where: ItemFilter(), patch, at: later)
        guard case .change(let change, 20) = decision else {
            Issue.record("\(decision)")
            return
        }
        let before = CatalogueModel(catalogue)
        var expected = catalogue.items(of: Self.list)
        for number in expected.indices where !expected[number].checked {
            let one = try catalogue.updatingItem(expected[number].id, patch, ifMatch: nil, at: later)
            guard case .change(_, let item) = one else { continue }
            expected[number] = item
        }
        catalogue.apply(change)
        #expect(catalogue.items(of: Self.list) == expected)
        #expect(try catalogue.checklist(Self.list).uncheckedItemsCount == 0)
        #expect(catalogue.counts(at: Self.now).reminders == 0)
        catalogue.revert(change)
        #expect(CatalogueModel(catalogue) == before)
    }

    @Test func `are changed if a filter finds them, and no others`() throws {
        var catalogue = try catalogue()
        catalogue.apply(
            try #require(catalogue.addingItems(drafts(12), to: Self.list, once: nil, at: Self.now).change))
        var filter = ItemFilter()
        filter.checked = false
        filter.text = "item 1"
        var patch = ItemPatch()
        patch.dueDate = .some(Self.now.advanced(byMilliseconds: 86_400_000))
        let change = try #require(
            catalogue.updatingItems(of: Self.list, where: filter, patch, at: Self.now).change)
        catalogue.apply(change)
        let changed = catalogue.items(of: Self.list).filter { $0.revision == change.revision }
        #expect(changed.map(\.text) == ["Item 1", "Item 10", "Item 11"])
        #expect(
            try catalogue.updatingItems(of: Self.list, where: filter, patch, at: Self.now).change == nil)
    }

    @Test func `go to the end of another list in their order`() throws {
        var catalogue = try catalogue()
        catalogue.apply(
            try #require(catalogue.addingItems(drafts(6), to: Self.list, once: nil, at: Self.now).change))
        var filter = ItemFilter()
        filter.checked = false
        var patch = ItemPatch()
        patch.checklistID = Self.other
        patch.important = true
        catalogue.apply(
            try #require(catalogue.updatingItems(of: Self.list, where: filter, patch, at: Self.now).change))
        #expect(catalogue.items(of: Self.list).map(\.text) == ["Item 0", "Item 3"])
        #expect(
            catalogue.items(of: Self.other).map(\.text) == ["there", "Item 1", "Item 2", "Item 4", "Item 5"])
        #expect(try catalogue.checklist(Self.list).uncheckedItemsCount == 0)
        #expect(try catalogue.checklist(Self.other).itemsCount == 5)
        patch.checklistID = Checklist.ID(rawValue: 9)
        #expect(throws: ChecklistsError.missingChecklist) {
            try catalogue.updatingItems(of: Self.other, where: filter, patch, at: Self.now)
        }
    }

    @Test func `stay as they are if the change will not do for one of them`() throws {
        var catalogue = try catalogue()
        catalogue.apply(
            try #require(catalogue.addingItems(drafts(2), to: Self.list, once: nil, at: Self.now).change))
        var patch = ItemPatch()
        patch.shouldRemind = true
        #expect(throws: ChecklistsError.self) {
            try catalogue.updatingItems(of: Self.list, where: ItemFilter(), patch, at: Self.now)
        }
    }
}
