public import Checklists

extension MemoryStore {
    /// The approximate size of all data in the files, in bytes.
    public var dataBytes: Int { usageOfAll.dataBytes + bytesWithoutPayer }

    /// The bytes that count for no person: the trash, deliveries and idempotency records.
    private var bytesWithoutPayer: Int { tombstones.bytes + deliveryLog.bytes + idempotency.bytes }

    /// The usage of all people together.
    private var usageOfAll: Usage {
        Usage(
            checklists: checklists.count, items: items.count, dataBytes: checklistBytes + itemTally.bytes)
    }

    /// The usage of the lists that a person pays for.
    package func usage(of person: Person.ID) -> Usage {
        guard let number = personIndexes.number(ofKnown: person) else { return Usage() }
        var usage = usage(seenBy: number)
        for id in personIndexes[number].paidByOthers {
            usage -= checklistSlots[id].map { checklists[$0].usage } ?? Usage()
            usage -= listIndexes[id]?.tally.usage ?? Usage()
        }
        return usage
    }

    /// The usage of all lists that a person sees, by the number of the person's index.
    private func usage(seenBy number: Int) -> Usage {
        var usage = personIndexes[number].usage
        for id in personIndexes[number].archived { usage += listIndexes[id]?.tally.usage ?? Usage() }
        return usage
    }

    /// Checks the capacity for a change. A change that adds nothing always passes.
    ///
    /// Objects that the server creates, such as deliveries, count but are never refused.
    /// - Throws: `full`.
    public func checkRoom(for change: Change) throws(ChecklistsError) {
        let (used, more) = (usageOfAll, change.growth)
        let recordBytes = change.idempotencyRecord?.storedBytes ?? 0
        let peopleGrowth = change.peopleGrowth
        if peopleGrowth > 0 { try capacity.check(.people, peopleCount, more: peopleGrowth) }
        try capacity.check(
            all: used + Usage(dataBytes: bytesWithoutPayer),
            more: more + Usage(dataBytes: recordBytes))
        if capacity.isBeyondOnePerson(used + more) { try checkRoomOfPeople(for: change) }
    }

    private func checkRoomOfPeople(for change: Change) throws(ChecklistsError) {
        let growth = Growth(CollectionOfOne(change)) { checklist($0)?.payer }
        for (person, more) in growth.byPerson.sorted(by: { $0.key < $1.key }) {
            // The lists that a person sees are an upper bound for their usage, known without reading any
            // list.
            let seen = personIndexes.number(ofKnown: person).map { usage(seenBy: $0) } ?? Usage()
            if capacity.isBeyondOnePerson(seen + more) {
                try capacity.check(onePerson: usage(of: person), more: more)
            }
        }
    }
}
