import Checklists
import Dates
import StoreFixtures
import Testing

@Suite(.closingStores) struct `A subtask in a store` {
    /// A list with "Party" and its subtasks "Cake" and "Guests", followed by "Rest".
    private struct Party {
        let contract: Contract
        let list: Checklist.ID
        let party: Item.ID
        let cake: Item.ID
        let guests: Item.ID

        init(_ kind: StoreKind) async throws {
            contract = try await Contract(kind)
            list = try await contract.list()
            party = try await contract.item("Party", on: list).id
            try await contract.item("Rest", on: list)
            let parent = party
            let added = { [contract, list] (text: String) async throws in
                try await contract.item(text, on: list) { $0.patch.details.parentID = parent }.id
            }
            cake = try await added("Cake")
            guests = try await added("Guests")
        }

        func item(_ id: Item.ID) async throws -> Item { try await contract.store.asFirst.item(id) }

        /// The first person's access to the store, which each access may restart.
        var session: Session { get async throws { try await contract.store.asFirst } }

        func move(_ id: Item.ID, _ placement: ItemPlacement) async throws {
            _ = try await session.moveItem(id, to: placement, ifMatch: nil, idempotencyKey: nil)
        }

        func counts() async throws -> SubtaskCounts { try await item(party).details.subtasks }

        func texts() async throws -> [String] { try await contract.texts(on: list) }

        func counted() async throws -> [Int] {
            let list = try await contract.store.asFirst.checklist(list)
            return [list.itemsCount, list.uncheckedItemsCount]
        }
    }

    @Test(arguments: StoreKind.allCases) func `follows its parent in both directions`(
        kind: StoreKind
    ) async throws {
        let party = try await Party(kind)
        try await #expect(party.texts() == ["Party", "Cake", "Guests", "Rest"])
        var query = ItemQuery(checklistID: party.list)
        query.sort = [SortKey(.position, descending: true)]
        let texts = try await party.contract.store.asFirst.items(query).elements.map(\.text)
        #expect(texts == ["Rest", "Party", "Guests", "Cake"])
        try await #expect(party.counts() == SubtaskCounts(all: 2, unchecked: 2))
        try await #expect(party.counted() == [4, 4])
        query.page.limit = 2
        let page = try await party.contract.store.asFirst.items(query)
        query.page.cursor = page.next
        let rest = try await party.contract.store.asFirst.items(query).elements.map(\.text)
        #expect(rest == ["Guests", "Cake"])
    }

    @Test(arguments: StoreKind.allCases) func `goes to the section of its parent, not to an unknown one`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let (list, sections) = try await contract.list("Shop", sections: ["Fruit", "Dairy"])
        let parent = try await contract.item("Cake", on: list) { $0.patch.details.sectionID = sections[0] }
        func add(to section: Section.ID?) async throws -> Item {
            try await contract.item("Eggs", on: list) {
                $0.patch.details.parentID = parent.id
                $0.patch.details.sectionID = .some(section)
            }
        }
        for section in [sections[0], nil] {
            try await #expect(add(to: section).sectionID == sections[0])
        }
        try await contract.expect(.invalid([Violation("/sectionId", .notASection.orNull)])) {
            _ = try await add(to: Section.ID(rawValue: 9_999))
        }
        try await contract.expect(.invalid([Violation("/sectionId", .otherSection)])) {
            _ = try await add(to: sections[1])
        }
    }

    @Test(arguments: StoreKind.allCases) func `is checked with its parent, but does not check it`(
        kind: StoreKind
    ) async throws {
        let party = try await Party(kind)
        _ = try await party.session.toggleItem(party.cake, ifMatch: nil, idempotencyKey: nil)
        try await #expect(party.counts() == SubtaskCounts(all: 2, unchecked: 1))
        _ = try await party.session.toggleItem(party.guests, ifMatch: nil, idempotencyKey: nil)
        try await #expect(party.item(party.party).checked == false)
        _ = try await party.session.toggleItem(party.cake, ifMatch: nil, idempotencyKey: nil)
        let parent = try await party.session.toggleItem(party.party, ifMatch: nil, idempotencyKey: nil).value
        #expect(parent.checked && parent.details.subtasks == SubtaskCounts(all: 2, unchecked: 0))
        try await #expect(party.item(party.party) == parent)
        try await #expect(party.item(party.cake).checked)
        try await #expect(party.item(party.guests).checked)
        try await #expect(party.counted() == [4, 1])
        _ = try await party.session.toggleItem(party.party, ifMatch: nil, idempotencyKey: nil)
        try await #expect(party.item(party.cake).checked)
    }

    @Test(arguments: StoreKind.allCases) func `is unchecked when its parent recurs`(
        kind: StoreKind
    ) async throws {
        let party = try await Party(kind)
        let due = party.contract.later(60_000)
        let rule = try RecurrenceRule("FREQ=DAILY")
        try await party.contract.change(party.party) { patch in
            patch.dueDate = due
            patch.recurrence = Recurrence(rule)
        }
        _ = try await party.session.toggleItem(party.cake, ifMatch: nil, idempotencyKey: nil)
        _ = try await party.session.toggleItem(party.party, ifMatch: nil, idempotencyKey: nil)
        try await #expect(!party.item(party.party).checked)
        try await #expect(!party.item(party.cake).checked)
        try await #expect(party.counts() == SubtaskCounts(all: 2, unchecked: 2))
        try await #expect(party.counted() == [4, 4])
    }

    @Test(arguments: StoreKind.allCases) func `is deleted and restored with its parent`(
        kind: StoreKind
    ) async throws {
        let party = try await Party(kind)
        let trash = try #require(try await party.session.deleteItem(party.party, ifMatch: nil))
        try await #expect(party.texts() == ["Rest"])
        try await #expect(party.counted() == [1, 1])
        _ = try await party.session.restore(trash, idempotencyKey: nil)
        try await #expect(party.texts() == ["Party", "Cake", "Guests", "Rest"])
        try await #expect(party.counts() == SubtaskCounts(all: 2, unchecked: 2))
        try await #expect(party.counted() == [4, 4])
    }

    @Test(arguments: StoreKind.allCases) func `is restored where its parent is now`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let (list, sections) = try await contract.list("Shop", sections: ["Fruit"])
        let parent = try await contract.item("Cake", on: list)
        let subtask = try await contract.item("Eggs", on: list) { $0.patch.details.parentID = parent.id }
        try await contract.items("Milk", "Tea", on: list)
        let deleted = try await contract.store.asFirst.deleteItem(subtask.id, ifMatch: nil)
        let trash = try #require(deleted)
        try await contract.change(parent.id) { $0.details.sectionID = sections[0] }
        _ = try await contract.store.asFirst.moveItem(
            parent.id, to: .last, ifMatch: nil, idempotencyKey: nil)
        _ = try await contract.store.asFirst.restore(trash, idempotencyKey: nil)
        try await #expect(contract.texts(on: list) == ["Milk", "Tea", "Cake", "Eggs"])
        try await #expect(contract.store.asFirst.item(subtask.id).sectionID == sections[0])
        try await contract.change(parent.id) { $0.checked = true }
        try await #expect(contract.store.asFirst.item(subtask.id).checked)
        _ = try await contract.store.asFirst.deleteItem(parent.id, ifMatch: nil)
        try await #expect(contract.texts(on: list) == ["Milk", "Tea"])
    }

    @Test(arguments: StoreKind.allCases) func `stays with its parent where the position is taken`(
        kind: StoreKind
    ) async throws {
        let party = try await Party(kind)
        let trash = try #require(try await party.session.deleteItem(party.party, ifMatch: nil))
        let position = try await party.contract.item("New", on: party.list) { $0.position = 65_536 }.position
        #expect(position == 65_536)
        _ = try await party.session.restore(trash, idempotencyKey: nil)
        try await #expect(party.texts() == ["Party", "Cake", "Guests", "New", "Rest"])
        _ = try await party.session.toggleItem(party.party, ifMatch: nil, idempotencyKey: nil)
        try await #expect(party.item(party.cake).checked)
    }

    @Test(arguments: StoreKind.allCases) func `is one of 500 at most, in every way`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let parent = try await contract.item("Parent", on: list).id
        func add(_ count: Int) async throws {
            var draft = ItemDraft(text: "Subtask")
            draft.patch.details.parentID = parent
            _ = try await contract.store.asFirst.addItems(
                Array(repeating: draft, count: count), to: list, idempotencyKey: nil)
        }
        let tooMany = ChecklistsError.conflict([
            Violation("/parentId", .limitReached(Limits.subtasksMax, "subtasks"))
        ])
        try await contract.expect(tooMany) { try await add(501) }
        try await add(500)
        try await contract.expect(tooMany) { try await add(1) }
        try await contract.change(parent) { $0.checked = true }
        try await contract.change(parent) { $0.checked = false }
        let deletion = try await contract.store.asFirst.deleteItems(of: list, checked: true)
        let trash = try #require(deletion.trashID)
        try await add(1)
        try await contract.expect(tooMany) {
            _ = try await contract.store.asFirst.restore(trash, idempotencyKey: nil)
        }
        try await #expect(contract.store.asFirst.item(parent).details.subtasks.all == 1)
    }

    @Test(arguments: StoreKind.allCases) func `is restored as an item without its parent`(
        kind: StoreKind
    ) async throws {
        let party = try await Party(kind)
        let trash = try #require(try await party.session.deleteItem(party.cake, ifMatch: nil))
        try await #expect(party.counts() == SubtaskCounts(all: 1, unchecked: 1))
        try await party.session.deleteItem(party.party, ifMatch: nil)
        _ = try await party.session.restore(trash, idempotencyKey: nil)
        try await #expect(party.item(party.cake).parentID == nil)
        try await #expect(Set(party.texts()) == ["Cake", "Rest"])
    }

    @Test(arguments: StoreKind.allCases) func `moves to another list with its parent`(
        kind: StoreKind
    ) async throws {
        let party = try await Party(kind)
        let other = try await party.contract.list("Other")
        try await party.contract.item("There", on: other)
        try await party.contract.change(party.party) { $0.checklistID = other }
        try await #expect(party.texts() == ["Rest"])
        try await #expect(party.counted() == [1, 1])
        try await #expect(party.contract.texts(on: other) == ["There", "Party", "Cake", "Guests"])
        try await party.contract.change(party.cake) { $0.checklistID = party.list }
        try await #expect(party.item(party.cake).parentID == nil)
        try await #expect(party.texts() == ["Rest", "Cake"])
        try await #expect(party.counts() == SubtaskCounts(all: 1, unchecked: 1))
    }

    @Test(arguments: StoreKind.allCases) func `becomes an item after its parent, and a subtask again`(
        kind: StoreKind
    ) async throws {
        let party = try await Party(kind)
        try await party.contract.change(party.cake) { $0.details.parentID = .some(nil) }
        try await #expect(party.texts() == ["Party", "Guests", "Cake", "Rest"])
        try await #expect(party.counts() == SubtaskCounts(all: 1, unchecked: 1))
        try await party.contract.change(party.cake) { $0.details.parentID = party.party }
        try await #expect(party.texts() == ["Party", "Guests", "Cake", "Rest"])
        try await #expect(party.counts() == SubtaskCounts(all: 2, unchecked: 2))
    }

    @Test(arguments: StoreKind.allCases) func `is placed among its siblings, and follows a move`(
        kind: StoreKind
    ) async throws {
        let party = try await Party(kind)
        try await party.move(party.guests, .before(party.cake))
        try await #expect(party.texts() == ["Party", "Guests", "Cake", "Rest"])
        try await party.move(party.party, .last)
        try await #expect(party.texts() == ["Rest", "Party", "Guests", "Cake"])
        let rest = try await party.session.items(ItemQuery(checklistID: party.list)).elements[0].id
        try await party.contract.expect(.invalid([Violation("/after", .notASibling)])) {
            try await party.move(rest, .after(party.cake))
        }
        // Many items at one spot make the store move neighbours; subtasks stay with their parents.
        for number in 0..<80 {
            let item = try await party.contract.item("\(number)", on: party.list)
            try await party.move(item.id, .before(party.party))
        }
        let texts = try await party.texts()
        #expect(texts.suffix(3) == ["Party", "Guests", "Cake"])
        #expect(texts.first == "Rest" && texts.dropFirst().first == "0" && texts.count == 84)
    }

    @Test(arguments: StoreKind.allCases) func `is refused where it cannot be`(kind: StoreKind) async throws {
        let party = try await Party(kind)
        let contract = party.contract
        let other = try await contract.item("Elsewhere", on: contract.list("Other"))
        func refuses(
            _ pointer: String, _ reason: Violation.Reason, _ item: Item.ID,
            location: SourceLocation = #_sourceLocation, _ fill: (inout ItemPatch) -> Void
        ) async throws {
            var patch = ItemPatch()
            fill(&patch)
            let sent = patch
            try await contract.expect(.invalid([Violation(pointer, reason)]), location: location) {
                _ = try await contract.store.asFirst.updateItem(item, sent, ifMatch: nil)
            }
        }
        try await refuses("/parentId", .notAParent, party.cake) { $0.details.parentID = party.guests }
        try await refuses("/parentId", .notAParent, party.cake) { $0.details.parentID = party.cake }
        try await refuses("/parentId", .notAParent, party.cake) { $0.details.parentID = other.id }
        let rest = try await contract.item("Top", on: party.list).id
        try await refuses("/parentId", .hasSubtasks, party.party) { $0.details.parentID = rest }
        let (due, rule) = (contract.later(60_000), try RecurrenceRule("FREQ=DAILY"))
        try await refuses("/recurrence", .recurringSubtask, party.cake) { patch in
            patch.dueDate = due
            patch.recurrence = Recurrence(rule)
        }
    }

    @Test(arguments: StoreKind.allCases) func `is copied with its parent, and reset with its list`(
        kind: StoreKind
    ) async throws {
        let party = try await Party(kind)
        _ = try await party.session.toggleItem(party.cake, ifMatch: nil, idempotencyKey: nil)
        var options = ChecklistCopy()
        options.unchecked = true
        let copy = try await party.session.copyChecklist(party.list, options, idempotencyKey: nil).value
        let items = try await party.session.items(ItemQuery(checklistID: copy.id)).elements
        #expect(items.map(\.text) == ["Party", "Cake", "Guests", "Rest"])
        #expect(items.map(\.parentID) == [nil, items[0].id, items[0].id, nil])
        #expect(items[0].details.subtasks == SubtaskCounts(all: 2, unchecked: 2))
    }

    @Test(arguments: StoreKind.allCases) func `can be changed among many at once`(
        kind: StoreKind
    ) async throws {
        let party = try await Party(kind)
        var check = ItemPatch()
        check.checked = true
        var filter = ItemFilter()
        filter.text = "Party"
        _ = try await party.session.updateItems(of: party.list, where: filter, check)
        try await #expect(party.counts() == SubtaskCounts(all: 2, unchecked: 0))
        try await #expect(party.counted() == [4, 1])
        let other = try await party.contract.list("Other")
        var move = ItemPatch()
        move.checklistID = other
        _ = try await party.session.updateItems(of: party.list, where: ItemFilter(), move)
        try await #expect(party.contract.texts(on: other) == ["Party", "Cake", "Guests", "Rest"])
        try await #expect(party.counts() == SubtaskCounts(all: 2, unchecked: 0))
        let deletion = try await party.session.deleteItems(of: other, checked: true)
        #expect(deletion.count == 3)
        try await #expect(party.contract.texts(on: other) == ["Rest"])
    }
}
