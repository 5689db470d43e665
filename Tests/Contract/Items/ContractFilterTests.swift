import Checklists
import Dates
import StoreFixtures
import Testing

@Suite(.closingStores) struct `A filter of items` {
    @Test(arguments: StoreKind.allCases) func `finds items of several lists`(kind: StoreKind) async throws {
        let contract = try await Contract(kind)
        let lists = [
            try await contract.list("A"), try await contract.list("B"), try await contract.list("C"),
        ]
        for list in lists { try await contract.items("1", "2", "3", on: list) }
        let unknown = Checklist.ID(rawValue: 9_999)
        for ids in [[lists[0], lists[2]], [lists[2], lists[0], unknown], [lists[1]], [unknown]] {
            var query = ItemQuery()
            query.checklistIDs = ids
            try await contract.expectMatches(of: query) { ids.contains($0.checklistID) }
            query.filter.flags[.checked] = false
            try await contract.expectMatches(of: query) { ids.contains($0.checklistID) }
        }
    }

    @Test(arguments: StoreKind.allCases) func `finds items of a section`(kind: StoreKind) async throws {
        let contract = try await Contract(kind)
        let (list, sections) = try await contract.list("Shop", sections: ["Fruit", "Dairy"])
        try await contract.item("Nothing", on: list)
        for (number, section) in (sections + sections).enumerated() {
            try await contract.item("\(number)", on: list) {
                $0.patch.details.sectionID = section
                $0.checked = number == 0
            }
        }
        for section in sections {
            var query = ItemQuery(checklistID: list)
            query.filter.sectionID = section
            try await contract.expectMatches(of: query, count: 2) { $0.sectionID == section }
            query.filter.flags[.checked] = false
            try await contract.expectMatches(of: query) { $0.sectionID == section && !$0.checked }
        }
        var query = ItemQuery(checklistID: list)
        query.filter.sectionID = Section.ID(rawValue: 9_999)
        try await contract.expectMatches(of: query, count: 0) { _ in false }
    }

    @Test(arguments: StoreKind.allCases) func `finds subtasks of an item, or items without a parent`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let parents = try await contract.items("Cake", "Bread", on: list)
        for (number, parent) in (parents + parents).enumerated() {
            try await contract.item("\(number)", on: list) {
                $0.patch.details.parentID = parent
                $0.checked = number == 1
            }
        }
        for scope in [list, nil] {
            var query = ItemQuery(checklistID: scope)
            query.filter.parentID = .some(parents[0])
            try await contract.expectMatches(of: query, count: 2) { $0.parentID == parents[0] }
            query.filter.parentID = .some(nil)
            try await contract.expectMatches(of: query, count: 2) { $0.parentID == nil }
            query.filter.flags[.checked] = false
            try await contract.expectMatches(of: query) { $0.parentID == nil && !$0.checked }
            query.filter.flags[.important] = false
            try await contract.expectMatches(of: query) { $0.parentID == nil && !$0.checked }
            query.filter.parentID = .some(Item.ID(rawValue: 9_999))
            try await contract.expectMatches(of: query, count: 0) { _ in false }
        }
    }

    @Test(arguments: StoreKind.allCases) func `finds items of an assignee, or without an assignee`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let other = try await contract.store.addPerson(named: "Ada", idempotencyKey: nil).value.id
        try await contract.store.asFirst.share(list, with: other, .edit)
        for (number, person) in [.first, other, nil, other].enumerated() {
            try await contract.item("\(number)", on: list) {
                $0.assigneeID = person
                $0.checked = number > 2
            }
        }
        for scope in [list, nil] {
            for person in [.first, other, nil, Person.ID(rawValue: 9_999)] as [Person.ID?] {
                var query = ItemQuery(checklistID: scope)
                query.filter.assigneeID = .some(person)
                try await contract.expectMatches(of: query) { $0.assigneeID == person }
                query.filter.flags[.checked] = true
                try await contract.expectMatches(of: query) { $0.assigneeID == person && $0.checked }
            }
        }
    }

    @Test(arguments: StoreKind.allCases) func `finds items with all tags, ignoring case`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let lists = [try await contract.list("A"), try await contract.list("B")]
        let tags = [["Home"], ["home", "Été"], [], ["garden", "HOME", "été"], ["é\u{301}t"]]
        for (number, tags) in tags.enumerated() {
            try await contract.item("\(number)", on: lists[number % 2]) {
                $0.patch.details.tags = tags
                $0.important = number == 3
            }
        }
        let wanted: [([String], Int)] = [
            (["hOme"], 3), (["home", "E\u{301}té"], 2), (["GARDEN", "home", "été"], 1), (["hom"], 0),
            (["a\u{0}b"], 0), (["home", "Home"], 3),
        ]
        for (tags, count) in wanted {
            var query = ItemQuery()
            query.filter.tags = tags
            let matches = { (item: Item) in
                Set(tags.map(Tag.key)).isSubset(of: Set(item.tags.map(Tag.key)))
            }
            try await contract.expectMatches(of: query, count: count, matches)
            query.filter.flags[.important] = true
            try await contract.expectMatches(of: query) { $0.important && matches($0) }
        }
        let first = try #require(try await contract.store.asFirst.items(ItemQuery()).elements.first)
        try await contract.change(first.id) { $0.details.tags = ["other"] }
        var query = ItemQuery()
        query.filter.tags = ["home"]
        try await contract.expectMatches(of: query, count: 2) { $0.tags.map(Tag.key).contains("home") }
    }

    @Test(arguments: StoreKind.allCases) func `finds a text in tags, also after a change`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let tagged = try await contract.item("Milk", on: list) {
            ($0.notes, $0.patch.details.tags) = ("fresh", ["Dairy", "Crème"])
        }
        try await contract.item("Dairy", on: list)
        func expect(_ text: String, _ count: Int) async throws {
            var query = ItemQuery()
            query.filter.text = text
            let pattern = SearchPattern(text)
            try await contract.expectMatches(of: query, count: count) { item in
                ([item.text, item.notes] + item.tags).contains { pattern.matches($0) }
            }
        }
        try await expect("dairy", 2)
        try await expect("creme", 1)
        // No text spans the notes and a tag.
        try await expect("freshdairy", 0)
        try await contract.change(tagged.id) { $0.details.tags = ["Breakfast"] }
        try await expect("dairy", 1)
        try await expect("breakf", 1)
    }

    @Test(arguments: StoreKind.allCases) func `finds undated and overdue items`(kind: StoreKind) async throws
    {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let today = LocalTime.utc.day(of: contract.now)
        for number in 0..<12 {
            try await contract.item("\(number)", on: list) { draft in
                draft.checked = number % 4 == 3
                switch number % 3 {
                case 0: draft.dueDate = contract.later(Int64(number - 6) * 3_600_000)
                case 1:
                    draft.dueOn = today.advanced(by: number / 3 - 2)
                    draft.timeZone = number.isMultiple(of: 2) ? "Pacific/Kiritimati" : "Pacific/Niue"
                default: break
                }
            }
        }
        for scope in [list, nil] {
            for state in [DueState.undated, .overdue(at: contract.now)] {
                var query = ItemQuery(checklistID: scope)
                query.filter.dueState = state
                try await contract.expectMatches(of: query) { item in
                    guard case .overdue(let moment) = state else { return item.dueDate == nil }
                    if item.checked { return false }
                    guard let day = item.timing.dueOn else {
                        return item.dueDate.map { $0 < moment } ?? false
                    }
                    let zone = item.timing.timeZone.flatMap(LocalTime.init(zone:)) ?? .utc
                    return zone.beginning(of: day.advanced(by: 1)) <= moment
                }
                query.filter.flags[.checked] = false
                let count = try await contract.store.asFirst.items(query).total
                if scope == nil, state != .undated {
                    try await #expect(contract.store.asFirst.counts().overdue == count)
                }
                #expect(count > 0)
            }
        }
    }

    @Test(arguments: StoreKind.allCases) func `finds items by their start`(kind: StoreKind) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let today = LocalTime.utc.day(of: contract.now)
        for number in 0..<9 {
            try await contract.item("\(number)", on: list) { draft in
                switch number % 3 {
                case 0: draft.patch.details.startDate = contract.later(Int64(number - 3))
                case 1: draft.patch.details.startOn = today.advanced(by: number / 3 - 1)
                default: break
                }
            }
        }
        for scope in [list, nil] {
            for isFuture in [false, true] {
                var query = ItemQuery(checklistID: scope)
                query.filter.start = StartState(isFuture: isFuture, at: contract.now, on: today)
                try await contract.expectMatches(of: query, count: isFuture ? 2 : 7) { item in
                    let starts = item.details.startDate.map { $0 > contract.now }
                    return (starts ?? item.details.startOn.map { $0 > today } ?? false) == isFuture
                }
                query.filter.flags[.checked] = true
                try await contract.expectMatches(of: query, count: 0) { _ in false }
            }
        }
    }

    @Test(arguments: StoreKind.allCases) func `finds items that changed since a time`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let items = try await contract.items("A", "B", "C", "D", on: list)
        contract.advance(milliseconds: 10)
        let moment = contract.now
        try await contract.change(items[1]) { $0.text = "E" }
        _ = try await contract.store.asFirst.moveItem(
            items[3], to: .first, ifMatch: nil, idempotencyKey: nil)
        for scope in [list, nil] {
            var query = ItemQuery(checklistID: scope)
            query.filter.changedSince = moment
            try await contract.expectMatches(of: query, count: 2) { $0.changedAt >= moment }
            query.filter.text = "E"
            try await contract.expectMatches(of: query, count: 1) { $0.text == "E" }
            query.filter = ItemFilter()
            query.filter.changedSince = contract.later(1)
            try await contract.expectMatches(of: query, count: 0) { _ in false }
        }
    }
}

extension Contract {
    /// Expects that a query finds the matching items of its list or of all lists in every sort order.
    func expectMatches(
        of query: ItemQuery, count: Int? = nil, location: SourceLocation = #_sourceLocation,
        _ matches: (Item) -> Bool
    ) async throws {
        let all = try await walk(ItemQuery(checklistID: query.checklistID))
        let expected = Set(all.filter(matches).map(\.id))
        if let count { #expect(expected.count == count, sourceLocation: location) }
        for property in ItemQuery.Property.allCases {
            var query = query
            query.sort = [SortKey(property)]
            let found = try await walk(query)
            #expect(Set(found.map(\.id)) == expected, "by \(property)", sourceLocation: location)
        }
    }

    /// The items of a query from all its pages. Each page has the total.
    func walk(_ query: ItemQuery) async throws -> [Item] {
        var query = query
        query.page.limit = 3
        var found: [Item] = []
        var total = 0
        repeat {
            let page = try await store.asFirst.items(query)
            total = page.total
            found += page.elements
            query.page.cursor = page.next
        } while query.page.cursor != nil && found.count <= total
        #expect(found.count == total)
        return found
    }

    /// A list with sections.
    func list(_ name: String, sections: [String]) async throws -> (Checklist.ID, [Section.ID]) {
        var list = ImportedChecklist(ChecklistDraft(name: name), items: [])
        for section in sections { #expect(list.addSection(section).isEmpty) }
        let known = Set(try await store.asFirst.checklists(ChecklistQuery()).elements.map(\.id))
        _ = try await store.asFirst.importChecklists([list], idempotencyKey: nil)
        let new = try await store.asFirst.checklists(ChecklistQuery()).elements.first {
            !known.contains($0.id)
        }
        let added = try #require(new)
        return (added.id, added.sections.all.map(\.id))
    }
}
