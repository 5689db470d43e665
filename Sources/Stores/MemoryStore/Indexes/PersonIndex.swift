import Checklists

/// The lists of one person and the indexes of their items.
struct PersonIndex: Sendable {
    private(set) var lists: Set<Checklist.ID> = []
    /// The lists among them that the person archived. `items` leaves them out.
    private(set) var archived: Set<Checklist.ID> = []
    /// The lists among them whose payer is another person.
    private(set) var paidByOthers: Set<Checklist.ID> = []
    /// The approximate size of the lists without their items, in files, in bytes.
    var checklistBytes = 0
    /// The cached orders of the lists.
    var checklistOrders = IndexCache<Checklist>()
    /// The items of the lists that are not archived.
    var items = ListIndex()

    /// The lists that are not archived.
    var currentLists: Set<Checklist.ID> { archived.isEmpty ? lists : lists.subtracting(archived) }

    /// The usage of all lists, without the items of archived lists.
    var usage: Usage { items.tally.usage + Usage(checklists: lists.count, dataBytes: checklistBytes) }

    /// Adds a list and its items.
    mutating func insert(
        _ id: Checklist.ID, in slot: Slot, of table: Table<Checklist>, _ content: ListIndex?, isArchived: Bool
    ) {
        guard lists.insert(id).inserted else { return }
        checklistOrders.insert(slot, in: table)
        checklistBytes += table[slot].storedBytes
        if isArchived { archived.insert(id) } else { addItems(of: content) }
    }

    /// Removes a list and its items, before it leaves the table.
    mutating func remove(
        _ id: Checklist.ID, in slot: Slot, of table: Table<Checklist>, _ content: ListIndex?
    ) {
        guard lists.remove(id) != nil else { return }
        paidByOthers.remove(id)
        checklistOrders.remove(slot, in: table)
        checklistBytes -= table[slot].storedBytes
        if archived.remove(id) == nil { removeItems(of: content) }
    }

    /// Leaves out the items of a list that the person archives, or adds them again.
    mutating func archive(_ id: Checklist.ID, _ content: ListIndex?, isArchived: Bool) {
        if isArchived {
            if archived.insert(id).inserted { removeItems(of: content) }
        } else if archived.remove(id) != nil {
            addItems(of: content)
        }
    }

    private mutating func addItems(of list: ListIndex?) {
        guard let list, list.tally.total > 0 else { return }
        items.tally.add(list.tally)
        if let marks = list.marks { items.addMarks(marks) }
        items.dropOrders()
    }

    private mutating func removeItems(of list: ListIndex?) {
        guard let list, list.tally.total > 0 else { return }
        items.tally.remove(list.tally)
        if let marks = list.marks { items.removeMarks(marks) }
        items.dropOrders()
    }

    /// Records whether the payer of a list is another person.
    mutating func note(_ id: Checklist.ID, isPaidByOther: Bool) {
        if isPaidByOther { paidByOthers.insert(id) } else { paidByOthers.remove(id) }
    }
}

/// The index of each person. Lists refer to an index by its number.
struct PersonIndexes: Sendable {
    private var numbers: [Person.ID: Int] = [:]
    private var indexes: [PersonIndex] = []

    /// The number of a person's index, which is created if there is none.
    mutating func number(of id: Person.ID) -> Int {
        if let number = numbers[id] { return number }
        numbers[id] = indexes.count
        indexes.append(PersonIndex())
        return indexes.count - 1
    }

    /// The number of a person's index; `nil` if there is none.
    func number(ofKnown id: Person.ID) -> Int? { numbers[id] }

    /// The index with a number.
    subscript(number: Int) -> PersonIndex {
        @inline(__always) _read { yield indexes[number] }
        @inline(__always) _modify { yield &indexes[number] }
    }
}

/// The holders of tokens and of the secrets of links, by their digests, and of accounts, by their keys.
struct Secrets: Sendable {
    private var holders: [[UInt8]: TokenCaller] = [:]
    private var links: [[UInt8]: SecretOwner] = [:]
    /// The number of devices and accounts of all people.
    private(set) var signInsCount = 0

    /// The holder of a token.
    func caller(ofToken digest: [UInt8]) -> TokenCaller? { holders[digest] }

    /// The person or the list that a link's secret opens.
    func owner(ofSecret digest: [UInt8]) -> SecretOwner? { links[digest] }

    /// Applies a change of a person.
    mutating func follow(_ old: Person?, _ new: Person?) {
        if let old {
            signInsCount -= old.devices.count + old.identities.count
            for (digest, _) in old.tokens { holders[digest] = nil }
            for (key, _) in old.accounts { (holders[key], links[key]) = (nil, nil) }
            for link in old.signInLinks { links[link.secretDigest] = nil }
        }
        guard let new else { return }
        signInsCount += new.devices.count + new.identities.count
        for (digest, holder) in new.tokens { holders[digest] = holder }
        for (key, holder) in new.accounts { (holders[key], links[key]) = (holder, .person(new.id)) }
        for link in new.signInLinks { links[link.secretDigest] = .person(new.id) }
    }

    /// Applies a change of a list.
    mutating func follow(_ old: Checklist?, _ new: Checklist?) {
        if let old, let new, old.sharesSettings(with: new) { return }
        for (digest, _) in old?.tokens ?? [] { holders[digest] = nil }
        for key in old?.secretKeys ?? [] { links[key] = nil }
        guard let new else { return }
        for (digest, holder) in new.tokens { holders[digest] = holder }
        for key in new.secretKeys { links[key] = .checklist(new.id) }
    }
}
