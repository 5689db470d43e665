import Checklists
import MemoryStore
import StoreFixtures
import Testing

@Suite(.closingStores) struct `An item in a store` {
    @Test(arguments: StoreKind.allCases) func `is found after its addition, last on its list`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        try await contract.items("First", on: list)
        var draft = ItemDraft(text: " Crème 🥛 ")
        draft.notes = " two\r\n\tlitres "
        draft.important = true
        draft.dueDate = contract.now
        draft.shouldRemind = true
        draft.location = Location(street: " 1 rue Royale ", city: "Orléans", latitude: 47.9, longitude: 1.9)
        let item = try await contract.store.asFirst.addItem(draft, to: list, idempotencyKey: nil).value
        #expect(item.checklistID == list)
        #expect(item.text == "Crème 🥛")
        #expect(item.notes == " two\r\n\tlitres ")
        #expect(item.important && item.shouldRemind && !item.checked)
        #expect(item.dueDate == contract.now)
        #expect(item.location?.street == "1 rue Royale")
        #expect(item.createdAt == contract.now && item.updatedAt == contract.now)
        #expect(item.checkedAt == nil && item.snoozedUntil == nil)
        try await #expect(contract.store.asFirst.item(item.id) == item)
        try await #expect(contract.texts(on: list) == ["First", "Crème 🥛"])
    }

    @Test(arguments: StoreKind.allCases) func `can be checked from the start`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        var draft = ItemDraft(text: "Done")
        draft.checked = true
        let item = try await contract.store.asFirst.addItem(draft, to: list, idempotencyKey: nil).value
        #expect(item.checkedAt == contract.now)
        try await #expect(contract.store.asFirst.checklist(list).uncheckedItemsCount == 0)
    }

    @Test(arguments: StoreKind.allCases) func `has an id that is never reused`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let first = try await contract.items("First", on: list)[0]
        try await contract.store.asFirst.deleteItem(first, ifMatch: nil)
        let second = try await contract.items("Second", on: list)[0]
        #expect(first < second)
        try await contract.store.asFirst.deleteChecklist(list, ifMatch: nil)
        let third = try await contract.items("Third", on: contract.list())[0]
        #expect(second < third)
    }

    @Test(arguments: StoreKind.allCases) func `is refused with all its violations`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        var draft = ItemDraft(text: "")
        draft.notes = "\u{0}"
        draft.shouldRemind = true
        draft.location = Location(city: "", latitude: 91)
        let violations = draft.violations()
        #expect(
            violations.map(\.pointer) == [
                "/text", "/notes", "/location/city", "/location/latitude", "/location/longitude",
                "/shouldRemind",
            ])
        try await contract.expect(.invalid(violations)) {
            _ = try await contract.store.asFirst.addItem(draft, to: list, idempotencyKey: .sample())
        }
    }

    @Test(arguments: StoreKind.allCases) func `changes only what a patch names`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        var draft = ItemDraft(text: "Milk")
        draft.notes = "two litres"
        draft.location = Location(city: "Paris", country: "France")
        draft.dueDate = contract.now
        let before = try await contract.store.asFirst.addItem(draft, to: list, idempotencyKey: nil).value
        contract.advance(milliseconds: 5)
        var patch = ItemPatch()
        patch.text = " Bread "
        patch.important = true
        var location = LocationPatch()
        location.city = .some("Lyon")
        patch.location = .some(location)
        let after = try await contract.store.asFirst.updateItem(before.id, patch, ifMatch: nil)
        var expected = before
        expected.text = "Bread"
        expected.important = true
        expected.location = Location(city: "Lyon", country: "France")
        expected.updatedAt = contract.now
        expected.changedAt = contract.now
        expected.revision = after.revision
        #expect(after == expected)
        #expect(after.revision > before.revision)
        try await #expect(contract.store.asFirst.item(before.id) == after)
    }

    @Test(arguments: StoreKind.allCases) func `loses what a patch clears`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        var draft = ItemDraft(text: "Milk")
        draft.location = Location(city: "Paris")
        draft.dueDate = contract.now
        let item = try await contract.store.asFirst.addItem(draft, to: contract.list(), idempotencyKey: nil)
            .value
        var patch = ItemPatch()
        patch.dueDate = .some(nil)
        var location = LocationPatch()
        location.city = .some(nil)
        patch.location = .some(location)
        let cleared = try await contract.store.asFirst.updateItem(item.id, patch, ifMatch: nil)
        #expect(cleared.dueDate == nil)
        #expect(cleared.location == nil)
    }

    @Test(arguments: StoreKind.allCases) func `stays unchanged after a patch with its values`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        var draft = ItemDraft(text: "Milk")
        draft.checked = true
        draft.dueDate = contract.now
        draft.location = Location(city: "Paris")
        let before = try await contract.store.asFirst.addItem(draft, to: list, idempotencyKey: nil).value
        contract.advance(milliseconds: 5)
        var patch = ItemPatch()
        patch.checklistID = list
        patch.text = "Milk "
        patch.notes = ""
        patch.checked = true
        patch.important = false
        patch.dueDate = .some(before.dueDate)
        patch.shouldRemind = false
        patch.location = .some(LocationPatch())
        try await #expect(contract.store.asFirst.updateItem(before.id, patch, ifMatch: nil) == before)
        try await #expect(contract.store.asFirst.updateItem(before.id, ItemPatch(), ifMatch: nil) == before)
        try await #expect(contract.store.asFirst.item(before.id) == before)
    }

    @Test(arguments: StoreKind.allCases) func `keeps the bytes of its texts`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list("Cr\u{E8}me")
        let item = try await contract.items("Cr\u{E8}me", on: list)[0]
        var patch = ItemPatch()
        patch.text = "Cre\u{300}me"
        let after = try await contract.store.asFirst.updateItem(item, patch, ifMatch: nil)
        #expect(after.text.unicodeScalars.count == 6)
        let renamed = try await contract.store.asFirst.updateChecklist(
            list, ChecklistPatch(name: "Cre\u{300}me"), ifMatch: nil)
        #expect(renamed.name.unicodeScalars.count == 6)
    }

    @Test(arguments: StoreKind.allCases) func `has a reminder only with a due date`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let item = try await contract.items("Milk", on: contract.list())[0]
        let refusal = ChecklistsError.invalid([Violation("/shouldRemind", .noDueDate)])
        var remind = ItemPatch()
        remind.shouldRemind = true
        try await contract.expect(refusal) {
            _ = try await contract.store.asFirst.updateItem(item, remind, ifMatch: nil)
        }
        remind.dueDate = .some(contract.now)
        let reminding = try await contract.store.asFirst.updateItem(item, remind, ifMatch: nil)
        #expect(reminding.shouldRemind)
        var clear = ItemPatch()
        clear.dueDate = .some(nil)
        try await contract.expect(refusal) {
            _ = try await contract.store.asFirst.updateItem(item, clear, ifMatch: nil)
        }
        clear.shouldRemind = false
        try await #expect(contract.store.asFirst.updateItem(item, clear, ifMatch: nil).dueDate == nil)
    }

    @Test(arguments: StoreKind.allCases) func `keeps coordinates in pairs`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        var draft = ItemDraft(text: "Milk")
        draft.location = Location(latitude: 1, longitude: 2)
        let item = try await contract.store.asFirst.addItem(draft, to: contract.list(), idempotencyKey: nil)
            .value
        var location = LocationPatch()
        location.longitude = .some(nil)
        var patch = ItemPatch()
        patch.location = .some(location)
        let violation = Violation("/location/longitude", .requiredWith("latitude"))
        try await contract.expect(.invalid([violation])) { [patch] in
            _ = try await contract.store.asFirst.updateItem(item.id, patch, ifMatch: nil)
        }
    }

    @Test(arguments: StoreKind.allCases) func `is checked and unchecked alternately`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let item = try await contract.items("Milk", on: list)[0]
        contract.advance(milliseconds: 5)
        let checked = try await contract.store.asFirst.toggleItem(item, ifMatch: nil, idempotencyKey: nil)
            .value
        #expect(checked.checked)
        #expect(checked.checkedAt == contract.now && checked.updatedAt == contract.now)
        try await #expect(contract.store.asFirst.checklist(list).uncheckedItemsCount == 0)
        contract.advance(milliseconds: 5)
        let unchecked = try await contract.store.asFirst.toggleItem(item, ifMatch: nil, idempotencyKey: nil)
            .value
        #expect(!unchecked.checked)
        #expect(unchecked.checkedAt == nil && unchecked.updatedAt == contract.now)
        try await #expect(contract.store.asFirst.checklist(list).uncheckedItemsCount == 1)
    }

    @Test(arguments: StoreKind.allCases) func `keeps its completion time`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        let item = try await contract.items("Milk", on: contract.list())[0]
        let checked = try await contract.store.asFirst.toggleItem(item, ifMatch: nil, idempotencyKey: nil)
            .value
        contract.advance(milliseconds: 5)
        var patch = ItemPatch()
        patch.checked = true
        patch.text = "Bread"
        let after = try await contract.store.asFirst.updateItem(item, patch, ifMatch: nil)
        #expect(after.checkedAt == checked.checkedAt)
    }

    @Test(arguments: StoreKind.allCases) func `moves to the end of another list`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        let from = try await contract.list("From")
        let to = try await contract.list("To")
        let item = try await contract.items("Moves", "Stays", on: from)[0]
        try await contract.items("First", on: to)
        var patch = ItemPatch()
        patch.checklistID = to
        let moved = try await contract.store.asFirst.updateItem(item, patch, ifMatch: nil)
        #expect(moved.checklistID == to)
        try await #expect(contract.texts(on: from) == ["Stays"])
        try await #expect(contract.texts(on: to) == ["First", "Moves"])
        try await #expect(contract.store.asFirst.checklist(from).itemsCount == 1)
        try await #expect(contract.store.asFirst.checklist(to).uncheckedItemsCount == 2)
        patch.checklistID = Checklist.ID(rawValue: 77)
        let violation = Violation("/checklistId", .notAChecklist)
        try await contract.expect(.invalid([violation])) { [patch] in
            _ = try await contract.store.asFirst.updateItem(item, patch, ifMatch: nil)
        }
    }

    @Test(arguments: StoreKind.allCases) func `that does not exist is not found`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        let nothing = Item.ID(rawValue: 77)
        let notFound = ChecklistsError.notFound(.item)
        try await contract.expect(notFound) { _ = try await contract.store.asFirst.item(nothing) }
        try await contract.expect(notFound) {
            _ = try await contract.store.asFirst.updateItem(nothing, ItemPatch(), ifMatch: [])
        }
        try await contract.expect(notFound) {
            _ = try await contract.store.asFirst.toggleItem(nothing, ifMatch: [], idempotencyKey: nil)
        }
        try await contract.expect(notFound) {
            _ = try await contract.store.asFirst.moveItem(
                nothing, to: .first, ifMatch: [], idempotencyKey: nil)
        }
        try await contract.expect(notFound) {
            try await contract.store.asFirst.deleteItem(nothing, ifMatch: [])
        }
    }

    @Test(arguments: StoreKind.allCases) func `is changed and deleted only at a matching revision`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let item = try await contract.items("Milk", "Bread", on: contract.list())[0]
        let old = try await contract.store.asFirst.item(item).revision
        let current = try await contract.store.asFirst.toggleItem(item, ifMatch: [old], idempotencyKey: nil)
            .value
            .revision
        for revisions in [[], [old]] as [KnownState] {
            try await contract.expect(.revisionMismatch) {
                _ = try await contract.store.asFirst.updateItem(item, ItemPatch(), ifMatch: revisions)
            }
            try await contract.expect(.revisionMismatch) {
                _ = try await contract.store.asFirst.toggleItem(item, ifMatch: revisions, idempotencyKey: nil)
            }
            try await contract.expect(.revisionMismatch) {
                _ = try await contract.store.asFirst.moveItem(
                    item, to: .last, ifMatch: revisions, idempotencyKey: nil)
            }
            try await contract.expect(.revisionMismatch) {
                try await contract.store.asFirst.deleteItem(item, ifMatch: revisions)
            }
        }
        let moved = try await contract.store.asFirst.moveItem(
            item, to: .last, ifMatch: [old, current], idempotencyKey: nil
        )
        .value
        try await contract.store.asFirst.deleteItem(item, ifMatch: [moved.revision])
        try await contract.expect(.notFound(.item)) { _ = try await contract.store.asFirst.item(item) }
    }

    @Test(arguments: StoreKind.allCases) func `is deleted with others, or with all checked ones`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let other = try await contract.list("Other")
        let items = try await contract.items("A", "B", "C", "D", on: list)
        try await contract.items("Stays", on: other)
        for item in items[..<2] {
            _ = try await contract.store.asFirst.toggleItem(item, ifMatch: nil, idempotencyKey: nil)
        }
        try await #expect(contract.store.asFirst.deleteItems(of: list, checked: true).count == 2)
        try await #expect(contract.texts(on: list) == ["C", "D"])
        try await #expect(contract.store.asFirst.checklist(list).uncheckedItemsCount == 2)
        let before = try await contract.store.asFirst.checklist(list)
        try await #expect(contract.store.asFirst.deleteItems(of: list, checked: true).count == 0)
        try await #expect(contract.store.asFirst.checklist(list) == before)
        _ = try await contract.store.asFirst.toggleItem(items[2], ifMatch: nil, idempotencyKey: nil)
        try await #expect(contract.store.asFirst.deleteItems(of: list, checked: false).count == 1)
        try await #expect(contract.texts(on: list) == ["C"])
        try await #expect(contract.store.asFirst.deleteItems(of: list, checked: nil).count == 1)
        try await #expect(contract.store.asFirst.checklist(list).itemsCount == 0)
        try await #expect(contract.texts(on: other) == ["Stays"])
    }

    @Test(arguments: StoreKind.allCases) func `is counted by its flags`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        for (index, due) in [nil, -1, 0, 1].enumerated() {
            for checked in [false, true] {
                var draft = ItemDraft(text: "Item")
                draft.checked = checked
                draft.important = index == 1
                draft.dueDate = due.map { contract.now.advanced(byMilliseconds: Int64($0)) }
                draft.shouldRemind = due != nil
                _ = try await contract.store.asFirst.addItem(draft, to: list, idempotencyKey: nil)
            }
        }
        var expected = Counts()
        expected.checklists = 1
        expected.items = 8
        expected.unchecked = 4
        expected.checked = 4
        expected.important = 1
        expected.overdue = 1
        expected.reminders = 1
        try await #expect(contract.store.asFirst.counts() == expected)
        contract.advance(milliseconds: 1)
        expected.overdue = 2
        try await #expect(contract.store.asFirst.counts() == expected)
        _ = try await contract.store.asFirst.deleteItems(of: list, checked: nil)
        try await #expect(contract.store.asFirst.counts().overdue == 0)
    }
}
