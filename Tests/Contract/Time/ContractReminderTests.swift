import Checklists
import MemoryStore
import StoreFixtures
import Testing

@Suite(.closingStores) struct `A reminder in a store` {
    @Test(arguments: StoreKind.allCases) func `is scheduled only for a future time`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        var items: [Item] = []
        for milliseconds in [-1, 0, 1] as [Int64] {
            items.append(try await contract.reminder(in: milliseconds, on: list))
        }
        #expect(items.map(\.remindAt) == [nil, nil, contract.later(1)])
        let due = contract.later(1)
        let done = try await contract.item(on: list) { draft in
            (draft.dueDate, draft.shouldRemind, draft.checked) = (due, true, true)
        }
        let silent = try await contract.item(on: list) { $0.dueDate = due }
        #expect(done.remindAt == nil && silent.remindAt == nil)
        let page = try await contract.store.asFirst.reminders(PageRequest())
        #expect(page.elements.map(\.itemID) == [items[2].id])
        #expect(page.elements.map(\.at) == [due])
        #expect(page.elements.map(\.checklistID) == [list])
        #expect(page.elements.map(\.text) == ["Milk"])
        try await #expect(contract.store.asFirst.counts().reminders == 1)
    }

    @Test(arguments: StoreKind.allCases) func `follows the fields that it depends on`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let item = try await contract.reminder(in: 100, on: list).id
        let (soon, later, past) = (contract.later(100), contract.later(200), contract.later(-1))
        let steps: [((inout ItemPatch) -> Void, Timestamp?)] = [
            ({ $0.checked = true }, nil), ({ $0.checked = false }, soon),
            ({ $0.dueDate = .some(past) }, nil), ({ $0.dueDate = .some(later) }, later),
            ({ $0.shouldRemind = false }, nil), ({ $0.shouldRemind = true }, later),
            ({ $0.text = "Bread" }, later),
        ]
        for (number, (fill, time)) in steps.enumerated() {
            try await #expect(contract.change(item, fill).remindAt == time, "step \(number)")
            try await #expect(
                contract.store.asFirst.counts().reminders == (time == nil ? 0 : 1), "step \(number)")
        }
        let checked = try await contract.store.asFirst.toggleItem(item, ifMatch: nil, idempotencyKey: nil)
            .value
        #expect(checked.remindAt == nil)
        try await #expect(
            contract.store.asFirst.toggleItem(item, ifMatch: nil, idempotencyKey: nil).value.remindAt == later
        )
        try await contract.store.asFirst.deleteItem(item, ifMatch: nil)
        try await #expect(contract.store.asFirst.reminders(PageRequest()).elements.isEmpty)
    }

    @Test(arguments: StoreKind.allCases) func `is deleted with its list, and moves with its item`(
        kind: StoreKind
    )
        async throws
    {
        let contract = try await Contract(kind)
        let (list, other) = (try await contract.list("One"), try await contract.list("Other"))
        let item = try await contract.reminder(in: 100, on: list)
        _ = try await contract.reminder(in: 200, on: list)
        try await contract.change(item.id) { $0.checklistID = other }
        try await contract.store.asFirst.deleteChecklist(list, ifMatch: nil)
        let left = try await contract.store.asFirst.reminders(PageRequest())
        #expect(left.elements.map(\.itemID) == [item.id])
        #expect(left.elements.map(\.checklistID) == [other])
        #expect(left.total == 1)
    }

    @Test(arguments: StoreKind.allCases) func `is listed in pages, soonest first`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        var ids: [Item.ID] = []
        for milliseconds in [30, 10, 20, 10, 40] as [Int64] {
            ids.append(try await contract.reminder(in: milliseconds, on: list).id)
        }
        let first = try await contract.store.asFirst.reminders(PageRequest(limit: 2))
        #expect(first.elements.map(\.itemID) == [ids[1], ids[3]])
        #expect(first.total == 5)
        // The reminder at the cursor is deleted, and others are added on both sides.
        try await contract.store.asFirst.deleteItem(ids[3], ifMatch: nil)
        _ = try await contract.reminder(in: 5, on: list)
        let added = try await contract.reminder(in: 25, on: list).id
        let second = try await contract.store.asFirst.reminders(PageRequest(limit: 2, cursor: first.next))
        #expect(second.elements.map(\.itemID) == [ids[2], added])
        let third = try await contract.store.asFirst.reminders(PageRequest(limit: 2, cursor: second.next))
        #expect(third.elements.map(\.itemID) == [ids[0], ids[4]])
        #expect(third.next == nil && third.total == 6)
    }

    @Test(arguments: StoreKind.allCases) func `refuses cursors of other listings`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        for _ in 0..<3 { _ = try await contract.reminder(in: 10, on: list) }
        let cursor = try #require(try await contract.store.asFirst.reminders(PageRequest(limit: 1)).next)
        var query = ItemQuery()
        query.page.limit = 1
        let others = [
            try await contract.store.asFirst.items(query).next, Cursor(bytes: []),
            Cursor(bytes: cursor.bytes.dropLast()), Cursor(bytes: cursor.bytes + [0]),
        ]
        for other in others {
            try await contract.expect(.invalidCursor) {
                _ = try await contract.store.asFirst.reminders(PageRequest(limit: 1, cursor: other))
            }
        }
    }
}

@Suite(.closingStores) struct `A snoozed reminder` {
    @Test(arguments: StoreKind.allCases) func `fires at another time, and keeps the due date`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let before = try await contract.reminder(in: 100, on: contract.list())
        contract.advance(milliseconds: 50)
        for until in [contract.later(500), contract.later(20)] {
            let item = try await contract.store.asFirst.snoozeItem(
                before.id, until: until, ifMatch: nil, idempotencyKey: nil
            )
            .value
            var expected = before
            expected.snoozedUntil = until
            expected.remindAt = until
            expected.updatedAt = contract.now
            expected.changedAt = contract.now
            expected.revision = item.revision
            #expect(item == expected)
            #expect(item.revision > before.revision)
            try await #expect(contract.store.asFirst.item(before.id) == item)
            try await #expect(contract.store.asFirst.reminders(PageRequest()).elements.map(\.at) == [until])
        }
    }

    @Test(arguments: StoreKind.allCases) func `fires again after it fired`(kind: StoreKind) async throws {
        let contract = try await Contract(kind)
        let item = try await contract.reminder(in: 100, on: contract.list())
        contract.advance(milliseconds: 100)
        try await #expect(contract.fire().fired.map(\.item.id) == [item.id])
        _ = try await contract.store.asFirst.snoozeItem(
            item.id, until: contract.later(5), ifMatch: nil, idempotencyKey: nil)
        try await #expect(contract.fire().fired.isEmpty)
        contract.advance(milliseconds: 5)
        let again = try #require(try await contract.fire().fired.first)
        #expect(again.scheduledFor == contract.now)
        #expect(again.occurrenceID == "rem_\(item.id)_\(contract.now.milliseconds)_snoozed")
        let after = try await contract.store.asFirst.item(item.id)
        #expect(after.snoozedUntil == nil && after.remindAt == nil)
        #expect(after.revision > again.item.revision)
        #expect(after.updatedAt == again.item.updatedAt)
        #expect(after.dueDate == item.dueDate)
    }

    @Test(arguments: StoreKind.allCases) func `ends once its item is checked or has a new due date`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let item = try await contract.reminder(in: 100, on: contract.list()).id
        let (due, other) = (contract.later(100), contract.later(300))
        let changes: [((inout ItemPatch) -> Void, Timestamp?)] = [
            ({ $0.checked = true }, nil), ({ $0.dueDate = .some(other) }, other),
            ({ $0.shouldRemind = false }, nil),
        ]
        for (fill, time) in changes {
            try await contract.change(item) { patch in
                (patch.checked, patch.shouldRemind, patch.dueDate) = (false, true, .some(due))
            }
            let until = contract.later(900)
            _ = try await contract.store.asFirst.snoozeItem(
                item, until: until, ifMatch: nil, idempotencyKey: nil)
            try await #expect(contract.change(item) { $0.text = "Bread" }.snoozedUntil == until)
            let after = try await contract.change(item, fill)
            #expect(after.snoozedUntil == nil && after.remindAt == time)
        }
    }

    @Test(arguments: StoreKind.allCases) func `needs an open item with a reminder, and a future time`(
        kind: StoreKind
    )
        async throws
    {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let item = try await contract.reminder(in: 100, on: list).id
        for until in [contract.now, contract.later(-1)] {
            try await contract.expect(.conflict([Violation("/until", .inThePast)])) {
                _ = try await contract.store.asFirst.snoozeItem(
                    item, until: until, ifMatch: nil, idempotencyKey: .sample())
            }
        }
        let silent = try await contract.item(on: list).id
        _ = try await contract.store.asFirst.toggleItem(item, ifMatch: nil, idempotencyKey: nil)
        let refusal = ChecklistsError.conflict([
            Violation("", .noReminder)
        ])
        for item in [silent, item] {
            try await contract.expect(refusal) {
                _ = try await contract.store.asFirst.snoozeItem(
                    item, until: contract.later(1), ifMatch: nil, idempotencyKey: .sample())
            }
        }
        try await contract.expect(.notFound(.item)) {
            _ = try await contract.store.asFirst.snoozeItem(
                Item.ID(rawValue: 77), until: contract.now, ifMatch: [], idempotencyKey: .sample())
        }
    }

    @Test(arguments: StoreKind.allCases) func `is set only at a matching revision`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        let item = try await contract.reminder(in: 100, on: contract.list())
        let current = try await contract.change(item.id) { $0.text = "Bread" }.revision
        for revisions in [[], [item.revision]] as [KnownState] {
            try await contract.expect(.revisionMismatch) {
                _ = try await contract.store.asFirst.snoozeItem(
                    item.id, until: contract.later(9), ifMatch: revisions, idempotencyKey: .sample())
            }
        }
        let put = try await contract.store.asFirst.snoozeItem(
            item.id, until: contract.later(9), ifMatch: [item.revision, current], idempotencyKey: .sample())
        #expect(put.value.snoozedUntil == contract.later(9))
    }
}
