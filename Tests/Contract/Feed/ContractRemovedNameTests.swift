import Checklists
import StoreFixtures
import Testing

@Suite(.closingStores) struct `The feed` {
    /// Adds an item with each kind of name, and one without.
    private func items(on list: Checklist.ID, in contract: Contract) async throws -> [Item] {
        [
            try await contract.item("plain", on: list),
            try await contract.item("with uid", on: list) { $0.uid = "uid, 1" },
            try await contract.item("named", on: list) { draft in
                draft.uid = "u"
                draft.calendarObject = CalendarObject(name: "näme 2", text: "x")
            },
            try await contract.item("sent", on: list) { $0.calendarObject = CalendarObject(text: "x") },
        ]
    }

    /// The items removed from a list after a position, with their names.
    private func removed(
        after position: FeedPosition, in contract: Contract
    ) async throws -> [Item.ID: String] {
        var names: [Item.ID: String] = [:]
        let page = try await contract.store.changes(after: position, limit: 100, for: .first)
        for entry in page.entries {
            switch entry.subject {
            case .itemRemoved(let id, from: _, let name),
                .itemMoved(let id, from: _, to: _, let name, comesLater: _):
                names[id] = name
            default: break
            }
        }
        return names
    }

    private func position(in contract: Contract) async throws -> FeedPosition {
        try await contract.store.asFirst.changes(after: nil, limit: 100).next
    }

    private let names = { (items: [Item]) in
        [
            items[0].id: "checklistd-\(items[0].id).ics", items[1].id: "uid, 1.ics", items[2].id: "näme 2",
            items[3].id: "checklistd-\(items[3].id).ics",
        ]
    }

    @Test(arguments: StoreKind.allCases) func `has the resource name of a deleted item`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let items = try await items(on: list, in: contract)
        let before = try await position(in: contract)
        for item in items { try await contract.store.asFirst.deleteItem(item.id, ifMatch: nil) }
        #expect(try await removed(after: before, in: contract) == names(items))
        // The names remain after the trash is emptied.
        #expect(try await contract.store.asFirst.emptyTrash() == 4)
        #expect(try await removed(after: before, in: contract) == names(items))
    }

    @Test(arguments: StoreKind.allCases) func `has the resource names of items deleted together`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let items = try await items(on: list, in: contract)
        let before = try await position(in: contract)
        #expect(try await contract.store.asFirst.deleteItems(of: list, checked: nil).count == 4)
        #expect(try await removed(after: before, in: contract) == names(items))
        contract.advance(milliseconds: 1_000)
        let age = TombstoneAge(
            trashBefore: contract.now, removedBefore: contract.later(-60_000),
            tombstonesPerPersonMax: 100, limit: 100)
        #expect(try await contract.store.forgetTombstones(age) == 1)
        #expect(try await removed(after: before, in: contract) == names(items))
    }

    @Test(arguments: StoreKind.allCases) func `has the earlier names of moved items`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let (list, other) = (try await contract.list(), try await contract.list())
        let items = try await items(on: list, in: contract)
        let before = try await position(in: contract)
        // One item gets another name.
        try await contract.change(items[2].id) { patch in
            patch.checklistID = other
            patch.calendarObject = CalendarObject(name: "other", text: "x")
        }
        var move = ItemPatch()
        move.checklistID = other
        #expect(try await contract.store.asFirst.updateItems(of: list, where: ItemFilter(), move) == 3)
        #expect(try await removed(after: before, in: contract) == names(items))
        #expect(try await contract.store.asFirst.item(items[2].id).resourceName == "other")
        let session = try await contract.store.asFirst.changes(after: before, limit: 100)
        #expect(session.entries.allSatisfy { if case .itemMoved = $0.subject { false } else { true } })
    }

    @Test(arguments: StoreKind.allCases) func `has both names of an item that was deleted twice`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let items = try await items(on: list, in: contract)
        try await contract.store.asFirst.deleteItem(items[2].id, ifMatch: nil)
        let trash = try await contract.store.asFirst.trash(PageRequest()).elements
        #expect(trash.first?.names == [items[2].id: "näme 2"])
        _ = try await contract.store.asFirst.restore(try #require(trash.first).id, idempotencyKey: nil)
        let before = try await position(in: contract)
        try await contract.change(items[2].id) { $0.calendarObject = CalendarObject(name: "3", text: "x") }
        try await contract.store.asFirst.deleteItem(items[2].id, ifMatch: nil)
        #expect(try await removed(after: before, in: contract) == [items[2].id: "3"])
    }
}
