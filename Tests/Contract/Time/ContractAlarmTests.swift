import Checklists
import Dates
import StoreFixtures
import Testing

/// A store with a list, whose clock starts at 2026-11-25T00:00Z.
private struct Alarms {
    let contract: Contract
    let list: Checklist.ID
    static let midnight = Timestamp(milliseconds: 20_782 * 86_400_000)

    init(_ kind: StoreKind) async throws {
        contract = try await Contract(kind, clock: ManualClock(Self.midnight))
        list = try await contract.list()
        _ = try await contract.webhook()
    }

    /// A time in minutes after midnight.
    static func minute(_ minutes: Int) -> Timestamp {
        midnight.advanced(byMilliseconds: Int64(minutes) * 60_000)
    }

    /// Advances the clock and fires the reminders. Returns their times in minutes after midnight, and whether
    /// they are late.
    func fired(through minutes: Int) async throws -> [String] {
        contract.advance(
            milliseconds: Self.minute(minutes).milliseconds - contract.now.milliseconds)
        var fired: [String] = []
        while true {
            let firing = try await contract.store.fireReminders(
                startedAt: Self.midnight, limit: 10, deliveriesMax: 100,
                body: { reminder, _ in Array(reminder.occurrenceID.utf8) })
            if firing.fired.isEmpty { return fired }
            for reminder in firing.fired {
                let at = (reminder.scheduledFor.milliseconds - Self.midnight.milliseconds) / 60_000
                fired.append("\(at)\(reminder.late ? " late" : "")")
            }
        }
    }
}

@Suite(.closingStores) struct `An alarm in a store` {
    @Test(arguments: StoreKind.allCases) func `reminds once, each at its time`(kind: StoreKind) async throws {
        let alarms = try await Alarms(kind)
        let item = try await alarms.contract.item(on: alarms.list) { draft in
            (draft.dueDate, draft.shouldRemind) = (Alarms.minute(600), true)
            draft.alarms = [.offset(-1_800), .at(Alarms.minute(60)), .offset(900), .offset(0)]
        }
        #expect(item.remindAt == Alarms.minute(60))
        #expect(try await alarms.fired(through: 59) == [])
        #expect(try await alarms.fired(through: 60) == ["60"])
        #expect(try await alarms.fired(through: 570) == ["570"])
        #expect(try await alarms.fired(through: 600) == ["600"])
        #expect(try await alarms.fired(through: 615) == ["615"])
        #expect(try await alarms.fired(through: 10_000) == [])
        let deliveries = try await alarms.contract.store.asFirst.deliveries(
            of: Webhook.ID(rawValue: 1), status: nil, PageRequest())
        #expect(Set(deliveries.elements.map(\.messageID)).count == 4 && deliveries.total == 4)
    }

    @Test(arguments: StoreKind.allCases) func `fires late after a downtime, marked as late`(
        kind: StoreKind
    ) async throws {
        let alarms = try await Alarms(kind)
        try await alarms.contract.item(on: alarms.list) { draft in
            (draft.dueDate, draft.shouldRemind) = (Alarms.minute(600), true)
            draft.alarms = [.offset(-1_800), .offset(7_200)]
        }
        #expect(try await alarms.fired(through: 650) == ["570 late", "600 late"])
        #expect(try await alarms.fired(through: 720) == ["720"])
    }

    @Test(arguments: StoreKind.allCases) func `a day before a due time is at the same local time`(
        kind: StoreKind
    ) async throws {
        let alarms = try await Alarms(kind)
        // 12:00 in Paris on 28 March 2027, a day of 23 hours.
        let due = try #require(LocalTime(zone: "Europe/Paris")).moment(
            of: DayAndTime(day: #require(CivilDate("2027-03-28")), time: 43_200_000))
        for (offset, hours) in [(-86_400, 23), (-90_000, 24), (-3_600, 1), (86_400, -24)] {
            let item = try await alarms.contract.item(on: alarms.list) { draft in
                (draft.dueDate, draft.timeZone) = (due, "Europe/Paris")
                draft.alarms = [.offset(offset)]
            }
            #expect(item.remindAt == due.advanced(byMilliseconds: Int64(-hours) * 3_600_000), "\(offset)")
        }
    }

    @Test(arguments: StoreKind.allCases) func `of whole days is in the zone of the preferences by default`(
        kind: StoreKind
    ) async throws {
        let alarms = try await Alarms(kind)
        var preferences = PreferencesPatch()
        preferences.timeZone = .some("Europe/Paris")
        _ = try await alarms.contract.store.asFirst.updatePreferences(preferences, ifMatch: nil)
        let due = try #require(LocalTime(zone: "Europe/Paris")).moment(
            of: DayAndTime(day: #require(CivilDate("2027-03-28")), time: 43_200_000))
        var item = try await alarms.contract.item(on: alarms.list) { draft in
            (draft.dueDate, draft.alarms) = (due, [.offset(-1_800)])
        }
        #expect(item.timing.timeZone == nil)
        item = try await alarms.contract.change(item.id) { $0.alarms = [.offset(-86_400)] }
        #expect(item.timing.timeZone == "Europe/Paris")
        #expect(item.remindAt == due.advanced(byMilliseconds: -23 * 3_600_000))
    }

    @Test(arguments: StoreKind.allCases) func `of a day counts from its start in local time`(
        kind: StoreKind
    ) async throws {
        let alarms = try await Alarms(kind)
        let day = try #require(CivilDate("2027-03-28"))
        let item = try await alarms.contract.item(on: alarms.list) { draft in
            (draft.dueOn, draft.timeZone) = (day, "Europe/Paris")
            draft.alarms = [.offset(9 * 3_600), .offset(-6 * 3_600)]
        }
        // In winter 18:00 on the day before; in summer 09:00, although that day has 23 hours.
        let evening = try #require(CivilDate("2027-03-27")).daysSince1970 * 86_400_000 + 17 * 3_600_000
        #expect(item.remindAt == Timestamp(milliseconds: Int64(evening)))
        _ = try await alarms.fired(through: 60 * 24 * 365)
        #expect(try await alarms.contract.store.asFirst.item(item.id).remindAt == nil)
        let later = try await alarms.contract.item(on: alarms.list) { draft in
            (draft.dueOn, draft.timeZone) = (CivilDate("2028-03-26"), "Europe/Paris")
            draft.alarms = [.offset(9 * 3_600)]
        }
        let morning = try #require(CivilDate("2028-03-26")).daysSince1970 * 86_400_000 + 7 * 3_600_000
        #expect(later.remindAt == Timestamp(milliseconds: Int64(morning)))
    }

    @Test(arguments: StoreKind.allCases) func `repeats until the item is checked, for a day at most`(
        kind: StoreKind
    ) async throws {
        let alarms = try await Alarms(kind)
        let item = try await alarms.contract.item(on: alarms.list) { draft in
            (draft.dueDate, draft.shouldRemind, draft.repeatEvery) = (Alarms.minute(60), true, 600)
        }
        #expect(try await alarms.fired(through: 60) == ["60"])
        #expect(try await alarms.fired(through: 70) == ["70"])
        // Missed repetitions fire once.
        #expect(try await alarms.fired(through: 95) == ["80 late"])
        #expect(try await alarms.fired(through: 100) == ["100"])
        _ = try await alarms.contract.change(item.id) { $0.checked = true }
        #expect(try await alarms.fired(through: 500) == [])
        let other = try await alarms.contract.item(on: alarms.list) { draft in
            (draft.dueDate, draft.shouldRemind, draft.repeatEvery) = (Alarms.minute(600), true, 43_200)
        }
        #expect(try await alarms.fired(through: 600) == ["600"])
        #expect(try await alarms.fired(through: 1_320) == ["1320"])
        #expect(try await alarms.fired(through: 2_040) == ["2040"])
        #expect(try await alarms.fired(through: 9_000) == [])
        #expect(try await alarms.contract.store.asFirst.item(other.id).remindAt == nil)
    }

    @Test(arguments: StoreKind.allCases) func `waits during a snooze, and fires after it`(
        kind: StoreKind
    ) async throws {
        let alarms = try await Alarms(kind)
        let store = try await alarms.contract.store
        let item = try await alarms.contract.item(on: alarms.list) { draft in
            draft.dueDate = Alarms.minute(100)
            draft.alarms = [.offset(-600), .offset(600)]
        }
        let put = try await store.asFirst.snoozeItem(
            item.id, until: Alarms.minute(95), ifMatch: nil, idempotencyKey: nil)
        #expect(put.value.remindAt == Alarms.minute(95))
        #expect(try await alarms.fired(through: 92) == [])
        #expect(try await alarms.fired(through: 95) == ["95"])
        #expect(try await alarms.fired(through: 110) == ["110"])
        _ = try await alarms.contract.store.asFirst.snoozeItem(
            item.id, until: Alarms.minute(200), ifMatch: nil, idempotencyKey: nil)
        try await alarms.contract.store.asFirst.unsnoozeItem(item.id, ifMatch: nil)
        let free = try await alarms.contract.store.asFirst.item(item.id)
        #expect(free.snoozedUntil == nil && free.remindAt == nil)
        try await alarms.contract.expectNoChange {
            try await alarms.contract.store.asFirst.unsnoozeItem(item.id, ifMatch: nil)
        }
    }

    @Test(arguments: StoreKind.allCases) func `fires for each occurrence of a repeating item`(
        kind: StoreKind
    ) async throws {
        let alarms = try await Alarms(kind)
        let rule = try RecurrenceRule("FREQ=DAILY")
        let item = try await alarms.contract.item(on: alarms.list) { draft in
            (draft.dueDate, draft.shouldRemind) = (Alarms.minute(60), true)
            (draft.recurrence, draft.alarms) = (Recurrence(rule), [.offset(-600)])
        }
        #expect(try await alarms.fired(through: 55) == ["50 late"])
        // Completed early: the pending reminder is not sent, but those of tomorrow are.
        _ = try await alarms.contract.store.asFirst.toggleItem(item.id, ifMatch: nil, idempotencyKey: nil)
        #expect(try await alarms.fired(through: 1_489) == [])
        #expect(try await alarms.fired(through: 1_490) == ["1490"])
        #expect(try await alarms.fired(through: 1_500) == ["1500"])
    }

    @Test(arguments: StoreKind.allCases) func `needs a due date, with at most five alarms an item`(
        kind: StoreKind
    ) async throws {
        let alarms = try await Alarms(kind)
        let contract = alarms.contract
        try await contract.expect(.invalid([Violation("/alarms", .tooMany(max: 5, "alarms"))])) {
            try await contract.item(on: alarms.list) { draft in
                draft.alarms = (1...6).map { .at(Alarms.minute($0)) }
            }
        }
        let free = Violation("/alarms/1/offset", .noDueDate)
        try await contract.expect(.invalid([free])) {
            try await contract.item(on: alarms.list) { draft in
                draft.alarms = [.at(Alarms.minute(1)), .offset(60)]
            }
        }
        try await contract.item(on: alarms.list) { $0.alarms = [.at(Alarms.minute(1))] }
        #expect(try await alarms.fired(through: 1) == ["1"])
    }
}
