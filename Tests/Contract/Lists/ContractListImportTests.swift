import Checklists
import StoreFixtures
import Testing

@Suite(.closingStores) struct `Items imported into a list` {
    /// A list of a file: a section with an item and its checked subtask, and an item without a section.
    private var file: ImportedChecklist {
        var list = ImportedChecklist(ChecklistDraft(name: "Ignored"), items: [])
        _ = list.addSection("Dairy")
        var milk = ImportedItem(ItemDraft(text: "Milk"))
        milk.section = 0
        var oat = ImportedItem(ItemDraft(text: "Oat"))
        (oat.parent, oat.draft.checked, oat.checkedAt) = (0, true, Timestamp(milliseconds: 7))
        list.items = [milk, oat, ImportedItem(ItemDraft(text: "Bread"))]
        return list
    }

    @Test(arguments: StoreKind.allCases) func `follow its items, in sections by name`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let id = try await contract.list()
        try await contract.items("Before", on: id)
        let before = try await contract.store.asFirst.checklist(id).revision
        let first = try await contract.store.asFirst.importItems(
            of: [file], to: id, idempotencyKey: .sample())
        #expect(first.value.map(\.text) == ["Milk", "Oat", "Bread"])
        let again = try await contract.store.asFirst.importItems(
            of: [file], to: id, idempotencyKey: .sample())
        #expect(again.isReplay && again.value == first.value)
        _ = try await contract.store.asFirst.importItems(of: [file, file], to: id, idempotencyKey: nil)
        let list = try await contract.store.asFirst.checklist(id)
        #expect(list.sections.all.map(\.name) == ["Dairy"] && list.name == "Groceries")
        #expect(list.itemsCount == 10 && list.uncheckedItemsCount == 7)
        let items = try await contract.store.asFirst.items(ItemQuery(checklistID: id)).elements
        #expect(
            items.map(\.text) == ["Before"] + Array(repeating: ["Milk", "Oat", "Bread"], count: 3).joined())
        #expect(items[1].sectionID == list.sections.all[0].id && items[3].sectionID == nil)
        #expect(items[2].parentID == items[1].id && items[1].details.subtasks.all == 1)
        #expect(items[1].details.subtasks.unchecked == 0)
        #expect(items[2].checkedAt == Timestamp(milliseconds: 7))
        let feed = try await contract.store.asFirst.changes(after: nil, limit: 100)
        #expect(feed.entries.count == 11)
        #expect(Set(first.value.map(\.revision)).count == 1 && first.value[0].revision > before)
    }

    @Test(arguments: StoreKind.allCases) func `are added all or none`(kind: StoreKind) async throws {
        let contract = try await Contract(kind)
        let id = try await contract.list()
        var bad = file
        bad.items[2].draft.text = ""
        var long = file
        long.items = Array(repeating: ImportedItem(ItemDraft(text: "x")), count: Limits.itemsAddedMax + 1)
        var full = file
        for number in 1..<Limits.sectionsMax { _ = full.addSection("\(number)") }
        var other = file
        _ = other.addSection("one too many")
        let empty = ImportedChecklist(ChecklistDraft(name: "Empty"), items: [])
        try await contract.expectNoChange {
            for lists in [[file, bad], [long], [full, other]] {
                await #expect(throws: ChecklistsError.self) {
                    try await contract.store.asFirst.importItems(of: lists, to: id, idempotencyKey: nil)
                }
            }
            for lists in [[empty], []] {
                let made = try await contract.store.asFirst.importItems(
                    of: lists, to: id, idempotencyKey: nil)
                #expect(made.value.isEmpty)
            }
            try await contract.expect(.notFound(.checklist)) {
                _ = try await contract.store.asFirst.importItems(
                    of: [file], to: Checklist.ID(rawValue: 99), idempotencyKey: nil)
            }
        }
    }

    @Test(arguments: StoreKind.allCases) func `are deleted by their ids, as one entry in the trash`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let id = try await contract.list()
        let kept = try await contract.items("Before", on: id)
        let items = try await contract.store.asFirst.importItems(of: [file], to: id, idempotencyKey: nil)
            .value
        let numbers = RangeSet(items[0].id.rawValue..<items[2].id.rawValue + 1)
        let checked = try await contract.store.asFirst.deleteItems(
            of: id, checked: true, numbers: RangeSet(0..<1))
        #expect(checked.count == 0)
        let deletion = try await contract.store.asFirst.deleteItems(of: id, checked: nil, numbers: numbers)
        #expect(deletion.count == 3)
        try await #expect(contract.store.asFirst.items(ItemQuery(checklistID: id)).elements.map(\.id) == kept)
        let trash = try await contract.store.asFirst.trash(PageRequest(limit: 10)).elements
        #expect(trash.map(\.id) == [deletion.trashID])
    }
}
