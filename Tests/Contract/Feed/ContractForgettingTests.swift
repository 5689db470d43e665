import Checklists
import Testing

@Suite(.closingStores) struct `The tombstones of a store` {
    /// Two people with a list each, and their feed positions.
    private struct Stage {
        let contract: Contract
        let lists: [Checklist.ID]
        let people: [Person.ID]
        let starts: [FeedPosition]

        init(_ kind: StoreKind) async throws {
            contract = try await Contract(kind)
            let ada = try await contract.store.addPerson(named: "Ada", idempotencyKey: nil).value.id
            people = [.first, ada]
            var lists: [Checklist.ID] = []
            var starts: [FeedPosition] = []
            for person in people {
                let session = Session(try await contract.store, for: .person(person, device: nil))
                let list = try await session.addChecklist(ChecklistDraft(name: "List"), idempotencyKey: nil)
                    .value
                lists.append(list.id)
                starts.append(try await session.changes(after: nil, limit: 100).next)
            }
            (self.lists, self.starts) = (lists, starts)
        }

        func session(_ number: Int) async throws -> Session {
            Session(try await contract.store, for: .person(people[number], device: nil))
        }

        /// Deletes items of a person's list, one change each.
        func delete(_ count: Int, by number: Int, keepsTrash: Bool = false) async throws {
            for _ in 0..<count {
                let item = try await session(number).addItem(
                    ItemDraft(text: "Milk"), to: lists[number], idempotencyKey: nil)
                try await session(number).deleteItem(item.value.id, ifMatch: nil)
            }
            if !keepsTrash { _ = try await session(number).emptyTrash() }
        }

        /// How many deletions a person's feed has; `nil` if the cursor expired.
        func deletions(seenBy number: Int, after position: FeedPosition) async throws -> Int? {
            do {
                let page = try await session(number).changes(after: position, limit: 100)
                return page.entries.count { if case .itemRemoved = $0.subject { true } else { false } }
            } catch ChecklistsError.cursorExpired {
                return nil
            }
        }

        func forget(beyond share: Int, limit: Int = 100) async throws -> Int {
            try await contract.store.forgetTombstones(
                TombstoneAge(
                    trashBefore: contract.later(-60_000), removedBefore: contract.later(-60_000),
                    tombstonesPerPersonMax: share, limit: limit))
        }
    }

    @Test(arguments: StoreKind.allCases) func `beyond a person's limit are evicted for their followers`(
        kind: StoreKind
    ) async throws {
        let stage = try await Stage(kind)
        try await stage.delete(3, by: 1)
        try await stage.delete(2, by: 0)
        let between = try await stage.session(0).changes(after: stage.starts[0], limit: 100).next
        try await stage.delete(2, by: 0)
        #expect(try await stage.forget(beyond: 3) == 1)
        #expect(try await stage.forget(beyond: 3) == 0)
        #expect(try await stage.deletions(seenBy: 0, after: stage.starts[0]) == nil)
        #expect(try await stage.deletions(seenBy: 0, after: between) == 2)
        #expect(try await stage.deletions(seenBy: 1, after: stage.starts[1]) == 3)
    }

    @Test(arguments: StoreKind.allCases) func `stay while their objects can be restored`(
        kind: StoreKind
    ) async throws {
        let stage = try await Stage(kind)
        try await stage.delete(4, by: 0, keepsTrash: true)
        #expect(try await stage.forget(beyond: 1) == 0)
        #expect(try await stage.session(0).trash(PageRequest()).elements.count == 4)
        #expect(try await stage.deletions(seenBy: 0, after: stage.starts[0]) == 4)
    }

    @Test(arguments: StoreKind.allCases) func `are evicted in steps, and leave one horizon a list`(
        kind: StoreKind
    ) async throws {
        let stage = try await Stage(kind)
        try await stage.delete(5, by: 0)
        #expect(try await stage.forget(beyond: 0, limit: 2) >= 5)
        // Each step leaves one horizon, which the next step evicts.
        #expect(try await stage.forget(beyond: 0) <= 1)
        #expect(try await stage.forget(beyond: 0) == 0)
        let middle = try await stage.session(0).changes(after: nil, limit: 100).next
        try await stage.delete(2, by: 0)
        #expect(try await stage.forget(beyond: 0) >= 2)
        #expect(try await stage.forget(beyond: 0) <= 1)
        #expect(try await stage.forget(beyond: 0) == 0)
        #expect(try await stage.deletions(seenBy: 0, after: middle) == nil)
        let late = try await stage.session(0).changes(after: nil, limit: 100).next
        #expect(try await stage.deletions(seenBy: 0, after: late) == 0)
        // A deleted list needs only its own tombstone.
        try await stage.session(0).deleteChecklist(stage.lists[0], ifMatch: nil)
        _ = try await stage.session(0).emptyTrash()
        let page = try await stage.session(0).changes(after: late, limit: 100)
        #expect(page.entries.count == 1)
        #expect(try await stage.forget(beyond: 0) >= 1)
        #expect(try await stage.deletions(seenBy: 0, after: late) == nil)
        #expect(try await stage.deletions(seenBy: 1, after: stage.starts[1]) == 0)
    }

    @Test(arguments: StoreKind.allCases) func `expire the cursors of members and guests when evicted`(
        kind: StoreKind
    ) async throws {
        let stage = try await Stage(kind)
        _ = try await stage.session(0).putMember(stage.people[1], .view, on: stage.lists[0], ifMatch: nil)
        let link = try await stage.session(0).addLink(
            to: stage.lists[0], .view, secretDigest: [1], tokenDigest: [2], until: nil, idempotencyKey: nil
        ).value
        let guest = Session(try await stage.contract.store, for: .guest(link.id, on: stage.lists[0]))
        let known = try await guest.changes(after: nil, limit: 100).next
        let seen = try await stage.session(1).changes(after: stage.starts[1], limit: 100).next
        try await stage.delete(2, by: 0)
        #expect(try await stage.forget(beyond: 1) == 1)
        #expect(try await stage.deletions(seenBy: 1, after: seen) == nil)
        let again = Session(try await stage.contract.store, for: guest.principal)
        await #expect(throws: ChecklistsError.cursorExpired) {
            _ = try await again.changes(after: known, limit: 100)
        }
    }

    /// Finds the deliveries beyond a limit, and changes nothing.
    private struct FindSurplus: Operation {
        let person: Person.ID
        let share: Int

        var access: Access { .unrestricted }
        var needs: [Need] { [] }

        func decide(
            in transaction: inout some Transaction
        ) throws(ChecklistsError) -> Decision<[Delivery.ID]> {
            .unchanged(transaction.surplusDeliveries(of: person, beyond: share, limit: 2).map(\.id))
        }
    }

    @Test(arguments: StoreKind.allCases) func `are limited per person, as finished deliveries are`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let webhooks = [try await contract.webhook(), try await contract.webhook()]
        var ids: [Delivery.ID] = []
        for number in 0..<5 {
            let id = try await contract.delivery(for: webhooks[number % 2]).id
            try await contract.end(id, .delivered)
            ids.append(id)
        }
        try await contract.delivery(for: webhooks[0])
        let ada = try await contract.store.addPerson(named: "Ada", idempotencyKey: nil).value.id
        let expected: [(share: Int, ids: [Delivery.ID])] = [
            (5, []), (4, [ids[0]]), (3, [ids[0], ids[1]]), (0, [ids[0], ids[1]]),
        ]
        for (share, found) in expected {
            let operation = FindSurplus(person: .first, share: share)
            let surplus = try await contract.store.write(
                operation, as: nil, ifMatch: nil, idempotencyKey: nil
            ).value
            #expect(surplus == found, "\(share)")
        }
        let others = FindSurplus(person: ada, share: 0)
        #expect(
            try await contract.store.write(others, as: nil, ifMatch: nil, idempotencyKey: nil).value.isEmpty)
        let forgotten = try await contract.store.forgetDeliveries(completedBefore: contract.later(1_000))
        #expect(forgotten == 5)
    }
}
