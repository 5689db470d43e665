import Checklists
import StoreFixtures
import Testing

@Suite(.closingStores) struct `Many items of a store` {
    private func drafts(_ count: Int, _ contract: Contract) -> [ItemDraft] {
        (0..<count).map { number in
            var draft = ItemDraft(text: "Item \(number)")
            draft.checked = number.isMultiple(of: 3)
            draft.dueDate = number.isMultiple(of: 2) ? contract.later(1_000) : nil
            draft.shouldRemind = draft.dueDate != nil
            return draft
        }
    }

    @Test(arguments: StoreKind.allCases) func `are added in one change as if one by one`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let (together, apart) = (try await contract.list("One"), try await contract.list("Two"))
        try await contract.items("there", on: together)
        try await contract.items("there", on: apart)
        let drafts = drafts(20, contract)
        let made = try await contract.store.asFirst.addItems(drafts, to: together, idempotencyKey: nil)
        #expect(!made.isReplay && Set(made.value.map(\.revision)).count == 1)
        for draft in drafts {
            _ = try await contract.store.asFirst.addItem(draft, to: apart, idempotencyKey: nil)
        }
        let first = try await contract.store.asFirst.items(ItemQuery(checklistID: together)).elements
        let second = try await contract.store.asFirst.items(ItemQuery(checklistID: apart)).elements
        #expect(Array(first.dropFirst()) == made.value)
        #expect(first.map(\.text) == second.map(\.text) && first.map(\.position) == second.map(\.position))
        #expect(first.map(\.remindAt) == second.map(\.remindAt))
        #expect(made.value.map(\.id.rawValue) == Array(3..<23))
        let lists = [
            try await contract.store.asFirst.checklist(together),
            try await contract.store.asFirst.checklist(apart),
        ]
        #expect(lists.map(\.itemsCount) == [21, 21] && lists.map(\.uncheckedItemsCount) == [14, 14])
    }

    @Test(arguments: StoreKind.allCases) func `are refused together, with all violations`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        var drafts = drafts(4, contract)
        drafts[1].text = " "
        drafts[3].shouldRemind = true
        let bad = drafts
        let violations = [
            Violation("/1/text", .empty),
            Violation("/3/shouldRemind", .noDueDate),
        ]
        try await contract.expect(.invalid(violations)) {
            _ = try await contract.store.asFirst.addItems(bad, to: list, idempotencyKey: .sample())
        }
        let counts: [(Int, Violation.Reason)] = [
            (0, .empty), (Limits.itemsAddedMax + 1, .tooMany(max: Limits.itemsAddedMax, "items")),
        ]
        for (count, reason) in counts {
            let drafts = Array(repeating: ItemDraft(text: "Milk"), count: count)
            try await contract.expect(.invalid([Violation("", reason)])) {
                _ = try await contract.store.asFirst.addItems(drafts, to: list, idempotencyKey: .sample())
            }
        }
        try await contract.expect(.notFound(.checklist)) {
            _ = try await contract.store.asFirst.addItems(
                [], to: Checklist.ID(rawValue: 9), idempotencyKey: .sample())
        }
    }

    @Test(arguments: StoreKind.allCases) func `are changed and counted if a filter matches`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        _ = try await contract.store.asFirst.addItems(drafts(12, contract), to: list, idempotencyKey: nil)
        let before = try await contract.store.asFirst.items(ItemQuery(checklistID: list)).elements
        contract.advance(milliseconds: 5)
        var filter = ItemFilter()
        filter.text = "item 1"
        var patch = ItemPatch()
        patch.checked = true
        let (found, checked) = (filter, patch)
        try await #expect(contract.store.asFirst.updateItems(of: list, where: found, checked) == 3)
        let after = try await contract.store.asFirst.items(ItemQuery(checklistID: list)).elements
        let changed = [1, 10, 11]
        for (number, (old, new)) in zip(before, after).enumerated() where !changed.contains(number) {
            #expect(new == old)
        }
        for number in changed {
            var expected = before[number]
            (expected.checked, expected.checkedAt) = (true, contract.now)
            (expected.updatedAt, expected.remindAt) = (contract.now, nil)
            expected.changedAt = contract.now
            expected.revision = after[number].revision
            #expect(after[number] == expected && expected.revision > before[number].revision)
        }
        #expect(Set(changed.map { after[$0].revision }).count == 1)
        try await #expect(contract.store.asFirst.checklist(list).uncheckedItemsCount == 5)
        try await contract.expectNoChange {
            try await #expect(contract.store.asFirst.updateItems(of: list, where: found, checked) == 0)
        }
    }

    @Test(arguments: StoreKind.allCases) func `move to the end of another list in their order`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let (list, other) = (try await contract.list("One"), try await contract.list("Two"))
        try await contract.items("there", on: other)
        _ = try await contract.store.asFirst.addItems(drafts(6, contract), to: list, idempotencyKey: nil)
        var filter = ItemFilter()
        filter.flags[.checked] = false
        var patch = ItemPatch()
        patch.checklistID = other
        patch.important = true
        let (unchecked, move) = (filter, patch)
        try await #expect(contract.store.asFirst.updateItems(of: list, where: unchecked, move) == 4)
        try await #expect(contract.texts(on: list) == ["Item 0", "Item 3"])
        try await #expect(contract.texts(on: other) == ["there", "Item 1", "Item 2", "Item 4", "Item 5"])
        let lists = [
            try await contract.store.asFirst.checklist(list),
            try await contract.store.asFirst.checklist(other),
        ]
        #expect(lists.map(\.itemsCount) == [2, 5] && lists.map(\.uncheckedItemsCount) == [0, 5])
    }

    @Test(arguments: StoreKind.allCases) func `stay unchanged if one of them violates a rule`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        _ = try await contract.store.asFirst.addItems(drafts(3, contract), to: list, idempotencyKey: nil)
        let refusals: [((inout ItemPatch) -> Void, Checklist.ID, ChecklistsError)] = [
            (
                { $0.shouldRemind = true }, list,
                .invalid([Violation("/shouldRemind", .noDueDate)])
            ),
            ({ $0.text = "" }, list, .invalid([Violation("/text", .empty)])),
            (
                { $0.checklistID = Checklist.ID(rawValue: 9) }, list,
                .invalid([Violation("/checklistId", .notAChecklist)])
            ),
            ({ $0.text = "" }, Checklist.ID(rawValue: 9), .notFound(.checklist)),
        ]
        for (fill, list, error) in refusals {
            var patch = ItemPatch()
            fill(&patch)
            try await contract.expect(error) { [patch] in
                _ = try await contract.store.asFirst.updateItems(of: list, where: ItemFilter(), patch)
            }
        }
    }
}
