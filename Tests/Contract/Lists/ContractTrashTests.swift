import Checklists
import StoreFixtures
import Testing

@Suite(.closingStores) struct `A deletion` {
    @Test(arguments: StoreKind.allCases) func `of a list is restored unchanged`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        try await contract.items("Milk", "Bread", on: list)
        _ = try await contract.reminder("Later", in: 60_000, on: list)
        _ = try await contract.reminder("Soon", in: 1_000, on: list)
        let before = try await contract.listing
        try await contract.store.asFirst.deleteChecklist(list, ifMatch: nil)
        contract.advance(milliseconds: 30_000)
        let tombstone = try #require(try await contract.store.asFirst.trash(PageRequest()).elements.first)
        #expect(tombstone.trash?.items.count == 4 && tombstone.trash?.checklist?.id == list)
        let restored = try await contract.store.asFirst.restore(tombstone.id, idempotencyKey: nil).value
        #expect(restored == (try await contract.store.asFirst.checklist(list)))
        let after = try await contract.listing
        #expect(after.items.map(\.id) == before.items.map(\.id))
        #expect(after.items.map(\.text) == before.items.map(\.text))
        #expect(after.items.map(\.position) == before.items.map(\.position))
        #expect(after.checklists.map(\.itemsCount) == [4])
        // Reminders that fell due in the trash are not sent.
        #expect(after.reminders.map(\.text) == ["Later"])
        #expect(after.trash.isEmpty)
        try await contract.expect(.notFound(.trash)) {
            _ = try await contract.store.asFirst.restore(tombstone.id, idempotencyKey: nil)
        }
        let next = try await contract.list("Next")
        #expect(next > list)
    }

    @Test(arguments: StoreKind.allCases) func `is in the trash under the returned id`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let items = try await contract.items("Milk", "Bread", "Milk", on: list)
        let one = try await contract.store.asFirst.deleteItem(items[0], ifMatch: nil)
        let other = try await contract.store.asFirst.deleteItem(items[2], ifMatch: nil)
        let rest = try await contract.store.asFirst.deleteItems(of: list, checked: nil)
        let nothing = try await contract.store.asFirst.deleteItems(of: list, checked: nil)
        #expect(rest.count == 1 && nothing == ItemsDeletion(count: 0, trashID: nil))
        let whole = try await contract.store.asFirst.deleteChecklist(list, ifMatch: nil)
        let trash = try await contract.store.asFirst.trash(PageRequest()).elements
        #expect(trash.map(\.id) == [whole].compactMap(\.self))
        _ = try await contract.store.asFirst.restore(try #require(whole), idempotencyKey: nil)
        let found = try await contract.store.asFirst.trash(PageRequest()).elements
        #expect(found.map(\.id) == [rest.trashID, other, one].compactMap(\.self))
        #expect(found.map { $0.trash?.items.map(\.id) } == [[items[1]], [items[2]], [items[0]]])
    }

    @Test(arguments: StoreKind.allCases) func `of several items is restored at their positions`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let items = try await contract.items("A", "B", "C", "D", on: list)
        for item in [items[1], items[2]] { try await contract.change(item) { $0.checked = true } }
        #expect(try await contract.store.asFirst.deleteItems(of: list, checked: true).count == 2)
        var trash = try await contract.store.asFirst.trash(PageRequest()).elements
        #expect(trash.map { $0.trash?.items.map(\.text) } == [["B", "C"]])
        _ = try await contract.store.asFirst.restore(trash[0].id, idempotencyKey: nil)
        #expect(try await contract.texts(on: list) == ["A", "B", "C", "D"])
        // An item that was added since comes after them, even at the position of one of them.
        for item in [items[0], items[3]] { try await contract.change(item) { $0.checked = true } }
        #expect(try await contract.store.asFirst.deleteItems(of: list, checked: true).count == 4)
        try await contract.item("E", on: list)
        trash = try await contract.store.asFirst.trash(PageRequest()).elements
        _ = try await contract.store.asFirst.restore(trash[0].id, idempotencyKey: nil)
        #expect(try await contract.texts(on: list) == ["A", "E", "B", "C", "D"])
        let counts = try await contract.store.asFirst.checklist(list)
        #expect(counts.itemsCount == 5 && counts.uncheckedItemsCount == 1)
    }

    @Test(arguments: StoreKind.allCases) func `is visible only to people who may restore it`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let item = try await contract.item(on: list)
        var sessions: [Session] = []
        for (name, role) in [("Ada", Role.own), ("Bea", .edit), ("Cleo", .check)] {
            let person = try await contract.store.addPerson(named: name, idempotencyKey: nil).value.id
            try await contract.store.asFirst.share(list, with: person, role)
            sessions.append(Session(try await contract.store, for: .person(person, device: nil)))
        }
        func counts() async throws -> [Int] {
            var counts: [Int] = []
            for session in sessions {
                let current = Session(try await contract.store, for: session.principal)
                counts.append(try await current.trash(PageRequest()).total)
            }
            return counts
        }
        try await contract.store.asFirst.deleteItem(item.id, ifMatch: nil)
        #expect(try await counts() == [1, 1, 0])
        let id = try #require(try await contract.store.asFirst.trash(PageRequest()).elements.first).id
        try await contract.expect(.notFound(.trash)) {
            _ = try await Session(contract.store, for: sessions[2].principal).restore(id, idempotencyKey: nil)
        }
        try await contract.store.asFirst.deleteChecklist(list, ifMatch: nil)
        // Items cannot be restored while their list is deleted.
        #expect(try await counts() == [1, 0, 0])
        let lists = try await contract.store.asFirst.trash(PageRequest()).elements
        _ = try await Session(contract.store, for: sessions[0].principal).restore(
            lists[0].id, idempotencyKey: nil)
        #expect(try await counts() == [1, 1, 0])
        let restored = try await contract.store.asFirst.checklist(list)
        #expect(restored.members.map(\.role) == [.own, .own, .edit, .check])
    }

    @Test(arguments: StoreKind.allCases) func `is purged for one person, as one change`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let items = try await contract.items("A", "B", "C", on: list)
        for item in items { try await contract.store.asFirst.deleteItem(item, ifMatch: nil) }
        let other = try await contract.list("Other")
        try await contract.store.asFirst.deleteChecklist(other, ifMatch: nil)
        let ada = try await contract.store.addPerson(named: "Ada", idempotencyKey: nil).value.id
        let theirs = Session(try await contract.store, for: .person(ada, device: nil))
        let own = try await theirs.addChecklist(ChecklistDraft(name: "Hers"), idempotencyKey: nil).value.id
        try await Session(contract.store, for: theirs.principal).deleteChecklist(own, ifMatch: nil)
        let before = try await contract.store.asFirst.addChecklist(
            ChecklistDraft(name: "X"), idempotencyKey: nil)
        #expect(try await contract.store.asFirst.emptyTrash() == 4)
        let after = try await contract.store.asFirst.addChecklist(
            ChecklistDraft(name: "Y"), idempotencyKey: nil)
        #expect(after.value.revision.rawValue == before.value.revision.rawValue + 2)
        #expect(try await contract.store.asFirst.trash(PageRequest()).elements.isEmpty)
        #expect(try await contract.store.asFirst.emptyTrash() == 0)
        let kept = Session(try await contract.store, for: theirs.principal)
        #expect(try await kept.trash(PageRequest()).elements.count == 1)
    }

    @Test(arguments: StoreKind.allCases) func `can be purged, and its tombstone is evicted in time`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        for item in try await contract.items("A", "B", "C", on: list) {
            try await contract.store.asFirst.deleteItem(item, ifMatch: nil)
            contract.advance(milliseconds: 1_000)
        }
        let trash = try await contract.store.asFirst.trash(PageRequest()).elements
        #expect(trash.map { $0.trash?.items.first?.text } == ["C", "B", "A"])
        try await contract.store.asFirst.deleteTrash(trash[1].id)
        let age = TombstoneAge(
            trashBefore: contract.later(-2_000), removedBefore: contract.later(-60_000),
            tombstonesPerPersonMax: 100, limit: 100)
        #expect(try await contract.store.forgetTombstones(age) == 1)
        #expect(try await contract.store.asFirst.trash(PageRequest()).elements.map(\.id) == [trash[0].id])
        #expect(try await contract.store.asFirst.emptyTrash() == 1)
        #expect(try await contract.store.asFirst.trash(PageRequest()).elements.isEmpty)
        // The tombstones remain.
        let beginning = FeedPosition(after: .zero)
        let entries = try await contract.store.asFirst.changes(after: beginning, limit: 100).entries
        #expect(entries.count { if case .itemRemoved = $0.subject { true } else { false } } == 3)
        let all = TombstoneAge(
            trashBefore: contract.later(-60_000), removedBefore: contract.later(-60_000),
            tombstonesPerPersonMax: 1, limit: 100)
        #expect(try await contract.store.forgetTombstones(all) == 2)
    }

    @Test(arguments: StoreKind.allCases) func `is purged by owners, and by the person who deleted it`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let ada = try await contract.store.addPerson(named: "Ada", idempotencyKey: nil).value.id
        try await contract.store.asFirst.share(list, with: ada, .edit)
        let link = try await contract.store.asFirst.addLink(
            to: list, .edit, secretDigest: [1], tokenDigest: [2], until: nil, idempotencyKey: nil
        ).value
        let principals: [Principal] = [
            .first, .person(ada, device: nil), .guest(link.id, on: list),
        ]
        func session(_ number: Int) async throws -> Session {
            Session(try await contract.store, for: principals[number])
        }
        for (number, item) in try await contract.items("Mine", "Hers", "A guest's", on: list).enumerated() {
            try await session(number).deleteItem(item, ifMatch: nil)
        }
        let trash = try await session(2).trash(PageRequest()).elements
        #expect(trash.map { $0.trash?.items.first?.text } == ["A guest's", "Hers", "Mine"])
        for tombstone in trash {
            try await contract.expect(.personNeeded) { try await session(2).deleteTrash(tombstone.id) }
        }
        try await contract.expect(.personNeeded) { _ = try await session(2).emptyTrash() }
        try await contract.expect(.roleNeeded(.own)) { try await session(1).deleteTrash(trash[2].id) }
        #expect(try await session(1).emptyTrash() == 1)
        #expect(try await session(1).trash(PageRequest()).elements.map(\.id) == [trash[0].id, trash[2].id])
        // A guest may restore, which deletes nothing.
        _ = try await session(2).restore(trash[2].id, idempotencyKey: nil)
        #expect(try await session(0).emptyTrash() == 1)
        #expect(try await session(0).trash(PageRequest()).total == 0)
    }

    @Test(arguments: StoreKind.allCases) func `is purged beyond a page of those that stay`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let ada = try await contract.store.addPerson(named: "Ada", idempotencyKey: nil).value.id
        try await contract.store.asFirst.share(list, with: ada, .edit)
        let drafts = (0..<230).map { ItemDraft(text: "\($0)") }
        let items = try await contract.store.asFirst.addItems(drafts, to: list, idempotencyKey: nil).value
        for (number, item) in items.enumerated() {
            let who: Principal = number % 2 == 0 ? .first : .person(ada, device: nil)
            try await Session(contract.store, for: who).deleteItem(item.id, ifMatch: nil)
        }
        let hers = Session(try await contract.store, for: .person(ada, device: nil))
        #expect(try await hers.emptyTrash() == 115)
        #expect(try await hers.trash(PageRequest()).total == 115)
    }
}
