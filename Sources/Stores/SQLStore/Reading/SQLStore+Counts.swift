public import Checklists
import SQL
import Synchronization

extension SQLStore {
    public func counts(for principal: Principal) async throws -> Counts {
        let counting = CountsByList(dialect: dialect, owner: owner, now: clock?())
        guard let person = principal.personID else {
            let lists = try await visibleChecklists(to: principal)
            return try PersonCounts(try await read([counting.of(lists)])[0]).counts
        }
        let found: PersonCounts
        if let recounted = try await recounted(of: person, counting) {
            found = recounted
        } else {
            found = try PersonCounts(try await read([counting.ofAll(person)])[0])
        }
        if found.sum > limits.itemsRecountedMax {
            state.withLock { $0.counts.remember(found, of: person) }
        }
        return found.counts
    }

    /// The remembered counts of a person with the later changes; `nil` if all lists must be counted.
    private func recounted(of person: Person.ID, _ counting: CountsByList) async throws -> PersonCounts? {
        let (known, newest) = state.withLock { ($0.counts[person], $0.history.newest) }
        guard var known, known.isRecent(at: newest) else { return nil }
        let statement = counting.ofLists(of: person, touchedAfter: known.history.newest)
        return try known.update(try await read([statement])[0]) ? known : nil
    }
}
