// Who there is, and what they see.

public import Checklists
import Paging

extension MemoryStore {
    /// One person. The first is there from the start, and kept once anything of it has changed.
    public func person(_ id: Person.ID) -> Person? {
        peopleByID[id] ?? Person.unchanged(id)
    }

    /// All people, by their numbers.
    public func people() -> [Person] {
        let others = peopleByID.values.filter { $0.id != .first }.sorted { $0.id < $1.id }
        return (person(.first).map { [$0] } ?? []) + others
    }

    /// How many people there are.
    var peopleCount: Int { peopleByID.count + (peopleByID[.first] == nil ? 1 : 0) }

    /// The people by their numbers, a page of them: all, or those whom somebody shares a list with.
    /// - Throws: `invalidCursor`.
    public func people(
        _ page: PageRequest, knownTo principal: Principal?
    ) throws(ChecklistsError) -> Page<Person> {
        try Page(people(knownTo: principal), page)
    }

    private func people(knownTo principal: Principal?) -> [Person] {
        var lists: [Checklist.ID] = []
        var known: Set<Person.ID> = []
        switch principal {
        case nil: return people()
        case .person(let id, device: _):
            lists = checklistIDs(of: id)
            known.insert(id)
        case .guest(_, on: let list): lists = [list]
        }
        for id in lists { known.formUnion(checklist(id)?.members.map(\.personID) ?? []) }
        return known.sorted().compactMap { person($0) }
    }

    public func checklistIDs(of person: Person.ID) -> [Checklist.ID] {
        personIndexes.number(ofKnown: person).map { personIndexes[$0].lists.sorted() } ?? []
    }

    public func holder(ofSecret digest: [UInt8]) -> SecretHolder? { secrets.holder(ofSecret: digest) }

    /// Who shows a token.
    package func holder(ofToken digest: [UInt8]) -> TokenHolder? { secrets.holder(ofToken: digest) }

    /// Whether any person has a device.
    package var hasDevices: Bool { secrets.devicesCount > 0 }

    public func preferences(of person: Person.ID) -> Preferences {
        preferencesByPerson[person] ?? Preferences(of: person)
    }

    /// How everybody wants to see the lists who ever said so, by their numbers.
    public var allPreferences: [Preferences] {
        preferencesByPerson.values.sorted { $0.personID < $1.personID }
    }

    /// Makes a person what it is now; `nil` if it is no more.
    mutating func put(_ new: Person?, for id: Person.ID?) {
        guard let id else { return }
        secrets.follow(peopleByID[id], new)
        peopleByID[id] = new
        sequences.person = max(sequences.person, Person.ID(rawValue: id.rawValue + 1))
    }

    /// Puts a person into a memory that is being restored.
    public mutating func restore(_ person: Person) { put(person, for: person.id) }

    /// Makes preferences what they are now.
    mutating func put(_ new: Preferences) {
        preferencesByPerson[new.personID] = new.revision == .zero ? nil : new
    }

    /// Whether somebody sees a list.
    func sees(_ principal: Principal, _ id: Checklist.ID, at now: Timestamp) -> Bool {
        checklistSlots[id].map { checklists[$0].role(of: principal, at: now) != nil } ?? false
    }

    /// The lists that somebody sees, by their numbers.
    func visibleChecklists(to principal: Principal, at now: Timestamp) -> [Checklist.ID] {
        switch principal {
        case .person(let id, device: _): checklistIDs(of: id)
        case .guest(_, on: let list): sees(principal, list, at: now) ? [list] : []
        }
    }
}

// MARK: What lists are kept in

extension MemoryStore {
    /// Follows who is on a list that has become another, appears or goes, while it is in the table.
    mutating func follow(_ old: Checklist?, _ new: Checklist?, in slot: Slot) {
        secrets.follow(old, new)
        let (before, after) = (old?.members ?? [], new?.members ?? [])
        guard let id = (new ?? old)?.id, old == nil || new == nil || before != after else { return }
        let tally = listIndexes[id]?.tally ?? ItemTally()
        for member in before where !after.contains(where: { $0.personID == member.personID }) {
            let number = personIndexes.number(of: member.personID)
            personIndexes[number].remove(id, in: slot, of: checklists, tally)
            dropBuilds(of: number)
        }
        for member in after {
            let number = personIndexes.number(of: member.personID)
            if !before.contains(where: { $0.personID == member.personID }) {
                personIndexes[number].insert(id, in: slot, of: checklists, tally)
                if tally.total > 0 { dropBuilds(of: number) }
            }
            personIndexes[number].note(id, isPaidByOther: member.personID != new?.payer)
        }
        listIndexes[id]?.viewers = after.map { personIndexes.number(of: $0.personID) }
    }

    /// What is built meanwhile for a person would miss the items of that list.
    private mutating func dropBuilds(of number: Int) {
        builds.drop { key in if case .order(_, of: .person(number)) = key { true } else { false } }
    }

    /// Does something to the index of everybody who is on a list.
    @inline(__always)
    mutating func updateViewers(
        of id: Checklist.ID, _ update: (inout PersonIndex, borrowing Table<Item>) -> Void
    ) {
        guard let viewers = listIndexes[id]?.viewers else { return }
        for number in viewers { update(&personIndexes[number], items) }
    }
}
