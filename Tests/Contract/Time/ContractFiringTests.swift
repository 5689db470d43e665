import Checklists
import MemoryStore
import StoreFixtures
import Testing

@Suite(.closingStores) struct `A reminder that is due` {
    @Test(arguments: StoreKind.allCases) func `fires once, to every active webhook`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let webhooks = [
            try await contract.webhook(), try await contract.webhook { $0.active = false },
            try await contract.webhook(),
        ]
        let item = try await contract.reminder("Milk", in: 100, on: list)
        try await #expect(contract.fire().fired.isEmpty)
        contract.advance(milliseconds: 100)
        let firing = try await contract.fire()
        let fired = try #require(firing.fired.first)
        #expect(firing.fired.count == 1 && firing.deliveriesCount == 2 && firing.next == nil)
        #expect(fired.item.id == item.id && fired.checklist.id == list)
        #expect(fired.scheduledFor == contract.now && fired.firedAt == contract.now && !fired.late)
        #expect(fired.occurrenceID == "rem_\(item.id)_\(contract.now.milliseconds)")
        var counts: [Int] = []
        for webhook in webhooks {
            let page = try await contract.store.asFirst.deliveries(of: webhook, status: nil, PageRequest())
            counts.append(page.total)
            for delivery in page.elements {
                #expect(delivery.messageID == fired.occurrenceID && delivery.itemID == item.id)
                #expect(delivery.event == "reminder.due" && delivery.body == Array("Milk".utf8))
                #expect(delivery.status == .pending && delivery.attempts.isEmpty && !delivery.late)
                #expect(delivery.nextAttemptAt == contract.now && delivery.createdAt == contract.now)
            }
        }
        #expect(counts == [1, 0, 1])
        try await contract.expectNoChange {
            let again = try await contract.fire()
            #expect(again.fired.isEmpty && again.deliveriesCount == 0)
        }
    }

    @Test(arguments: StoreKind.allCases) func `does not edit its item`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        let before = try await contract.reminder(in: 100, on: contract.list())
        contract.advance(milliseconds: 150)
        try await contract.fire()
        var after = try await contract.store.asFirst.item(before.id)
        #expect(after.remindAt == nil)
        after.remindAt = before.remindAt
        #expect(after == before)
        // Other changes do not bring it back, even after the clock was set back.
        contract.advance(milliseconds: -100)
        try await #expect(contract.change(before.id) { $0.text = "Bread" }.remindAt == nil)
        _ = try await contract.store.asFirst.moveItem(before.id, to: .last, ifMatch: nil, idempotencyKey: nil)
        contract.advance(milliseconds: 100)
        try await #expect(contract.fire().fired.isEmpty)
    }

    @Test(arguments: StoreKind.allCases) func `fires without any webhook`(kind: StoreKind) async throws {
        let contract = try await Contract(kind)
        let item = try await contract.reminder(in: 10, on: contract.list()).id
        contract.advance(milliseconds: 10)
        let firing = try await contract.store.fireReminders(
            startedAt: contract.now, limit: 10, deliveriesMax: 100
        ) { _, _ in
            Issue.record("nobody reads this")
            return []
        }
        #expect(firing.fired.map(\.item.id) == [item] && firing.deliveriesCount == 0)
        try await #expect(contract.store.asFirst.counts().reminders == 0)
        try await #expect(contract.store.nextAttempt(after: Timestamp(milliseconds: 0)) == nil)
    }

    @Test(arguments: StoreKind.allCases) func `fires in order, a few at a time`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let webhook = try await contract.webhook()
        for (text, milliseconds) in [("D", 40), ("B", 20), ("A", 10), ("C", 20), ("E", 90)] as [(_, Int64)] {
            _ = try await contract.reminder(text, in: milliseconds, on: list)
        }
        let times = [10, 20, 40, 90].map { contract.later($0) }
        contract.advance(milliseconds: 50)
        let expected: [([String], Timestamp?)] = [
            (["A", "B"], times[1]), (["C", "D"], times[3]), ([], times[3]),
        ]
        for (texts, next) in expected {
            let firing = try await contract.fire(startedAt: times[0], limit: 2)
            #expect(firing.fired.map(\.item.text) == texts)
            #expect(firing.next == next)
        }
        let deliveries = try await contract.store.asFirst.deliveries(
            of: webhook, status: .pending, PageRequest())
        #expect(deliveries.elements.map { String(decoding: $0.body, as: UTF8.self) } == ["D", "C", "B", "A"])
        contract.advance(milliseconds: 40)
        let last = try await contract.fire()
        #expect(last.fired.map(\.item.text) == ["E"] && last.next == nil)
    }

    @Test(arguments: StoreKind.allCases) func `fires while its deliveries fit the limit`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        for _ in 0..<3 { _ = try await contract.webhook() }
        for (text, milliseconds) in [("old", 5), ("A", 20), ("B", 20), ("C", 30), ("next", 90)]
            as [(_, Int64)]
        {
            _ = try await contract.reminder(text, in: milliseconds, on: list)
        }
        let (startedAt, old, last) = (contract.later(10), contract.later(5), contract.later(90))
        contract.advance(milliseconds: 50)
        // The first reminder fires even if its deliveries exceed the limit.
        let expected: [([String], Int, Timestamp)] = [
            (["A", "B"], 7, old), (["C"], 2, old), (["old"], 3, last), ([], 3, last),
        ]
        for (texts, most, next) in expected {
            let firing = try await contract.fire(startedAt: startedAt, deliveriesMax: most)
            #expect(firing.fired.map(\.item.text) == texts && firing.next == next)
            #expect(firing.deliveriesCount == 3 * texts.count)
        }
        try await #expect(contract.listing.due.count == 12)
    }

    @Test(arguments: StoreKind.allCases) func `is late after a downtime, and fires after others`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let webhook = try await contract.webhook()
        for (text, milliseconds) in [("old", 10), ("older", 5), ("new", 20), ("newer", 30)] as [(_, Int64)] {
            _ = try await contract.reminder(text, in: milliseconds, on: list)
        }
        let startedAt = contract.later(20)
        contract.advance(milliseconds: 2_030)
        let some = try await contract.fire(startedAt: startedAt, limit: 3)
        #expect(some.fired.map(\.item.text) == ["new", "newer", "older"])
        #expect(some.fired.map(\.late) == [false, false, true])
        #expect(some.fired.map(\.lateBySeconds) == [2, 2, 2])
        #expect(some.next == startedAt + (-10))
        let rest = try await contract.fire(startedAt: startedAt, limit: 3)
        #expect(rest.fired.map(\.item.text) == ["old"] && rest.fired.map(\.late) == [true])
        let deliveries = try await contract.store.asFirst.deliveries(of: webhook, status: nil, PageRequest())
        #expect(deliveries.elements.map(\.late) == [true, true, false, false])
        _ = try await contract.reminder("punctual", in: 1, on: list)
        contract.advance(milliseconds: 1 + Limits.punctualMilliseconds)
        _ = try await contract.reminder("tardy", in: 1, on: list)
        try await #expect(contract.fire(startedAt: startedAt).fired.map(\.late) == [false])
        contract.advance(milliseconds: 2 + Limits.punctualMilliseconds)
        try await #expect(contract.fire(startedAt: startedAt).fired.map(\.late) == [true])
    }

    @Test(arguments: StoreKind.allCases) func `does not fire after its cancellation`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        var items: [Item.ID] = []
        for _ in 0..<5 { items.append(try await contract.reminder(in: 10, on: list).id) }
        _ = try await contract.store.asFirst.toggleItem(items[0], ifMatch: nil, idempotencyKey: nil)
        try await contract.store.asFirst.deleteItem(items[1], ifMatch: nil)
        try await contract.change(items[2]) { $0.shouldRemind = false }
        _ = try await contract.store.asFirst.snoozeItem(
            items[3], until: contract.later(99), ifMatch: nil, idempotencyKey: nil)
        contract.advance(milliseconds: 10)
        let firing = try await contract.fire()
        #expect(firing.fired.map(\.item.id) == [items[4]])
        #expect(firing.next == contract.later(89))
    }
}
