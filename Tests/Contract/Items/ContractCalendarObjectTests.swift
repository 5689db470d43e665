import Checklists
import Dates
import Testing

@Suite(.closingStores) struct `An item from a calendar program` {
    /// An object with a property that the server does not know.
    private let text = "BEGIN:VTODO\r\nUID:a\r\nX-COLOUR:é \"\\\t\r\nEND:VTODO\r\n"

    private func found(
        _ name: String, on list: Checklist.ID?, in contract: Contract
    ) async throws -> [Item.ID] {
        var query = ItemQuery()
        query.checklistID = list
        query.filter.resourceName = name
        let page = try await contract.store.asFirst.items(query)
        #expect(page.total == page.elements.count)
        return page.elements.map(\.id)
    }

    @Test(arguments: StoreKind.allCases) func `keeps its object through all changes`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let sent = CalendarObject(name: "a b/é?.ics", text: text)
        let item = try await contract.item(on: list) { $0.calendarObject = sent }
        #expect(item.calendarObject == sent && item.resourceName == "a b/é?.ics")
        _ = try await contract.store.asFirst.toggleItem(item.id, ifMatch: nil, idempotencyKey: nil)
        try await contract.change(item.id) { $0.text = "Oat milk" }
        #expect(try await contract.store.asFirst.item(item.id).calendarObject == sent)
        let other = CalendarObject(name: "b.ics", text: text + "\r\n")
        try await contract.change(item.id) { $0.calendarObject = other }
        #expect(try await contract.store.asFirst.item(item.id).calendarObject == other)
        try await contract.change(item.id) { $0.calendarObject = CalendarObject(text: "x") }
        let last = try await contract.store.asFirst.item(item.id)
        #expect(last.calendarObject == CalendarObject(text: "x"))
        #expect(last.resourceName == "checklistd-\(item.id).ics")
        try await contract.expectNoChange {
            try await contract.change(item.id) { $0.calendarObject = CalendarObject(text: "x") }
        }
        // Canonically equivalent texts keep their bytes.
        for text in ["e\u{301}", "é", "e\u{301}"] {
            try await contract.change(item.id) { $0.calendarObject = CalendarObject(text: text) }
            let kept = try await contract.store.asFirst.item(item.id).calendarObject
            #expect(Array(try #require(kept).text.utf8) == Array(text.utf8))
        }
    }

    @Test(arguments: StoreKind.allCases) func `has a resource name from its UID or its id`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let plain = try await contract.item(on: list)
        #expect(plain.resourceName == "checklistd-\(plain.id).ics" && plain.calendarObject == nil)
        let called = try await contract.item(on: list) { draft in
            draft.uid = "Any text, 1/2@example.org"
            draft.calendarObject = CalendarObject(text: text)
        }
        #expect(called.resourceName == "Any text, 1/2@example.org.ics")
        let named = try await contract.item(on: list) { draft in
            draft.uid = "b"
            draft.calendarObject = CalendarObject(name: "c.ics", text: text)
        }
        #expect(named.resourceName == "c.ics" && named.uid == "b")
        // Only stored names are found, not those derived from the UID or the id.
        #expect(try await found("c.ics", on: list, in: contract) == [named.id])
        #expect(try await found("c.ics", on: nil, in: contract) == [named.id])
        #expect(try await found("b.ics", on: list, in: contract).isEmpty)
        #expect(try await found(called.resourceName, on: list, in: contract).isEmpty)
        #expect(try await found(plain.resourceName, on: nil, in: contract).isEmpty)
        var query = ItemQuery(checklistID: list)
        query.filter.uid = "Any text, 1/2@example.org"
        #expect(try await contract.store.asFirst.items(query).elements.map(\.id) == [called.id])
        query.filter.resourceName = "c.ics"
        #expect(try await contract.store.asFirst.items(query).elements.isEmpty)
    }

    @Test(arguments: StoreKind.allCases) func `has a resource name that is unique on its list`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let lists = [try await contract.list(), try await contract.list()]
        let object = CalendarObject(name: "a.ics", text: text)
        let first = try await contract.item("first", on: lists[0]) { $0.calendarObject = object }
        let other = try await contract.item("other", on: lists[1]) { $0.calendarObject = object }
        let plain = try await contract.item("plain", on: lists[0])
        #expect(try await found("a.ics", on: lists[0], in: contract) == [first.id])
        #expect(try await found("a.ics", on: nil, in: contract) == [first.id, other.id])
        let reason = Violation.Reason.taken(by: first.id, on: lists[0])
        try await contract.expect(.conflict([Violation("/calendarObject/name", reason)])) {
            try await contract.item(on: lists[0]) { $0.calendarObject = object }
        }
        try await contract.expect(.conflict([Violation("/calendarObject/name", reason)])) {
            try await contract.change(plain.id) { $0.calendarObject = object }
        }
        try await contract.expect(.conflict([Violation("/checklistId", reason)])) {
            try await contract.change(other.id) { $0.checklistID = lists[0] }
        }
        try await contract.expect(.conflict([Violation("/calendarObject/name", reason)])) {
            try await contract.change(other.id) { patch in
                patch.checklistID = lists[0]
                patch.calendarObject = object
            }
        }
        // With another name the item can move there; its old name is free.
        try await contract.change(other.id) { patch in
            patch.checklistID = lists[0]
            patch.calendarObject = CalendarObject(name: "b.ics", text: text)
        }
        #expect(try await found("b.ics", on: lists[0], in: contract) == [other.id])
        #expect(try await found("a.ics", on: nil, in: contract) == [first.id])
        try await contract.change(first.id) { $0.calendarObject = CalendarObject(name: "c.ics", text: text) }
        try await contract.change(plain.id) { $0.calendarObject = object }
        #expect(try await found("a.ics", on: lists[0], in: contract) == [plain.id])
        #expect(try await found("c.ics", on: lists[0], in: contract) == [first.id])
        // Names are compared by bytes, not by canonical equivalence.
        let composed = try await contract.item(on: lists[0]) {
            $0.calendarObject = CalendarObject(name: "é.ics", text: text)
        }
        let combining = try await contract.item(on: lists[0]) {
            $0.calendarObject = CalendarObject(name: "e\u{301}.ics", text: text)
        }
        #expect(try await found("é.ics", on: lists[0], in: contract) == [composed.id])
        #expect(try await found("e\u{301}.ics", on: lists[0], in: contract) == [combining.id])
    }

    @Test(arguments: StoreKind.allCases) func `has a unique name among items changed together`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let lists = [try await contract.list(), try await contract.list()]
        func draft(_ name: String?) -> ItemDraft {
            var draft = ItemDraft(text: "Item")
            draft.calendarObject = CalendarObject(name: name, text: text)
            return draft
        }
        let items = try await contract.store.asFirst.addItems(
            [draft("a"), draft(nil), draft("b")], to: lists[0], idempotencyKey: nil
        ).value
        #expect(items.map { $0.calendarObject?.name } == ["a", nil, "b"])
        let twice = Violation("/2/calendarObject/name", .duplicate(of: "/0"))
        try await contract.expect(.invalid([twice])) {
            _ = try await contract.store.asFirst.addItems(
                [draft("d"), draft(nil), draft("d")], to: lists[0], idempotencyKey: nil)
        }
        let taken = Violation("/1/calendarObject/name", .taken(by: items[2].id, on: lists[0]))
        try await contract.expect(.conflict([taken])) {
            _ = try await contract.store.asFirst.addItems(
                [draft("d"), draft("b")], to: lists[0], idempotencyKey: nil)
        }
        var naming = ItemPatch()
        naming.calendarObject = CalendarObject(name: "e", text: text)
        let many = Violation("/calendarObject/name", .severalItems)
        try await contract.expect(.invalid([many])) {
            _ = try await contract.store.asFirst.updateItems(of: lists[0], where: ItemFilter(), naming)
        }
        let other = try await contract.item(on: lists[1]) { $0.calendarObject = draft("b").calendarObject }
        var move = ItemPatch()
        move.checklistID = lists[1]
        let reason = Violation.Reason.taken(by: other.id, on: lists[1])
        try await contract.expect(.conflict([Violation("/checklistId", reason)])) {
            _ = try await contract.store.asFirst.updateItems(of: lists[0], where: ItemFilter(), move)
        }
        try await contract.store.asFirst.deleteItem(other.id, ifMatch: nil)
        #expect(try await contract.store.asFirst.updateItems(of: lists[0], where: ItemFilter(), move) == 3)
        #expect(try await found("a", on: lists[1], in: contract) == [items[0].id])
        #expect(try await found("a", on: lists[0], in: contract).isEmpty)
    }

    @Test(arguments: StoreKind.allCases) func `is restored with its name, unless another item has it`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let object = CalendarObject(name: "a.ics", text: text)
        let item = try await contract.item(on: list) { draft in
            draft.uid = "u"
            draft.calendarObject = object
        }
        for isTaken in [false, true] {
            try await contract.store.asFirst.deleteItem(item.id, ifMatch: nil)
            if isTaken { try await contract.item("Other", on: list) { $0.calendarObject = object } }
            let trash = try await contract.store.asFirst.trash(PageRequest()).elements
            _ = try await contract.store.asFirst.restore(try #require(trash.first).id, idempotencyKey: nil)
            let back = try await contract.store.asFirst.item(item.id)
            #expect(back.calendarObject == CalendarObject(name: isTaken ? nil : "a.ics", text: text))
            #expect(back.resourceName == (isTaken ? "u.ics" : "a.ics"))
        }
        #expect(try await found("a.ics", on: list, in: contract).count == 1)
        try await contract.store.asFirst.deleteChecklist(list, ifMatch: nil)
        #expect(try await found("a.ics", on: nil, in: contract).isEmpty)
        let trash = try await contract.store.asFirst.trash(PageRequest()).elements
        _ = try await contract.store.asFirst.restore(try #require(trash.first).id, idempotencyKey: nil)
        #expect(try await found("a.ics", on: list, in: contract).count == 1)
    }

    @Test(arguments: StoreKind.allCases) func `is copied and imported with its object, without its name`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let object = CalendarObject(name: "a.ics", text: text)
        try await contract.item(on: list) { draft in
            draft.uid = "u"
            draft.calendarObject = object
        }
        let copy = try await contract.store.asFirst.copyChecklist(list, ChecklistCopy(), idempotencyKey: nil)
            .value.id
        var draft = ItemDraft(text: "Milk")
        draft.calendarObject = object
        let imported = ImportedChecklist(
            ChecklistDraft(name: "Imported"), items: [ImportedItem(draft), ImportedItem(draft)])
        _ = try await contract.store.asFirst.importChecklists([imported], idempotencyKey: nil)
        let items = try await contract.store.asFirst.items(ItemQuery()).elements
            .filter { $0.checklistID != list }
        #expect(items.count == 3 && items.contains { $0.checklistID == copy })
        #expect(items.allSatisfy { $0.uid == nil && $0.calendarObject?.name == nil })
        func rest(_ text: String?) -> [Substring] {
            (text ?? "").split(separator: "\r\n").filter { !$0.hasPrefix("UID:") }
        }
        #expect(items.allSatisfy { rest($0.calendarObject?.text) == rest(text) })
    }

    @Test(arguments: StoreKind.allCases) func `has limits for the size and the name of its object`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let item = try await contract.item(on: list) { draft in
            draft.uid = String(repeating: "u", count: Limits.nameBytesMax)
            draft.calendarObject = CalendarObject(
                name: String(repeating: "n", count: Limits.nameBytesMax),
                text: String(repeating: "t", count: Limits.calendarObjectBytesMax))
        }
        #expect(try await contract.store.asFirst.item(item.id) == item)
        let long = String(repeating: "é", count: Limits.nameBytesMax / 2 + 1)
        let length = Violation.Reason.tooLong(max: 255, .bytes)
        let size = Violation("/calendarObject", .tooLong(max: 1_048_576, .bytes))
        for (object, violation) in [
            (CalendarObject(name: "", text: ""), Violation("/calendarObject/name", .empty)),
            (CalendarObject(name: long, text: ""), Violation("/calendarObject/name", length)),
            (
                CalendarObject(name: "a\nb", text: ""),
                Violation("/calendarObject/name", .control("\n"))
            ),
            (
                CalendarObject(text: String(repeating: "é", count: Limits.calendarObjectBytesMax / 2 + 1)),
                size
            ),
            (CalendarObject(text: "\0"), Violation("/calendarObject", .nullCharacter)),
        ] {
            try await contract.expect(.invalid([violation])) {
                try await contract.item(on: list) { $0.calendarObject = object }
            }
            try await contract.expect(.invalid([violation])) {
                try await contract.change(item.id) { $0.calendarObject = object }
            }
        }
        for (uid, reason) in [("", .empty), (long, length), ("a\u{7F}", .control("\u{7F}"))] {
            try await contract.expect(.invalid([Violation("/uid", reason)])) {
                try await contract.item(on: list) { $0.uid = uid }
            }
        }
    }

    @Test(arguments: StoreKind.allCases) func `counts the bytes of its object`(kind: StoreKind) async throws {
        let contract = try await Contract(kind) { $0.dataBytesMax = 2_000 }
        let list = try await contract.list()
        let item = try await contract.item(on: list) {
            $0.calendarObject = CalendarObject(text: String(repeating: "t", count: 1_000))
        }
        await #expect(throws: ChecklistsError.self) {
            try await contract.item(on: list) {
                $0.calendarObject = CalendarObject(text: String(repeating: "t", count: 500))
            }
        }
        await #expect(throws: ChecklistsError.self) {
            try await contract.change(item.id) {
                $0.calendarObject = CalendarObject(text: String(repeating: "t", count: 1_800))
            }
        }
        try await contract.change(item.id) { $0.calendarObject = CalendarObject(text: "t") }
        try await contract.item(on: list) {
            $0.calendarObject = CalendarObject(text: String(repeating: "t", count: 500))
        }
    }

    @Test(arguments: StoreKind.allCases) func `has subtasks that follow the parents they name`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let other = try await contract.list()
        // The store of the contract can be another one after each change.
        func session() async throws -> Session { try await contract.store.asFirst }
        func item(_ uid: String, below parent: String?) async throws -> Item.ID {
            try await contract.item(on: list) { draft in
                draft.uid = uid
                draft.patch.details.parentUID = parent
                draft.calendarObject = CalendarObject(text: text)
            }.id
        }
        let a = try await item("a", below: nil)
        let b = try await item("b", below: "a")
        let c = try await item("c", below: "b")
        func expectParents(_ ofB: Item.ID?, _ ofC: Item.ID?) async throws {
            #expect(try await session().item(b).parentID == ofB)
            #expect(try await session().item(c).parentID == ofC)
            for item in try await session().items(ItemQuery()).elements {
                let count = [ofB, ofC].count { $0 == item.id }
                #expect(item.details.subtasks == SubtaskCounts(all: count, unchecked: count))
            }
        }
        try await expectParents(a, a)
        try await contract.change(b) { $0.details.parentUID = .some(nil) }
        try await expectParents(nil, b)
        try await contract.change(b) { $0.details.parentUID = "a" }
        try await expectParents(a, a)
        try await contract.change(b) { $0.checklistID = other }
        try await expectParents(nil, b)
        #expect(try await session().item(c).checklistID == other)
        try await contract.change(b) { $0.checklistID = list }
        try await expectParents(a, a)
        let trash = try await session().deleteItem(a, ifMatch: nil, keepsSubtasks: true)
        try await expectParents(nil, b)
        _ = try await session().restore(#require(trash), idempotencyKey: nil)
        try await expectParents(a, a)
        _ = try await session().toggleItem(b, ifMatch: nil, idempotencyKey: nil)
        #expect(try await session().item(c).checked)
        try await session().deleteItem(b, ifMatch: nil)
        #expect(try await session().items(ItemQuery()).elements.map(\.id) == [a])
    }

    @Test(arguments: StoreKind.allCases) func `has alarms that count from the start`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let item = try await contract.item(on: list) { draft in
            draft.patch.details.startOn = CivilDate("2100-12-20")
            (draft.timeZone, draft.alarms) = ("UTC", [.fromStart(32_400)])
        }
        let nine = LocalTime.utc.moment(
            of: DayAndTime(day: try #require(CivilDate("2100-12-20")), time: 32_400_000))
        #expect(item.remindAt == nine && item.timing.alarms == [.fromStart(32_400)])
        let later = try await contract.change(item.id) { $0.details.startOn = CivilDate("2100-12-21") }
        #expect(later.remindAt == nine.advanced(byMilliseconds: 86_400_000))
        try await contract.expect(.invalid([Violation("/alarms/0/offset", .noDueDate)])) {
            try await contract.change(item.id) { $0.details.startOn = .some(nil) }
        }
        // An alarm of a task without a date waits for one.
        let waiting = try await contract.item(on: list) { draft in
            (draft.shouldRemind, draft.calendarObject) = (true, CalendarObject(text: text))
        }
        try await contract.change(waiting.id) { $0.important = true }
        #expect(try await contract.change(waiting.id) { $0.dueDate = nine }.remindAt == nine)
    }
}
