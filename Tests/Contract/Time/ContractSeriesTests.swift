import Checklists
import Dates
import SQL
import StoreFixtures
import Testing

@testable import SQLStore

extension Contract {
    /// A contract whose clock starts at noon UTC on a day.
    init(_ kind: StoreKind, noonOf day: String) async throws {
        let noon = try #require(CivilDate(day)).daysSince1970 * 86_400_000 + 43_200_000
        try await self.init(kind, clock: ManualClock(Timestamp(milliseconds: Int64(noon))))
    }

    func dayAfterToggle(of item: Item.ID) async throws -> String? {
        try await store.asFirst.toggleItem(item, ifMatch: nil, idempotencyKey: nil).value.timing.dueOn?.text
    }

    func dayAfterSkip(of item: Item.ID) async throws -> String? {
        try await store.asFirst.skipItem(item, ifMatch: nil, idempotencyKey: nil).value.timing.dueOn?.text
    }
}

@Suite(.closingStores) struct `A series with exceptions, in a store` {
    private func local(_ day: String) throws -> DayAndTime {
        DayAndTime(day: try #require(CivilDate(day)), time: 0)
    }

    /// A daily series whose occurrences start a day before they are due. It skips 29 November, and moves the
    /// due
    /// date 1 December to 2 December.
    private func series() throws -> Series {
        Series(
            lead: 86_400_000, skipped: [try local("2026-11-29")],
            moved: [try local("2026-12-01"): try local("2026-12-02")])
    }

    private func item(_ contract: Contract, _ rule: String = "FREQ=DAILY;INTERVAL=2") async throws -> Item.ID
    {
        let list = try await contract.list()
        let (recurrence, series) = (Recurrence(try RecurrenceRule(rule)), try series())
        return try await contract.item(on: list) { draft in
            (draft.dueOn, draft.timeZone) = (CivilDate("2026-11-27"), "Europe/Paris")
            (draft.recurrence, draft.series) = (recurrence, series)
        }.id
    }

    @Test(arguments: StoreKind.allCases) func `skips and moves its occurrences`(kind: StoreKind) async throws
    {
        let contract = try await Contract(kind, noonOf: "2026-11-25")
        let item = try await item(contract)
        #expect(try await contract.store.asFirst.item(item).timing.series == series())
        #expect(try await contract.dayAfterToggle(of: item) == "2026-12-02")
        #expect(try await contract.dayAfterSkip(of: item) == "2026-12-03")
    }

    @Test(arguments: StoreKind.allCases) func `reaches an occurrence that was moved behind others`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind, noonOf: "2026-11-25")
        let item = try await item(contract, "FREQ=WEEKLY")
        let late = Series(lead: 0, moved: [try local("2026-12-04"): try local("2026-12-12")])
        try await contract.change(item) { $0.series = late }
        #expect(try await contract.dayAfterToggle(of: item) == "2026-12-11")
        #expect(try await contract.dayAfterToggle(of: item) == "2026-12-12")
        #expect(try await contract.dayAfterToggle(of: item) == "2026-12-18")
    }

    @Test(arguments: StoreKind.allCases) func `restarts its count in a copy of its list`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind, noonOf: "2026-11-25")
        let item = try await item(contract, "FREQ=WEEKLY;COUNT=2")
        let more = Series(lead: 0, added: [try local("2026-12-01")])
        try await contract.change(item) { $0.series = more }
        #expect(try await contract.dayAfterToggle(of: item) == "2026-12-01")
        let session = try await contract.store.asFirst
        let list = try await session.item(item).checklistID
        let copy = try await session.copyChecklist(list, ChecklistCopy(), idempotencyKey: nil).value.id
        var query = ItemQuery(checklistID: copy)
        query.page.limit = 1
        let copied = try #require(try await session.items(query).elements.first)
        #expect(try copied.occurrences(limit: 2) == [.day(local("2026-12-04").day)])
    }

    @Test(arguments: StoreKind.allCases) func `steps back over exceptions`(kind: StoreKind) async throws {
        let contract = try await Contract(kind, noonOf: "2026-11-25")
        let item = try await item(contract)
        _ = try await contract.dayAfterToggle(of: item)
        let back = try await contract.change(item) { $0.dueOn = CivilDate("2026-11-27") }
        #expect(back.timing.completionsCount == 0)
        #expect(try back.timing.series == series())
        #expect(try await contract.dayAfterToggle(of: item) == "2026-12-02")
    }

    @Test(arguments: StoreKind.allCases) func `moves with its exceptions`(kind: StoreKind) async throws {
        let contract = try await Contract(kind, noonOf: "2026-11-25")
        let item = try await item(contract)
        try await contract.change(item) { $0.dueOn = CivilDate("2026-11-28") }
        #expect(try await contract.dayAfterToggle(of: item) == "2026-12-03")
        // A moved occurrence moves the series, too.
        try await contract.change(item) { $0.dueOn = CivilDate("2026-12-04") }
        #expect(try await contract.dayAfterToggle(of: item) == "2026-12-05")
    }

    @Test(arguments: StoreKind.allCases) func `steps back over an occurrence that was moved behind others`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind, noonOf: "2026-11-25")
        let item = try await item(contract, "FREQ=WEEKLY")
        let late = Series(lead: 0, moved: [try local("2026-12-04"): try local("2026-12-12")])
        try await contract.change(item) { $0.series = late }
        for isSkip in [false, true] {
            let next =
                isSkip
                ? try await contract.dayAfterSkip(of: item) : try await contract.dayAfterToggle(of: item)
            #expect(next == "2026-12-11")
            let back = try await contract.change(item) { $0.dueOn = CivilDate("2026-11-27") }
            #expect(back.timing.series == late && back.timing.completionsCount == 0)
        }
    }

    @Test(arguments: StoreKind.allCases) func `does not step back after a change of the time zone`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind, noonOf: "2026-11-25")
        let list = try await contract.list()
        func moment(_ text: String) throws -> Timestamp {
            let milliseconds = RFC3339.milliseconds(Array(text.utf8).span)
            return Timestamp(milliseconds: try #require(milliseconds))
        }
        let first = try moment("2026-12-01T08:00:00Z")
        let daily = try RecurrenceRule("FREQ=DAILY")
        let item = try await contract.item(on: list) { draft in
            (draft.dueDate, draft.timeZone) = (first, "Europe/Paris")
            draft.recurrence = Recurrence(daily)
        }.id
        let session = try await contract.store.asFirst
        _ = try await session.toggleItem(item, ifMatch: nil, idempotencyKey: nil)
        try await contract.change(item) { $0.timeZone = "Asia/Tokyo" }
        try await contract.change(item) { $0.dueDate = first }
        let next = try await contract.store.asFirst.toggleItem(item, ifMatch: nil, idempotencyKey: nil).value
        #expect(try next.dueDate == moment("2026-12-02T08:00:00Z"))
    }

    @Test(arguments: StoreKind.allCases) func `keeps a moved occurrence with a rule that names days`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind, noonOf: "2026-11-25")
        // Fridays.
        let item = try await item(contract, "FREQ=WEEKLY;BYDAY=FR")
        let late = Series(lead: 0, moved: [try local("2026-12-04"): try local("2026-12-15")])
        try await contract.change(item) { $0.series = late }
        #expect(try await contract.dayAfterToggle(of: item) == "2026-12-11")
        try await contract.change(item) { $0.dueOn = CivilDate("2026-12-12") }
        #expect(try await contract.dayAfterToggle(of: item) == "2026-12-15")
        // Moving the last occurrence does not restore another one.
        try await contract.change(item) { $0.dueOn = CivilDate("2026-12-19") }
        #expect(try await contract.dayAfterToggle(of: item) == "2026-12-25")
    }

    @Test(arguments: StoreKind.allCases) func `keeps its exceptions with another end of its rule`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind, noonOf: "2026-11-25")
        let item = try await item(contract)
        let ending = Recurrence(try RecurrenceRule("INTERVAL=2;FREQ=DAILY;UNTIL=20261204"))
        let after = try await contract.change(item) { $0.recurrence = ending }
        #expect(try after.timing.series == series() && after.timing.recurrence == ending)
        #expect(try await contract.dayAfterToggle(of: item) == "2026-12-02")
    }

    @Test(arguments: StoreKind.allCases) func `moves its exceptions with the rule to another day`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind, noonOf: "2026-11-25")
        let item = try await item(contract, "FREQ=WEEKLY;BYDAY=FR;COUNT=9")
        let skipping = Series(lead: 0, skipped: [try local("2026-12-04")])
        try await contract.change(item) { $0.series = skipping }
        let sundays = Recurrence(try RecurrenceRule("FREQ=WEEKLY;BYDAY=SU"))
        try await contract.change(item) { ($0.dueOn, $0.recurrence) = (CivilDate("2026-11-29"), sundays) }
        #expect(try await contract.dayAfterToggle(of: item) == "2026-12-13")
        // Another rule drops the exceptions.
        let mondays = Recurrence(try RecurrenceRule("FREQ=WEEKLY;BYDAY=MO"))
        let other = try await contract.change(item) {
            ($0.dueOn, $0.recurrence) = (CivilDate("2026-12-15"), mondays)
        }
        #expect(other.timing.series == Series())
    }

    @Test(arguments: StoreKind.allCases) func `keeps its lead under another rule`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind, noonOf: "2026-11-25")
        let item = try await item(contract)
        let other = Recurrence(try RecurrenceRule("FREQ=WEEKLY"))
        let weekly = try await contract.change(item) { ($0.recurrence, $0.lead) = (other, "P1D") }
        #expect(weekly.timing.series == Series(lead: 86_400_000))
        let ending = Recurrence(try RecurrenceRule("FREQ=DAILY;INTERVAL=2;COUNT=3"))
        let after = try await contract.change(item) { ($0.recurrence, $0.lead) = (ending, "P1D") }
        #expect(after.timing.series.lead == 86_400_000)
    }

    @Test(arguments: StoreKind.allCases) func `loses its exceptions with another rule`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind, noonOf: "2026-11-25")
        let item = try await item(contract)
        let same = Recurrence(try RecurrenceRule("FREQ=DAILY;INTERVAL=2"))
        #expect(try await contract.change(item) { $0.recurrence = same }.timing.series == series())
        let other = Recurrence(try RecurrenceRule("FREQ=DAILY"))
        let after = try await contract.change(item) { $0.recurrence = other }
        #expect(after.timing.series == Series(lead: 86_400_000))
        #expect(try await contract.dayAfterToggle(of: item) == "2026-11-28")
    }

    @Test(arguments: StoreKind.allCases) func `counts skipped occurrences`(kind: StoreKind) async throws {
        let contract = try await Contract(kind, noonOf: "2026-11-25")
        let item = try await item(contract, "FREQ=DAILY;INTERVAL=2;COUNT=3")
        #expect(try await contract.dayAfterToggle(of: item) == "2026-12-02")
        #expect(
            try await contract.store.asFirst.toggleItem(item, ifMatch: nil, idempotencyKey: nil).value.checked
        )
    }

    @Test(arguments: StoreKind.allCases) func `has a limit of exceptions`(kind: StoreKind) async throws {
        let contract = try await Contract(kind, noonOf: "2026-11-25")
        let item = try await item(contract)
        let first = try local("2027-01-01")
        let skipped = (0...Limits.seriesExceptionsMax).map {
            DayAndTime(day: first.day.advanced(by: $0), time: 0)
        }
        let many = Series(lead: 0, skipped: Set(skipped))
        let violation = Violation("/recurrence", .tooMany(max: 1000, "exceptions"))
        try await contract.expect(.invalid([violation])) {
            try await contract.change(item) { $0.series = many }
        }
        let most = Series(lead: 0, skipped: Set(skipped.dropLast()))
        #expect(try await contract.change(item) { $0.series = most }.timing.series == most)
        #expect(try await contract.store.asFirst.item(item).timing.series == most)
    }

    @Test(arguments: StoreKind.allCases)
    func `is not checked if only its app can follow it`(kind: StoreKind) async throws {
        let contract = try await Contract(kind, noonOf: "2026-11-25")
        let list = try await contract.list()
        let item = try await contract.item(on: list) { draft in
            (draft.dueOn, draft.timeZone) = (CivilDate("2026-11-27"), "Europe/Paris")
            draft.series = .unfollowed
        }.id
        let refusal = ChecklistsError.conflict([
            Violation(
                "/recurrence",
                .recurrenceOfApp)
        ])
        try await contract.expect(refusal) { _ = try await contract.dayAfterToggle(of: item) }
        try await contract.expect(refusal) { _ = try await contract.dayAfterSkip(of: item) }
        try await contract.expect(refusal) { try await contract.change(item) { $0.checked = true } }
        // A bulk change leaves the item unchecked.
        let other = try await contract.item(on: list) { $0.text = "Other" }.id
        var patch = ItemPatch()
        patch.checked = true
        let session = try await contract.store.asFirst
        #expect(try await session.updateItems(of: list, where: ItemFilter(), patch) == 1)
        #expect(try await session.item(other).checked)
        #expect(try await !session.item(item).checked)
        let daily = Recurrence(try RecurrenceRule("FREQ=DAILY"))
        try await contract.change(item) { $0.recurrence = daily }
        #expect(try await contract.dayAfterToggle(of: item) == "2026-11-28")
        // Ending the recurrence explicitly leaves a plain item.
        try await contract.change(item) { ($0.recurrence, $0.series) = (.some(nil), .unfollowed) }
        let ended = try await contract.change(item) { $0.recurrence = .some(nil) }
        #expect(ended.timing.series.isFollowed)
        #expect(
            try await contract.store.asFirst.toggleItem(item, ifMatch: nil, idempotencyKey: nil).value.checked
        )
    }
}

@Suite(.closingStores) struct `A series in a database` {
    /// A process before schema version 9 changes only the columns that it knows.
    @Test(arguments: StoreKind.tested([.inPostgres]))
    func `is separate from the columns of earlier versions`(kind: StoreKind) async throws {
        let contract = try await Contract(kind, noonOf: "2026-11-25")
        let list = try await contract.list()
        func day(_ text: String) throws -> CivilDate { try #require(CivilDate(text)) }
        let series = Series(
            lead: 0, skipped: [DayAndTime(day: try day("2026-12-04"), time: 0)],
            added: [DayAndTime(day: try day("2026-12-01"), time: 0)])
        let rule = Recurrence(try RecurrenceRule("FREQ=WEEKLY"))
        let item = try await contract.item(on: list) { draft in
            (draft.dueOn, draft.timeZone) = (CivilDate("2026-11-27"), "Europe/Paris")
            (draft.recurrence, draft.series) = (rule, series)
        }.id
        #expect(try await contract.dayAfterToggle(of: item) == "2026-12-01")
        let store = try #require(try await contract.store as? SQLStore)
        let apart = "SELECT id FROM items WHERE timing::text LIKE '%base%' OR timing::text LIKE '%eries%'"
        let found = try await store.database.client.run([Statement(apart)], on: .control)
        #expect(found.first?.isEmpty == true)
        #expect(try await contract.store.asFirst.item(item).timing.series == series)
        let next = try await contract.store.asFirst.item(item).occurrences(limit: 1)
        #expect(try next == [.day(day("2026-12-11"))])
        let change = "UPDATE items SET important = true, revision = revision + 1"
        _ = try await store.database.client.run([Statement(change)], on: .control)
        let other = try await contract.store.asFirst.item(item)
        #expect(other.timing.series == Series())
    }
}
