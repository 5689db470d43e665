import Checklists
import StoreFixtures
import Testing

@Suite(.closingStores) struct `The quota of a person in a store` {
    /// A store with limits, and two people besides person 1, each with a list.
    private struct Stage {
        let contract: Contract
        let ada: Person.ID
        let bea: Person.ID
        /// Each person's list, including that of person 1.
        let lists: [Person.ID: Checklist.ID]

        init(_ kind: StoreKind, _ limit: (inout Capacity) -> Void) async throws {
            contract = try await Contract(kind, limit)
            ada = try await contract.store.addPerson(named: "Ada", idempotencyKey: nil).value.id
            bea = try await contract.store.addPerson(named: "Bea", idempotencyKey: nil).value.id
            var lists: [Person.ID: Checklist.ID] = [:]
            for person in [.first, ada, bea] {
                let session = Session(try await contract.store, for: .person(person, device: nil))
                lists[person] = try await session.addChecklist(
                    ChecklistDraft(name: "List"), idempotencyKey: nil
                ).value
                    .id
            }
            self.lists = lists
        }

        func list(of person: Person.ID) throws -> Checklist.ID { try #require(lists[person]) }

        func session(_ person: Person.ID) async throws -> Session {
            Session(try await contract.store, for: .person(person, device: nil))
        }

        /// Adds items to a person's list, as that person or another.
        @discardableResult func add(
            _ count: Int, to owner: Person.ID, by person: Person.ID? = nil
        ) async throws -> [Item.ID] {
            let drafts = (0..<count).map { ItemDraft(text: "Item \($0)") }
            return try await session(person ?? owner).addItems(
                drafts, to: list(of: owner), idempotencyKey: nil
            ).value
                .map(\.id)
        }

        func share(_ owner: Person.ID, with person: Person.ID, _ role: Role) async throws {
            try await session(owner).share(list(of: owner), with: person, role)
        }
    }

    @Test(arguments: StoreKind.allCases) func `includes a limit for the number of people`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind) { $0.peopleMax = 2 }
        let ada = try await contract.store.addPerson(named: "Ada", idempotencyKey: nil).value.id
        try await contract.expect(.full(.people, used: 2, limit: 2)) {
            _ = try await contract.store.addPerson(named: "Bea", idempotencyKey: nil)
        }
        // Person 1 counts, stored or not.
        _ = try await contract.store.renamePerson(.first, to: "Zoe", ifMatch: nil)
        try await contract.expect(.full(.people, used: 2, limit: 2)) {
            _ = try await contract.store.addPerson(named: "Bea", idempotencyKey: nil)
        }
        try await contract.store.removePerson(ada, transferringTo: nil, ifMatch: nil)
        _ = try await contract.store.addPerson(named: "Bea", idempotencyKey: nil)
    }

    @Test(arguments: StoreKind.allCases) func `limits the checklists of each person separately`(
        kind: StoreKind
    ) async throws {
        let stage = try await Stage(kind) { $0.checklistsPerPersonMax = 2 }
        let draft = ChecklistDraft(name: "Other")
        let full = ChecklistsError.full(.checklistsPerPerson, used: 2, limit: 2)
        for person in [.first, stage.ada, stage.bea] {
            let other = try await stage.session(person).addChecklist(draft, idempotencyKey: nil).value.id
            try await stage.contract.expect(full) {
                _ = try await stage.session(person).addChecklist(draft, idempotencyKey: nil)
            }
            try await stage.contract.expect(full) {
                let imported = ImportedChecklist(draft, items: [])
                _ = try await stage.session(person).importChecklists([imported], idempotencyKey: nil)
            }
            try await stage.session(person).deleteChecklist(other, ifMatch: nil)
            _ = try await stage.session(person).addChecklist(draft, idempotencyKey: nil)
        }
        // A person does not pay for other people's lists.
        try await stage.share(.first, with: stage.ada, .own)
        try await stage.contract.expect(full) {
            _ = try await stage.session(stage.ada).addChecklist(draft, idempotencyKey: nil)
        }
        try await stage.session(stage.ada).deleteChecklist(stage.list(of: stage.ada), ifMatch: nil)
        _ = try await stage.session(stage.ada).addChecklist(draft, idempotencyKey: nil)
    }

    @Test(arguments: StoreKind.allCases)
    func `limits the items on a person's lists, including those of other authors`(
        kind: StoreKind
    ) async throws {
        let stage = try await Stage(kind) { $0.itemsPerPersonMax = 4 }
        let (ada, bea) = (stage.ada, stage.bea)
        try await stage.share(ada, with: bea, .edit)
        let items = try await stage.add(3, to: ada)
        try await stage.contract.expect(.full(.itemsPerPerson, used: 3, limit: 4)) {
            try await stage.add(2, to: ada, by: bea)
        }
        try await stage.add(1, to: ada, by: bea)
        let full = ChecklistsError.full(.itemsPerPerson, used: 4, limit: 4)
        for person in [ada, bea] {
            try await stage.contract.expect(full) { try await stage.add(1, to: ada, by: person) }
        }
        // The editor's own quota does not pay for another person's list.
        let own = try await stage.add(4, to: bea)
        try await stage.contract.expect(full) { try await stage.add(1, to: bea) }
        try await stage.contract.expect(full) {
            _ = try await stage.session(bea).move(own[0], to: stage.list(of: ada))
        }
        // Changes that add nothing always pass.
        _ = try await stage.session(ada).toggleItem(items[0], ifMatch: nil, idempotencyKey: nil)
        try await stage.session(bea).deleteItem(items[1], ifMatch: nil)
        _ = try await stage.session(bea).move(own[0], to: stage.list(of: ada))
        try await stage.add(1, to: bea)
        try await stage.contract.expect(full) { try await stage.add(1, to: ada) }
    }

    @Test(arguments: StoreKind.allCases) func `limits the bytes of lists and items`(
        kind: StoreKind
    ) async throws {
        let stage = try await Stage(kind) { $0.dataBytesPerPersonMax = 1_000 }
        for person in [.first, stage.ada] {
            let item = try await stage.add(1, to: person)[0]
            // 200 and 300 bytes plus the texts `List` and `Item 0`.
            let full = ChecklistsError.full(.dataBytesPerPerson, used: 510, limit: 1_000)
            var patch = ItemPatch()
            patch.notes = String(repeating: "ü", count: 246)
            let tooLong = patch
            try await stage.contract.expect(full) {
                _ = try await stage.session(person).updateItem(item, tooLong, ifMatch: nil)
            }
            patch.notes = String(repeating: "ü", count: 245)
            _ = try await stage.session(person).updateItem(item, patch, ifMatch: nil)
            try await stage.contract.expect(.full(.dataBytesPerPerson, used: 1_000, limit: 1_000)) {
                let longer = ChecklistPatch(name: "Lists")
                _ = try await stage.session(person).updateChecklist(
                    stage.list(of: person), longer, ifMatch: nil)
            }
            let shorter = ChecklistPatch(name: "Li")
            _ = try await stage.session(person).updateChecklist(
                stage.list(of: person), shorter, ifMatch: nil)
            let same = ChecklistPatch(name: "ßt")
            _ = try await stage.session(person).updateChecklist(stage.list(of: person), same, ifMatch: nil)
            try await stage.contract.expect(.full(.dataBytesPerPerson, used: 999, limit: 1_000)) {
                try await stage.add(1, to: person)
            }
        }
    }

    @Test(arguments: StoreKind.allCases) func `counts lists for their next owner`(
        kind: StoreKind
    ) async throws {
        let stage = try await Stage(kind) { $0.itemsPerPersonMax = 3 }
        let (ada, bea) = (stage.ada, stage.bea)
        for person in [.first, ada, bea] { try await stage.add(3, to: person) }
        // The first owner pays until another is the only owner.
        try await stage.share(ada, with: bea, .own)
        try await stage.contract.expect(.full(.itemsPerPerson, used: 3, limit: 3)) {
            try await stage.add(1, to: ada, by: bea)
        }
        try await stage.share(ada, with: ada, .edit)
        let full = ChecklistsError.full(.itemsPerPerson, used: 6, limit: 3)
        for person in [ada, bea] {
            try await stage.contract.expect(full) { try await stage.add(1, to: ada, by: person) }
        }
        let mine = try await stage.session(ada).addChecklist(
            ChecklistDraft(name: "Mine"), idempotencyKey: nil
        ).value.id
        _ = try await stage.session(ada).addItem(ItemDraft(text: "New"), to: mine, idempotencyKey: nil)
        // A person who inherits lists pays for them, even over the limit.
        try await stage.contract.store.removePerson(bea, transferringTo: .first, ifMatch: nil)
        try await stage.contract.expect(.full(.itemsPerPerson, used: 9, limit: 3)) {
            try await stage.add(1, to: .first)
        }
        for person in [ada, bea] {
            try await stage.session(.first).deleteChecklist(stage.list(of: person), ifMatch: nil)
        }
        try await stage.contract.expect(.full(.itemsPerPerson, used: 3, limit: 3)) {
            try await stage.add(1, to: .first)
        }
    }

    @Test(arguments: StoreKind.allCases) func `holds under concurrent additions`(
        kind: StoreKind
    ) async throws {
        let stage = try await Stage(kind) { $0.itemsPerPersonMax = 10 }
        let store = try await stage.contract.store
        let added = await withTaskGroup(of: Person.ID?.self) { group in
            for number in 0..<60 {
                let person = [Person.ID.first, stage.ada, stage.bea][number % 3]
                group.addTask {
                    let session = Session(store, for: .person(person, device: nil))
                    let draft = ItemDraft(text: "\(number)")
                    guard let list = stage.lists[person] else { return nil }
                    // Refused additions are counted as `nil`.
                    let item = try? await session.addItem(draft, to: list, idempotencyKey: nil)
                    return item == nil ? nil : person
                }
            }
            return await group.reduce(into: [Person.ID?: Int]()) { $0[$1, default: 0] += 1 }
        }
        #expect(added == [.first: 10, stage.ada: 10, stage.bea: 10, nil: 30])
    }
}

@Suite(.closingStores) struct `The usage of all people in a store` {
    @Test(arguments: StoreKind.allCases) func `counts deliveries and idempotency records`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind) { $0.dataBytesMax = 3_000 }
        // 200 bytes and the name; 300 bytes and the text.
        let list = try await contract.list("List")
        let item = try await contract.item("Item", on: list)
        let notes = { (count: Int) in
            var patch = ItemPatch()
            patch.notes = String(repeating: "n", count: count)
            return patch
        }
        func expectUsed(_ used: Int) async throws {
            try await contract.expect(.full(.dataBytes, used: used, limit: 3_000)) {
                _ = try await contract.store.asFirst.updateItem(item.id, notes(3_001 - used), ifMatch: nil)
            }
        }
        try await expectUsed(508)
        let webhook = try await contract.webhook()
        for _ in 0..<2 { try await contract.delivery(for: webhook) }
        // 300 bytes and the body, each.
        try await expectUsed(1_110)
        let key = IdempotencyKey.sample("key")
        _ = try await contract.store.asFirst.toggleItem(item.id, ifMatch: nil, idempotencyKey: key)
        // 200 bytes, the key and the item.
        try await expectUsed(1_617)
        try await contract.expect(.full(.dataBytes, used: 1_617, limit: 3_000)) {
            var draft = ItemDraft(text: "Item")
            draft.notes = String(repeating: "n", count: 600)
            let long = draft
            _ = try await contract.store.asFirst.addItem(long, to: list, idempotencyKey: .sample("other"))
        }
        try await contract.store.asFirst.deleteWebhook(webhook, ifMatch: nil)
        try await expectUsed(1_015)
    }
}

extension CallerSession {
    /// Moves an item to the end of another list.
    fileprivate func move(_ item: Item.ID, to list: Checklist.ID) async throws -> Item {
        var patch = ItemPatch()
        patch.checklistID = list
        return try await updateItem(item, patch, ifMatch: nil)
    }
}
