// People, and the lists that they see.

public import Checklists
import Paging

extension MemoryStore {
    /// A person. Person 1 always exists, and is stored once a field of it has changed.
    public func person(_ id: Person.ID) -> Person? {
        peopleByID[id] ?? Person.unchanged(id)
    }

    /// All people, by id.
    public func people() -> [Person] {
        let others = peopleByID.values.filter { $0.id != .first }.sorted { $0.id < $1.id }
        return (person(.first).map { [$0] } ?? []) + others
    }

    /// The number of people.
    var peopleCount: Int { peopleByID.count + (peopleByID[.first] == nil ? 1 : 0) }

    /// A page of the people, by id: all, or those who share a list with the caller.
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

    public func owner(ofSecret digest: [UInt8]) -> SecretOwner? { secrets.owner(ofSecret: digest) }

    /// The holder of a token.
    package func caller(ofToken digest: [UInt8]) -> TokenCaller? { secrets.caller(ofToken: digest) }

    /// Whether any person has a device or an account at a provider.
    package var hasDevices: Bool { secrets.signInsCount > 0 }

    public func preferences(of person: Person.ID) -> Preferences {
        preferencesByPerson[person] ?? Preferences(of: person)
    }

    /// The preferences of the people who have changed them, by id.
    public var allPreferences: [Preferences] {
        preferencesByPerson.values.sorted { $0.personID < $1.personID }
    }

    /// Upserts a person; `nil` removes it.
    mutating func put(_ new: Person?, for id: Person.ID?) {
        guard let id else { return }
        secrets.follow(peopleByID[id], new)
        peopleByID[id] = new
        sequences.raise(above: id)
    }

    /// Adds a person to a memory that is being restored.
    public mutating func restore(_ person: Person) { put(person, for: person.id) }

    /// Sets the preferences of a person.
    mutating func put(_ new: Preferences) {
        preferencesByPerson[new.personID] = new.revision == .zero ? nil : new
    }

    /// Whether a caller sees a list.
    func sees(_ principal: Principal, _ id: Checklist.ID, at now: Timestamp) -> Bool {
        checklistSlots[id].map { checklists[$0].role(of: principal, at: now) != nil } ?? false
    }

    /// The ids of the lists that a caller sees, ascending.
    func visibleChecklists(to principal: Principal, at now: Timestamp) -> [Checklist.ID] {
        switch principal {
        case .person(let id, device: _): checklistIDs(of: id)
        case .guest(_, on: let list): sees(principal, list, at: now) ? [list] : []
        }
    }
}

// MARK: Members of lists

extension MemoryStore {
    /// Updates secrets and person indexes for a list that is added, changed or removed, while it is in the
    /// table.
    mutating func follow(_ old: Checklist?, _ new: Checklist?, in slot: Slot) {
        secrets.follow(old, new)
        let (before, after) = (old?.members ?? [], new?.members ?? [])
        guard let id = (new ?? old)?.id, old == nil || new == nil || before != after else { return }
        let content = listIndexes[id]
        for member in before where !after.contains(where: { $0.personID == member.personID }) {
            let number = personIndexes.number(of: member.personID)
            personIndexes[number].remove(id, in: slot, of: checklists, content)
            dropBuilds(of: number)
        }
        for member in after {
            let number = personIndexes.number(of: member.personID)
            let known = before.first { $0.personID == member.personID }
            let isArchived = member.preferences.isArchived
            if known == nil {
                personIndexes[number].insert(id, in: slot, of: checklists, content, isArchived: isArchived)
            } else {
                personIndexes[number].archive(id, content, isArchived: isArchived)
            }
            if known?.preferences.isArchived != isArchived, content.map({ $0.tally.total > 0 }) ?? false {
                dropBuilds(of: number)
            }
            personIndexes[number].note(id, isPaidByOther: member.personID != new?.payer)
        }
        listIndexes[id]?.members = after.map { personIndexes.number(of: $0.personID) }
        listIndexes[id]?.viewers = after.filter { !$0.preferences.isArchived }
            .map { personIndexes.number(of: $0.personID) }
    }

    /// Drops the builds for a person: they would lack the items of the list.
    private mutating func dropBuilds(of number: Int) {
        builds.drop { key in
            switch key {
            case .order(_, of: .person(number)), .marks(of: .person(number)),
                .openItems(of: .person(number)):
                true
            case .order, .marks, .openItems, .texts: false
            }
        }
    }

    /// Updates the person index of every member of a list who has not archived it.
    @inline(__always)
    mutating func updateViewers(
        of number: Int, _ update: (inout PersonIndex, borrowing Table<Item>) -> Void
    ) {
        guard let viewers = listIndexes[number: number]?.viewers else { return }
        for number in viewers { update(&personIndexes[number], items) }
    }
}
