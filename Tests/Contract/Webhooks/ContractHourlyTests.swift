import Checklists
import StoreFixtures
import Testing

@Suite(.closingStores) struct `A receiver of messages` {
    /// Three messages an hour. A summary names the list and the number.
    private static let hourly = HourlyLimit(messagesMax: 3) { count, list, _, _ in
        Array("\(list.name): \(count) more".utf8)
    }

    /// Fires the due reminders, in commits of at most `limit`.
    private func fire(_ contract: Contract, limit: Int = 500) async throws {
        while true {
            let firing = try await contract.store.fireReminders(
                startedAt: Timestamp(milliseconds: 0), limit: limit, deliveriesMax: 1_000, hourly: Self.hourly
            ) { reminder, _ in Array(reminder.item.text.utf8) }
            if firing.fired.isEmpty { return }
        }
    }

    /// Has reminders fall due in a millisecond.
    private func due(_ texts: String..., on list: Checklist.ID, _ contract: Contract) async throws {
        for text in texts { _ = try await contract.reminder(text, in: 1, on: list) }
        contract.advance(milliseconds: 1)
    }

    /// The messages to a webhook, oldest first: text, and seconds until the next attempt of pending ones.
    private func messages(to webhook: Webhook.ID, _ contract: Contract) async throws -> [String] {
        let page = try await contract.store.asFirst.deliveries(of: webhook, status: nil, PageRequest())
        return page.elements.reversed().map { delivery in
            let wait = delivery.nextAttemptAt.map { ($0.milliseconds - contract.now.milliseconds) / 1_000 }
            return String(decoding: delivery.body, as: UTF8.self) + (wait.map { " in \($0)" } ?? "")
        }
    }

    /// Delivers everything that is due.
    private func deliver(_ contract: Contract) async throws {
        try await contract.end(
            contract.due().map { contract.outcome(of: $0, .delivered) })
    }

    @Test(arguments: StoreKind.allCases) func `gets few reminders of a list in an hour, and how many more`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let (list, other) = (try await contract.list(), try await contract.list("Other"))
        let webhook = try await contract.webhook()
        try await due("A", "B", "C", "D", "E", "F", on: list, contract)
        try await due("X", on: other, contract)
        // The summary of a commit replaces that of the commit before.
        try await fire(contract, limit: 2)
        let first = ["A in 0", "B in 0", "C in 0", "X in 0", "Groceries: 3 more in 60"]
        #expect(try await Set(messages(to: webhook, contract)) == Set(first))
        #expect(try await messages(to: webhook, contract).count == first.count)
        contract.advance(milliseconds: 60_000)
        try await deliver(contract)
        // The next summary comes an hour after the first one.
        contract.advance(milliseconds: 60_000)
        try await due("G", on: list, contract)
        try await fire(contract)
        #expect(try await messages(to: webhook, contract).suffix(1) == ["Groceries: 1 more in 3540"])
        try await due("H", on: list, contract)
        try await fire(contract)
        #expect(
            try await messages(to: webhook, contract).suffix(2)
                == ["X", "Groceries: 2 more in 3540"])
        contract.advance(milliseconds: 3_541_000)
        try await deliver(contract)
        // An hour after the first three, three more may come, and no summary until an hour after the last.
        try await due("I", "J", "K", "L", on: list, contract)
        try await fire(contract)
        #expect(
            try await messages(to: webhook, contract).suffix(5)
                == ["Groceries: 2 more", "I in 0", "J in 0", "K in 0", "Groceries: 1 more in 3600"])
    }

    @Test(arguments: StoreKind.allCases) func `gets few changes to read, and all to keep a copy`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let copying = try await contract.webhook { $0.events = [.itemCreated] }
        let reading = try await contract.webhook {
            $0.events = [.itemCreated]
            $0.url = "https://ntfy.example.org/lists"
            $0.format = .ntfy
        }
        try await contract.items("A", "B", "C", "D", "E", on: list)
        for id in [copying, reading] {
            let webhook = try await contract.store.asFirst.webhook(id)
            let start = try #require(webhook.position)
            let page = try await contract.store.changes(
                after: start, limit: 100, for: .person(.first, device: nil))
            let notices = webhook.notices(of: page, after: start)
            _ = try await contract.store.notify(webhook, notices, through: page.next, hourly: Self.hourly) {
                notice, _ in Array(notice.event.rawValue.utf8)
            }
        }
        let created = "item.created in 0"
        #expect(try await messages(to: copying, contract) == Array(repeating: created, count: 5))
        #expect(
            try await messages(to: reading, contract)
                == Array(repeating: created, count: 3) + ["Groceries: 2 more in 60"])
    }

    @Test(arguments: StoreKind.allCases) func `gets few announcements in an hour`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        let ada = try await contract.store.addPerson(named: "Ada", idempotencyKey: nil).value.id
        var draft = WebhookDraft(url: "https://ntfy.example.org/ada", secret: .sample(1))
        draft.format = .ntfy
        _ = try await Session(contract.store, for: .person(ada, device: nil))
            .addWebhook(draft, idempotencyKey: nil)
        let announce = {
            let list = try await contract.list()
            try await contract.store.asFirst.share(list, with: ada, .edit)
            let made = try await contract.store.asFirst.announce(.shopping, on: list) { _, _, _, _ in [1] }
            return made.value.notifiedIDs
        }
        for _ in 0..<Limits.noticesPerHourMax { #expect(try await announce() == [ada]) }
        #expect(try await announce() == [])
        contract.advance(milliseconds: 3_600_000)
        #expect(try await announce() == [ada])
    }
}
