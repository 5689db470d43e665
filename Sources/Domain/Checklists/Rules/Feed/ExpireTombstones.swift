/// Empties the trash and evicts tombstones, both by age and by each person's limit.
///
/// Tombstones beyond the age are deleted. A tombstone beyond the limit becomes a horizon: only the clients
/// that may have missed it must read everything again.
package struct ExpireTombstones: Operation {
    let age: TombstoneAge

    package var access: Access { .unrestricted }
    package var needs: [Need] { [.staleTombstones(age)] }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Int> {
        let stale = transaction.staleTombstones(age)
        var mutations: [Mutation] = []
        var surplus: [Tombstone] = []
        for before in stale {
            if before.removedAt < age.removedBefore {
                mutations.append(.tombstone(before: before, after: nil))
            } else if before.trash != nil {
                mutations.append(.tombstone(before: before, after: before.emptied))
            } else if before.isHorizon {
                mutations.append(.tombstone(before: before, after: before.horizon()))
            } else {
                surplus.append(before)
            }
        }
        let horizons = horizons(instead: surplus, in: &transaction)
        mutations += surplus.map { .tombstone(before: $0, after: horizons[$0.id] ?? $0.horizon()) }
        return Decision(mutations, mutations.count)
    }

    /// The horizons that replace evicted tombstones: one for each remaining list, at its newest tombstone,
    /// and one for all people who lost access to a list.
    private func horizons(
        instead surplus: [Tombstone], in transaction: inout some Transaction
    ) -> [Tombstone.ID: Tombstone] {
        var newestOfLists: [Checklist.ID: Tombstone] = [:]
        var newestOfPeople: Tombstone?
        var people: Set<Person.ID> = []
        for tombstone in surplus {
            if tombstone.people.isEmpty {
                newestOfLists[tombstone.checklistID] = tombstone
            } else {
                newestOfPeople = tombstone
                people.formUnion(tombstone.people)
            }
        }
        var horizons: [Tombstone.ID: Tombstone] = [:]
        for (list, tombstone) in newestOfLists where transaction.checklist(list) != nil {
            horizons[tombstone.id] = tombstone.horizon(ofList: list)
        }
        if let newestOfPeople {
            horizons[newestOfPeople.id] = newestOfPeople.horizon(people: people.sorted())
        }
        return horizons
    }
}
