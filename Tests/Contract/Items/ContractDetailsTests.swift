import Checklists
import Dates
import StoreFixtures
import Testing

@Suite(.closingStores) struct `The details of an item in a store` {
    @Test(arguments: StoreKind.allCases) func `are kept, changed and cleared`(kind: StoreKind) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let day = try #require(CivilDate("2026-12-01"))
        let amount = try #require(Quantity(thousandths: 1_500))
        let item = try await contract.item("Flour", on: list) { draft in
            draft.patch.details.tags = [" Baking ", "baking", "home"]
            draft.patch.details.quantity = amount
            draft.patch.details.unit = " kg "
            draft.patch.details.startOn = day
        }
        #expect(item.tags == ["Baking", "home"])
        #expect(item.details.quantity?.text == "1.5" && item.details.unit == "kg")
        #expect(item.details.startOn == day)
        try await #expect(contract.store.asFirst.item(item.id) == item)
        let moment = contract.later(1_000)
        let changed = try await contract.change(item.id) { patch in
            patch.details.tags = []
            patch.details.startDate = moment
            patch.details.quantity = .some(nil)
        }
        #expect(changed.tags.isEmpty && changed.details.quantity == nil && changed.details.unit == nil)
        try await contract.expect(.invalid([Violation("/quantity", .requiredWith("unit"))])) {
            try await contract.change(item.id) {
                $0.details.quantity = .some(nil)
                $0.details.unit = "kg"
            }
        }
        #expect(changed.details.startOn == nil && changed.details.startDate == moment)
        let cleared = try await contract.change(item.id) { $0.details.startDate = .some(nil) }
        #expect(!cleared.hasDetails)
        try await #expect(contract.store.asFirst.item(item.id) == cleared)
    }

    @Test(arguments: StoreKind.allCases) func `are refused with all violations`(kind: StoreKind) async throws
    {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        var draft = ItemDraft(text: "Flour")
        draft.patch.details.tags = ["one, two", "", "line\nbreak", String(repeating: "x", count: 51)]
        draft.patch.details.unit = String(repeating: "x", count: 21)
        let bad = draft
        let violations = [
            Violation("/tags/0", .comma), Violation("/tags/1", .empty), Violation("/tags/2", .control("\n")),
            Violation("/tags/3", .tooLong(max: 50, .characters)),
            Violation("/unit", .tooLong(max: 20, .characters)), Violation("/quantity", .requiredWith("unit")),
        ]
        try await contract.expect(.invalid(violations)) {
            _ = try await contract.store.asFirst.addItem(bad, to: list, idempotencyKey: nil)
        }
        let item = try await contract.item(on: list)
        var many = ItemPatch()
        many.details.tags = (0...20).map { "Tag \($0)" }
        let sent = many
        try await contract.expect(.invalid([Violation("/tags", .tooMany(max: 20, "tags"))])) {
            _ = try await contract.store.asFirst.updateItem(item.id, sent, ifMatch: nil)
        }
    }

    @Test(arguments: StoreKind.allCases) func `have no start after the due time`(kind: StoreKind) async throws
    {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let (due, start) = (contract.later(10_000), contract.later(20_000))
        let item = try await contract.item(on: list) { $0.dueDate = due }
        var patch = ItemPatch()
        patch.details.startDate = start
        let sent = patch
        try await contract.expect(.invalid([Violation("/startDate", .startAfterDue)])) {
            _ = try await contract.store.asFirst.updateItem(item.id, sent, ifMatch: nil)
        }
        try await contract.change(item.id) { $0.details.startDate = due }
    }

    @Test(arguments: StoreKind.allCases) func `name only sections of the list`(kind: StoreKind) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        try await contract.expect(.invalid([Violation("/sectionId", .notASection.orNull)])) {
            _ = try await contract.item(on: list) { $0.patch.details.sectionID = Section.ID(rawValue: 7) }
        }
    }
}

@Suite(.closingStores) struct `The amount of an item in a store` {
    @Test(arguments: StoreKind.allCases) func `grows by a merged addition`(kind: StoreKind) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let milk = try await contract.item("Milk", on: list)
        func add(_ text: String, _ thousandths: Int?, _ unit: String? = nil) async throws -> Item {
            var draft = ItemDraft(text: text)
            draft.patch.details.quantity = thousandths.flatMap { Quantity(thousandths: $0) }
            draft.patch.details.unit = unit
            return try await contract.store.asFirst.addItem(
                draft, to: list, merges: true, idempotencyKey: nil
            ).value
        }
        let more = try await add("MILK", 2_000)
        #expect(more.id == milk.id && more.text == "Milk" && more.details.quantity?.text == "3")
        try await #expect(contract.store.asFirst.item(milk.id) == more)
        let litre = try await add("milk", 1_500, "l")
        #expect(litre.id != milk.id)
        let litres = try await add("Milk", 500, "L")
        #expect(litres.id == litre.id && litres.details.quantity?.text == "2")
        _ = try await contract.store.asFirst.toggleItem(milk.id, ifMatch: nil, idempotencyKey: nil)
        try await #expect(add("Milk", nil).id != milk.id)
        var drafts = [ItemDraft(text: "Eggs"), ItemDraft(text: "eggs")]
        drafts[1].patch.details.quantity = Quantity(thousandths: 5_000)
        let eggs = try await contract.store.asFirst.addItems(
            drafts, to: list, merges: true, idempotencyKey: nil
        ).value
        #expect(eggs.map(\.id) == [eggs[0].id, eggs[0].id] && eggs[1].details.quantity?.text == "6")
        try await contract.expect(.invalid([Violation("/quantity", .notAQuantity)])) {
            _ = try await add("Eggs", 1_000_000_000)
        }
    }

    @Test(arguments: StoreKind.allCases) func `is merged into an item whose text differs in case and accents`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let ids = try await contract.items("Creme", "Crème fraîche", "CREMA", "Zitrone", "Ärger", on: list)
        let texts = ["crème", "creme fraiche", "Crema", "zitronen", "arger", "ARGER"]
        let items = try await contract.store.asFirst.addItems(
            texts.map { ItemDraft(text: $0) }, to: list, merges: true, idempotencyKey: nil
        ).value
        #expect(items.map { ids.firstIndex(of: $0.id) } == [0, 1, 2, nil, 4, 4])
        #expect(items.map { $0.details.quantity?.text } == ["2", "2", "2", nil, "3", "3"])
    }

    @Test(arguments: StoreKind.allCases) func `is merged into an item that moves to make room`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let bread = try await contract.item("Bread", on: list)
        let milk = try await contract.item("Milk", on: list) { $0.position = Limits.positionMax - 1 }
        let items = try await contract.store.asFirst.addItems(
            [ItemDraft(text: "milk"), ItemDraft(text: "Eggs")], to: list, merges: true, idempotencyKey: nil
        ).value
        try #require(items.count == 2)
        #expect(items[0].id == milk.id && items[0].details.quantity?.text == "2")
        try await #expect(contract.store.asFirst.item(milk.id) == items[0])
        try await #expect(contract.store.asFirst.item(bread.id).position < items[0].position)
        #expect(items[0].position < items[1].position && items[1].position < Limits.positionMax - 1)
    }

    @Test(arguments: StoreKind.allCases) func `is not merged if the draft has other fields`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let milk = try await contract.item("Milk", on: list)
        let due = contract.later(1_000)
        for fill in [
            { $0.notes = "Low fat" }, { $0.patch.details.tags = ["dairy"] }, { $0.dueDate = due },
            { $0.important = true }, { $0.uid = "milk" }, { $0.position = 1_000_000 }, { $0.checked = true },
        ] as [@Sendable (inout ItemDraft) -> Void] {
            var draft = ItemDraft(text: "Milk")
            fill(&draft)
            let added = try await contract.store.asFirst.addItem(
                draft, to: list, merges: true, idempotencyKey: nil
            ).value
            #expect(added.id != milk.id && added.details.quantity == nil)
        }
        try await #expect(contract.store.asFirst.item(milk.id) == milk)
        var plain = ItemDraft(text: "Milk")
        (plain.notes, plain.checked, plain.important) = ("", false, false)
        plain.patch.details.tags = []
        let merged = try await contract.store.asFirst.addItems(
            [plain], to: list, merges: true, idempotencyKey: nil
        ).value
        #expect(merged.map(\.id) == [milk.id] && merged[0].details.quantity?.text == "2")
    }

    @Test(arguments: StoreKind.allCases) func `is not merged into an item that recurs`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let (due, rule) = (contract.later(1_000), try RecurrenceRule("FREQ=DAILY"))
        let item = try await contract.item("Water", on: list) { draft in
            draft.dueDate = due
            draft.recurrence = Recurrence(rule)
        }
        let added = try await contract.store.asFirst.addItem(
            ItemDraft(text: "Water"), to: list, merges: true, idempotencyKey: nil
        ).value
        #expect(added.id != item.id && added.details.quantity == nil)
    }
}

@Suite(.closingStores) struct `A tag of items in a store` {
    @Test(arguments: StoreKind.allCases) func `is renamed and removed everywhere in one change`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let lists = [try await contract.list("One"), try await contract.list("Two")]
        var items: [Item.ID] = []
        for list in lists {
            items.append(
                try await contract.item(on: list) { $0.patch.details.tags = ["a", "Home", "b"] }.id)
        }
        try await #expect(contract.store.asFirst.renameTag("home", to: "House") == 2)
        for id in items { try await #expect(contract.store.asFirst.item(id).tags == ["a", "House", "b"]) }
        let revisions = try await [
            contract.store.asFirst.item(items[0]).revision, contract.store.asFirst.item(items[1]).revision,
        ]
        #expect(Set(revisions).count == 1)
        // Two tags become one.
        try await #expect(contract.store.asFirst.renameTag("a", to: "house") == 2)
        try await #expect(contract.store.asFirst.item(items[0]).tags == ["house", "b"])
        try await #expect(contract.store.asFirst.deleteTag("HOUSE") == 2)
        try await #expect(contract.store.asFirst.item(items[0]).tags == ["b"])
        try await contract.expect(.notFound(.tag)) { _ = try await contract.store.asFirst.deleteTag("house") }
        try await contract.expect(.invalid([Violation("/name", .comma)])) {
            _ = try await contract.store.asFirst.renameTag("b", to: "c,d")
        }
    }

    @Test(arguments: StoreKind.allCases) func `stays on lists that the person may not change`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let item = try await contract.item(on: list) { $0.patch.details.tags = ["home"] }
        let anna = try await contract.store.addPerson(named: "Anna", idempotencyKey: nil).value.id
        func rename() async throws -> Int {
            let session = Session(try await contract.store, for: .person(anna, device: nil))
            return try await session.renameTag("home", to: "house")
        }
        try await contract.expect(.notFound(.tag)) { _ = try await rename() }
        try await contract.store.asFirst.share(list, with: anna, .view)
        try await contract.expect(.roleNeeded(.edit)) { _ = try await rename() }
        try await contract.store.asFirst.share(list, with: anna, .edit)
        try await #expect(rename() == 1)
        try await #expect(contract.store.asFirst.item(item.id).tags == ["house"])
    }
}
