import Checklists
import StoreFixtures
import Testing

/// Three lists, and two people who search them.
private struct TotalStage {
    let contract: Contract
    let ada: Person.ID
    let lists: [Checklist.ID]

    init(_ kind: StoreKind) async throws {
        contract = try await Contract(kind)
        ada = try await contract.store.addPerson(named: "Ada", idempotencyKey: nil).value.id
        lists = [try await contract.list("A"), try await contract.list("B"), try await contract.list("C")]
        for list in lists {
            for number in 0..<6 {
                try await contract.item(number < 4 ? "Milk \(number)" : "Tea", on: list) { draft in
                    draft.important = number % 2 == 0
                    draft.dueDate = contract.later(Int64(number - 2) * 1_000)
                    draft.shouldRemind = number == 3
                }
            }
        }
    }

    func session(of person: Person.ID) async throws -> Session {
        Session(try await contract.store, for: .person(person, device: nil))
    }

    /// Expects that totals and counts are those of the items on the lists that a person sees.
    func check(location: SourceLocation = #_sourceLocation) async throws {
        for person in [Person.ID.first, ada] {
            let session = try await session(of: person)
            var query = ChecklistQuery()
            query.isArchived = false
            let lists = try await session.checklists(query).elements.map(\.id)
            var items: [Item] = []
            for list in lists { items += try await session.items(ItemQuery(checklistID: list)).elements }
            let counts = try await session.counts()
            let open = items.filter { !$0.checked }
            #expect(counts.checklists == lists.count, sourceLocation: location)
            #expect(counts.items == items.count, sourceLocation: location)
            #expect(counts.unchecked == open.count, sourceLocation: location)
            #expect(counts.important == open.filter(\.important).count, sourceLocation: location)
            #expect(counts.reminders == items.filter { $0.remindAt != nil }.count, sourceLocation: location)
            let overdue = open.filter { $0.dueDate.map { $0 < contract.now } ?? false }.count
            #expect(counts.overdue == overdue, sourceLocation: location)
            try await checkTotals(of: items, in: session, location)
        }
    }

    private func checkTotals(
        of items: [Item], in session: Session, _ location: SourceLocation
    ) async throws {
        for text in ["", "mil", "tea", "none"] {
            let found = items.filter { text.isEmpty || $0.text.lowercased().contains(text) }
            for property in [.position, .dueDate, .text] as [ItemQuery.Property] {
                var query = ItemQuery()
                query.filter.text = text
                query.sort = [SortKey(property)]
                query.page.limit = 1
                let page = try await session.items(query)
                #expect(page.total == found.count, sourceLocation: location)
                let least = found.compactMap(\.dueDate).min()
                if property == .dueDate {
                    #expect(page.elements.first?.dueDate == least, sourceLocation: location)
                }
            }
        }
    }
}

@Suite(.closingStores) struct `Totals and counts in a store` {
    @Test(arguments: StoreKind.allCases) func `follow changes of items`(kind: StoreKind) async throws {
        let stage = try await TotalStage(kind)
        let contract = stage.contract
        try await stage.check()
        let milk = try await contract.item("Milk", on: stage.lists[0])
        try await stage.check()
        try await contract.change(milk.id) { ($0.text, $0.important) = ("Coffee", true) }
        try await stage.check()
        try await contract.change(milk.id) { ($0.text, $0.checklistID) = ("Tea", stage.lists[1]) }
        try await stage.check()
        _ = try await contract.store.asFirst.toggleItem(milk.id, ifMatch: nil, idempotencyKey: nil)
        try await stage.check()
        try await stage.contract.store.asFirst.deleteItem(milk.id, ifMatch: nil)
        try await stage.check()
        contract.advance(milliseconds: 1_001)
        try await stage.check()
        contract.advance(milliseconds: 30 * 3_600_000)
        try await stage.check()
        contract.advance(milliseconds: -30 * 3_600_000)
        try await stage.check()
    }

    @Test(arguments: StoreKind.allCases) func `follow the lists that a person sees`(
        kind: StoreKind
    ) async throws {
        let stage = try await TotalStage(kind)
        try await stage.check()
        try await stage.contract.store.asFirst.share(stage.lists[0], with: stage.ada, .view)
        try await stage.check()
        try await stage.contract.store.asFirst.share(stage.lists[1], with: stage.ada, .check)
        try await stage.check()
        var patch = ListPreferencesPatch()
        for isArchived in [true, false] {
            patch.isArchived = isArchived
            _ = try await stage.contract.store.asFirst.updateMembership(patch, on: stage.lists[1])
            try await stage.check()
        }
        try await stage.contract.store.asFirst.removeMember(stage.ada, from: stage.lists[0], ifMatch: nil)
        try await stage.check()
        try await stage.contract.store.asFirst.deleteChecklist(stage.lists[1], ifMatch: nil)
        try await stage.check()
    }

    @Test(arguments: StoreKind.allCases) func `is the number of rows while others write`(
        kind: StoreKind
    ) async throws {
        let stage = try await TotalStage(kind)
        let store = try await stage.contract.store
        try await store.asFirst.share(stage.lists[1], with: stage.ada, .edit)
        let ada = Session(store, for: .person(stage.ada, device: nil))
        async let writing: Void = {
            for number in 0..<60 {
                let list = stage.lists[number % 3]
                let item = try await store.asFirst.addItem(
                    ItemDraft(text: "Milk"), to: list, idempotencyKey: nil
                ).value
                if number % 2 == 0 { try await store.asFirst.deleteItem(item.id, ifMatch: nil) }
            }
        }()
        var queries = [ItemQuery(), ItemQuery(), ItemQuery(checklistID: stage.lists[1]), ItemQuery()]
        queries[1].filter.text = "milk"
        queries[3].sort = [SortKey(.text)]
        for _ in 0..<30 {
            await Task.yield()
            for query in queries {
                for session in [store.asFirst, ada] {
                    var query = query
                    query.page.limit = 1_000
                    let page = try await session.items(query)
                    #expect(page.total == page.elements.count)
                    let reminders = try await session.reminders(PageRequest(limit: 1_000))
                    #expect(reminders.total == reminders.elements.count)
                }
            }
        }
        try await writing
    }
}
