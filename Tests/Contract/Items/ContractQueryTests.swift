import Checklists
import MemoryStore
import StoreFixtures
import Testing

@Suite(.closingStores) struct `A listing of a store` {
    @Test(arguments: StoreKind.allCases) func `has checklists in the order of their names`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        for name in ["liste 10", "Zèbre", "éclair", "Liste 2", "apple", "Eclair"] {
            _ = try await contract.list(name)
        }
        let names = try await contract.store.asFirst.checklists(ChecklistQuery()).elements.map(\.name)
        #expect(names == ["apple", "Eclair", "éclair", "Liste 2", "liste 10", "Zèbre"])
        var query = ChecklistQuery()
        query.sort = [SortKey(.name, descending: true)]
        try await #expect(contract.store.asFirst.checklists(query).elements.map(\.name) == names.reversed())
    }

    @Test(arguments: StoreKind.allCases) func `has checklists by any property`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        var lists: [Checklist.ID] = []
        for name in ["B", "C", "A"] {
            contract.advance(milliseconds: 1)
            lists.append(try await contract.list(name))
        }
        contract.advance(milliseconds: 1)
        _ = try await contract.store.asFirst.updateChecklist(
            lists[0], ChecklistPatch(icon: .trips), ifMatch: nil)
        try await contract.items("1", "2", on: lists[1])
        try await contract.items("1", on: lists[0])
        let expected: [(ChecklistQuery.Property, [String])] = [
            (.name, ["A", "B", "C"]), (.createdAt, ["B", "C", "A"]), (.updatedAt, ["C", "A", "B"]),
            (.uncheckedItemsCount, ["A", "B", "C"]),
        ]
        for (property, names) in expected {
            var query = ChecklistQuery()
            query.sort = [SortKey(property)]
            try await #expect(
                contract.store.asFirst.checklists(query).elements.map(\.name) == names, "\(property)")
            query.sort = [SortKey(property, descending: true)]
            try await #expect(
                contract.store.asFirst.checklists(query).elements.map(\.name) == names.reversed(),
                "\(property)")
        }
    }

    @Test(arguments: StoreKind.allCases) func `finds part of a name, ignoring case and diacritics`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        for name in ["Crème", "ice cream", "Milk", "CREME"] { _ = try await contract.list(name) }
        var query = ChecklistQuery()
        query.text = "crÉm"
        let page = try await contract.store.asFirst.checklists(query)
        #expect(page.elements.map(\.name) == ["CREME", "Crème"])
        #expect(page.total == 2)
    }

    @Test(arguments: StoreKind.allCases) func `has items of one list or of all`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        let lists = [try await contract.list("A"), try await contract.list("B")]
        try await contract.items("A1", "A2", on: lists[0])
        try await contract.items("B1", on: lists[1])
        try await #expect(contract.texts(on: lists[1]) == ["B1"])
        var query = ItemQuery()
        query.sort = [SortKey(.text)]
        let page = try await contract.store.asFirst.items(query)
        #expect(page.elements.map(\.text) == ["A1", "A2", "B1"])
        #expect(page.total == 3)
        #expect(page.next == nil)
    }

    @Test(arguments: StoreKind.allCases)
    func `has unchecked items first, the important before others, by date`(kind: StoreKind) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let drafts: [(String, checked: Bool, important: Bool, due: Int64?)] = [
            ("done", true, true, 0), ("someday", false, false, nil), ("later", false, false, 2),
            ("now", false, false, 1), ("urgent someday", false, true, nil), ("urgent", false, true, 9),
        ]
        for (text, checked, important, due) in drafts {
            var draft = ItemDraft(text: text)
            draft.checked = checked
            draft.important = important
            draft.dueDate = due.map { contract.now.advanced(byMilliseconds: $0) }
            _ = try await contract.store.asFirst.addItem(draft, to: list, idempotencyKey: nil)
        }
        var query = ItemQuery(checklistID: list)
        query.sort = [SortKey(.checked), SortKey(.important, descending: true), SortKey(.dueDate)]
        try await #expect(
            contract.store.asFirst.items(query).elements.map(\.text)
                == ["urgent", "urgent someday", "now", "later", "someday", "done"])
        query.sort = [SortKey(.dueDate, descending: true)]
        try await #expect(
            contract.store.asFirst.items(query).elements.map(\.text)
                == ["urgent", "later", "now", "done", "someday", "urgent someday"])
    }

    @Test(arguments: StoreKind.allCases) func `has the items that match all conditions`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        for number in 0..<32 {
            var draft = ItemDraft(text: "\(number)")
            draft.checked = number & 1 == 1
            draft.important = number & 2 == 2
            draft.dueDate =
                number & 16 == 16 ? contract.now.advanced(byMilliseconds: Int64(number & 12)) : nil
            draft.shouldRemind = draft.dueDate != nil && number & 4 == 4
            if number & 8 == 8 { draft.notes = "Œuvre à lire" }
            _ = try await contract.store.asFirst.addItem(draft, to: list, idempotencyKey: nil)
        }
        let due = { (milliseconds: Int64) in contract.now.advanced(byMilliseconds: milliseconds) }
        let filters: [((inout ItemFilter) -> Void, (Int) -> Bool)] = [
            ({ _ in }, { _ in true }),
            ({ $0.flags[.checked] = true }, { $0 & 1 == 1 }),
            (
                {
                    $0.flags[.checked] = false; $0.flags[.important] = true
                }, { $0 & 3 == 2 }
            ),
            ({ $0.flags[.shouldRemind] = true }, { $0 & 20 == 20 }),
            ({ $0.dueBefore = due(8) }, { $0 & 16 == 16 && $0 & 12 < 8 }),
            (
                {
                    $0.dueAfter = due(4); $0.dueBefore = due(12)
                }, { $0 & 16 == 16 && [4, 8].contains($0 & 12) }
            ),
            (
                {
                    $0.dueAfter = due(4); $0.flags[.checked] = true
                }, { $0 & 17 == 17 && $0 & 12 >= 4 }
            ),
            ({ $0.dueAfter = due(13) }, { _ in false }),
            (
                {
                    $0.dueAfter = due(8); $0.dueBefore = due(4)
                }, { _ in false }
            ),
            ({ $0.text = "A LI" }, { $0 & 8 == 8 }),
            (
                {
                    $0.text = "A LI"; $0.flags[.important] = false
                }, { $0 & 10 == 8 }
            ),
            ({ $0.text = "3" }, { "\($0)".contains("3") }),
        ]
        for scope in [list, nil] {
            for sort in [
                SortKey(ItemQuery.Property.createdAt), SortKey(.dueDate), SortKey(.dueDate, descending: true),
            ] {
                for (number, (set, expected)) in filters.enumerated() {
                    var query = ItemQuery(checklistID: scope)
                    set(&query.filter)
                    query.sort = [sort]
                    query.page.limit = 3
                    var found: [Int] = []
                    repeat {
                        let page = try await contract.store.asFirst.items(query)
                        #expect(page.total == (0..<32).count { expected($0) }, "filter \(number)")
                        found += page.elements.compactMap { Int($0.text) }
                        query.page.cursor = page.next
                    } while query.page.cursor != nil && found.count <= 32
                    #expect(found.sorted() == (0..<32).filter(expected), "filter \(number) by \(sort)")
                }
            }
        }
    }

    @Test(arguments: StoreKind.allCases) func `has pages without gaps`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        for number in 0..<23 { try await contract.items("Item \(number % 7)", on: list) }
        for property in ItemQuery.Property.allCases {
            for descending in [false, true] {
                var query = ItemQuery(checklistID: list)
                query.sort = [SortKey(property, descending: descending)]
                let all = try await contract.store.asFirst.items(query).elements
                query.page.limit = 5
                var pages: [[Item]] = []
                repeat {
                    let page = try await contract.store.asFirst.items(query)
                    #expect(page.total == 23)
                    pages.append(page.elements)
                    query.page.cursor = page.next
                } while query.page.cursor != nil && pages.count <= 5
                #expect(pages.map(\.count) == [5, 5, 5, 5, 3])
                #expect(pages.flatMap(\.self) == all)
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `has each unchanged item once while others are added and deleted`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        var kept: [Item.ID] = []
        for number in 0..<40 {
            let item = try await contract.items("Item \(number)", on: list)[0]
            if number % 4 != 0 { kept.append(item) }
        }
        var query = ItemQuery(checklistID: list)
        query.sort = [SortKey(.text)]
        query.page.limit = 4
        var seen: [Item.ID] = []
        repeat {
            let page = try await contract.store.asFirst.items(query)
            seen += page.elements.map(\.id)
            query.page.cursor = page.next
            // The element at the cursor may be deleted, too.
            for item in page.elements where !kept.contains(item.id) {
                try await contract.store.asFirst.deleteItem(item.id, ifMatch: nil)
            }
            try await contract.items("Item 0", "Item \(seen.count) more", "Item 99", on: list)
        } while query.page.cursor != nil && seen.count < 1_000
        #expect(Set(seen).count == seen.count)
        #expect(Set(seen).isSuperset(of: kept))
    }

    @Test(arguments: StoreKind.allCases) func `has each list once while others are added and deleted`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        for name in ["B", "D", "F", "H"] { _ = try await contract.list(name) }
        var query = ChecklistQuery()
        query.page.limit = 2
        let first = try await contract.store.asFirst.checklists(query)
        #expect(first.elements.map(\.name) == ["B", "D"] && first.total == 4)
        // The element at the cursor is deleted, and others are added on both sides.
        try await contract.store.asFirst.deleteChecklist(first.elements[1].id, ifMatch: nil)
        for name in ["A", "E", "Z"] { _ = try await contract.list(name) }
        query.page.cursor = first.next
        let second = try await contract.store.asFirst.checklists(query)
        #expect(second.elements.map(\.name) == ["E", "F"] && second.total == 6)
        query.page.cursor = second.next
        let third = try await contract.store.asFirst.checklists(query)
        #expect(third.elements.map(\.name) == ["H", "Z"] && third.next == nil)
        for cursor in [Cursor(bytes: []), Cursor(bytes: [1, 2, 3])] {
            query.page.cursor = cursor
            try await contract.expect(.invalidCursor) { [query] in
                _ = try await contract.store.asFirst.checklists(query)
            }
        }
    }

    @Test(arguments: StoreKind.allCases) func `continues after the last element of a page is deleted`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let items = try await contract.items("A", "B", "C", "D", on: list)
        var query = ItemQuery(checklistID: list)
        query.page.limit = 2
        query.page.cursor = try await contract.store.asFirst.items(query).next
        try await contract.store.asFirst.deleteItem(items[1], ifMatch: nil)
        let page = try await contract.store.asFirst.items(query)
        #expect(page.elements.map(\.text) == ["C", "D"])
        #expect(page.next == nil)
        #expect(page.total == 3)
    }

    @Test(arguments: StoreKind.allCases) func `refuses a cursor of another query`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let other = try await contract.list()
        try await contract.items("A", "B", "C", on: list)
        var query = ItemQuery(checklistID: list)
        query.page.limit = 1
        let cursor = try #require(try await contract.store.asFirst.items(query).next)
        var checklists = ChecklistQuery()
        checklists.page.cursor = cursor
        let changes: [(inout ItemQuery) -> Void] = [
            { $0.checklistID = nil }, { $0.checklistID = other }, { $0.sort = [SortKey(.text)] },
            { $0.sort = [SortKey(.position, descending: true)] }, { $0.filter.flags[.checked] = false },
            { $0.filter.text = "A" }, { $0.filter.dueBefore = contract.now },
        ]
        for change in changes {
            var query = query
            change(&query)
            query.page.cursor = cursor
            try await contract.expect(.invalidCursor) { [query] in
                _ = try await contract.store.asFirst.items(query)
            }
        }
        try await contract.expect(.invalidCursor) { [checklists] in
            _ = try await contract.store.asFirst.checklists(checklists)
        }
        query.page.limit = 2
        query.page.cursor = cursor
        try await #expect(contract.store.asFirst.items(query).elements.map(\.text) == ["B", "C"])
    }

    @Test(arguments: StoreKind.allCases) func `refuses malformed cursors`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        try await contract.items("A", "B", "C", on: list)
        var query = ItemQuery(checklistID: list)
        query.sort = [SortKey(.text), SortKey(.dueDate), SortKey(.checked), SortKey(.position)]
        query.page.limit = 1
        let bytes = try #require(try await contract.store.asFirst.items(query).next).bytes
        var garbage: [[UInt8]] = [[], [0], bytes + [0], [UInt8](repeating: 1, count: 100_000)]
        garbage += bytes.indices.map { Array(bytes[..<$0]) }
        for bytes in garbage {
            query.page.cursor = Cursor(bytes: bytes)
            try await contract.expect(.invalidCursor) { [query] in
                _ = try await contract.store.asFirst.items(query)
            }
        }
    }
}
