import CalendarObjects
import Checklists
import Dates
import SQL
import StoreFixtures
import Testing

@testable import SQLStore

extension Contract {
    /// Adds an item as versions before schema version 10 stored it: they parse only the rule of an object.
    fileprivate func stored(
        _ uid: String, _ lines: [String], rule: String?, due: String = "2026-12-01", on list: Checklist.ID
    ) async throws -> Item {
        let (draft, day) = (try Self.draft(uid, lines, rule: rule), CivilDate(due))
        return try await item(on: list) { item in
            item = draft
            item.dueOn = day
        }
    }

    fileprivate static func draft(_ uid: String, _ lines: [String], rule: String?) throws -> ItemDraft {
        var draft = ItemDraft(text: "Milk")
        (draft.dueOn, draft.timeZone) = (CivilDate("2026-12-01"), "Europe/Paris")
        draft.recurrence = try rule.map { Recurrence(try RecurrenceRule($0)) }
        draft.uid = uid
        draft.calendarObject = CalendarObject(text: object(uid, lines))
        return draft
    }

    fileprivate static func object(_ uid: String, _ lines: [String]) -> String {
        let all = ["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VTODO", "UID:\(uid)", "SUMMARY:Milk"]
        return (all + lines + ["END:VTODO", "END:VCALENDAR", ""]).joined(separator: "\r\n")
    }

    fileprivate func upgradesNothing() async throws {
        let count = try await upgrade()
        #expect(count == 0)
    }

    fileprivate func upgrade() async throws -> Int? {
        let now = now
        return try await ObjectUpgrade(store, now: { now }).run()
    }
}

@Suite(.closingStores) struct `Series of earlier versions, in a store` {
    private static let due = "DUE;VALUE=DATE:20261201"
    private static let daily = [due, "RRULE:FREQ=DAILY", "EXDATE;VALUE=DATE:20261202"]
    private static let hourly = [due, "RRULE:FREQ=HOURLY"]

    private func contract(
        _ kind: StoreKind, _ limit: (inout Capacity) -> Void = { _ in }
    ) async throws -> Contract {
        let noon = try #require(CivilDate("2026-11-25")).daysSince1970 * 86_400_000 + 43_200_000
        return try await Contract(kind, clock: ManualClock(Timestamp(milliseconds: Int64(noon))), limit)
    }

    @Test(arguments: StoreKind.allCases) func `are parsed after an upgrade`(kind: StoreKind) async throws {
        let contract = try await contract(kind)
        let list = try await contract.list()
        let daily = try await contract.stored("1", Self.daily, rule: "FREQ=DAILY", on: list)
        let hourly = try await contract.stored("2", Self.hourly, rule: nil, on: list)
        let first = try await contract.stored(
            "3", [Self.due, "rrule:FREQ=DAILY", "EXDATE;VALUE=DATE:20261201"], rule: "FREQ=DAILY", on: list)
        contract.advance(milliseconds: 60_000)
        #expect(try await contract.upgrade() == 3)
        let session = try await contract.store.asFirst
        let (next, later) = (try day("2026-12-02"), try day("2026-12-03"))
        #expect(try await session.item(daily.id).occurrences(limit: 1) == [.day(later)])
        let second = try await session.item(first.id)
        #expect(second.timing.dueOn == next)
        #expect(second.dueDate == second.timing.localTime?.beginning(of: next))
        let after = try await session.item(hourly.id)
        #expect(!after.timing.series.isFollowed && after.revision > hourly.revision)
        #expect(after.updatedAt == hourly.updatedAt && after.changedAt == contract.now)
        #expect(after.changedBy == nil && after.calendarObject == hourly.calendarObject)
        await #expect(throws: ChecklistsError.self) {
            try await contract.store.asFirst.toggleItem(hourly.id, ifMatch: nil, idempotencyKey: nil)
        }
        let toggled = try await contract.store.asFirst.toggleItem(daily.id, ifMatch: nil, idempotencyKey: nil)
            .value
        #expect(toggled.timing.dueOn == later)
        try await contract.expectNoChange { try await contract.upgradesNothing() }
    }

    @Test(arguments: StoreKind.tested([.inPostgres]))
    func `wait until no process of an older version serves the database`(kind: StoreKind) async throws {
        let contract = try await contract(kind)
        let list = try await contract.list()
        _ = try await contract.stored("1", Self.daily, rule: "FREQ=DAILY", on: list)
        let store = try #require(try await contract.store as? SQLStore)
        // A process before schema version 10 writes these columns. The heartbeat is a day ahead, so the
        // process
        // counts as alive during the whole test.
        let heartbeat = """
            INSERT INTO processes (id, started_at, seen_at) \
            VALUES (1, clock_timestamp(), clock_timestamp() + interval '1 day')
            """
        _ = try await store.database.client.run([Statement(heartbeat)], on: .control)
        try await contract.expectNoChange {
            let count = try await contract.upgrade()
            #expect(count == nil)
        }
        let death = "UPDATE processes SET seen_at = clock_timestamp() - interval '1 day' WHERE id = 1"
        _ = try await store.database.client.run([Statement(death)], on: .control)
        #expect(try await contract.upgrade() == 1)
    }

    @Test(arguments: StoreKind.allCases) func `end without a further occurrence`(
        kind: StoreKind
    ) async throws {
        let contract = try await contract(kind)
        let list = try await contract.list()
        let lines = [Self.due, "RRULE:FREQ=DAILY;COUNT=2", "EXDATE;VALUE=DATE:20261201,20261202"]
        for uid in ["1", "2"] {
            _ = try await contract.stored(uid, lines, rule: "FREQ=DAILY;COUNT=2", on: list)
        }
        _ = try await contract.item(on: list)
        #expect(try await contract.upgrade() == 2)
        let session = try await contract.store.asFirst
        #expect(try await session.checklist(list).uncheckedItemsCount == 1)
        let items = try await session.items(ItemQuery(checklistID: list)).elements
        #expect(items.count { $0.checked && $0.checkedAt == contract.now } == 2)
        #expect(try await contract.upgrade() == 0)
    }

    private func day(_ text: String) throws -> CivilDate { try #require(CivilDate(text)) }

    @Test(arguments: StoreKind.allCases) func `keep their exceptions through an edit before the upgrade`(
        kind: StoreKind
    ) async throws {
        let contract = try await contract(kind)
        let list = try await contract.list()
        let item = try await contract.stored("1", Self.daily, rule: "FREQ=DAILY", on: list)
        try await contract.change(item.id) { $0.dueOn = CivilDate("2026-12-03") }
        #expect(try await contract.upgrade() == 1)
        let session = try await contract.store.asFirst
        // The `EXDATE` of 2 December moved by two days with the due date.
        let dues = try ["2026-12-05", "2026-12-06"].map { Due.day(try day($0)) }
        #expect(try await session.item(item.id).occurrences(limit: 2) == dues)
        #expect(try await contract.upgrade() == 0)
    }

    @Test(arguments: StoreKind.allCases) func `are skipped if they are parsed or only have a rule`(
        kind: StoreKind
    ) async throws {
        let contract = try await contract(kind)
        let list = try await contract.list()
        _ = try await contract.stored("1", [Self.due], rule: nil, on: list)
        _ = try await contract.stored("2", [Self.due, "RRULE:FREQ=DAILY"], rule: "FREQ=DAILY", on: list)
        // A person changed the rule on the page.
        _ = try await contract.stored("3", Self.daily, rule: "FREQ=YEARLY", on: list)
        let read = try await contract.stored("4", Self.daily, rule: "FREQ=DAILY", on: list)
        try await contract.change(read.id) { $0.series = Series() }
        _ = try await contract.item(on: list)
        try await contract.expectNoChange { try await contract.upgradesNothing() }
    }

    @Test(arguments: StoreKind.allCases) func `stay unchanged if the item has changed`(
        kind: StoreKind
    ) async throws {
        let contract = try await contract(kind)
        let list = try await contract.list()
        let item = try await contract.stored("1", Self.daily, rule: "FREQ=DAILY", on: list)
        let adopted = TaskObject.adopted(item, at: contract.now)
        let reading = try #require(ObjectReading(from: item, to: adopted))
        try await contract.change(item.id) { $0.text = "Oat milk" }
        try await contract.expectNoChange {
            let count = try await contract.store.adoptObjects([reading])
            #expect(count == 0)
        }
        #expect(try await contract.upgrade() == 1)
        #expect(try await contract.store.asFirst.item(item.id).text == "Oat milk")
    }

    @Test(arguments: StoreKind.allCases) func `are all parsed, in several steps`(
        kind: StoreKind
    ) async throws {
        let contract = try await contract(kind)
        let list = try await contract.list()
        let drafts = try (0..<1_100).map { number in
            let lines = number % 5 == 0 ? Self.hourly : [Self.due]
            return try Contract.draft("\(number)", lines, rule: nil)
        }
        for drafts in [drafts.prefix(Limits.itemsAddedMax), drafts.dropFirst(Limits.itemsAddedMax)] {
            _ = try await contract.store.asFirst.addItems(Array(drafts), to: list, idempotencyKey: nil)
        }
        #expect(try await contract.upgrade() == 220)
        #expect(try await contract.upgrade() == 0)
    }

    @Test(arguments: StoreKind.allCases) func `are parsed if they fit the capacity`(
        kind: StoreKind
    ) async throws {
        let texts = [Contract.object("1", Self.daily), Contract.object("2", Self.hourly)]
        let items = texts.reduce(0) { $0 + 300 + 4 + 1 + 250 + 50 + $1.utf8.count }
        // A series counts 100 bytes, and each exception 50.
        let contract = try await contract(kind) { $0.dataBytesMax = 200 + 9 + items + 100 }
        let list = try await contract.list()
        let daily = try await contract.stored("1", Self.daily, rule: "FREQ=DAILY", on: list)
        let hourly = try await contract.stored("2", Self.hourly, rule: nil, on: list)
        #expect(try await contract.upgrade() == 1)
        let session = try await contract.store.asFirst
        #expect(try await !session.item(daily.id).timing.isSeriesRead)
        #expect(try await !session.item(hourly.id).timing.series.isFollowed)
    }
}
