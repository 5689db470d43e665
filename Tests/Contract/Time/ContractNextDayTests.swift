import Checklists
import Dates
import StoreFixtures
import Testing

extension Contract {
    /// Adds a repeating item in Paris, due on a day.
    fileprivate func series(
        _ rule: String, on day: String, from base: Recurrence.Base, list: Checklist.ID
    ) async throws -> Item.ID {
        let recurrence = Recurrence(try RecurrenceRule(rule), from: base)
        return try await item(on: list) { draft in
            (draft.dueOn, draft.timeZone) = (CivilDate(day), "Europe/Paris")
            draft.recurrence = recurrence
        }.id
    }
}

@Suite(.closingStores) struct `The next day of a series, in a store` {
    @Test(arguments: StoreKind.allCases) func `is today where the rule names today`(
        kind: StoreKind
    ) async throws {
        // A Wednesday.
        let contract = try await Contract(kind, noonOf: "2026-11-25")
        let list = try await contract.list()
        let week = try await contract.series("FREQ=WEEKLY", on: "2026-11-18", from: .due, list: list)
        #expect(try await contract.dayAfterToggle(of: week) == "2026-11-25")
        #expect(try await contract.dayAfterToggle(of: week) == "2026-12-02")
        let skipped = try await contract.series("FREQ=WEEKLY", on: "2026-11-18", from: .due, list: list)
        #expect(try await contract.dayAfterSkip(of: skipped) == "2026-11-25")
        #expect(try await contract.dayAfterSkip(of: skipped) == "2026-12-02")
    }

    @Test(
        arguments: StoreKind.allCases,
        [
            ("FREQ=WEEKLY;INTERVAL=4;BYDAY=SU", "2026-12-20"),
            ("FREQ=WEEKLY;INTERVAL=4", "2026-12-23"),
            ("FREQ=WEEKLY;BYDAY=SU", "2026-11-29"),
            ("FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1", "2027-03-01"),
            ("FREQ=YEARLY;INTERVAL=2;BYMONTH=12;BYMONTHDAY=24", "2028-12-24"),
            ("FREQ=DAILY;INTERVAL=3", "2026-11-28"),
        ])
    func `comes an interval after completion`(
        kind: StoreKind, rule: (text: String, next: String)
    ) async throws {
        let contract = try await Contract(kind, noonOf: "2026-11-25")
        let list = try await contract.list()
        let item = try await contract.series(rule.text, on: "2026-11-22", from: .completion, list: list)
        #expect(try await contract.dayAfterToggle(of: item) == rule.next)
    }

    @Test(
        arguments: StoreKind.allCases,
        [
            ("FREQ=MONTHLY", "2027-01-31", "2027-02-28"), ("FREQ=MONTHLY", "2027-02-28", "2027-03-28"),
            ("FREQ=MONTHLY;INTERVAL=3", "2026-11-30", "2027-02-28"),
            ("FREQ=YEARLY", "2028-02-29", "2029-02-28"), ("FREQ=YEARLY;COUNT=5", "2028-02-29", "2029-02-28"),
            // A rule that names its day leaves out shorter months (RFC 5545).
            ("FREQ=MONTHLY;BYMONTHDAY=31", "2027-01-31", "2027-03-31"),
        ])
    func `is the last one of a month that lacks the day of the completion`(
        kind: StoreKind, rule: (text: String, doneOn: String, next: String)
    ) async throws {
        let contract = try await Contract(kind, noonOf: rule.doneOn)
        let list = try await contract.list()
        let item = try await contract.series(rule.text, on: rule.doneOn, from: .completion, list: list)
        let stored = try await contract.store.asFirst.item(item)
        #expect(stored.occurrences(limit: 1) == CivilDate(rule.next).map { [.day($0)] })
        let skipped = try await contract.series(rule.text, on: rule.doneOn, from: .completion, list: list)
        #expect(try await contract.dayAfterToggle(of: item) == rule.next)
        #expect(try await contract.dayAfterSkip(of: skipped) == rule.next)
    }

    @Test(arguments: StoreKind.allCases) func `is in the future after an old completion`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind, noonOf: "2026-11-25")
        let list = try await contract.list()
        let item = try await contract.series(
            "FREQ=WEEKLY;INTERVAL=4;BYDAY=SU", on: "2026-06-07", from: .completion, list: list)
        let doneAt = contract.later(-150 * 86_400_000)
        let moved = try await contract.change(item) { ($0.checked, $0.checkedAt) = (true, doneAt) }
        #expect(moved.timing.dueOn?.text == "2026-12-13" && moved.timing.completionsCount == 1)
    }

    @Test(arguments: StoreKind.allCases) func `follows the due date after a skip`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind, noonOf: "2026-11-25")
        let list = try await contract.list()
        let item = try await contract.series(
            "FREQ=DAILY;INTERVAL=3", on: "2026-12-20", from: .completion, list: list)
        #expect(try await contract.dayAfterSkip(of: item) == "2026-12-23")
        let week = try await contract.series(
            "FREQ=WEEKLY;INTERVAL=4;BYDAY=SU", on: "2026-12-20", from: .completion, list: list)
        #expect(try await contract.dayAfterSkip(of: week) == "2027-01-17")
        let late = try await contract.series(
            "FREQ=DAILY;INTERVAL=3", on: "2026-11-21", from: .completion, list: list)
        #expect(try await contract.dayAfterSkip(of: late) == "2026-11-27")
    }

    @Test(arguments: StoreKind.allCases) func `is the last one after COUNT completions`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind, noonOf: "2026-11-25")
        let list = try await contract.list()
        let item = try await contract.series(
            "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;COUNT=2", on: "2026-11-22", from: .completion, list: list)
        #expect(try await contract.dayAfterToggle(of: item) == "2026-12-06")
        #expect(
            try await contract.store.asFirst.toggleItem(item, ifMatch: nil, idempotencyKey: nil).value.checked
        )
    }
}
