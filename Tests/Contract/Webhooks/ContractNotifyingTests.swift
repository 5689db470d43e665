import Checklists
import StoreFixtures
import Testing

@Suite(.closingStores) struct `A webhook that follows changes` {
    /// Runs the notifier once. Returns the events with the names of their subjects.
    private func notify(_ contract: Contract, limit: Int = 100) async throws -> [String] {
        var told: [String] = []
        for follower in try await contract.store.changeFollowers(.webhooks) {
            var webhook = follower.webhook
            while let position = webhook.position {
                let principal = Principal.person(webhook.personID, device: nil)
                let page = try await contract.store.changes(after: position, limit: limit, for: principal)
                let notices = webhook.notices(of: page, after: position)
                #expect(Set(notices.map(\.messageID)).count == notices.count)
                let isNotified = try await contract.store.notify(webhook, notices, through: page.next) {
                    notice, _ in Array(notice.messageID.utf8)
                }
                #expect(isNotified)
                told += notices.map { "\($0.event.rawValue) \($0.name)" }
                webhook.position = page.next
                if !page.hasMore { break }
            }
        }
        return told
    }

    private let everything = Webhook.Event.allCases.filter { $0 != .reminderDue }

    @Test(arguments: StoreKind.allCases) func `is notified of changes of lists and items`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let old = try await contract.list()
        _ = try await contract.item("Old", on: old)
        _ = try await contract.webhook { $0.events = everything }
        #expect(try await notify(contract).isEmpty)
        let list = try await contract.list()
        let items = try await contract.items("Milk", "Bread", on: list)
        #expect(
            try await notify(contract) == [
                "item.created \(items[0])", "checklist.created \(list)", "item.created \(items[1])",
            ])
        contract.advance(milliseconds: 1_000)
        _ = try await contract.store.asFirst.toggleItem(items[0], ifMatch: nil, idempotencyKey: nil)
        #expect(try await notify(contract) == ["item.updated \(items[0])"])
        _ = try await contract.store.asFirst.updateChecklist(
            list, ChecklistPatch(name: "Other"), ifMatch: nil)
        #expect(try await notify(contract) == ["checklist.updated \(list)"])
        var patch = ItemPatch()
        patch.checklistID = old
        _ = try await contract.store.asFirst.updateItem(items[1], patch, ifMatch: nil)
        #expect(try await notify(contract) == ["item.updated \(items[1])"])
        try await contract.store.asFirst.deleteItem(items[0], ifMatch: nil)
        #expect(try await notify(contract) == ["item.deleted \(items[0])"])
        let tombstone = try #require(try await contract.store.asFirst.trash(PageRequest()).elements.first)
        _ = try await contract.store.asFirst.restore(tombstone.id, idempotencyKey: nil)
        #expect(try await notify(contract) == ["item.created \(items[0])"])
        try await contract.store.asFirst.deleteChecklist(list, ifMatch: nil)
        #expect(try await notify(contract) == ["checklist.deleted \(list)"])
        let deleted = try #require(try await contract.store.asFirst.trash(PageRequest()).elements.first)
        _ = try await contract.store.asFirst.restore(deleted.id, idempotencyKey: nil)
        #expect(
            try await notify(contract).sorted() == ["checklist.created \(list)", "item.created \(items[0])"])
    }

    @Test(arguments: StoreKind.allCases) func `is notified of new, changed and removed members`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let ada = try await contract.store.addPerson(named: "Ada", idempotencyKey: nil).value.id
        _ = try await contract.webhook { $0.events = everything }
        var draft = WebhookDraft(url: "http://127.0.0.1:9/ada", secret: .sample(4))
        draft.events = everything
        _ = try await Session(contract.store, for: .person(ada, device: nil)).addWebhook(
            draft, idempotencyKey: nil)
        _ = try await contract.store.asFirst.putMember(ada, .view, on: list, ifMatch: nil)
        #expect(
            try await notify(contract) == ["member.created \(list) \(ada) view", "checklist.created \(list)"])
        _ = try await contract.store.asFirst.putMember(ada, .edit, on: list, ifMatch: nil)
        let changed = "member.updated \(list) \(ada) edit"
        #expect(try await notify(contract) == [changed, changed])
        try await contract.store.asFirst.removeMember(ada, from: list, ifMatch: nil)
        #expect(try await notify(contract) == ["member.deleted \(list) \(ada)", "checklist.deleted \(list)"])
        _ = try await contract.store.asFirst.putMember(ada, .edit, on: list, ifMatch: nil)
        try await contract.store.asFirst.removeMember(ada, from: list, ifMatch: nil)
        _ = try await contract.store.asFirst.putMember(ada, .check, on: list, ifMatch: nil)
        // The list may have changed meanwhile, so Ada's webhook gets it as a new one.
        #expect(
            try await notify(contract) == [
                "member.created \(list) \(ada) check", "checklist.deleted \(list)",
                "checklist.created \(list)",
            ])
    }

    @Test(arguments: StoreKind.allCases) func `is notified of a deletion only if an item leaves its lists`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let (list, other) = (try await contract.list("A"), try await contract.list("B"))
        let items = try await contract.items("Milk", "Bread", on: list)
        _ = try await contract.webhook { ($0.events, $0.checklistIDs) = (everything, [list]) }
        _ = try await contract.webhook { $0.events = everything }
        for item in items { try await contract.change(item) { $0.checklistID = other } }
        try await contract.change(items[0]) { $0.text = "Oat milk" }
        #expect(
            try await notify(contract).sorted() == [
                "item.deleted \(items[0])", "item.deleted \(items[1])", "item.updated \(items[0])",
                "item.updated \(items[1])",
            ])
    }

    @Test(arguments: StoreKind.allCases) func `is notified of the chosen events once it is active`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let lists = [try await contract.list(), try await contract.list()]
        let id = try await contract.webhook {
            $0.events = [.itemCreated]
            $0.checklistIDs = [lists[1], lists[1]]
        }
        #expect(try await contract.store.asFirst.webhook(id).checklistIDs == [lists[1]])
        _ = try await contract.item("Milk", on: lists[0])
        let bread = try await contract.item("Bread", on: lists[1])
        _ = try await contract.store.asFirst.toggleItem(bread.id, ifMatch: nil, idempotencyKey: nil)
        #expect(try await notify(contract) == ["item.created \(bread.id)"])
        var off = WebhookPatch()
        off.active = false
        _ = try await contract.store.asFirst.updateWebhook(id, off, ifMatch: nil)
        #expect(try await contract.store.changeFollowers(.webhooks).isEmpty)
        _ = try await contract.item("Missed", on: lists[1])
        var on = WebhookPatch()
        on.active = true
        on.checklistIDs = .some(nil)
        _ = try await contract.store.asFirst.updateWebhook(id, on, ifMatch: nil)
        let eggs = try await contract.item("Eggs", on: lists[0])
        #expect(try await notify(contract) == ["item.created \(eggs.id)"])
        var reminders = WebhookPatch()
        reminders.events = [.reminderDue]
        _ = try await contract.store.asFirst.updateWebhook(id, reminders, ifMatch: nil)
        #expect(try await contract.store.changeFollowers(.webhooks).isEmpty)
        let all = try await contract.store.asFirst.deliveries(of: id, status: .pending, PageRequest())
            .elements
        #expect(all.map(\.itemID) == [eggs.id, bread.id] && all.allSatisfy { $0.event == "item.created" })
        #expect(all.map { String(decoding: $0.body, as: UTF8.self) } == all.map(\.messageID))
    }

    @Test(arguments: StoreKind.allCases) func `is notified once by several notifiers`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let id = try await contract.webhook { $0.events = everything }
        _ = try await contract.items("Milk", "Bread", on: list)
        let follower = try #require(try await contract.store.changeFollowers(.webhooks).first)
        #expect(follower.pendingDeliveriesCount == 0)
        #expect(try await notify(contract, limit: 1).count == 2)
        try await contract.expectNoChange {
            let next = FeedPosition(after: .zero)
            let isNotified = try await contract.store.notify(follower.webhook, [], through: next) { _, _ in []
            }
            #expect(!isNotified)
        }
        #expect(try await contract.store.changeFollowers(.webhooks).map(\.pendingDeliveriesCount) == [2])
        try await contract.store.asFirst.deleteWebhook(id, ifMatch: nil)
        #expect(try await contract.store.changeFollowers(.webhooks).isEmpty)
    }
}

extension ChangeNotice {
    /// A short name of the subject.
    fileprivate var name: String {
        switch subject {
        case .checklist(let list): "\(list.id)"
        case .checklistRemoved(let id): "\(id)"
        case .item(let item): "\(item.id)"
        case .itemRemoved(let id, from: _): "\(id)"
        case .member(let member, of: let list): "\(list) \(member.personID) \(member.role.rawValue)"
        case .memberRemoved(let person, from: let list): "\(list) \(person)"
        }
    }
}
