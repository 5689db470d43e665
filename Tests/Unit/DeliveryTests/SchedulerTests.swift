import Checklists
import Delivery
import MemoryStore
import Testing

/// A scheduler over a store in memory, with one webhook, whose events come one after the other.
private struct Stage {
    let clock: ManualClock
    let store: VolatileStore
    let scheduler: ReminderScheduler
    let checklist: Checklist.ID
    private let events: AsyncStream<[DueReminder]>
    private let alarms: AsyncStream<Void>

    init(
        at milliseconds: Int64 = 1_000_000, servedSince: Int64? = nil,
        limits: SchedulerLimits = SchedulerLimits()
    ) async throws {
        let clock = ManualClock(Timestamp(milliseconds: milliseconds))
        self.clock = clock
        let store = VolatileStore(
            servedSince: servedSince.map(Timestamp.init(milliseconds:)), now: clock.now)
        self.store = store
        let (events, fired) = AsyncStream.makeStream(of: [DueReminder].self)
        let (alarms, armed) = AsyncStream.makeStream(of: Void.self)
        self.events = events
        self.alarms = alarms
        scheduler = ReminderScheduler(
            store: store, limits: limits, now: clock.now,
            timer: { moment, wake in
                clock.arm(moment, wake: wake)
                armed.yield()
            },
            body: { reminder, _ in Array(reminder.occurrenceID.utf8) },
            report: { event in
                if case .fired(let reminders, _) = event { fired.yield(reminders) }
            })
        checklist = try await store.asFirst.addChecklist(ChecklistDraft(name: "List"), idempotencyKey: nil)
            .value.id
        _ = try await store.asFirst.addWebhook(
            WebhookDraft(
                url: "http://localhost/", secret: Webhook.Secret(bytes: Array(repeating: 7, count: 32))),
            idempotencyKey: nil)
    }

    func add(_ text: String, dueAt milliseconds: Int64) async throws -> Item {
        var draft = ItemDraft(text: text)
        draft.dueDate = Timestamp(milliseconds: milliseconds)
        draft.shouldRemind = true
        return try await store.asFirst.addItem(draft, to: checklist, idempotencyKey: nil).value
    }

    /// What the deliveries are about, oldest first.
    func messages() async throws -> [String] {
        let page = try await store.asFirst.deliveries(
            of: Webhook.ID(rawValue: 1), status: nil, PageRequest(limit: 1000))
        return page.elements.reversed().map { String(decoding: $0.body, as: UTF8.self) }
    }

    /// The reminders of the next commit.
    func nextFiring() async -> [DueReminder]? {
        var iterator = events.makeAsyncIterator()
        return await iterator.next()
    }

    /// Returns when the timer has been set once more.
    func nextAlarm() async {
        var iterator = alarms.makeAsyncIterator()
        await iterator.next()
    }

    /// Runs the scheduler while the test does something.
    func run(_ test: () async throws -> Void) async throws {
        let running = Task { [scheduler] in await scheduler.run() }
        try await test()
        scheduler.stop()
        await running.value
    }
}

@Suite struct `A scheduler` {
    @Test func `looks again at once where a commit had no room for all deliveries`() async throws {
        var limits = SchedulerLimits()
        limits.deliveriesPerCommitMax = 1
        let stage = try await Stage(limits: limits)
        for text in ["A", "B"] { _ = try await stage.add(text, dueAt: 1_005_000) }
        try await stage.run {
            await stage.nextAlarm()
            stage.clock.set(1_005_000)
            for text in ["A", "B"] {
                #expect(await stage.nextFiring()?.map(\.item.text) == [text])
            }
        }
    }

    @Test func `fires a reminder when its time comes, once, with a delivery for the webhook`() async throws {
        let stage = try await Stage()
        let item = try await stage.add("Milk", dueAt: 1_005_000)
        try await stage.run {
            await stage.nextAlarm()
            #expect(stage.clock.alarm == Timestamp(milliseconds: 1_005_000))
            stage.clock.set(1_005_000)
            let reminders = await stage.nextFiring()
            #expect(reminders?.map(\.item.id) == [item.id])
            #expect(reminders?.first?.late == false)
            await stage.nextAlarm()
            stage.scheduler.wake()
            await stage.nextAlarm()
        }
        #expect(try await stage.messages() == ["rem_\(item.id)_1005000"])
    }

    @Test func `looks every minute, though nothing is due`() async throws {
        let stage = try await Stage()
        try await stage.run {
            await stage.nextAlarm()
            #expect(stage.clock.alarm == Timestamp(milliseconds: 1_060_000))
        }
    }

    @Test func `does not fire what was checked, switched off or deleted meanwhile`() async throws {
        let stage = try await Stage()
        let checked = try await stage.add("checked", dueAt: 1_001_000)
        let silenced = try await stage.add("silenced", dueAt: 1_001_000)
        let deleted = try await stage.add("deleted", dueAt: 1_001_000)
        let left = try await stage.add("left", dueAt: 1_001_000)
        _ = try await stage.store.asFirst.toggleItem(checked.id, ifMatch: nil, idempotencyKey: nil)
        var patch = ItemPatch()
        patch.shouldRemind = false
        _ = try await stage.store.asFirst.updateItem(silenced.id, patch, ifMatch: nil)
        try await stage.store.asFirst.deleteItem(deleted.id, ifMatch: nil)
        try await stage.run {
            await stage.nextAlarm()
            stage.clock.set(1_001_000)
            let reminders = await stage.nextFiring()
            #expect(reminders?.map(\.item.id) == [left.id])
        }
    }

    @Test func `fires what fell due while nobody looked, late, and after what falls due now`() async throws {
        let stage = try await Stage(at: 1_000_000, servedSince: 2_000_000)
        let old = try await stage.add("old", dueAt: 1_500_000)
        let older = try await stage.add("older", dueAt: 1_400_000)
        let current = try await stage.add("current", dueAt: 2_000_000)
        stage.clock.set(2_000_000)
        try await stage.run {
            let reminders = await stage.nextFiring() ?? []
            #expect(reminders.map(\.item.id) == [current.id, older.id, old.id])
            #expect(reminders.map(\.late) == [false, true, true])
            #expect(reminders.map(\.lateBySeconds) == [0, 600, 500])
        }
    }

    @Test func `fires nothing twice when the clock is set back, and all that is due when it is set forward`()
        async throws
    {
        let stage = try await Stage()
        let first = try await stage.add("first", dueAt: 1_010_000)
        let second = try await stage.add("second", dueAt: 1_000_000 + 3_000_000)
        try await stage.run {
            await stage.nextAlarm()
            stage.clock.set(1_000_000 + 3_600_000)
            let reminders = await stage.nextFiring()
            #expect(reminders?.map(\.item.id) == [first.id, second.id])
            await stage.nextAlarm()
            stage.clock.set(1_000_000 - 86_400_000)
            var patch = ItemPatch()
            patch.notes = "Edited while the clock was behind."
            _ = try await stage.store.asFirst.updateItem(first.id, patch, ifMatch: nil)
            stage.scheduler.wake()
            await stage.nextAlarm()
            stage.clock.set(1_010_000)
            stage.scheduler.wake()
            await stage.nextAlarm()
        }
        #expect(try await stage.messages().count == 2)
    }

    @Test func `fires a snoozed reminder again, known by another id, and leaves the due date alone`()
        async throws
    {
        let stage = try await Stage()
        let item = try await stage.add("Milk", dueAt: 1_001_000)
        try await stage.run {
            await stage.nextAlarm()
            stage.clock.set(1_001_000)
            _ = await stage.nextFiring()
            let snoozed = try await stage.store.asFirst.snoozeItem(
                item.id, until: Timestamp(milliseconds: 1_601_000), ifMatch: nil, idempotencyKey: nil
            ).value
            #expect(snoozed.dueDate == item.dueDate)
            stage.scheduler.wake()
            stage.clock.set(1_601_000)
            let reminders = await stage.nextFiring()
            #expect(reminders?.map(\.occurrenceID) == ["rem_\(item.id)_1601000_snoozed"])
        }
        #expect(try await stage.store.asFirst.item(item.id).snoozedUntil == nil)
    }

    @Test func `goes on with what is left when more is due than one commit takes`() async throws {
        let stage = try await Stage()
        for number in 0..<1_200 { _ = try await stage.add("\(number)", dueAt: 1_001_000) }
        stage.clock.set(1_001_000)
        try await stage.run {
            var count = 0
            while count < 1_200, let reminders = await stage.nextFiring() {
                #expect(reminders.count <= 500)
                count += reminders.count
            }
        }
        #expect(try await Set(stage.messages()).count == 1_000)
        #expect(try await stage.store.asFirst.counts().reminders == 0)
    }
}
