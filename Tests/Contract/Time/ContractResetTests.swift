import Checklists
import Dates
import StoreFixtures
import Testing

@Suite(.closingStores) struct `A list with a reset rule, in a store` {
    /// 2026-11-25T12:00Z.
    private static let noon = Timestamp(milliseconds: 20_782 * 86_400_000 + 43_200_000)
    private static let day: Int64 = 86_400_000

    private func contract(_ kind: StoreKind) async throws -> Contract {
        try await Contract(kind, clock: ManualClock(Self.noon))
    }

    private func list(_ rule: String, _ zone: String, in contract: Contract) async throws -> Checklist.ID {
        var draft = ChecklistDraft(name: "Routine")
        draft.resetRule = ResetRuleDraft(try RecurrenceRule(rule), timeZone: zone)
        return try await contract.store.asFirst.addChecklist(draft, idempotencyKey: nil).value.id
    }

    private func checked(_ contract: Contract, on list: Checklist.ID) async throws -> [Bool] {
        try await contract.store.asFirst.items(ItemQuery(checklistID: list)).elements.map(\.checked)
    }

    @Test(arguments: StoreKind.allCases) func `is unchecked once when the day begins in its zone`(
        kind: StoreKind
    ) async throws {
        let contract = try await contract(kind)
        // Midnight in Tokyo is 15:00Z.
        let list = try await list("FREQ=DAILY", "Asia/Tokyo", in: contract)
        for text in ["a", "b", "c"] {
            try await contract.item(text, on: list) { $0.checked = text != "b" }
        }
        var reset = try await contract.store.resetChecklists()
        #expect(reset == Reset(next: Self.noon.advanced(byMilliseconds: 3 * 3_600_000)))
        contract.advance(milliseconds: 3 * 3_600_000)
        reset = try await contract.store.resetChecklists()
        #expect(reset.checklistID == list && reset.uncheckedCount == 2)
        #expect(reset.next == contract.later(Self.day))
        #expect(try await checked(contract, on: list) == [false, false, false])
        try await #expect(contract.store.asFirst.checklist(list).uncheckedItemsCount == 3)
        try await contract.expectNoChange {
            let again = try await contract.store.resetChecklists()
            #expect(again == Reset(next: contract.later(Self.day)))
        }
    }

    @Test(arguments: StoreKind.allCases) func `keeps its marks when it is restored`(
        kind: StoreKind
    ) async throws {
        let contract = try await contract(kind)
        let list = try await list("FREQ=DAILY", "UTC", in: contract)
        try await contract.item("a", on: list) { $0.checked = true }
        let trash = try #require(try await contract.store.asFirst.deleteChecklist(list, ifMatch: nil))
        contract.advance(milliseconds: 2 * Self.day)
        _ = try await contract.store.asFirst.restore(trash, idempotencyKey: nil)
        let reset = try await contract.store.resetChecklists()
        #expect(reset == Reset(next: contract.later(Self.day / 2)))
        #expect(try await checked(contract, on: list) == [true])
    }

    @Test(arguments: StoreKind.allCases) func `is unchecked once after several missed resets`(
        kind: StoreKind
    ) async throws {
        let contract = try await contract(kind)
        let weekly = try await list("FREQ=WEEKLY;BYDAY=MO", "UTC", in: contract)
        let daily = try await list("FREQ=DAILY", "UTC", in: contract)
        for list in [weekly, daily] { try await contract.item("a", on: list) { $0.checked = true } }
        contract.advance(milliseconds: 20 * Self.day)
        var lists: [Checklist.ID?] = []
        for _ in 0..<3 { lists.append(try await contract.store.resetChecklists().checklistID) }
        #expect(lists == [daily, weekly, nil])
        // The weekly reset is on Monday 2026-12-21, the daily one at the next midnight.
        let next = try await contract.store.resetChecklists().next
        #expect(next == contract.later(Self.day / 2))
    }

    @Test(arguments: StoreKind.allCases) func `has a reset rule that is validated and can be cleared`(
        kind: StoreKind
    ) async throws {
        let contract = try await contract(kind)
        let list = try await contract.list()
        try await contract.item("a", on: list) { $0.checked = true }
        var patch = ChecklistPatch()
        patch.resetRule = ResetRuleDraft(try RecurrenceRule("FREQ=DAILY"))
        let set = try await contract.store.asFirst.updateChecklist(list, patch, ifMatch: nil)
        #expect(set.resetRule?.timeZone == "UTC" && set.resetRule?.rule.text == "FREQ=DAILY")
        try await contract.expectNoChange {
            _ = try await contract.store.asFirst.updateChecklist(list, patch, ifMatch: nil)
        }
        patch.resetRule = .some(nil)
        _ = try await contract.store.asFirst.updateChecklist(list, patch, ifMatch: nil)
        contract.advance(milliseconds: 5 * Self.day)
        try await #expect(contract.store.resetChecklists() == Reset())
        #expect(try await checked(contract, on: list) == [true])
        let refused: [(String, Violation.Reason)] = [
            ("FREQ=DAILY;COUNT=2", .countNotAllowed),
            ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", .neverRecurs),
        ]
        for (rule, reason) in refused {
            patch.resetRule = ResetRuleDraft(try RecurrenceRule(rule))
            try await contract.expect(.invalid([Violation("/resetRule/rule", reason)])) {
                _ = try await contract.store.asFirst.updateChecklist(list, patch, ifMatch: nil)
            }
        }
    }

    @Test(arguments: StoreKind.allCases) func `is not reset after its deletion`(
        kind: StoreKind
    ) async throws {
        let contract = try await contract(kind)
        let list = try await list("FREQ=DAILY", "UTC", in: contract)
        try await contract.store.asFirst.deleteChecklist(list, ifMatch: nil)
        try await #expect(contract.store.resetChecklists() == Reset())
        let trash = try await contract.store.asFirst.trash(PageRequest()).elements
        _ = try await contract.store.asFirst.restore(try #require(trash.first).id, idempotencyKey: nil)
        contract.advance(milliseconds: Self.day)
        try await #expect(contract.store.resetChecklists().checklistID == list)
    }
}

@Suite(.closingStores) struct `A copy of a list in a store` {
    @Test(arguments: StoreKind.allCases) func `has the items, with or without their check marks`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list("Camping")
        try await contract.item("Tent", on: list) { ($0.checked, $0.important) = (true, true) }
        try await contract.item("Stove", on: list) { ($0.notes, $0.uid) = ("gas", "a") }
        var copy = ChecklistCopy()
        let same = try await contract.store.asFirst.copyChecklist(list, copy, idempotencyKey: nil).value
        #expect(same.name == "Camping" && same.itemsCount == 2 && same.uncheckedItemsCount == 1)
        (copy.name, copy.unchecked) = ("Alps", true)
        let anew = try await contract.store.asFirst.copyChecklist(list, copy, idempotencyKey: nil).value
        #expect(anew.name == "Alps" && anew.uncheckedItemsCount == 2)
        let items = try await contract.store.asFirst.items(ItemQuery(checklistID: anew.id)).elements
        #expect(items.map(\.text) == ["Tent", "Stove"] && items.map(\.important) == [true, false])
        #expect(items.map(\.notes) == ["", "gas"] && items.allSatisfy { $0.uid == nil && !$0.checked })
        try await #expect(contract.store.asFirst.checklist(list).uncheckedItemsCount == 1)
    }

    @Test(arguments: StoreKind.allCases) func `shifts its dates by days, at the same local time`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let day = CivilDate("2026-03-27")
        let due = Timestamp(milliseconds: 20_540 * 86_400_000 + 7 * 3_600_000)
        try await contract.item("day", on: list) { ($0.dueOn, $0.timeZone) = (day, "Europe/Paris") }
        try await contract.item("timed", on: list) { draft in
            (draft.dueDate, draft.timeZone) = (due, "Europe/Paris")
            draft.alarms = [.at(due), .offset(-60)]
        }
        try await contract.item("never", on: list)
        var copy = ChecklistCopy()
        copy.shiftDatesTo = CivilDate("2026-04-03")
        let made = try await contract.store.asFirst.copyChecklist(list, copy, idempotencyKey: nil).value
        let items = try await contract.store.asFirst.items(ItemQuery(checklistID: made.id)).elements
        // Daylight saving began in between: 08:00 in Paris is 06:00Z.
        let shifted = due.advanced(byMilliseconds: 7 * 86_400_000 - 3_600_000)
        #expect(items.map(\.timing.dueOn?.text) == ["2026-04-03", nil, nil])
        #expect(items[1].dueDate == shifted && items[1].timing.alarms == [.at(shifted), .offset(-60)])
        #expect(items[2].dueDate == nil)
    }

    @Test(arguments: StoreKind.allCases) func `is refused where a date would be past the year 9999`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        try await contract.item("first", on: list) { $0.dueOn = CivilDate("2026-03-27") }
        let last = try await contract.item("last", on: list) { $0.dueOn = CivilDate("2026-03-29") }
        var copy = ChecklistCopy()
        copy.shiftDatesTo = CivilDate("9999-12-30")
        let beyond = copy
        let violation = Violation("/shiftDatesTo", .shiftOutOfRange)
        try await contract.expect(.invalid([violation])) {
            _ = try await contract.store.asFirst.copyChecklist(list, beyond, idempotencyKey: nil)
        }
        try await contract.change(last.id) { $0.dueOn = CivilDate("2026-03-28") }
        let made = try await contract.store.asFirst.copyChecklist(list, beyond, idempotencyKey: nil).value
        let items = try await contract.store.asFirst.items(ItemQuery(checklistID: made.id)).elements
        #expect(items.map(\.timing.dueOn?.text) == ["9999-12-30", "9999-12-31"])
    }

    @Test(arguments: StoreKind.allCases) func `is replayed by its key, and needs a visible list`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        try await contract.items("Milk", on: list)
        let key = IdempotencyKey(key: "copy", fingerprint: [1])
        let first = try await contract.store.asFirst.copyChecklist(list, ChecklistCopy(), idempotencyKey: key)
            .value
        let again = try await contract.store.asFirst.copyChecklist(list, ChecklistCopy(), idempotencyKey: key)
        #expect(again.isReplay && again.value.id == first.id)
        try await contract.expect(.notFound(.checklist)) {
            _ = try await contract.store.asFirst.copyChecklist(
                Checklist.ID(rawValue: 99), ChecklistCopy(), idempotencyKey: nil)
        }
    }
}
