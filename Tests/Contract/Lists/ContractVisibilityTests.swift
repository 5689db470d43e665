import Checklists
import Randomness
import StoreFixtures
import Testing

/// A model of what each person sees, without the indexes of a store.
private struct Visibility {
    var roles: [Checklist.ID: [Person.ID: Role]] = [:]
    var items: [Item.ID: (list: Checklist.ID, text: String, important: Bool)] = [:]

    func lists(of person: Person.ID) -> [Checklist.ID] {
        roles.filter { $0.value[person] != nil }.map(\.key).sorted()
    }

    func items(of person: Person.ID) -> [Item.ID] {
        items.filter { roles[$0.value.list]?[person] != nil }.map(\.key).sorted()
    }
}

@Suite(.closingStores) struct `A person's view of a store` {
    @Test(arguments: StoreKind.allCases) func `has exactly the shared lists after random changes`(
        kind: StoreKind
    ) async throws {
        let seed: UInt64 = 11
        var generator = SeededGenerator(seed: seed)
        let contract = try await Contract(kind)
        var people: [Person.ID] = [.first]
        for name in ["Ada", "Bea", "Cleo"] {
            people.append(try await contract.store.addPerson(named: name, idempotencyKey: nil).value.id)
        }
        var model = Visibility()
        for step in 0..<160 {
            try await act(contract, people, &model, &generator)
            if step % 8 == 7 {
                for person in people {
                    try await compare(contract, person, model, "seed \(seed), step \(step)")
                }
            }
        }
        #expect(model.roles.values.contains { $0.count > 1 } && model.items.count > 20)
    }

    /// Makes one change as a person who may make it.
    private func act(
        _ contract: Contract, _ people: [Person.ID], _ model: inout Visibility,
        _ generator: inout SeededGenerator
    ) async throws {
        guard let person = people.randomElement(using: &generator),
            let other = people.randomElement(using: &generator)
        else { return }
        let session = Session(try await contract.store, for: .person(person, device: nil))
        let own = model.lists(of: person).filter { model.roles[$0]?[person] == .own }
        let editable = model.lists(of: person).filter { (model.roles[$0]?[person] ?? .view) >= .edit }
        let items = model.items(of: person).filter { id in
            model.items[id].map { editable.contains($0.list) } ?? false
        }
        switch Int.random(in: 0..<20, using: &generator) {
        case ..<2:
            let list = try await session.addChecklist(ChecklistDraft(name: "List"), idempotencyKey: nil).value
                .id
            model.roles[list] = [person: .own]
        case ..<9:
            guard let list = editable.randomElement(using: &generator) else { return }
            var draft = ItemDraft(
                text: ["milk", "bread", "Crème", "mi"].randomElement(using: &generator) ?? "")
            draft.important = Bool.random(using: &generator)
            let item = try await session.addItem(draft, to: list, idempotencyKey: nil).value
            model.items[item.id] = (list, item.text, item.important)
        case ..<13:
            guard let list = own.randomElement(using: &generator), other != person,
                let role = Role.allCases.randomElement(using: &generator)
            else { return }
            try await session.share(list, with: other, role)
            model.roles[list]?[other] = role
        case ..<15:
            guard let list = own.randomElement(using: &generator), other != person,
                model.roles[list]?[other] != nil
            else { return }
            try await session.removeMember(other, from: list, ifMatch: nil)
            model.roles[list]?[other] = nil
        case ..<17:
            guard let item = items.randomElement(using: &generator),
                let list = editable.randomElement(using: &generator)
            else { return }
            var patch = ItemPatch()
            patch.checklistID = list
            _ = try await session.updateItem(item, patch, ifMatch: nil)
            model.items[item]?.list = list
        case ..<19:
            guard let item = items.randomElement(using: &generator) else { return }
            try await session.deleteItem(item, ifMatch: nil)
            model.items[item] = nil
        default:
            guard model.roles.count > 4, let list = own.randomElement(using: &generator) else { return }
            try await session.deleteChecklist(list, ifMatch: nil)
            model.roles[list] = nil
            model.items = model.items.filter { $0.value.list != list }
        }
    }

    /// Compares every listing with the model.
    private func compare(
        _ contract: Contract, _ person: Person.ID, _ model: Visibility, _ comment: Comment
    ) async throws {
        let session = Session(try await contract.store, for: .person(person, device: nil))
        var lists = ChecklistQuery()
        lists.sort = [SortKey(.createdAt)]
        lists.page.limit = 3
        var seen: [Checklist.ID] = []
        repeat {
            let page = try await session.checklists(lists)
            seen += page.elements.map(\.id)
            #expect(page.total == model.lists(of: person).count, comment)
            lists.page.cursor = page.next
        } while lists.page.cursor != nil
        #expect(seen.sorted() == model.lists(of: person), comment)
        let expected = model.items(of: person)
        for (sort, text, important) in [
            ("createdAt", "", nil), ("text", "", nil), ("important,-text", "", true), ("-text", "mi", nil),
            ("text", "milk", nil), ("position", "creme", nil),
        ] as [(String, String, Bool?)] {
            var query = ItemQuery()
            query.sort = try #require([SortKey<ItemQuery.Property>](sort: sort))
            query.filter.text = text
            query.filter.flags[.important] = important
            query.page.limit = 7
            var found: [Item] = []
            var total = 0
            repeat {
                let page = try await session.items(query)
                found += page.elements
                total = page.total
                query.page.cursor = page.next
            } while query.page.cursor != nil
            let wanted = expected.filter { id in
                guard let item = model.items[id] else { return false }
                let name = item.text == "Crème" ? "creme" : item.text
                return name.contains(text) && (important ?? item.important) == item.important
            }
            #expect(found.map(\.id).sorted() == wanted, comment)
            #expect(total == wanted.count, comment)
        }
        let counts = try await session.counts()
        #expect(counts.checklists == seen.count && counts.items == expected.count, comment)
        #expect(counts.important == expected.count { model.items[$0]?.important == true }, comment)
        let snapshots = try await session.snapshots(of: nil)
        #expect(snapshots.flatMap { $0.items.map(\.id) }.sorted() == expected, comment)
        for id in model.items.keys where !expected.contains(id) {
            await #expect(throws: ChecklistsError.notFound(.item), comment) { _ = try await session.item(id) }
        }
    }
}
