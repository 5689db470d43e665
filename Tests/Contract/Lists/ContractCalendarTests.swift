import Checklists
import Dates
import StoreFixtures
import Testing

@Suite(.closingStores) struct `Item properties that a calendar program sets` {
    @Test(arguments: StoreKind.allCases) func `include a completion time that is not in the future`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let (earlier, later) = (contract.later(-60_000), contract.later(60_000))
        let done = try await contract.item(on: list) { draft in
            draft.checked = true
            draft.checkedAt = earlier
        }
        #expect(done.checkedAt == earlier && done.createdAt == contract.now)
        let early = try await contract.item(on: list) { draft in
            draft.checked = true
            draft.checkedAt = later
        }
        #expect(early.checkedAt == contract.now)
        let open = try await contract.item(on: list) { $0.checkedAt = earlier }
        #expect(!open.checked && open.checkedAt == nil)
        // `checkedAt` needs `checked` in the same patch.
        try await contract.expectNoChange {
            try await contract.change(open.id) { $0.checkedAt = earlier }
            try await contract.change(done.id) { patch in
                patch.checked = true
                patch.checkedAt = contract.now
            }
        }
        let checked = try await contract.change(open.id) { patch in
            patch.checked = true
            patch.checkedAt = earlier
        }
        #expect(checked.checked && checked.checkedAt == earlier && checked.updatedAt == contract.now)
        try await contract.change(open.id) { $0.checked = false }
        let again = try await contract.change(open.id) { patch in
            patch.checked = true
            patch.checkedAt = later
        }
        #expect(again.checkedAt == contract.now)
    }

    @Test(arguments: StoreKind.allCases) func `include the completion time of an occurrence`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let day: Int64 = 86_400_000
        let rule = try RecurrenceRule("FREQ=WEEKLY")
        let today = LocalTime.utc.day(of: contract.now)
        let item = try await contract.item(on: list) { draft in
            draft.dueOn = today.advanced(by: -5)
            draft.timeZone = "UTC"
            draft.recurrence = Recurrence(rule, from: .completion)
        }
        let doneAt = contract.later(-2 * day)
        let next = try await contract.change(item.id) { patch in
            patch.checked = true
            patch.checkedAt = doneAt
        }
        #expect(!next.checked && next.checkedAt == nil && next.timing.lastCompletedAt == doneAt)
        #expect(next.timing.completionsCount == 1)
        // A week after the completion, not after the request.
        #expect(next.timing.dueOn == today.advanced(by: 5))
    }

    @Test(arguments: StoreKind.allCases) func `refer to the copied items in a copy of the list`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        func add(_ uid: String, _ line: String) async throws {
            var draft = ItemDraft(text: uid)
            draft.uid = uid
            draft.calendarObject = CalendarObject(
                text: "BEGIN:VTODO\r\nUID:\(uid)\r\n\(line)\r\nEND:VTODO\r\n")
            _ = try await contract.store.asFirst.addItem(draft, to: list, idempotencyKey: nil)
        }
        try await add("parent", "X-OTHER:parent")
        try await add("child", "RELATED-TO;RELTYPE=PARENT:par\r\n ent")
        try await add("capitals", "RELATED-TO:A3C5E7F9-0B1D-4F2A-8C4E-6A8B0C2D4E6F")
        try await add("a3c5e7f9-0b1d-4f2a-8c4e-6a8b0c2d4e6f", "X-OF:UUID")
        try await add("other", "RELATED-TO:elsewhere")
        let session = try await contract.store.asFirst
        let copy = try await session.copyChecklist(list, ChecklistCopy(), idempotencyKey: nil).value.id
        let items = try await session.items(ItemQuery(checklistID: copy)).elements
        func item(_ text: String) throws -> Item { try #require(items.first { $0.text == text }) }
        let child = try item("child").calendarObject?.text ?? ""
        #expect(try child.contains("\r\nRELATED-TO;RELTYPE=PARENT:\(item("parent").calendarUID)\r\nEND"))
        let ofUUID = items.first { $0.calendarObject?.text.contains("X-OF:UUID") == true }
        let capitals = try item("capitals").calendarObject?.text ?? ""
        #expect(try capitals.contains("\r\nRELATED-TO:\(#require(ofUUID).calendarUID)\r\n"))
        #expect(try capitals.contains("\r\nUID:\(item("capitals").calendarUID)\r\n"))
        #expect(try item("other").calendarObject?.text.contains("RELATED-TO:elsewhere") == true)
        #expect(try item("parent").calendarObject?.text.contains("X-OTHER:parent") == true)
    }

    @Test(arguments: StoreKind.allCases) func `can be set with the role check`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let item = try await contract.item(on: list)
        let ada = try await contract.store.addPerson(named: "Ada", idempotencyKey: nil).value.id
        _ = try await contract.store.asFirst.putMember(ada, .check, on: list, ifMatch: nil)
        var patch = ItemPatch()
        (patch.checked, patch.checkedAt) = (true, contract.later(-1))
        let session = Session(try await contract.store, for: .person(ada, device: nil))
        #expect(try await session.updateItem(item.id, patch, ifMatch: nil).checkedAt == patch.checkedAt)
        patch.calendarObject = CalendarObject(text: "x")
        try await contract.expect(.roleNeeded(.edit)) {
            _ = try await Session(contract.store, for: .person(ada, device: nil))
                .updateItem(item.id, patch, ifMatch: nil)
        }
        patch = ItemPatch()
        patch.checkedAt = contract.now
        try await contract.expect(.roleNeeded(.edit)) {
            _ = try await Session(contract.store, for: .person(ada, device: nil))
                .updateItem(item.id, patch, ifMatch: nil)
        }
    }

    @Test(arguments: StoreKind.allCases) func `include a position that other items may share`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let most = (1 << 53) - 1
        let a = try await contract.item("A", on: list) { $0.position = 7 }
        let b = try await contract.item("B", on: list) { $0.position = 7 }
        let c = try await contract.item("C", on: list) { $0.position = 7 }
        let last = try await contract.item("Z", on: list) { $0.position = .max }
        let first = try await contract.item("0", on: list) { $0.position = .min }
        #expect([a, b, c, last, first].map(\.position) == [7, 7, 7, most, -most])
        #expect(try await contract.texts(on: list) == ["0", "A", "B", "C", "Z"])
        try await contract.change(b.id) { $0.position = -7 }
        #expect(try await contract.texts(on: list) == ["0", "B", "A", "C", "Z"])
        try await contract.expectNoChange { try await contract.change(b.id) { $0.position = -7 } }
        var drafts = ["D", "E", "F"].map { ItemDraft(text: $0) }
        drafts[1].position = -8
        let added = try await contract.store.asFirst.addItems(drafts, to: list, idempotencyKey: nil).value
        #expect(added[1].position == -8)
        // No position after the last one is left, so all items are spaced out.
        #expect(try await contract.texts(on: list) == ["E", "0", "B", "A", "C", "Z", "D", "F"])
        let other = try await contract.list()
        let moved = try await contract.change(b.id) { patch in
            patch.checklistID = other
            patch.position = 3
        }
        #expect(moved.position == 3 && moved.checklistID == other)
    }

    @Test(arguments: StoreKind.allCases) func `order items at the same position`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        var ids: [Item.ID] = []
        for number in 0..<20 {
            ids.append(try await contract.item("\(number)", on: list) { $0.position = 5 }.id)
        }
        var texts = (0..<20).map { "\($0)" }
        #expect(try await contract.texts(on: list) == texts)
        for (number, place) in [(0, 9), (19, 4), (4, 3), (3, 4)] {
            _ = try await contract.store.asFirst.moveItem(
                ids[number], to: .after(ids[place]), ifMatch: nil, idempotencyKey: nil)
            texts.removeAll { $0 == "\(number)" }
            texts.insert("\(number)", at: (texts.firstIndex(of: "\(place)") ?? 0) + 1)
            #expect(try await contract.texts(on: list) == texts)
        }
        // Pages have the same order.
        var query = ItemQuery(checklistID: list)
        query.page.limit = 3
        var read: [String] = []
        repeat {
            let page = try await contract.store.asFirst.items(query)
            read += page.elements.map(\.text)
            query.page.cursor = page.next
        } while query.page.cursor != nil && read.count < 100
        #expect(read == texts)
    }

    @Test(arguments: StoreKind.allCases) func `include a snooze of a future reminder`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let (due, until) = (contract.later(60_000), contract.later(120_000))
        let item = try await contract.item("A", on: list) { draft in
            (draft.dueDate, draft.shouldRemind, draft.snoozedUntil) = (due, true, until)
        }
        #expect(item.snoozedUntil == until && item.remindAt == until)
        let silent = try await contract.item("B", on: list) { draft in
            (draft.dueDate, draft.snoozedUntil) = (due, until)
        }
        #expect(silent.snoozedUntil == nil && silent.remindAt == nil)
        let past = try await contract.item("C", on: list) { draft in
            (draft.dueDate, draft.shouldRemind, draft.snoozedUntil) = (due, true, contract.now)
        }
        #expect(past.snoozedUntil == nil && past.remindAt == due)
        let done = try await contract.item("D", on: list) { draft in
            (draft.dueDate, draft.shouldRemind, draft.snoozedUntil) = (due, true, until)
            draft.checked = true
        }
        #expect(done.snoozedUntil == nil)
        // Any other change of the due date ends a snooze, unless the patch sets a new one.
        let later = contract.later(180_000)
        let moved = try await contract.change(item.id) { patch in
            patch.dueDate = contract.later(90_000)
            patch.snoozedUntil = later
        }
        #expect(moved.snoozedUntil == later && moved.remindAt == later)
        let ended = try await contract.change(item.id) { $0.snoozedUntil = .some(nil) }
        #expect(ended.snoozedUntil == nil && ended.remindAt == contract.later(90_000))
        let woken = try await contract.change(silent.id) { patch in
            patch.shouldRemind = true
            patch.snoozedUntil = until
        }
        #expect(woken.remindAt == until)
        let checked = try await contract.change(silent.id) { patch in
            patch.checked = true
            patch.snoozedUntil = until
        }
        #expect(checked.snoozedUntil == nil && checked.remindAt == nil)
        contract.advance(milliseconds: 120_000)
        #expect(try await contract.fire().fired.map(\.item.text) == ["C", "A"])
    }
}

@Suite(.closingStores) struct `The calendar collection of a list` {
    private let collection = CalendarCollection(
        name: "work é",
        properties: [
            DeadProperty(namespace: "http://apple.com/ns/ical/", name: "calendar-color", value: "#FF0000"),
            DeadProperty(namespace: "", name: "note", value: "<b>\"1\" &lt; 2</b>\n"),
        ])

    @Test(arguments: StoreKind.allCases) func `is stored as a change of the list`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        var draft = ChecklistDraft(name: "Work")
        draft.collection = collection
        let made = try await contract.store.asFirst.addChecklist(draft, idempotencyKey: nil).value
        #expect(made.collection == collection)
        // Two lists may have the same calendar name.
        let other = try await contract.store.asFirst.addChecklist(draft, idempotencyKey: nil).value
        #expect(try await contract.store.asFirst.checklist(made.id) == made)
        #expect(try await contract.store.asFirst.checklist(other.id).collection == collection)
        contract.advance(milliseconds: 1_000)
        try await contract.item(on: made.id)
        try await contract.expectNoChange {
            var patch = ChecklistPatch()
            patch.collection = collection
            _ = try await contract.store.asFirst.updateChecklist(made.id, patch, ifMatch: nil)
        }
        let position = try await contract.store.asFirst.changes(after: nil, limit: 100).next
        var patch = ChecklistPatch()
        patch.collection = CalendarCollection(name: "home")
        let changed = try await contract.store.asFirst.updateChecklist(made.id, patch, ifMatch: nil)
        #expect(changed.collection == patch.collection && changed.name == "Work")
        #expect(changed.updatedAt == contract.now && changed.updatedIn == changed.revision)
        #expect(changed.revision > made.revision)
        #expect(try await contract.store.asFirst.checklist(made.id) == changed)
        let page = try await contract.store.asFirst.changes(after: position, limit: 100)
        #expect(page.entries.map(\.subject) == [.checklist(changed)])
        // A patch without the field keeps it.
        let renamed = try await contract.store.asFirst.updateChecklist(
            made.id, ChecklistPatch(name: "Office"), ifMatch: nil)
        #expect(renamed.collection == patch.collection)
    }

    @Test(arguments: StoreKind.allCases) func `is restored with the list and not copied`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        var draft = ChecklistDraft(name: "Work")
        draft.collection = collection
        let id = try await contract.store.asFirst.addChecklist(draft, idempotencyKey: nil).value.id
        let copy = try await contract.store.asFirst.copyChecklist(id, ChecklistCopy(), idempotencyKey: nil)
            .value
        #expect(copy.collection == nil)
        try await contract.store.asFirst.deleteChecklist(id, ifMatch: nil)
        let trash = try await contract.store.asFirst.trash(PageRequest()).elements
        _ = try await contract.store.asFirst.restore(try #require(trash.first).id, idempotencyKey: nil)
        #expect(try await contract.store.asFirst.checklist(id).collection == collection)
    }

    @Test(arguments: StoreKind.allCases) func `is part of a replayed answer`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        var draft = ChecklistDraft(name: "Work")
        draft.collection = collection
        let made = try await contract.store.asFirst.addChecklist(draft, idempotencyKey: .sample()).value
        #expect(try await contract.store.asFirst.addChecklist(draft, idempotencyKey: .sample()).value == made)
    }

    @Test(arguments: StoreKind.allCases) func `has limits for its sizes`(kind: StoreKind) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let property = DeadProperty(namespace: "n", name: "p", value: "v")
        func patch(_ collection: CalendarCollection) -> ChecklistPatch {
            var patch = ChecklistPatch()
            patch.collection = collection
            return patch
        }
        let full = CalendarCollection(
            name: String(repeating: "n", count: 255),
            properties: Array(repeating: property, count: 31) + [
                DeadProperty(
                    namespace: "", name: "p", value: String(repeating: "v", count: 16_384 - 255 - 94))
            ])
        _ = try await contract.store.asFirst.updateChecklist(list, patch(full), ifMatch: nil)
        var large = full
        large.properties[31].value += "v"
        let size = Violation("/collection", .tooLong(max: 16384, .bytes))
        let none = Violation("/collection/name", .empty)
        for (collection, violation) in [
            (large, size), (CalendarCollection(name: ""), none),
            (
                CalendarCollection(name: String(repeating: "n", count: 256)),
                Violation("/collection/name", .tooLong(max: 255, .bytes))
            ),
            (
                CalendarCollection(name: "a\tb"),
                Violation("/collection/name", .control("\t"))
            ),
            (
                CalendarCollection(properties: Array(repeating: property, count: 33)),
                Violation("/collection", .tooMany(max: 32, "properties"))
            ),
            (
                CalendarCollection(properties: [DeadProperty(namespace: "", name: "p", value: "\0")]),
                Violation("/collection", .nullCharacter)
            ),
        ] {
            try await contract.expect(.invalid([violation])) {
                _ = try await contract.store.asFirst.updateChecklist(list, patch(collection), ifMatch: nil)
            }
            try await contract.expect(.invalid([violation])) {
                var draft = ChecklistDraft(name: "List")
                draft.collection = collection
                _ = try await contract.store.asFirst.addChecklist(draft, idempotencyKey: nil)
            }
        }
    }

    @Test(arguments: StoreKind.allCases) func `counts for the list's owner`(kind: StoreKind) async throws {
        let contract = try await Contract(kind) { $0.dataBytesPerPersonMax = 1_000 }
        let ada = try await contract.store.addPerson(named: "Ada", idempotencyKey: nil).value.id
        let session = Session(try await contract.store, for: .person(ada, device: nil))
        let list = try await session.addChecklist(ChecklistDraft(name: "List"), idempotencyKey: nil).value.id
        var patch = ChecklistPatch()
        patch.collection = CalendarCollection(name: String(repeating: "n", count: 250))
        let named = Session(try await contract.store, for: .person(ada, device: nil))
        _ = try await named.updateChecklist(list, patch, ifMatch: nil)
        // The list counts 204 + 300 bytes, so after an item of 301 bytes no other one fits.
        let adding = Session(try await contract.store, for: .person(ada, device: nil))
        _ = try await adding.addItem(ItemDraft(text: "a"), to: list, idempotencyKey: nil)
        await #expect(throws: ChecklistsError.full(.dataBytesPerPerson, used: 805, limit: 1_000)) {
            _ = try await Session(contract.store, for: .person(ada, device: nil))
                .addItem(ItemDraft(text: "b"), to: list, idempotencyKey: nil)
        }
        patch.collection = CalendarCollection()
        let clearing = Session(try await contract.store, for: .person(ada, device: nil))
        _ = try await clearing.updateChecklist(list, patch, ifMatch: nil)
        let again = Session(try await contract.store, for: .person(ada, device: nil))
        _ = try await again.addItem(ItemDraft(text: "b"), to: list, idempotencyKey: nil)
    }
}
