/// Empties the trash and evicts tombstones, both by age and by each person's limit.
///
/// Tombstones beyond the age are deleted. A tombstone beyond the limit becomes a horizon: only the clients
/// that may have missed it must read everything again.
package struct ForgetRemovals: Operation {
    let age: RemovalAge

    package var access: Access { .unrestricted }
    package var needs: [Need] { [.staleRemovals(age)] }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Int> {
        let stale = transaction.staleRemovals(age)
        var mutations: [Mutation] = []
        var surplus: [Removal] = []
        for before in stale {
            if before.removedAt < age.removedBefore {
                mutations.append(.removal(before: before, after: nil))
            } else if before.trash != nil {
                mutations.append(.removal(before: before, after: before.emptied))
            } else if before.isHorizon {
                mutations.append(.removal(before: before, after: before.horizon()))
            } else {
                surplus.append(before)
            }
        }
        let horizons = horizons(instead: surplus, in: &transaction)
        mutations += surplus.map { .removal(before: $0, after: horizons[$0.id] ?? $0.horizon()) }
        return Decision(mutations, mutations.count)
    }

    /// The horizons that replace evicted tombstones: one for each remaining list, at its newest tombstone,
    /// and one for all people who lost access to a list.
    private func horizons(
        instead surplus: [Removal], in transaction: inout some Transaction
    ) -> [Removal.ID: Removal] {
        var newestOfLists: [Checklist.ID: Removal] = [:]
        var newestOfPeople: Removal?
        var people: Set<Person.ID> = []
        for removal in surplus {
            if removal.people.isEmpty {
                newestOfLists[removal.checklistID] = removal
            } else {
                newestOfPeople = removal
                people.formUnion(removal.people)
            }
        }
        var horizons: [Removal.ID: Removal] = [:]
        for (list, removal) in newestOfLists where transaction.checklist(list) != nil {
            horizons[removal.id] = removal.horizon(ofList: list)
        }
        if let newestOfPeople {
            horizons[newestOfPeople.id] = newestOfPeople.horizon(people: people.sorted())
        }
        return horizons
    }
}
