import Checklists
import Dates
import StoreFixtures
import Testing

/// A moment in UTC from a text to the minute: `2027-03-26T12:00`.
private func moment(_ text: String) -> Timestamp? {
    let parts = text.split(separator: "T")
    let time = parts[1].split(separator: ":").compactMap { Int64($0) }
    guard let day = CivilDate(String(parts[0])) else { return nil }
    return Timestamp(milliseconds: ((Int64(day.daysSince1970) * 24 + time[0]) * 60 + time[1]) * 60_000)
}

extension Contract {
    /// A repeating item that is due at a time or on a day.
    fileprivate func series(
        _ rule: String, at due: String? = nil, on dueOn: String? = nil, in zone: String? = "Europe/Paris",
        from base: Recurrence.Base = .due, list: Checklist.ID
    ) async throws -> Item {
        let rule = try RecurrenceRule(rule)
        let (dueDate, dueDay) = (due.flatMap(moment), dueOn.flatMap(CivilDate.init))
        return try await item(on: list) { draft in
            (draft.dueDate, draft.dueOn, draft.timeZone) = (dueDate, dueDay, zone)
            draft.recurrence = Recurrence(rule, from: base)
        }
    }

    fileprivate func toggled(_ item: Item.ID) async throws -> Item {
        try await store.asFirst.toggleItem(item, ifMatch: nil, idempotencyKey: nil).value
    }
}

@Suite(.closingStores) struct `A repeating item in a store` {
    /// A clock that starts at a moment.
    private func clock(_ text: String) throws -> ManualClock { ManualClock(try #require(moment(text))) }

    @Test(arguments: StoreKind.allCases) func `advances when it is checked, at the same local time`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind, clock: clock("2027-03-26T12:00"))
        let list = try await contract.list()
        // 08:00 in Paris, before and after daylight saving begins.
        let item = try await contract.series("FREQ=DAILY", at: "2027-03-27T07:00", list: list)
        var now = try await contract.toggled(item.id)
        #expect(now.dueDate == moment("2027-03-28T06:00"))
        #expect(!now.checked && now.timing.completionsCount == 1)
        #expect(now.timing.lastCompletedAt == contract.now)
        now = try await contract.change(item.id) { $0.checked = true }
        #expect(now.dueDate == moment("2027-03-29T06:00") && !now.checked)
        #expect(now.timing.completionsCount == 2)
        let count = try await contract.store.asFirst.checklist(list).uncheckedItemsCount
        #expect(count == 1)
        try await #expect(contract.store.asFirst.item(item.id) == now)
    }

    @Test(arguments: StoreKind.allCases) func `skips missed occurrences`(kind: StoreKind) async throws {
        let contract = try await Contract(kind, clock: clock("2026-11-25T12:00"))
        let list = try await contract.list()
        let day = try await contract.series("FREQ=DAILY", on: "2026-11-20", list: list)
        #expect(try await contract.toggled(day.id).timing.dueOn?.text == "2026-11-25")
        let week = try await contract.series("FREQ=WEEKLY;INTERVAL=2", at: "2026-10-01T08:00", list: list)
        #expect(try await contract.toggled(week.id).dueDate == moment("2026-11-26T09:00"))
        let early = try await contract.series("FREQ=MONTHLY;BYMONTHDAY=-1", on: "2026-11-30", list: list)
        #expect(try await contract.toggled(early.id).timing.dueOn?.text == "2026-12-31")
    }

    @Test(arguments: StoreKind.allCases) func `can repeat from its completion`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind, clock: clock("2026-11-25T12:00"))
        let list = try await contract.list()
        let item = try await contract.series(
            "FREQ=DAILY;INTERVAL=3", on: "2026-11-20", from: .completion, list: list)
        #expect(try await contract.toggled(item.id).timing.dueOn?.text == "2026-11-28")
        let timed = try await contract.series(
            "FREQ=WEEKLY", at: "2026-11-20T17:00", from: .completion, list: list)
        #expect(try await contract.toggled(timed.id).dueDate == moment("2026-12-02T17:00"))
    }

    @Test(arguments: StoreKind.allCases) func `ends after its last occurrence, and stays checked`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind, clock: clock("2026-11-25T12:00"))
        let list = try await contract.list()
        let item = try await contract.series("FREQ=DAILY;COUNT=3", on: "2026-11-26", list: list)
        for day in ["2026-11-27", "2026-11-28"] {
            #expect(try await contract.toggled(item.id).timing.dueOn?.text == day)
        }
        var last = try await contract.toggled(item.id)
        #expect(last.checked && last.timing.completionsCount == 3 && last.timing.dueOn?.text == "2026-11-28")
        last = try await contract.toggled(item.id)
        #expect(!last.checked && last.timing.completionsCount == 2)
        let until = try await contract.series(
            "FREQ=WEEKLY;UNTIL=20261130", on: "2026-11-26", list: list)
        #expect(try await contract.toggled(until.id).checked)
        try await contract.expect(
            .conflict([Violation("/recurrence", .lastOccurrence)])
        ) { _ = try await contract.store.asFirst.skipItem(until.id, ifMatch: nil, idempotencyKey: nil) }
    }

    @Test(arguments: StoreKind.allCases) func `is moved back by its due date`(kind: StoreKind) async throws {
        let contract = try await Contract(kind, clock: clock("2026-11-25T12:00"))
        let list = try await contract.list()
        let item = try await contract.series("FREQ=DAILY;COUNT=3", at: "2026-11-26T09:00", list: list)
        let first = try await contract.toggled(item.id)
        contract.advance(milliseconds: 1_000)
        _ = try await contract.toggled(item.id)
        let back = try await contract.change(item.id) { $0.dueDate = first.dueDate }
        #expect(back.timing.completionsCount == 1 && back.dueDate == first.dueDate)
        #expect(back.timing.lastCompletedAt == first.timing.lastCompletedAt)
        // It is still the second of three occurrences.
        _ = try await contract.toggled(item.id)
        #expect(try await contract.toggled(item.id).checked)
    }

    @Test(arguments: StoreKind.allCases) func `skips an occurrence without a completion`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind, clock: clock("2026-11-25T12:00"))
        let list = try await contract.list()
        let item = try await contract.series("FREQ=WEEKLY;BYDAY=TU", on: "2026-11-24", list: list)
        let key = IdempotencyKey(key: "skip", fingerprint: [1])
        for _ in 0..<2 {
            let skipped = try await contract.store.asFirst.skipItem(
                item.id, ifMatch: nil, idempotencyKey: key
            ).value
            #expect(skipped.timing.dueOn?.text == "2026-12-01" && skipped.timing.completionsCount == 0)
        }
        let once = try await contract.item("Once", on: list)
        try await contract.expect(
            .conflict([Violation("/recurrence", .noRecurrence)])
        ) { _ = try await contract.store.asFirst.skipItem(once.id, ifMatch: nil, idempotencyKey: nil) }
    }

    @Test(arguments: StoreKind.allCases) func `needs a date and a rule with an occurrence`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind, clock: clock("2026-11-25T12:00"))
        let list = try await contract.list()
        try await contract.expect(
            .invalid([Violation("/recurrence", .noDueDate)])
        ) { _ = try await contract.series("FREQ=DAILY", list: list) }
        let never = Violation(
            "/recurrence/rule", .neverRecurs)
        try await contract.expect(.invalid([never])) {
            _ = try await contract.series(
                "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", on: "2026-11-26", list: list)
        }
        let item = try await contract.series("FREQ=DAILY", on: "2026-11-26", list: list)
        try await contract.expect(
            .invalid([Violation("/recurrence", .noDueDate)])
        ) { _ = try await contract.change(item.id) { $0.dueOn = .some(nil) } }
        let (free, both) = try await (
            contract.change(item.id) { ($0.dueOn, $0.recurrence) = (.some(nil), .some(nil)) },
            contract.now
        )
        #expect(free.timing.recurrence == nil && free.dueDate == nil && free.timing.dueOn == nil)
        try await contract.expect(
            .invalid([Violation("/dueOn", .notTogether(with: "dueDate"))])
        ) {
            _ = try await contract.change(item.id) {
                ($0.dueDate, $0.dueOn) = (both, CivilDate(daysSince1970: 1))
            }
        }
    }

    @Test(arguments: StoreKind.allCases) func `keeps its local time across a skipped hour`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind, clock: clock("2027-03-26T12:00"))
        let list = try await contract.list()
        // 02:30 in Paris. On 28 March 2027 clocks skip from 02:00 to 03:00, so it becomes 03:30 that day.
        let item = try await contract.series("FREQ=DAILY", at: "2027-03-27T01:30", list: list)
        #expect(try await contract.toggled(item.id).dueDate == moment("2027-03-28T01:30"))
        #expect(try await contract.toggled(item.id).dueDate == moment("2027-03-29T00:30"))
        // 02:30 occurs twice on 31 October; the first one counts.
        let autumn = try await contract.series("FREQ=DAILY", at: "2027-10-30T00:30", list: list)
        #expect(try await contract.toggled(autumn.id).dueDate == moment("2027-10-31T00:30"))
        #expect(try await contract.toggled(autumn.id).dueDate == moment("2027-11-01T01:30"))
    }
}

@Suite(.closingStores) struct `A day on which an item is due, in a store` {
    @Test(arguments: StoreKind.allCases) func `begins in the zone of the item or of its author`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let date = CivilDate("2026-11-25")
        let (none, far) = (
            try await contract.item("none", on: list) { $0.dueOn = date },
            try await contract.item("far", on: list) { ($0.dueOn, $0.timeZone) = (date, "Asia/Tokyo") }
        )
        #expect(none.dueDate == moment("2026-11-25T00:00") && none.timing.timeZone == "UTC")
        #expect(far.dueDate == moment("2026-11-24T15:00"))
        var preferences = PreferencesPatch()
        preferences.timeZone = .some("Europe/Paris")
        _ = try await contract.store.asFirst.updatePreferences(preferences, ifMatch: nil)
        let near = try await contract.item("near", on: list) { $0.dueOn = date }
        #expect(near.dueDate == moment("2026-11-24T23:00") && near.timing.timeZone == "Europe/Paris")
        let moved = try await contract.change(near.id) { $0.timeZone = "America/New_York" }
        #expect(moved.dueDate == moment("2026-11-25T05:00") && moved.timing.dueOn == date)
    }

    @Test(arguments: StoreKind.allCases) func `precedes items that are due at its start`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let (date, start) = (CivilDate("2026-11-25"), try #require(moment("2026-11-25T00:00")))
        try await contract.item("timed", on: list) { $0.dueDate = start }
        try await contract.item("day", on: list) { ($0.dueOn, $0.timeZone) = (date, "UTC") }
        try await contract.item("earlier", on: list) { $0.dueDate = start.advanced(byMilliseconds: -1) }
        try await contract.item("again", on: list) { $0.dueDate = start }
        try await contract.item("never", on: list)
        for limit in [1, 100] {
            for (descending, texts) in [
                (false, ["earlier", "day", "timed", "again", "never"]),
                (true, ["timed", "again", "day", "earlier", "never"]),
            ] {
                var query = ItemQuery(checklistID: list)
                query.sort = [SortKey(.dueDate, descending: descending)]
                query.page.limit = limit
                var found: [String] = []
                repeat {
                    let page = try await contract.store.asFirst.items(query)
                    found += page.elements.map(\.text)
                    query.page.cursor = page.next
                } while query.page.cursor != nil
                #expect(found == texts)
            }
        }
        var query = ItemQuery(checklistID: list)
        query.filter.dueBefore = start
        #expect(try await contract.store.asFirst.items(query).elements.map(\.text) == ["earlier"])
    }

    @Test(arguments: StoreKind.allCases) func `replaces a due time, and is replaced by one`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let (date, start) = (CivilDate("2026-11-25"), try #require(moment("2026-11-25T08:00")))
        let item = try await contract.item(on: list) { $0.dueDate = start }
        var now = try await contract.change(item.id) { $0.dueOn = date }
        #expect(now.timing.dueOn == date && now.dueDate == moment("2026-11-25T00:00"))
        now = try await contract.change(item.id) { $0.dueDate = .some(nil) }
        #expect(now.timing.dueOn == date)
        now = try await contract.change(item.id) { $0.dueDate = start }
        #expect(now.timing.dueOn == nil && now.dueDate == start)
        now = try await contract.change(item.id) { $0.dueOn = .some(nil) }
        #expect(now.dueDate == start)
        now = try await contract.change(item.id) { $0.timeZone = .some(nil) }
        #expect(!now.hasTiming)
    }
}
