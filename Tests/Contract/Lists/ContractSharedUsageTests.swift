import Checklists
import MemoryStore
import Randomness
import StoreFixtures
import Testing

@testable import SQLStore

@Suite(.closingStores) struct `Two stores with limits` {
    private static func limit(_ capacity: inout Capacity) {
        capacity.peopleMax = 5
        capacity.checklistsPerPersonMax = 4
        capacity.itemsPerPersonMax = 6
        capacity.dataBytesPerPersonMax = 3_800
    }

    @Test(
        arguments: [21, 22, 23] as [UInt64],
        StoreKind.tested([.onFootprints, .inFiles(seed: 4), .inPostgres]))
    func `refuse the same requests of people who share lists`(
        seed: UInt64, kind: StoreKind
    ) async throws {
        let clock = ManualClock()
        let one = try await Contract(.inMemory, clock: clock, Self.limit)
        let other = try await Contract(kind, clock: clock, Self.limit)
        var work = SharedWork(seed: seed)
        var refused: [Capacity.Kind: Int] = [:]
        for step in 0..<400 {
            let request = work.next()
            let answer = try await request.answer(of: one.store)
            try await #expect(
                request.answer(of: other.store) == answer, "seed \(seed), step \(step): \(request.name)")
            if case .failure(.full(let kind, _, _)) = answer { refused[kind, default: 0] += 1 }
            work.newest.join(NewestNumbers(in: answer))
        }
        #expect(refused.count == 4, "seed \(seed): \(refused)")
        if let database = try await (other.store as? SQLStore)?.database {
            let faults = try await database.verify().faults
            #expect(faults == [], "seed \(seed)")
        }
    }

    @Test(arguments: [31, 32] as [UInt64], StoreKind.tested([.inPostgres]))
    func `count each person's usage under concurrent requests`(seed: UInt64, kind: StoreKind) async throws {
        let contract = try await Contract(kind, Self.limit)
        let store = try #require(try await contract.store as? SQLStore)
        var work = SharedWork(seed: seed)
        for _ in 0..<30 {
            let requests = (0..<20).map { _ in work.next() }
            try await withThrowingTaskGroup(of: NewestNumbers.self) { group in
                for request in requests {
                    group.addTask { NewestNumbers(in: try await request.answer(of: store)) }
                }
                for try await numbers in group { work.newest.join(numbers) }
            }
        }
        // A list may outlive its owner's removal here, because the test checks no tokens.
        let faults = try await store.database.verify().faults.filter {
            !$0.hasPrefix("A member refers to a missing person")
        }
        #expect(faults == [], "seed \(seed)")
    }
}

@Suite(.closingStores) struct `The usage of a person in a database` {
    /// Changes of a list and its items, each with another kind of stored data.
    private static let changes: [(name: String, make: @Sendable (Session, Checklist) async throws -> Void)] =
        [
            (
                "name",
                { session, list in
                    let patch = ChecklistPatch(name: "Käse")
                    _ = try await session.updateChecklist(list.id, patch, ifMatch: nil)
                }
            ),
            (
                "collection",
                { session, list in
                    var patch = ChecklistPatch()
                    patch.collection = CalendarCollection(name: "work")
                    _ = try await session.updateChecklist(list.id, patch, ifMatch: nil)
                }
            ),
            (
                "section",
                { session, list in
                    _ = try await session.addSection(named: "Käse", to: list.id, idempotencyKey: nil)
                }
            ),
            (
                "memory of sections",
                { session, list in
                    let section = try await session.addSection(named: "A", to: list.id, idempotencyKey: nil)
                        .value
                    var draft = ItemDraft(text: "Milk")
                    draft.patch.details.sectionID = section.sections.all.last?.id
                    _ = try await session.addItem(draft, to: list.id, idempotencyKey: nil)
                }
            ),
            (
                "awaited task",
                { session, list in
                    var draft = ItemDraft(text: "Child")
                    draft.uid = "child"
                    draft.patch.details.parentUID = "parent"
                    _ = try await session.addItem(draft, to: list.id, idempotencyKey: nil)
                }
            ),
            (
                "parent",
                { session, list in
                    var draft = ItemDraft(text: "Parent")
                    draft.uid = "parent"
                    _ = try await session.addItem(draft, to: list.id, idempotencyKey: nil)
                }
            ),
            (
                "details",
                { session, list in
                    var draft = ItemDraft(text: "Milk")
                    draft.notes = "2 l"
                    draft.patch.details.tags = ["Käse"]
                    _ = try await session.addItem(draft, to: list.id, idempotencyKey: nil)
                }
            ),
            (
                "calendar object",
                { session, list in
                    var draft = ItemDraft(text: "Object")
                    draft.patch.calendarObject = CalendarObject(name: "n", text: "BEGIN:VTODO")
                    _ = try await session.addItem(draft, to: list.id, idempotencyKey: nil)
                }
            ),
            (
                "link",
                { session, list in
                    _ = try await session.addLink(
                        to: list.id, .edit, secretDigest: [1], tokenDigest: [2], until: nil,
                        idempotencyKey: nil)
                }
            ),
            (
                "member",
                { session, list in
                    _ = try await session.putMember(.first, .edit, on: list.id, ifMatch: nil)
                }
            ),
            (
                "copy",
                { session, list in
                    _ = try await session.copyChecklist(list.id, ChecklistCopy(), idempotencyKey: nil)
                }
            ),
            (
                "section removed",
                { session, list in
                    let section = try await session.checklist(list.id).sections.all[0].id
                    _ = try await session.deleteSection(section, from: list.id, ifMatch: nil)
                }
            ),
            (
                "trash",
                { session, list in
                    let trash = try await session.deleteChecklist(list.id, ifMatch: nil)
                    _ = try await session.restore(#require(trash), idempotencyKey: nil)
                }
            ),
        ]

    /// The changes that a list admits once, or that its owner makes.
    private static let namedOnce: Set = ["awaited task", "parent", "calendar object", "member", "link"]

    @Test(arguments: StoreKind.tested([.inPostgres]))
    func `agrees with a recount after each kind of change, and for the heir`(kind: StoreKind) async throws {
        let contract = try await Contract(kind)
        let store = try #require(try await contract.store as? SQLStore)
        var people: [Person.ID] = []
        for name in ["Ada", "Bea"] {
            people.append(try await store.addPerson(named: name, idempotencyKey: nil).value.id)
        }
        let ada = Session(store, for: .person(people[0], device: nil))
        let list = try await ada.addChecklist(ChecklistDraft(name: "List"), idempotencyKey: nil).value
        for (name, make) in Self.changes {
            try await make(ada, list)
            let faults = try await store.database.verify().faults
            #expect(faults == [], "after \(name)")
        }
        try await store.removePerson(people[0], transferringTo: people[1], ifMatch: nil)
        try await #expect(store.database.verify().faults == [])
        let bea = Session(store, for: .person(people[1], device: nil))
        for (name, make) in Self.changes where !Self.namedOnce.contains(name) {
            try await make(bea, list)
            let faults = try await store.database.verify().faults
            #expect(faults == [], "after \(name) by the heir")
        }
    }
}

/// Random requests of people who share lists; the seed determines them.
private struct SharedWork {
    private var generator: SeededGenerator
    /// The newest ids, so that requests refer to existing objects.
    var newest = NewestNumbers()

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// A request about lists, items and people, most of which exist.
    mutating func next() -> StoreRequest {
        let (person, other) = (person(), person())
        let who = Principal.person(person, device: nil)
        let (list, item) = (
            Checklist.ID(rawValue: recent(newest.list, among: 9)),
            Item.ID(rawValue: recent(newest.item, among: 30))
        )
        let text = String(repeating: "x", count: number(400))
        switch Int.random(in: 0..<20, using: &generator) {
        case 0:
            return StoreRequest("add a person") { store in
                try await store.addPerson(named: "Somebody", idempotencyKey: nil).value
            }
        case 1 where number(4) == 1:
            return StoreRequest("remove \(person), whose heir is \(other)") { store in
                try await store.removePerson(person, transferringTo: other, ifMatch: nil)
                return true
            }
        case ..<5:
            return StoreRequest("\(person) adds a list") { store in
                // A removed person has no token, so the request must fail.
                _ = try await store.person(person)
                let draft = ChecklistDraft(name: "List")
                return try await Session(store, for: who).addChecklist(draft, idempotencyKey: nil).value
            }
        case ..<8:
            let drafts = (0..<number(3)).map { number in
                var draft = ItemDraft(text: "\(number)")
                draft.notes = text
                return draft
            }
            return StoreRequest("\(person) adds \(drafts.count) items to \(list)") { store in
                try await Session(store, for: who).addItems(drafts, to: list, idempotencyKey: nil).value
            }
        case ..<11: return patch(item, list, text, by: who)
        case ..<12:
            return StoreRequest("\(person) deletes \(item)") { store in
                try await Session(store, for: who).deleteItem(item, ifMatch: nil)
                return true
            }
        case ..<13:
            return StoreRequest("\(person) deletes \(list)") { store in
                try await Session(store, for: who).deleteChecklist(list, ifMatch: nil)
                return true
            }
        case ..<14:
            return StoreRequest("\(person) names \(list)") { store in
                let name = ChecklistPatch(name: String(text.prefix(150)))
                return try await Session(store, for: who).updateChecklist(list, name, ifMatch: nil)
            }
        case ..<16:
            return StoreRequest("\(person) takes \(other) off \(list)") { store in
                try await Session(store, for: who).removeMember(other, from: list, ifMatch: nil)
                return true
            }
        default:
            let role = [Role.edit, .own, .own].randomElement(using: &generator) ?? .own
            return StoreRequest("\(person) makes \(other) a member of \(list): \(role)") { store in
                try await Session(store, for: who).share(list, with: other, role)
            }
        }
    }

    private mutating func patch(
        _ item: Item.ID, _ list: Checklist.ID, _ notes: String, by who: Principal
    ) -> StoreRequest {
        var patch = ItemPatch()
        if Bool.random(using: &generator) { patch.checklistID = list } else { patch.notes = notes }
        let made = patch
        return StoreRequest("\(who) changes \(item), perhaps to \(list)") { store in
            try await Session(store, for: who).updateItem(item, made, ifMatch: nil)
        }
    }

    private mutating func person() -> Person.ID {
        number(4) == 1 ? .first : Person.ID(rawValue: recent(newest.person, among: 4))
    }

    /// One of the last `count` ids up to the newest.
    private mutating func recent(_ newest: Int, among count: Int) -> Int {
        max(newest - number(count) + 1, 1)
    }

    private mutating func number(_ limit: Int) -> Int { Int.random(in: 1...limit, using: &generator) }
}

/// The newest ids of people, lists and items.
private struct NewestNumbers: Sendable {
    var (person, list, item) = (1, 1, 1)

    init() {}

    /// The ids in an answer.
    init(in answer: Result<AnyHashable, ChecklistsError>) {
        guard case .success(let value) = answer else { return }
        if let found = value as? Person { person = found.id.rawValue }
        if let found = value as? Checklist { list = found.id.rawValue }
        if let found = (value as? [Item])?.last { item = found.id.rawValue }
    }

    /// Takes the higher of each id.
    mutating func join(_ other: NewestNumbers) {
        person = max(person, other.person)
        list = max(list, other.list)
        item = max(item, other.item)
    }
}
