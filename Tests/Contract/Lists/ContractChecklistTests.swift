import Checklists
import MemoryStore
import StoreFixtures
import Testing

@Suite(.closingStores) struct `A checklist in a store` {
    @Test(arguments: StoreKind.allCases) func `is found after its creation`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        let made = try await contract.store.asFirst.addChecklist(
            ChecklistDraft(name: " Groceries\u{3000}", icon: .groceries), idempotencyKey: nil)
        #expect(!made.isReplay)
        #expect(made.value.name == "Groceries")
        #expect(made.value.icon == .groceries)
        #expect(made.value.itemsCount == 0)
        #expect(made.value.createdAt == contract.now)
        #expect(made.value.updatedAt == contract.now)
        try await #expect(contract.store.asFirst.checklist(made.value.id) == made.value)
        try await #expect(contract.store.asFirst.checklists(ChecklistQuery()).elements == [made.value])
    }

    @Test(arguments: StoreKind.allCases) func `may have the name of another list`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        try await #expect(contract.list("Same") != contract.list("Same"))
    }

    @Test(arguments: StoreKind.allCases) func `has an id that is never reused`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let first = try await contract.list()
        let second = try await contract.list()
        try await contract.store.asFirst.deleteChecklist(second, ifMatch: nil)
        let third = try await contract.list()
        #expect(first < second && second < third)
    }

    @Test(arguments: StoreKind.allCases) func `needs a name`(kind: StoreKind) async throws {
        let contract = try await Contract(kind)
        let names: [(String, Violation.Reason)] = [
            ("", .empty), (" \t ", .empty),
            (String(repeating: "a", count: 201), .tooLong(max: 200, .characters)),
        ]
        for (name, reason) in names {
            try await contract.expect(.invalid([Violation("/name", reason)])) {
                _ = try await contract.store.asFirst.addChecklist(
                    ChecklistDraft(name: name), idempotencyKey: nil)
            }
        }
        let list = try await contract.list()
        try await contract.expect(.invalid([Violation("/name", .empty)])) {
            _ = try await contract.store.asFirst.updateChecklist(list, ChecklistPatch(name: ""), ifMatch: nil)
        }
    }

    @Test(arguments: StoreKind.allCases) func `changes only what a patch names`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        let list = try await contract.list("Trips")
        let before = try await contract.store.asFirst.checklist(list)
        contract.advance(milliseconds: 5)
        let after = try await contract.store.asFirst.updateChecklist(
            list, ChecklistPatch(icon: .trips), ifMatch: nil)
        var expected = before
        expected.icon = .trips
        expected.updatedAt = contract.now
        expected.changedAt = contract.now
        expected.updatedIn = after.revision
        expected.revision = after.revision
        #expect(after == expected)
        #expect(after.revision > before.revision)
        try await #expect(contract.store.asFirst.checklist(list) == after)
    }

    @Test(arguments: StoreKind.allCases) func `stays unchanged after a patch with its values`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list("Trips")
        let before = try await contract.store.asFirst.checklist(list)
        contract.advance(milliseconds: 5)
        let patch = ChecklistPatch(name: " Trips ", icon: before.icon)
        try await #expect(contract.store.asFirst.updateChecklist(list, patch, ifMatch: nil) == before)
        try await #expect(contract.store.asFirst.checklist(list) == before)
    }

    @Test(arguments: StoreKind.allCases) func `counts its items`(kind: StoreKind) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let made = try await contract.store.asFirst.checklist(list)
        #expect(made.summary == "(No Item)")
        let items = try await contract.items("Milk", "Bread", on: list)
        contract.advance(milliseconds: 5)
        _ = try await contract.store.asFirst.toggleItem(items[0], ifMatch: nil, idempotencyKey: nil)
        var checklist = try await contract.store.asFirst.checklist(list)
        #expect(checklist.itemsCount == 2)
        #expect(checklist.summary == "1 Remaining")
        #expect(checklist.updatedAt == made.updatedAt)
        #expect(checklist.revision > made.revision)
        try await contract.store.asFirst.deleteItem(items[1], ifMatch: nil)
        checklist = try await contract.store.asFirst.checklist(list)
        #expect(checklist.itemsCount == 1)
        #expect(checklist.summary == "All Done!")
    }

    @Test(arguments: StoreKind.allCases) func `keeps its revision until its counts change`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let items = try await contract.items("Milk", "Bread", on: list)
        let before = try await contract.store.asFirst.checklist(list)
        var patch = ItemPatch()
        patch.text = "Butter"
        _ = try await contract.store.asFirst.updateItem(items[0], patch, ifMatch: nil)
        _ = try await contract.store.asFirst.moveItem(items[1], to: .first, ifMatch: nil, idempotencyKey: nil)
        try await #expect(contract.store.asFirst.checklist(list) == before)
    }

    @Test(arguments: StoreKind.allCases) func `is deleted with its items`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let other = try await contract.list("Other")
        let items = try await contract.items("Milk", "Bread", on: list)
        try await contract.items("Stays", on: other)
        try await contract.store.asFirst.deleteChecklist(list, ifMatch: nil)
        try await contract.expect(.notFound(.checklist)) {
            _ = try await contract.store.asFirst.checklist(list)
        }
        try await contract.expect(.notFound(.checklist)) { _ = try await contract.texts(on: list) }
        try await contract.expect(.notFound(.item)) { _ = try await contract.store.asFirst.item(items[0]) }
        try await #expect(contract.store.asFirst.items(ItemQuery()).elements.map(\.text) == ["Stays"])
        try await #expect(contract.store.asFirst.counts().checklists == 1)
    }

    @Test(arguments: StoreKind.allCases) func `that does not exist is not found`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        let nothing = Checklist.ID(rawValue: 77)
        let notFound = ChecklistsError.notFound(.checklist)
        try await contract.expect(notFound) { _ = try await contract.store.asFirst.checklist(nothing) }
        try await contract.expect(notFound) {
            _ = try await contract.store.asFirst.updateChecklist(
                nothing, ChecklistPatch(name: ""), ifMatch: [])
        }
        try await contract.expect(notFound) {
            try await contract.store.asFirst.deleteChecklist(nothing, ifMatch: [])
        }
        try await contract.expect(notFound) {
            _ = try await contract.store.asFirst.items(ItemQuery(checklistID: nothing))
        }
        try await contract.expect(notFound) {
            _ = try await contract.store.asFirst.addItem(
                ItemDraft(text: ""), to: nothing, idempotencyKey: nil)
        }
        try await contract.expect(notFound) {
            _ = try await contract.store.asFirst.deleteItems(of: nothing, checked: nil)
        }
    }

    @Test(arguments: StoreKind.allCases) func `is changed and deleted only at a matching revision`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let old = try await contract.store.asFirst.checklist(list).revision
        try await contract.items("Milk", on: list)
        let current = try await contract.store.asFirst.checklist(list).revision
        for revisions in [[], [old]] as [KnownState] {
            try await contract.expect(.revisionMismatch) {
                _ = try await contract.store.asFirst.updateChecklist(
                    list, ChecklistPatch(name: "New"), ifMatch: revisions)
            }
            try await contract.expect(.revisionMismatch) {
                try await contract.store.asFirst.deleteChecklist(list, ifMatch: revisions)
            }
        }
        let renamed = try await contract.store.asFirst.updateChecklist(
            list, ChecklistPatch(name: "New"), ifMatch: [old, current])
        try await contract.store.asFirst.deleteChecklist(list, ifMatch: [renamed.revision])
        try await contract.expect(.notFound(.checklist)) {
            _ = try await contract.store.asFirst.checklist(list)
        }
    }
}
