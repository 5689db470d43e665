import Checklists
import StoreFixtures
import Testing

@Suite(.closingStores) struct `A list with push registrations` {
    @Test(arguments: StoreKind.allCases) func `notifies only its registrations`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let lists = [
            try await contract.list("A"), try await contract.list("B"), try await contract.list("C"),
        ]
        _ = try await contract.webhook { $0.events = [.itemCreated] }
        let registrations = [
            try await contract.register(on: lists[0]).id, try await contract.register(on: lists[1]).id,
        ]
        func followers(_ selection: FollowerSelection) async throws -> [Webhook.ID] {
            try await contract.store.changeFollowers(selection).map(\.webhook.id)
        }
        try await #expect(followers(.registrations(on: nil)) == registrations)
        try await #expect(followers(.registrations(on: [lists[1], lists[2]])) == [registrations[1]])
        try await #expect(followers(.registrations(on: [lists[2]])).isEmpty)
        try await #expect(followers(.registrations(on: [])).isEmpty)
        try await #expect(followers(.webhooks).count == 1)
        _ = try await contract.item(on: lists[1])
        try await #expect(contract.notify() == [registrations[1]])
        try await #expect(contract.notify().isEmpty)
        let follower = try await contract.store.changeFollowers(.registrations(on: [lists[1]]))
        #expect(follower.map(\.pendingDeliveriesCount) == [1])
    }

    @Test(arguments: StoreKind.allCases) func `notifies of the registered triggers`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let (list, other) = (try await contract.list(), try await contract.list("Other"))
        let content = try await contract.register(1, on: list).id
        let properties = try await contract.register(2, on: list) { $0.triggers = [.propertyUpdate] }.id
        let item = try await contract.item(on: list).id
        try await #expect(contract.notify() == [content])
        try await contract.change(item) { $0.text = "Bread" }
        try await #expect(contract.notify() == [content])
        _ = try await contract.store.asFirst.updateChecklist(
            list, ChecklistPatch(name: "Shop"), ifMatch: nil)
        try await #expect(contract.notify() == [properties])
        try await contract.change(item) { $0.checklistID = other }
        try await #expect(contract.notify() == [content])
        try await contract.change(item) { $0.checklistID = list }
        try await #expect(contract.notify() == [content])
        try await contract.store.asFirst.deleteItem(item, ifMatch: nil)
        try await #expect(contract.notify() == [content])
        // A new role changes the properties only for that member.
        let ada = try await contract.store.addPerson(named: "Ada", idempotencyKey: nil).value.id
        try await contract.store.asFirst.share(list, with: ada, .view)
        let hers = try await contract.register(on: list, by: ada) { $0.triggers = [.propertyUpdate] }.id
        try await #expect(contract.notify().isEmpty)
        try await contract.store.asFirst.share(list, with: ada, .edit)
        try await #expect(contract.notify() == [hers])
    }

    @Test(arguments: StoreKind.allCases) func `does not notify a client of its own change`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let (list, other) = (try await contract.list(), try await contract.list("Other"))
        let (own, theirs) = (
            try await contract.register(1, on: list).id, try await contract.register(2, on: list).id
        )
        let away = try await contract.register(1, on: other).id
        let item = try await contract.item(on: list)
        try await contract.store.asFirst.suppress(
            .item(item.id, item.revision), on: [list], for: .some([own]))
        try await #expect(contract.notify() == [theirs])
        // The registration ignores the change of another list.
        _ = try await contract.item(on: other)
        let changed = try await contract.change(item.id) { $0.text = "Bread" }
        try await contract.store.asFirst.suppress(.item(item.id, changed.revision), on: [list], for: .all)
        try await #expect(contract.notify() == [away])
        try await contract.store.asFirst.deleteItem(item.id, ifMatch: nil)
        try await contract.store.asFirst.suppress(.itemRemoved(item.id), on: [list], for: .all)
        try await #expect(contract.notify().isEmpty)
        let renamed = try await contract.store.asFirst.updateChecklist(
            list, ChecklistPatch(name: "Shop"), ifMatch: nil)
        try await contract.store.asFirst.suppress(.checklist(renamed.revision), on: [list], for: .all)
        try await #expect(contract.notify().isEmpty)
    }

    @Test(arguments: StoreKind.allCases) func `notifies a client of other changes`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let own = try await contract.register(on: list)
        let items = [try await contract.item("Milk", on: list), try await contract.item("Bread", on: list)]
        try await contract.expectNoChange {
            try await contract.store.asFirst.suppress(
                .item(items[1].id, items[1].revision), on: [list], for: .some([own.id]))
        }
        try await #expect(contract.notify() == [own.id])
        // A later change of the same item is not suppressed.
        let changed = try await contract.change(items[0].id) { $0.text = "Oat milk" }
        try await contract.change(items[0].id) { $0.text = "Rice milk" }
        try await contract.store.asFirst.suppress(.item(changed.id, changed.revision), on: [list], for: .all)
        try await #expect(contract.notify() == [own.id])
    }

    @Test(arguments: StoreKind.allCases) func `notifies people despite another person's suppression`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let ada = try await contract.store.addPerson(named: "Ada", idempotencyKey: nil).value.id
        try await contract.store.asFirst.share(list, with: ada, .edit)
        let hers = try await contract.register(on: list, by: ada).id
        let item = try await contract.item(on: list)
        for selection in [RegistrationSelection.all, .some([hers])] {
            try await contract.store.asFirst.suppress(
                .item(item.id, item.revision), on: [list], for: selection)
        }
        try await #expect(contract.notify() == [hers])
    }

    @Test(arguments: StoreKind.allCases) func `is notified by one of several processes`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        _ = try await contract.register(on: list)
        _ = try await contract.item(on: list)
        let before = try #require(try await contract.store.changeFollowers(.registrations(on: nil)).first)
        try await #expect(contract.notify().count == 1)
        try await contract.expectNoChange {
            let update = CollectionUpdate(of: list, [.contentUpdate], at: FeedPosition(after: .zero))
            let isNotified = try await contract.store.notify(before.webhook, update, through: update.position)
            {
                _ in [7]
            }
            #expect(!isNotified)
        }
        try await #expect(contract.due().count == 1)
    }
}

extension Contract {
    /// Registers a numbered app of a person for a list.
    func register(
        _ number: UInt8 = 1, on list: Checklist.ID, by person: Person.ID = .first,
        _ fill: (inout PushRegistrationDraft) -> Void = { _ in }
    ) async throws -> Webhook {
        var draft = PushRegistrationDraft.sample(number)
        fill(&draft)
        return try await Session(store, for: .person(person, device: nil)).registerPush(draft, on: list)
    }

    /// Runs the notifier once; returns the notified registrations.
    func notify() async throws -> [Webhook.ID] {
        var told: [Webhook.ID] = []
        for follower in try await store.changeFollowers(.registrations(on: nil)) {
            let registration = follower.webhook
            let start = try #require(registration.position)
            let list = try #require(registration.checklistIDs?.first)
            let principal = Principal.person(registration.personID, device: nil)
            let page = try await store.changes(after: start, limit: 1_000, for: principal)
            let triggers = registration.triggers(of: page, after: start)
            if triggers.isEmpty { continue }
            #expect(triggers.isSubset(of: registration.triggers))
            let update = CollectionUpdate(of: list, triggers, at: page.next)
            #expect(try await store.notify(registration, update, through: page.next) { _ in [7] })
            told.append(registration.id)
        }
        return told
    }
}
