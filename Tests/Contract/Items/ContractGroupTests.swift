import Checklists
import StoreFixtures
import Testing

@Suite(.closingStores) struct `An order by list or section` {
    private typealias Keys = [SortKey<ItemQuery.Property>]

    private static let sorts: [Keys] = [
        [SortKey(.checklist)], [SortKey(.checklist, descending: true)], [SortKey(.section)],
        [SortKey(.section, descending: true)], [SortKey(.checklist), SortKey(.text, descending: true)],
        [SortKey(.checked), SortKey(.checklist), SortKey(.dueDate)],
        [SortKey(.checklist), SortKey(.important, descending: true), SortKey(.section), SortKey(.text)],
        [SortKey(.section), SortKey(.position)], [SortKey(.checked, descending: true), SortKey(.section)],
        [SortKey(.text), SortKey(.checklist), SortKey(.dueDate, descending: true)],
        [SortKey(.checklist), SortKey(.section), SortKey(.dueDate, descending: true)],
    ]

    @Test(arguments: StoreKind.allCases) func `has groups by name and by the order of sections`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let lists = try await contract.filledLists()
        try await contract.expectOrders(Self.sorts, of: lists)
        _ = try await contract.store.asFirst.updateChecklist(
            lists[0], ChecklistPatch(name: "aa"), ifMatch: nil)
        try await contract.expectOrders(Self.sorts, of: lists)
    }

    @Test(arguments: StoreKind.allCases) func `has items by the time at which they were checked`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let items = try await contract.items("A", "B", "C", "D", on: list)
        for index in [2, 0, 3] {
            contract.advance(milliseconds: 1)
            try await contract.change(items[index]) { $0.checked = true }
        }
        for scope in [list, nil] {
            var query = ItemQuery(checklistID: scope)
            query.sort = [SortKey(.checkedAt)]
            try await #expect(contract.walk(query).map(\.text) == ["C", "A", "D", "B"])
            query.sort = [SortKey(.checkedAt, descending: true)]
            try await #expect(contract.walk(query).map(\.text) == ["D", "A", "C", "B"])
        }
    }

    @Test(arguments: StoreKind.allCases) func `refuses a cursor on a list that was deleted`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let lists = try await contract.filledLists()
        var query = ItemQuery()
        query.sort = [SortKey(.checklist)]
        query.page.limit = 1
        let page = try await contract.store.asFirst.items(query)
        query.page.cursor = page.next
        let first = try #require(page.elements.first)
        try await contract.store.asFirst.deleteItem(first.id, ifMatch: nil)
        try await #expect(contract.store.asFirst.items(query).elements.count == 1)
        try await contract.store.asFirst.deleteChecklist(first.checklistID, ifMatch: nil)
        #expect(lists.contains(first.checklistID))
        try await contract.expect(.invalidCursor) { [query] in
            _ = try await contract.store.asFirst.items(query)
        }
    }
}

extension Contract {
    /// Lists with sections, and items of every kind on them.
    fileprivate func filledLists() async throws -> [Checklist.ID] {
        var lists: [Checklist.ID] = []
        for (number, name) in ["B", "a", "B", "é10", "e2", "empty"].enumerated() {
            let (list, sections) = try await list(name, sections: number == 1 ? [] : ["Y", "X", "Z"])
            lists.append(list)
            for item in 0..<(name == "empty" ? 0 : 7) {
                let due = later(Int64((item * 5 + number) % 4))
                try await self.item("\((item * 3 + number) % 5)", on: list) { draft in
                    draft.checked = item % 3 == 0
                    draft.important = item % 2 == 0
                    if item % 4 != 1 { draft.dueDate = due }
                    if !sections.isEmpty, item % 4 > 0 {
                        draft.patch.details.sectionID = sections[(item + number) % 3]
                    }
                }
            }
        }
        return lists
    }

    fileprivate func expectOrders(
        _ sorts: [[SortKey<ItemQuery.Property>]], of lists: [Checklist.ID]
    ) async throws {
        let known = try await store.asFirst.checklists(ChecklistQuery()).elements
        let byID = Dictionary(uniqueKeysWithValues: known.map { ($0.id, $0) })
        let scopes: [(inout ItemQuery) -> Void] = [
            { _ in }, { $0.checklistID = lists[2] }, { $0.checklistIDs = [lists[3], lists[0]] },
            { $0.filter.flags[.important] = true }, { $0.filter.text = "3" },
        ]
        for sort in sorts {
            for (number, restrict) in scopes.enumerated() {
                var query = ItemQuery()
                restrict(&query)
                let all = try await walk(query)
                query.sort = sort
                let expected = all.sorted { one, two in precedes(one, two, by: sort, byID) }
                let found = try await walk(query)
                #expect(found.map(\.id) == expected.map(\.id), "scope \(number) by \(sort)")
            }
        }
    }

    private func precedes(
        _ one: Item, _ two: Item, by sort: [SortKey<ItemQuery.Property>],
        _ lists: [Checklist.ID: Checklist]
    ) -> Bool {
        var isGrouped = true
        for key in sort {
            let order: Int
            switch key.property {
            case .checklist, .section:
                if !isGrouped { continue }
                let names = [one, two].map { lists[$0.checklistID]?.name ?? "" }
                let byName = TextOrder.compare(names[0], names[1])
                if byName != 0 { return key.descending ? byName > 0 : byName < 0 }
                if one.checklistID != two.checklistID { return one.checklistID < two.checklistID }
                if key.property == .checklist { continue }
                let ranks = [one, two].map { item in
                    lists[item.checklistID]?.sections.all.firstIndex { $0.id == item.sectionID } ?? -1
                }
                order = ranks[0] - ranks[1]
            case .checked: order = (one.checked ? 1 : 0) - (two.checked ? 1 : 0)
            case .important: order = (one.important ? 1 : 0) - (two.important ? 1 : 0)
            case .text:
                isGrouped = false
                order = TextOrder.compare(one.text, two.text)
            case .dueDate:
                isGrouped = false
                guard let first = one.dueDate, let second = two.dueDate else {
                    if one.dueDate == nil, two.dueDate == nil { continue }
                    return two.dueDate == nil
                }
                order = first == second ? 0 : first < second ? -1 : 1
            default:
                isGrouped = false
                order = one.position - two.position
            }
            if order != 0 { return key.descending ? order > 0 : order < 0 }
        }
        return one.id < two.id
    }
}
