import Checklists
import StoreFixtures
import Testing

@Suite(.closingStores) struct `People, lists and links with equal numbers` {
    private static let lists = 1...4

    /// Reads everything that a caller can read.
    private func check(
        _ principal: Principal, sees lists: Set<Checklist.ID>, in contract: Contract, after: FeedPosition
    ) async throws {
        let store = try await contract.store
        let session = Session(store, for: principal)
        let comment = Comment("\(principal)")
        let numbers = Self.lists.map { Checklist.ID(rawValue: $0) }
        let seen = { (list: Checklist.ID) in lists.contains(list) }
        try await #expect(
            Set(session.checklists(ChecklistQuery()).elements.map(\.id)) == lists, comment)
        for list in numbers where !seen(list) {
            await #expect(throws: ChecklistsError.notFound(.checklist), comment) {
                try await session.checklist(list)
            }
            await #expect(throws: ChecklistsError.notFound(.checklist), comment) {
                try await session.items(ItemQuery(checklistID: list))
            }
            await #expect(throws: ChecklistsError.notFound(.checklist), comment) {
                try await session.snapshots(of: list)
            }
        }
        let all = try await store.asFirst.items(ItemQuery()).elements
        let visible = all.filter { seen($0.checklistID) }
        for item in all where !seen(item.checklistID) {
            await #expect(throws: ChecklistsError.notFound(.item), comment) {
                try await session.item(item.id)
            }
        }
        for sort in ["position", "-updatedAt", "text", "dueDate"] {
            var query = ItemQuery()
            query.sort = try #require([SortKey<ItemQuery.Property>](sort: sort))
            let page = try await session.items(query)
            #expect(Set(page.elements.map(\.id)) == Set(visible.map(\.id)), comment)
            #expect(page.total == visible.count, comment)
        }
        var search = ItemQuery()
        search.filter.text = "item"
        try await #expect(session.items(search).total == visible.count, comment)
        try await #expect(session.counts().items == visible.count, comment)
        let tags = try await session.tags(PageRequest()).elements
        #expect(Set(tags.map(\.name)) == Set(visible.flatMap(\.tags)), comment)
        try await #expect(
            Set(session.reminders(PageRequest()).elements.map(\.itemID)) == Set(visible.map(\.id)), comment)
        try await #expect(Set(session.snapshots(of: nil).map(\.checklist.id)) == lists, comment)
        try await #expect(
            session.snapshots(of: nil).flatMap { $0.items.map(\.id) }.sorted() == visible.map(\.id).sorted(),
            comment)
        for start in [nil, after] {
            let entries = try await session.changes(after: start, limit: 1_000).entries
            for entry in entries {
                switch entry.subject {
                case .checklist(let list): #expect(seen(list.id), comment)
                case .item(let item): #expect(seen(item.checklistID), comment)
                case .itemRemoved(_, from: let list, name: _), .membersRemoved(_, from: let list):
                    #expect(seen(list), comment)
                case .itemMoved(_, from: let from, to: let to, name: _, comesLater: _):
                    #expect(seen(from) && seen(to), comment)
                case .checklistRemoved(let list):
                    #expect(principal.personID != nil && !seen(list), comment)
                }
            }
            let items = entries.compactMap { entry in
                if case .item(let item) = entry.subject { item.id } else { nil }
            }
            if start == nil { #expect(Set(items) == Set(visible.map(\.id)), comment) }
        }
        try await #expect(
            Set(session.trash(PageRequest()).elements.map(\.checklistID)).isSubset(of: lists), comment)
        let people = try await session.people(PageRequest(), isWhole: false).elements.map(\.id)
        var known = Set<Person.ID>()
        for list in try await store.asFirst.checklists(ChecklistQuery()).elements where seen(list.id) {
            known.formUnion(list.members.map(\.personID))
        }
        #expect(Set(people) == known.union([principal.personID].compactMap(\.self)), comment)
    }

    /// Person N is a member of list N + 1. Each list has a share link; the link of list 1 has number 2, that
    /// of list 2 number 4.
    @Test(arguments: StoreKind.allCases) func `are never taken for one another`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        var guests: [Checklist.ID: Principal] = [:]
        for number in Self.lists {
            let list = try await contract.list("List \(number)")
            #expect(list.rawValue == number)
            let link = try await contract.store.asFirst.addLink(
                to: list, .view, secretDigest: [UInt8(number)], tokenDigest: [UInt8(number), 1], until: nil,
                idempotencyKey: nil
            ).value
            guests[list] = .guest(link.id, on: list)
        }
        var people: [Person.ID] = []
        for name in ["Ada", "Bea", "Cleo"] {
            people.append(try await contract.store.addPerson(named: name, idempotencyKey: nil).value.id)
        }
        #expect(people.map(\.rawValue) == [2, 3, 4])
        let beginning = try await contract.store.asFirst.changes(after: nil, limit: 1_000).next
        for list in guests.keys.sorted() {
            for number in 0..<3 {
                let due = contract.later(60_000)
                try await contract.item("Item \(number) of \(list)", on: list) { draft in
                    draft.patch.details.tags = ["tag \(list)"]
                    draft.dueDate = due
                    draft.shouldRemind = true
                }
            }
        }
        // Everybody joins, and leaves the next list again, after the position from which the feed is read.
        let members: [Person.ID: Checklist.ID] = Dictionary(
            uniqueKeysWithValues: people.map { ($0, Checklist.ID(rawValue: $0.rawValue % 4 + 1)) })
        for (person, list) in members.sorted(by: { $0.key < $1.key }) {
            let left = Checklist.ID(rawValue: list.rawValue % 4 + 1)
            try await contract.item("gone", on: left)
            let owner = try await contract.store.asFirst
            try await owner.share(list, with: person, .edit)
            try await owner.share(left, with: person, .edit)
            let gone = try await owner.items(ItemQuery(checklistID: left)).elements.last
            try await owner.removeMember(person, from: left, ifMatch: nil)
            try await owner.deleteItem(try #require(gone).id, ifMatch: nil)
        }
        for (list, guest) in guests {
            try await check(guest, sees: [list], in: contract, after: beginning)
        }
        for (person, list) in members {
            try await check(.person(person, device: nil), sees: [list], in: contract, after: beginning)
        }
    }
}

@Suite(.closingStores) struct `A token` {
    @Test(arguments: StoreKind.allCases)
    func `of a share link ends with its list, and stays ended when that is restored`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        _ = try await contract.store.asFirst.addLink(
            to: list, .edit, secretDigest: [1], tokenDigest: [2], until: nil, idempotencyKey: nil)
        try await #expect(contract.store.caller(ofToken: [2]) != nil)
        let trash = try await contract.store.asFirst.deleteChecklist(list, ifMatch: nil)
        try await #expect(contract.store.caller(ofToken: [2]) == nil)
        _ = try await contract.store.asFirst.restore(try #require(trash), idempotencyKey: nil)
        try await #expect(contract.store.caller(ofToken: [2]) == nil)
    }
}
