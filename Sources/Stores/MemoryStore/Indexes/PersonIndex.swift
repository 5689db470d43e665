import Checklists

/// What is kept of the lists that one person is a member of, and of their items.
struct PersonIndex: Sendable {
    /// Those lists.
    private(set) var lists: Set<Checklist.ID> = []
    /// Those of them that count for somebody else.
    private(set) var paidByOthers: Set<Checklist.ID> = []
    /// About how many bytes the lists themselves take in files.
    var checklistBytes = 0
    /// The orders of them that were asked for.
    var checklistOrders = IndexCache<Checklist>()
    /// Their items.
    var items = ListIndex()
    /// Those of the items that the person waits for. Made when it is first needed.
    var openItems: OpenItems?

    /// What all of that is.
    var usage: Usage { items.tally.usage + Usage(checklists: lists.count, dataBytes: checklistBytes) }

    /// Adds a list with the items that it has.
    mutating func insert(_ id: Checklist.ID, in slot: Slot, of table: Table<Checklist>, _ tally: ItemTally) {
        guard lists.insert(id).inserted else { return }
        checklistOrders.insert(slot, in: table)
        checklistBytes += table[slot].storedBytes
        guard tally.total > 0 else { return }
        items.tally.add(tally)
        dropOrders()
    }

    /// Removes a list with the items that it has, before it leaves the table.
    mutating func remove(_ id: Checklist.ID, in slot: Slot, of table: Table<Checklist>, _ tally: ItemTally) {
        guard lists.remove(id) != nil else { return }
        paidByOthers.remove(id)
        checklistOrders.remove(slot, in: table)
        checklistBytes -= table[slot].storedBytes
        guard tally.total > 0 else { return }
        items.tally.remove(tally)
        dropOrders()
    }

    /// Notes whether one of the lists counts for somebody else.
    mutating func note(_ id: Checklist.ID, isPaidByOther: Bool) {
        if isPaidByOther { paidByOthers.insert(id) } else { paidByOthers.remove(id) }
    }

    /// Forgets orders that would take longer to keep up than to make anew.
    mutating func dropOrders() {
        items.orders.removeAll()
        openItems = nil
    }

    /// Adds an item.
    mutating func insert(_ slot: Slot, in table: Table<Item>, touching revision: Revision) {
        items.insert(slot, in: table, touching: revision)
        openItems?.insert(slot, in: table)
    }

    /// Removes an item, before it leaves the table.
    mutating func remove(_ slot: Slot, in table: Table<Item>, touching revision: Revision) {
        openItems?.remove(slot, in: table)
        items.remove(slot, in: table, touching: revision)
    }
}

/// What is kept for each person, by numbers that lists can hold.
struct PersonIndexes: Sendable {
    private var numbers: [Person.ID: Int] = [:]
    private var indexes: [PersonIndex] = []

    /// The number of a person's index, which is made if there is none.
    mutating func number(of id: Person.ID) -> Int {
        if let number = numbers[id] { return number }
        numbers[id] = indexes.count
        indexes.append(PersonIndex())
        return indexes.count - 1
    }

    /// The number of a person's index, if there is one.
    func number(ofKnown id: Person.ID) -> Int? { numbers[id] }

    /// The index of that number.
    subscript(number: Int) -> PersonIndex {
        @inline(__always) _read { yield indexes[number] }
        @inline(__always) _modify { yield &indexes[number] }
    }
}

/// Who may sign in or be let in by what.
struct Secrets: Sendable {
    private var holders: [[UInt8]: TokenHolder] = [:]
    private var links: [[UInt8]: SecretHolder] = [:]
    /// How many devices there are.
    private(set) var devicesCount = 0

    /// Who shows a token.
    func holder(ofToken digest: [UInt8]) -> TokenHolder? { holders[digest] }

    /// What a secret is for.
    func holder(ofSecret digest: [UInt8]) -> SecretHolder? { links[digest] }

    /// Follows a change of a person.
    mutating func follow(_ old: Person?, _ new: Person?) {
        devicesCount += (new?.devices.count ?? 0) - (old?.devices.count ?? 0)
        for (digest, _) in old?.tokens ?? [] { holders[digest] = nil }
        for link in old?.signInLinks ?? [] { links[link.secretDigest] = nil }
        guard let new else { return }
        for (digest, holder) in new.tokens { holders[digest] = holder }
        for link in new.signInLinks { links[link.secretDigest] = .person(new.id) }
    }

    /// Follows a change of a list.
    mutating func follow(_ old: Checklist?, _ new: Checklist?) {
        if old?.links.isEmpty ?? true, new?.links.isEmpty ?? true { return }
        for (digest, _) in old?.tokens ?? [] { holders[digest] = nil }
        for link in old?.links ?? [] { links[link.secretDigest] = nil }
        guard let new else { return }
        for (digest, holder) in new.tokens { holders[digest] = holder }
        for link in new.links { links[link.secretDigest] = .checklist(new.id) }
    }
}
