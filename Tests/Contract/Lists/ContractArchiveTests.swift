import Checklists
import Dates
import StoreFixtures
import Testing

@Suite(.closingStores) struct `An archived list` {
    @Test(arguments: StoreKind.allCases) func `is left out of queries that do not select archived lists`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let lists = [
            try await contract.list("A"), try await contract.list("B"), try await contract.list("C"),
        ]
        for list in lists { try await contract.items("1", "2", "3", "4", on: list) }
        try await contract.archive(lists[1], true)
        let selections: [(ArchiveSelection?, [Checklist.ID], [Int])] = [
            (nil, [], [0, 2]), (.current, [], [0, 2]), (.archived, [], [1]), (.any, [], [0, 1, 2]),
            (nil, [lists[0], lists[1]], [0, 1]), (.current, [lists[0], lists[1]], [0]),
            (.archived, [lists[0], lists[1]], [1]), (.archived, [lists[0]], []),
        ]
        for (selection, ids, found) in selections {
            var query = ItemQuery()
            (query.archived, query.checklistIDs) = (selection, ids)
            for property in [.position, .text, .checklist, .checked] as [ItemQuery.Property] {
                query.sort = [SortKey(property)]
                for text in ["", "1"] {
                    query.filter.text = text
                    let items = try await contract.walk(query)
                    #expect(items.count == found.count * (text.isEmpty ? 4 : 1))
                    #expect(Set(items.map(\.checklistID)) == Set(found.map { lists[$0] }))
                }
            }
        }
        try await contract.items("5", on: lists[1])
        try await #expect(contract.texts(on: lists[1]).count == 5)
        try await contract.archive(lists[1], false)
        try await #expect(contract.walk(ItemQuery()).count == 13)
    }

    @Test(arguments: StoreKind.allCases) func `is not counted, but still in the feed`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        let lists = [try await contract.list("A"), try await contract.list("B")]
        for list in lists {
            _ = try await contract.reminder(in: 1_000, on: list)
            try await contract.item("Late", on: list) { $0.dueDate = contract.later(-1) }
        }
        let before = try await contract.store.asFirst.counts()
        #expect((before.checklists, before.items, before.overdue, before.reminders) == (2, 4, 2, 2))
        let usage = try await contract.store.asFirst.changes(after: nil, limit: 100).next
        try await contract.archive(lists[0], true)
        let counts = try await contract.store.asFirst.counts()
        #expect((counts.checklists, counts.items, counts.unchecked) == (1, 2, 2))
        #expect((counts.overdue, counts.reminders) == (1, 1))
        try await #expect(contract.store.asFirst.reminders(PageRequest()).elements.count == 1)
        try await #expect(contract.store.asFirst.checklists(ChecklistQuery()).elements.count == 2)
        let added = try await contract.item("New", on: lists[0])
        let entries = try await contract.store.asFirst.changes(after: usage, limit: 100).entries
        #expect(
            entries.contains { if case .item(let item) = $0.subject { item.id == added.id } else { false } })
        let all = try await contract.store.asFirst.changes(after: nil, limit: 100).entries
        #expect(all.count { if case .item = $0.subject { true } else { false } } == 5)
    }

    @Test(arguments: StoreKind.allCases) func `does not remind the person who archived it`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let lists = [try await contract.list("A"), try await contract.list("B")]
        _ = try await contract.webhook { $0.events = [.reminderDue] }
        for list in lists { _ = try await contract.reminder(in: 10, on: list) }
        try await contract.archive(lists[0], true)
        contract.advance(milliseconds: 20)
        try await contract.fire()
        try await #expect(contract.due().count == 1)
    }

    @Test(arguments: StoreKind.allCases) func `has no tags for the person who archived it`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let lists = [try await contract.list("A"), try await contract.list("B")]
        let tags = [["Home", "b"], ["home"], ["home", "c"], ["HOME"], []]
        for (number, tags) in tags.enumerated() {
            try await contract.item("\(number)", on: lists[number % 2]) {
                $0.patch.details.tags = tags
                $0.checked = number == 2
            }
        }
        try await #expect(contract.tags() == ["home 4 3", "b 1 1", "c 1 0"])
        try await contract.archive(lists[0], true)
        try await #expect(contract.tags() == ["HOME 2 2"])
        try await contract.archive(lists[0], false)
        let other = try await contract.store.addPerson(named: "Ada", idempotencyKey: nil).value.id
        try await contract.store.asFirst.share(lists[1], with: other, .view)
        let ada = Session(try await contract.store, for: .person(other, device: nil))
        try await #expect(ada.tags(PageRequest()).elements.map(\.itemsCount) == [2])
        var page = PageRequest()
        page.limit = 2
        let first = try await contract.store.asFirst.tags(page)
        #expect((first.elements.map(\.name), first.total) == (["home", "b"], 3))
        page.cursor = first.next
        let second = try await contract.store.asFirst.tags(page)
        #expect((second.elements.map(\.name), second.next) == (["c"], nil))
        for bytes in [[], Array("x".utf8), Array("x y".utf8), [0xFF]] as [[UInt8]] {
            page.cursor = Cursor(bytes: bytes)
            try await contract.expect(.invalidCursor) { [page] in
                _ = try await contract.store.asFirst.tags(page)
            }
        }
    }
}

extension Contract {
    fileprivate func archive(_ list: Checklist.ID, _ isArchived: Bool) async throws {
        var patch = ListPreferencesPatch()
        patch.isArchived = isArchived
        _ = try await store.asFirst.updateMembership(patch, on: list)
    }

    /// The tags with their counts.
    fileprivate func tags() async throws -> [String] {
        try await store.asFirst.tags(PageRequest()).elements.map {
            "\($0.name) \($0.itemsCount) \($0.uncheckedItemsCount)"
        }
    }
}
