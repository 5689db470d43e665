import Checklists
import StoreFixtures
import Testing

@Suite(.closingStores) struct `Imported lists` {
    /// A list with a due item and a completed one.
    private func sample(_ contract: Contract, name: String = " A ") -> ImportedChecklist {
        var due = ImportedItem(ItemDraft(text: " due "))
        due.draft.dueDate = contract.later(1_000)
        due.draft.shouldRemind = true
        due.createdAt = Timestamp(milliseconds: 5)
        var done = ImportedItem(ItemDraft(text: "done"))
        done.draft.checked = true
        done.checkedAt = Timestamp(milliseconds: 7)
        done.createdAt = Timestamp(milliseconds: 6)
        done.updatedAt = Timestamp(milliseconds: 8)
        return ImportedChecklist(
            ChecklistDraft(name: name, icon: .trips), createdAt: Timestamp(milliseconds: 3),
            items: [due, done, ImportedItem(ItemDraft(text: "plain"))])
    }

    @Test(arguments: StoreKind.allCases) func `get ids, positions and counts, and keep their history`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let before = try await contract.list()
        try await contract.items("there", on: before)
        let lists = [sample(contract), sample(contract, name: "B")]
        let result = try await contract.store.asFirst.importChecklists(lists, idempotencyKey: nil)
        let ids = [2, 3].map(Checklist.ID.init(rawValue:))
        #expect(result.value == ImportCount(checklists: 2, items: 6, checklistIDs: ids) && !result.isReplay)
        let list = try await contract.store.asFirst.checklist(Checklist.ID(rawValue: 2))
        #expect(list.name == "A" && list.icon == .trips)
        #expect(list.itemsCount == 3 && list.uncheckedItemsCount == 2)
        #expect(list.createdAt == Timestamp(milliseconds: 3) && list.updatedAt == list.createdAt)
        let items = try await contract.store.asFirst.items(ItemQuery(checklistID: list.id)).elements
        #expect(items.map(\.text) == ["due", "done", "plain"] && items.map(\.id.rawValue) == [2, 3, 4])
        #expect(items.map(\.createdAt.milliseconds) == [5, 6, contract.now.milliseconds])
        #expect(items.map(\.updatedAt.milliseconds) == [5, 8, contract.now.milliseconds])
        #expect(items.map(\.checkedAt) == [nil, Timestamp(milliseconds: 7), nil])
        #expect(items.map(\.remindAt) == [contract.later(1_000), nil, nil])
        #expect(Set(items.map(\.revision) + [list.revision]).count == 1)
        try await #expect(contract.texts(on: Checklist.ID(rawValue: 3)) == ["due", "done", "plain"])
        try await #expect(contract.store.asFirst.counts().reminders == 2)
        // Later objects get higher ids.
        try await #expect(contract.items("new", on: contract.list())[0].rawValue == 8)
    }

    @Test(arguments: StoreKind.allCases) func `schedule only future reminders`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let later = contract.later(500)
        let cases: [(due: Int64, reminds: Bool, checked: Bool, snoozed: Int64?, scheduled: Int64?)] = [
            (-1, true, false, nil, nil), (100, true, false, nil, 100), (-1, true, false, 500, 500),
            (100, true, true, 500, nil), (100, false, false, 500, nil), (100, true, false, -5, 100),
        ]
        var list = ImportedChecklist(ChecklistDraft(name: "A"), items: [])
        for one in cases {
            var item = ImportedItem(ItemDraft(text: "Milk"))
            item.draft.dueDate = contract.later(one.due)
            item.draft.shouldRemind = one.reminds
            item.draft.checked = one.checked
            item.snoozedUntil = one.snoozed.map { contract.later($0) }
            list.items.append(item)
        }
        _ = try await contract.store.asFirst.importChecklists([list], idempotencyKey: nil)
        let items = try await contract.store.asFirst.items(ItemQuery()).elements
        #expect(items.map(\.remindAt) == cases.map { $0.scheduled.map { contract.later($0) } })
        #expect(items.map(\.snoozedUntil) == [nil, nil, later, nil, nil, nil])
    }

    @Test(arguments: StoreKind.allCases) func `are added all or not at all`(kind: StoreKind) async throws {
        let contract = try await Contract(kind)
        var bad = sample(contract)
        bad.items[2].draft.text = ""
        bad.items[2].draft.shouldRemind = true
        let unnamed = ImportedChecklist(ChecklistDraft(name: ""), items: [])
        let violations = [bad.items[2].draft.violations(), unnamed.draft.violations()]
        for (number, list) in [bad, unnamed].enumerated() {
            try await contract.expect(.invalid(violations[number])) {
                _ = try await contract.store.asFirst.importChecklists(
                    [sample(contract), list], idempotencyKey: .sample())
            }
        }
        let none = ImportCount(checklists: 0, items: 0)
        try await contract.expectNoChange {
            try await #expect(contract.store.asFirst.importChecklists([], idempotencyKey: nil).value == none)
        }
        let empty = ImportedChecklist(ChecklistDraft(name: "Empty"), items: [])
        let result = try await contract.store.asFirst.importChecklists([empty], idempotencyKey: .sample())
        let id = Checklist.ID(rawValue: 1)
        #expect(result.value == ImportCount(checklists: 1, items: 0, checklistIDs: [id]))
        let again = try await contract.store.asFirst.importChecklists([empty], idempotencyKey: .sample())
        #expect(again.isReplay && again.value == result.value)
    }
}

@Suite(.closingStores) struct `A snapshot of a store` {
    @Test(arguments: StoreKind.allCases) func `has lists by id with items by position`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        try await #expect(contract.store.asFirst.snapshots(of: nil).isEmpty)
        let (one, two) = (try await contract.list("Z"), try await contract.list("A"))
        let gone = try await contract.list("Gone")
        let items = try await contract.items("1", "2", "3", on: one)
        try await contract.items("4", on: two)
        _ = try await contract.store.asFirst.moveItem(items[2], to: .first, ifMatch: nil, idempotencyKey: nil)
        try await contract.store.asFirst.deleteChecklist(gone, ifMatch: nil)
        let lists = [
            try await contract.store.asFirst.checklist(one), try await contract.store.asFirst.checklist(two),
        ]
        let snapshots = try await contract.store.asFirst.snapshots(of: nil)
        #expect(snapshots.map(\.checklist) == lists)
        #expect(snapshots.map { Array($0.items).map(\.text) } == [["3", "1", "2"], ["4"]])
        #expect(snapshots.map(\.items.count) == [3, 1])
        let snapshot = try #require(try await contract.store.asFirst.snapshots(of: one).first)
        #expect(snapshot.checklist == lists[0])
        try await #expect(
            Array(snapshot.items) == contract.store.asFirst.items(ItemQuery(checklistID: one)).elements)
        try await contract.expect(.notFound(.checklist)) {
            _ = try await contract.store.asFirst.snapshots(of: gone)
        }
    }

    @Test(arguments: StoreKind.allCases) func `stays unchanged while the store changes`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let items = try await contract.items("1", "2", "3", on: list)
        let before = try await contract.store.asFirst.items(ItemQuery(checklistID: list)).elements
        let snapshots = try await contract.store.asFirst.snapshots(of: nil)
        try await contract.change(items[0]) { $0.text = "changed" }
        try await contract.store.asFirst.deleteItem(items[1], ifMatch: nil)
        _ = try await contract.store.asFirst.moveItem(items[2], to: .first, ifMatch: nil, idempotencyKey: nil)
        try await contract.items("4", on: list)
        #expect(snapshots.map { Array($0.items) } == [before])
        #expect(snapshots.map(\.checklist.itemsCount) == [3])
    }
}
