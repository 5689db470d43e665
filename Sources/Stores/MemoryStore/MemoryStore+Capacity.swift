public import Checklists

extension MemoryStore {
    /// About how many bytes everything takes in the files: all texts, and what comes with each of them.
    public var dataBytes: Int { usageOfAll.dataBytes + bytesOfNobody }

    /// About how many of them count for nobody: the trash, deliveries and what keys leave behind.
    private var bytesOfNobody: Int { removals.bytes + deliveryLog.bytes + idempotency.bytes }

    /// What all have together.
    private var usageOfAll: Usage {
        Usage(
            checklists: checklists.count, items: items.count, dataBytes: checklistBytes + itemTally.bytes)
    }

    /// What counts for a person.
    package func usage(of person: Person.ID) -> Usage {
        guard let number = personIndexes.number(ofKnown: person) else { return Usage() }
        var usage = personIndexes[number].usage
        for id in personIndexes[number].paidByOthers {
            usage -= checklistSlots[id].map { checklists[$0].usage } ?? Usage()
            usage -= listIndexes[id]?.tally.usage ?? Usage()
        }
        return usage
    }

    /// Makes sure that there is room for what a client wants to have. What makes nothing more always has.
    ///
    /// What the service does by itself, as queueing deliveries, is counted and never refused.
    /// - Throws: `full`.
    public func checkRoom(for change: Change) throws(ChecklistsError) {
        let (used, more) = (usageOfAll, change.growth)
        let recordBytes = change.idempotencyRecord?.storedBytes ?? 0
        let peopleGrowth = change.peopleGrowth
        if peopleGrowth > 0 { try capacity.check(.people, peopleCount, more: peopleGrowth) }
        try capacity.check(
            all: used + Usage(dataBytes: bytesOfNobody),
            more: more + Usage(dataBytes: recordBytes))
        if capacity.isBeyondOnePerson(used + more) { try checkRoomOfPeople(for: change) }
    }

    private func checkRoomOfPeople(for change: Change) throws(ChecklistsError) {
        let growth = Growth(CollectionOfOne(change)) { checklist($0)?.payer }
        for (person, more) in growth.byPerson.sorted(by: { $0.key < $1.key }) {
            // Nobody has more than what they see, which is known without looking at any list.
            let seen = personIndexes.number(ofKnown: person).map { personIndexes[$0].usage } ?? Usage()
            if capacity.isBeyondOnePerson(seen + more) {
                try capacity.check(onePerson: usage(of: person), more: more)
            }
        }
    }
}
