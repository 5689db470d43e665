import Checklists
import StoreFixtures
import Testing

@Suite(.closingStores) struct `The order of a person's lists in a store` {
    /// A store with four lists of person 1, who shares the first two with another person.
    private struct Stage {
        let contract: Contract
        let lists: [Checklist.ID]
        let other: Person.ID

        init(_ kind: StoreKind) async throws {
            contract = try await Contract(kind)
            var lists: [Checklist.ID] = []
            for name in ["D", "C", "B", "A"] { lists.append(try await contract.list(name)) }
            self.lists = lists
            other = try await contract.store.addPerson(named: "Ada", idempotencyKey: nil).value.id
            for list in lists.prefix(2) {
                try await contract.store.asFirst.share(list, with: other, .view)
            }
        }

        func session(_ person: Person.ID) async throws -> Session {
            Session(try await contract.store, for: .person(person, device: nil))
        }

        @discardableResult func prefer(
            _ number: Int, as person: Person.ID = .first, _ fill: (inout ListPreferencesPatch) -> Void
        ) async throws -> Checklist {
            var patch = ListPreferencesPatch()
            fill(&patch)
            return try await session(person).updateMembership(patch, on: lists[number])
        }

        /// The numbers of the lists that a query finds, page by page.
        func found(
            _ sort: SortKey<ChecklistQuery.Property> = SortKey(.position), as person: Person.ID = .first,
            archived: Bool? = nil, limit: Int = 100
        ) async throws -> [Int] {
            var query = ChecklistQuery()
            query.sort = [sort]
            query.isArchived = archived
            query.page.limit = limit
            var numbers: [Int] = []
            while true {
                let page = try await session(person).checklists(query)
                numbers += page.elements.compactMap { lists.firstIndex(of: $0.id) }
                guard let next = page.next else {
                    #expect(page.total == numbers.count)
                    return numbers
                }
                query.page.cursor = next
            }
        }
    }

    @Test(arguments: StoreKind.allCases) func `has pinned lists first, then positions, then ids`(
        kind: StoreKind
    ) async throws {
        let stage = try await Stage(kind)
        try await #expect(stage.found() == [0, 1, 2, 3])
        try await stage.prefer(0) { $0.position = 7 }
        try await stage.prefer(2) { $0.position = -7 }
        try await #expect(stage.found() == [2, 1, 3, 0])
        try await stage.prefer(3) { $0.isPinned = true }
        try await stage.prefer(0) { $0.isPinned = true }
        for limit in [1, 2, 100] {
            try await #expect(stage.found(limit: limit) == [3, 0, 2, 1])
            let descending = SortKey(ChecklistQuery.Property.position, descending: true)
            try await #expect(stage.found(descending, limit: limit) == [0, 3, 1, 2])
        }
        try await stage.prefer(0) { $0.isPinned = false }
        try await #expect(stage.found() == [3, 2, 1, 0])
    }

    @Test(arguments: StoreKind.allCases) func `belongs to one person`(kind: StoreKind) async throws {
        let stage = try await Stage(kind)
        try await stage.prefer(0) { patch in
            patch.position = 7
            patch.isArchived = true
        }
        let hers = try await stage.prefer(1, as: stage.other) { patch in
            patch.isPinned = true
            patch.isArchived = true
        }
        #expect(hers.member(.first)?.preferences == ListPreferences())
        try await #expect(stage.found(as: stage.other) == [1, 0])
        try await #expect(stage.found(as: stage.other, archived: true) == [1])
        try await #expect(stage.found(as: stage.other, archived: false) == [0])
        try await #expect(stage.found(archived: true) == [0])
        try await #expect(stage.found(SortKey(.name), archived: false) == [3, 2, 1])
        try await stage.contract.expect(.notFound(.checklist)) {
            try await stage.prefer(3, as: stage.other) { $0.isPinned = true }
        }
    }

    @Test(arguments: StoreKind.allCases) func `keeps the time at which a list was archived`(
        kind: StoreKind
    ) async throws {
        let stage = try await Stage(kind)
        let start = stage.contract.now
        let before = try await stage.contract.store.asFirst.checklist(stage.lists[2])
        let archived = try await stage.prefer(2) { $0.isArchived = true }
        #expect(archived.member(.first)?.preferences.archivedAt == start)
        #expect(archived.revision > before.revision && archived.updatedIn == before.updatedIn)
        stage.contract.advance(milliseconds: 5)
        try await stage.contract.expectNoChange { try await stage.prefer(2) { $0.isArchived = true } }
        try await stage.prefer(2) { $0.isPinned = true }
        let later = try await stage.contract.store.asFirst.checklist(stage.lists[2])
        #expect(later.member(.first)?.preferences.archivedAt == start)
        let open = try await stage.prefer(2) { $0.isArchived = false }
        #expect(open.member(.first)?.preferences.archivedAt == nil)
        #expect(open.member(.first)?.preferences.isPinned == true)
    }

    @Test(arguments: StoreKind.allCases) func `refuses inexact positions`(kind: StoreKind) async throws {
        let stage = try await Stage(kind)
        let limit = (1 << 53) - 1
        for position in [limit, -limit] { try await stage.prefer(0) { $0.position = position } }
        let violation = Violation("/position", .outOfRange(-limit...limit, isWhole: true))
        try await stage.contract.expect(.invalid([violation])) {
            try await stage.prefer(0) { $0.position = limit + 1 }
        }
    }

    @Test(arguments: StoreKind.allCases) func `is by id for a guest`(
        kind: StoreKind
    ) async throws {
        let stage = try await Stage(kind)
        try await stage.prefer(0) { $0.isArchived = true }
        let link = try await stage.contract.store.asFirst.addLink(
            to: stage.lists[0], .view, secretDigest: [1], tokenDigest: [2], until: nil, idempotencyKey: nil
        ).value
        let guest = Session(try await stage.contract.store, for: .guest(link.id, on: stage.lists[0]))
        var query = ChecklistQuery()
        query.sort = [SortKey(.position)]
        query.isArchived = false
        try await #expect(guest.checklists(query).elements.map(\.id) == [stage.lists[0]])
        query.isArchived = true
        try await #expect(guest.checklists(query).total == 0)
        await #expect(throws: ChecklistsError.personNeeded) {
            _ = try await guest.updateMembership(ListPreferencesPatch(), on: stage.lists[0])
        }
    }
}
