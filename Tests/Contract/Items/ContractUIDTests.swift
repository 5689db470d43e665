import Checklists
import Testing

@Suite(.closingStores) struct `An item with a UID` {
    private func draft(_ text: String, uid: String?) -> ItemDraft {
        var draft = ItemDraft(text: text)
        draft.uid = uid
        return draft
    }

    private func found(_ uid: String, on list: Checklist.ID?, in contract: Contract) async throws -> [Item.ID]
    {
        var query = ItemQuery()
        query.checklistID = list
        query.filter.uid = uid
        let page = try await contract.store.asFirst.items(query)
        #expect(page.total == page.elements.count && page.elements.allSatisfy { $0.uid == uid })
        return page.elements.map(\.id)
    }

    @Test(arguments: StoreKind.allCases) func `is found by its UID, which is unique on its list`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let lists = [try await contract.list(), try await contract.list()]
        let first = try await contract.store.asFirst.addItem(
            draft("Milk", uid: "a"), to: lists[0], idempotencyKey: nil)
        let other = try await contract.store.asFirst.addItem(
            draft("Milk", uid: "a"), to: lists[1], idempotencyKey: nil)
        _ = try await contract.items("None", on: lists[0])
        #expect(first.value.uid == "a" && other.value.uid == "a")
        #expect(try await found("a", on: lists[0], in: contract) == [first.value.id])
        #expect(try await found("a", on: nil, in: contract) == [first.value.id, other.value.id])
        #expect(try await found("b", on: nil, in: contract).isEmpty)
        for number in 0..<2 {
            await #expect(throws: ChecklistsError.self) {
                _ = try await contract.store.asFirst.addItem(
                    draft("Again", uid: "a"), to: lists[number], idempotencyKey: nil)
            }
        }
        _ = try await contract.change(first.value.id) { $0.text = "Oat milk" }
        #expect(try await contract.store.asFirst.item(first.value.id).uid == "a")
        try await contract.store.asFirst.deleteItem(first.value.id, ifMatch: nil)
        #expect(try await found("a", on: lists[0], in: contract).isEmpty)
        let again = try await contract.store.asFirst.addItem(
            draft("Again", uid: "a"), to: lists[0], idempotencyKey: nil)
        #expect(try await found("a", on: lists[0], in: contract) == [again.value.id])
    }

    @Test(arguments: StoreKind.allCases) func `has a unique UID among items added together`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let drafts = [draft("a", uid: "a"), draft("b", uid: nil), draft("c", uid: "c")]
        let items = try await contract.store.asFirst.addItems(drafts, to: list, idempotencyKey: nil).value
        #expect(items.map(\.uid) == ["a", nil, "c"])
        let twice = Violation("/1/uid", .duplicate(of: "/0"))
        await #expect(throws: ChecklistsError.invalid([twice])) {
            _ = try await contract.store.asFirst.addItems(
                [draft("d", uid: "d"), draft("d", uid: "d")], to: list, idempotencyKey: nil)
        }
        let taken = Violation("/1/uid", .taken(by: items[2].id, on: list))
        try await contract.expectNoChange {
            await #expect(throws: ChecklistsError.conflict([taken])) {
                _ = try await contract.store.asFirst.addItems(
                    [draft("d", uid: "d"), draft("c", uid: "c")], to: list, idempotencyKey: nil)
            }
        }
        #expect(try await found("d", on: list, in: contract).isEmpty)
    }

    @Test(arguments: StoreKind.allCases) func `keeps its UID in a move, unless the target list has it`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let lists = [try await contract.list(), try await contract.list()]
        let milk = try await contract.store.asFirst.addItem(
            draft("Milk", uid: "a"), to: lists[0], idempotencyKey: nil)
        let bread = try await contract.store.asFirst.addItem(
            draft("Bread", uid: "b"), to: lists[0], idempotencyKey: nil)
        let other = try await contract.store.asFirst.addItem(
            draft("Milk", uid: "a"), to: lists[1], idempotencyKey: nil)
        let taken = Violation("/checklistId", .taken(by: other.value.id, on: lists[1]))
        await #expect(throws: ChecklistsError.conflict([taken])) {
            try await contract.change(milk.value.id) { $0.checklistID = lists[1] }
        }
        try await contract.change(bread.value.id) { $0.checklistID = lists[1] }
        #expect(try await found("b", on: lists[1], in: contract) == [bread.value.id])
        #expect(try await found("b", on: lists[0], in: contract).isEmpty)
        var move = ItemPatch()
        move.checklistID = lists[0]
        await #expect(throws: ChecklistsError.self) {
            _ = try await contract.store.asFirst.updateItems(of: lists[1], where: ItemFilter(), move)
        }
        #expect(try await found("b", on: lists[1], in: contract) == [bread.value.id])
    }

    @Test(arguments: StoreKind.allCases) func `is restored with its UID, unless another item has it`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let milk = try await contract.store.asFirst.addItem(
            draft("Milk", uid: "a"), to: list, idempotencyKey: nil
        )
        .value
        for isTaken in [false, true] {
            try await contract.store.asFirst.deleteItem(milk.id, ifMatch: nil)
            if isTaken {
                _ = try await contract.store.asFirst.addItem(
                    draft("Other", uid: "a"), to: list, idempotencyKey: nil)
            }
            let trash = try await contract.store.asFirst.trash(PageRequest()).elements
            _ = try await contract.store.asFirst.restore(try #require(trash.first).id, idempotencyKey: nil)
            #expect(try await contract.store.asFirst.item(milk.id).uid == (isTaken ? nil : "a"))
        }
        #expect(try await found("a", on: list, in: contract).count == 1)
    }
}
