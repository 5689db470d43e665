import Checklists
import Randomness
import StoreFixtures
import Testing

/// A client that knows only the feed.
private struct Follower {
    let principal: Principal
    var position: FeedPosition?
    var lists: [Checklist.ID: Checklist] = [:]
    var items: [Item.ID: Item] = [:]
    /// How many entries the client has read.
    var entriesCount = 0

    /// Reads to the end of the feed, `limit` entries at a time.
    mutating func follow(_ store: any Store, limit: Int) async throws {
        var hasMore = true
        while hasMore { hasMore = try await read(store, limit: limit) }
    }

    /// Reads one page; returns whether more follow.
    mutating func read(_ store: any Store, limit: Int) async throws -> Bool {
        let page = try await Session(store, for: principal).changes(after: position, limit: limit)
        #expect(page.entries.count <= limit)
        for entry in page.entries { take(entry) }
        position = page.next
        return page.hasMore
    }

    private mutating func take(_ entry: FeedEntry) {
        entriesCount += 1
        switch entry.subject {
        case .checklist(let list): lists[list.id] = list
        case .item(let item): items[item.id] = item
        case .checklistRemoved(let id):
            lists[id] = nil
            items = items.filter { $0.value.checklistID != id }
        case .itemRemoved(let id, from: _, let name):
            // No client in this test renames an item.
            if let item = items[id] { #expect(item.resourceName == name) }
            items[id] = nil
        case .membersRemoved, .itemMoved: Issue.record("a client is told of what only webhooks are")
        }
    }

    /// Expects the client to know everything that its caller can read.
    func expectAll(of store: any Store, _ comment: Comment) async throws {
        let session = Session(store, for: principal)
        var query = ChecklistQuery()
        query.page.limit = 10_000
        let seen = try await session.checklists(query).elements
        #expect(lists == Dictionary(uniqueKeysWithValues: seen.map { ($0.id, $0) }), comment)
        var items = ItemQuery()
        items.page.limit = 10_000
        let found = try await session.items(items).elements
        #expect(self.items == Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0) }), comment)
    }
}

@Suite(.closingStores) struct `A follower of changes` {
    @Test(arguments: StoreKind.allCases) func `knows all readable data after random changes`(
        kind: StoreKind
    ) async throws {
        let followers = try await followRandomChanges(kind, seed: 5)
        #expect(followers.allSatisfy { $0.entriesCount > 100 && !$0.lists.isEmpty && !$0.items.isEmpty })
        // The store in memory is fast, so it gets more seeds.
        for seed in kind == .inMemory ? seeds(12, of: 60) : [1] {
            let followers = try await followRandomChanges(kind, seed: seed)
            #expect(followers.reduce(0) { $0 + $1.entriesCount } > 200)
        }
    }

    private func followRandomChanges(_ kind: StoreKind, seed: UInt64) async throws -> [Follower] {
        var generator = SeededGenerator(seed: seed)
        let contract = try await Contract(kind)
        var people: [Person.ID] = [.first]
        for name in ["Ada", "Bea"] {
            people.append(try await contract.store.addPerson(named: name, idempotencyKey: nil).value.id)
        }
        var followers = people.map { Follower(principal: .person($0, device: nil)) }
        for step in 0..<240 {
            try await act(contract, people, &generator)
            // Read sometimes, so that followers are at different positions, also within a change.
            for index in followers.indices where Int.random(in: 0..<6, using: &generator) == 0 {
                _ = try await followers[index].read(
                    contract.store, limit: Int.random(in: 1..<4, using: &generator))
            }
            guard step % 12 == 11 else { continue }
            for index in followers.indices {
                try await followers[index].follow(
                    contract.store, limit: Int.random(in: 1..<9, using: &generator))
                try await followers[index].expectAll(of: contract.store, "seed \(seed), step \(step)")
            }
        }
        return followers
    }

    /// Makes one change as a person who may make it, or none.
    private func act(
        _ contract: Contract, _ people: [Person.ID], _ generator: inout SeededGenerator
    ) async throws {
        guard let person = people.randomElement(using: &generator),
            let other = people.filter({ $0 != person }).randomElement(using: &generator)
        else { return }
        contract.advance(milliseconds: 1_000)
        let session = Session(try await contract.store, for: .person(person, device: nil))
        let lists = try await session.checklists(ChecklistQuery()).elements
        let items = try await session.items(ItemQuery()).elements
        let list = lists.randomElement(using: &generator)?.id
        do {
            switch Int.random(in: 0..<24, using: &generator) {
            case ..<2: _ = try await session.addChecklist(ChecklistDraft(name: "List"), idempotencyKey: nil)
            case ..<8:
                guard let list else { return }
                var draft = ItemDraft(text: "Item")
                let name = "\(Int.random(in: 0 ... .max, using: &generator))"
                if Bool.random(using: &generator) { draft.uid = name }
                if Bool.random(using: &generator) {
                    draft.calendarObject = CalendarObject(name: name, text: "")
                }
                _ = try await session.addItem(draft, to: list, idempotencyKey: nil)
            case ..<10:
                guard let item = items.randomElement(using: &generator) else { return }
                _ = try await session.toggleItem(item.id, ifMatch: nil, idempotencyKey: nil)
            case ..<11:
                guard let item = items.randomElement(using: &generator) else { return }
                _ = try await session.moveItem(item.id, to: .first, ifMatch: nil, idempotencyKey: nil)
            case ..<14:
                guard let list, let role = Role.allCases.randomElement(using: &generator) else { return }
                _ = try await session.putMember(other, role, on: list, ifMatch: nil)
            case ..<16:
                guard let list else { return }
                let leaving = Bool.random(using: &generator) ? person : other
                try await session.removeMember(leaving, from: list, ifMatch: nil)
            case ..<18:
                guard let item = items.randomElement(using: &generator), let list else { return }
                var patch = ItemPatch()
                patch.checklistID = list
                if Bool.random(using: &generator) {
                    _ = try await session.updateItem(item.id, patch, ifMatch: nil)
                } else {
                    _ = try await session.updateItems(of: item.checklistID, where: ItemFilter(), patch)
                }
            case ..<19:
                guard let item = items.randomElement(using: &generator) else { return }
                try await session.deleteItem(item.id, ifMatch: nil)
            case ..<20:
                guard let list else { return }
                _ = try await session.deleteItems(of: list, checked: true)
            case ..<21:
                guard let list, lists.count > 2 else { return }
                try await session.deleteChecklist(list, ifMatch: nil)
            case ..<23:
                let trash = try await session.trash(PageRequest()).elements
                guard let tombstone = trash.randomElement(using: &generator) else { return }
                _ = try await session.restore(tombstone.id, idempotencyKey: nil)
            default:
                guard let tombstone = try await session.trash(PageRequest()).elements.last else { return }
                try await session.deleteTrash(tombstone.id)
            }
        } catch ChecklistsError.roleNeeded, ChecklistsError.notFound, ChecklistsError.conflict {
            // A random person may lack the role.
        }
    }

    /// Two lists of person 1 that Ada sees, and a follower for Ada.
    private func shared(
        _ contract: Contract
    ) async throws -> (lists: [Checklist.ID], ada: Person.ID, Follower) {
        let ada = try await contract.store.addPerson(named: "Ada", idempotencyKey: nil).value.id
        let lists = [try await contract.list("A"), try await contract.list("B")]
        for list in lists {
            _ = try await contract.store.asFirst.putMember(ada, .edit, on: list, ifMatch: nil)
        }
        try await contract.items("Milk", "Bread", on: lists[0])
        var follower = Follower(principal: .person(ada, device: nil))
        try await follower.follow(contract.store, limit: 100)
        return (lists, ada, follower)
    }

    @Test(arguments: StoreKind.allCases) func `removes an item that was moved and then hidden`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        var (lists, ada, follower) = try await shared(contract)
        let (milk, bread) = (Item.ID(rawValue: 1), Item.ID(rawValue: 2))
        try await contract.change(milk) { $0.checklistID = lists[1] }
        try await contract.change(bread) { $0.text = "Rye bread" }
        try await contract.change(milk) { $0.text = "Oat milk" }
        // Stop where the move is read but its later entries are not.
        while follower.items[bread]?.text != "Rye bread" {
            #expect(try await follower.read(contract.store, limit: 1))
        }
        try await contract.store.asFirst.removeMember(ada, from: lists[1], ifMatch: nil)
        try await follower.follow(contract.store, limit: 1)
        try await follower.expectAll(of: contract.store, "after it went")
    }

    @Test(arguments: StoreKind.allCases) func `names the list that a removed item was on`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let (list, hidden) = (try await contract.list(), try await contract.list("Hidden"))
        let person = try await contract.store.addPerson(named: "Ada", idempotencyKey: nil).value.id
        // The contract may open the store again between two uses.
        func ada() async throws -> Session {
            Session(try await contract.store, for: .person(person, device: nil))
        }
        _ = try await contract.store.asFirst.putMember(person, .edit, on: list, ifMatch: nil)
        let items = try await contract.items("Milk", "Bread", "Butter", on: list)
        let before = try await ada().changes(after: nil, limit: 100).next
        try await contract.store.asFirst.deleteItem(items[0], ifMatch: nil)
        try await contract.change(items[1]) { $0.checklistID = hidden }
        _ = try await contract.store.asFirst.deleteItems(of: list, checked: nil)
        _ = try await contract.store.asFirst.emptyTrash()
        let removed = try await ada().changes(after: before, limit: 100).entries.compactMap { entry in
            if case .itemRemoved(let id, from: let list, name: _) = entry.subject { [id: list] } else { nil }
        }
        #expect(removed == items.map { [$0: list] })
    }

    @Test(arguments: StoreKind.allCases) func `removes the old items of a list that is shared again`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        var (lists, ada, follower) = try await shared(contract)
        try await contract.store.asFirst.removeMember(ada, from: lists[0], ifMatch: nil)
        try await contract.store.asFirst.deleteItem(Item.ID(rawValue: 1), ifMatch: nil)
        _ = try await contract.store.asFirst.putMember(ada, .edit, on: lists[0], ifMatch: nil)
        try await follower.follow(contract.store, limit: 100)
        try await follower.expectAll(of: contract.store, "after it came back")
        #expect(follower.items.count == 1)
    }

    @Test(arguments: StoreKind.allCases) func `gets each object once, in its current state`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let items = try await contract.items("Milk", "Bread", on: list)
        let session = Session(try await contract.store, for: .first)
        let start = try await session.changes(after: nil, limit: 100)
        #expect(!start.hasMore && start.entries.count == 3)
        contract.advance(milliseconds: 5_000)
        for _ in 0..<3 { try await contract.change(items[0]) { $0.checked = $0.checked != true } }
        try await contract.change(items[0]) { $0.text = "Oat milk" }
        let page = try await contract.store.asFirst.changes(after: start.next, limit: 100)
        let milk = try await contract.store.asFirst.item(items[0])
        let groceries = try await contract.store.asFirst.checklist(list)
        #expect(
            page.entries == [
                FeedEntry(.checklist(groceries), at: contract.now, by: .first),
                FeedEntry(.item(milk), at: contract.now, by: .first),
            ])
        let nothing = try await contract.store.asFirst.changes(after: page.next, limit: 100)
        #expect(nothing.entries.isEmpty && !nothing.hasMore)
    }

    @Test(arguments: StoreKind.allCases) func `gets the author of each change`(kind: StoreKind) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let ada = try await contract.store.addPerson(named: "Ada", idempotencyKey: nil).value.id
        _ = try await contract.store.asFirst.putMember(ada, .edit, on: list, ifMatch: nil)
        let device = Principal.person(ada, device: Device.ID(rawValue: 7))
        let item = try await Session(contract.store, for: device)
            .addItem(ItemDraft(text: "Milk"), to: list, idempotencyKey: nil).value
        let other = try await contract.item("Bread", on: list)
        try await Session(contract.store, for: device).deleteItem(other.id, ifMatch: nil)
        let page = try await contract.store.asFirst.changes(after: nil, limit: 100)
        #expect(page.entries.map(\.by) == [device, device])
        #expect(page.entries.contains(FeedEntry(.item(item), at: contract.now, by: device)))
        let trash = try await contract.store.asFirst.trash(PageRequest()).elements
        #expect(trash.map(\.removedBy) == [device])
    }

    @Test(arguments: StoreKind.allCases) func `starts again if its tombstones were evicted`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let items = try await contract.items("Milk", "Bread", on: list)
        let early = try await contract.store.asFirst.changes(after: nil, limit: 100).next
        try await contract.store.asFirst.deleteItem(items[0], ifMatch: nil)
        let late = try await contract.store.asFirst.changes(after: early, limit: 100).next
        contract.advance(milliseconds: 1_000)
        let age = TombstoneAge(
            trashBefore: contract.now, removedBefore: contract.now, tombstonesPerPersonMax: 100,
            limit: 100)
        #expect(try await contract.store.forgetTombstones(age) == 1)
        await #expect(throws: ChecklistsError.cursorExpired) {
            _ = try await contract.store.asFirst.changes(after: early, limit: 100)
        }
        #expect(try await contract.store.asFirst.changes(after: late, limit: 100).entries.isEmpty)
        let future = FeedPosition(after: Revision(rawValue: 1_000))
        await #expect(throws: ChecklistsError.cursorExpired) {
            _ = try await contract.store.asFirst.changes(after: future, limit: 100)
        }
        #expect(try await contract.store.asFirst.trash(PageRequest()).elements.isEmpty)
    }
}
