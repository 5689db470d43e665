package import Checklists

extension Footprint {
    /// Has an operation weighed, and loads what it asks for until nothing is missing.
    ///
    /// - Parameter load: Loads what is needed into the footprint, all of it.
    /// - Returns: What it comes to, or what a client could have caused.
    /// - Throws: What `load` throws; `IncompleteFootprint` if that does not load what it should.
    package mutating func decide<O: Operation>(
        _ operation: O, as principal: Principal?, ifMatch: Set<Revision>?, once key: IdempotencyKey?,
        load: (Set<Need>, inout Footprint) throws -> Void
    ) throws -> Result<Outcome<O.Result>, ChecklistsError> {
        var rounds = FootprintRounds(operation, once: key)
        while true {
            let wanted = try rounds.next(in: self)
            if !wanted.isEmpty { try load(wanted, &self) }
            if let outcome = attempt(operation, as: principal, ifMatch: ifMatch, once: key) { return outcome }
            rounds.wanted = misses
        }
    }

    /// About how many things an operation changes; `nil` if something is missing, which `misses` has.
    package mutating func size<O: Operation>(of operation: O, as principal: Principal?) -> Int? {
        begin(for: principal)
        var size = operation.size(in: &self)
        // Who may not look at a list is not told what is on it: weighing refuses the request.
        if size > 1, let principal, (try? check(operation.access, of: principal)) == nil { size = 1 }
        return misses.isEmpty ? size : nil
    }

    /// Has an operation weighed on what is loaded.
    ///
    /// - Returns: What it comes to; `nil` if something is missing, which `misses` has.
    package mutating func attempt<O: Operation>(
        _ operation: O, as principal: Principal?, ifMatch: Set<Revision>?, once key: IdempotencyKey?
    ) -> Result<Outcome<O.Result>, ChecklistsError>? {
        begin(for: principal)
        let outcome: Result<Outcome<O.Result>, ChecklistsError>
        do throws(ChecklistsError) {
            outcome = .success(try operation.weigh(as: principal, ifMatch: ifMatch, once: key, in: &self))
        } catch {
            outcome = .failure(error)
        }
        return misses.isEmpty ? outcome : nil
    }
}

/// What is to be loaded for an operation, from what it says it needs to what it is found to lack.
package struct FootprintRounds: Sendable {
    /// What is to be loaded next, as far as it is not there.
    package var wanted: Set<Need>
    private var count = 0

    /// The rounds of an operation, of which the first loads what it says it needs.
    package init(_ operation: some Operation, once key: IdempotencyKey?) {
        wanted = Set(operation.needs)
        if let key { wanted.insert(.idempotencyRecord(key.key)) }
    }

    /// What to load now; a rule that is not content after many rounds gets all of the lists it asks about.
    /// - Throws: If the store does not load what it should.
    package mutating func next(in footprint: Footprint) throws(IncompleteFootprint) -> Set<Need> {
        guard count < Limits.footprintRoundsMax else { throw IncompleteFootprint(needs: wanted) }
        wanted = wanted.filter { !footprint.isLoaded($0) }
        if count >= Limits.footprintRoundsMax / 2 { wanted = Set(wanted.map(\.whole)) }
        count += 1
        return wanted
    }
}

/// A store did not load what a rule asked for.
package struct IncompleteFootprint: Error {
    /// What is missing.
    package let needs: Set<Need>

    package init(needs: Set<Need>) { self.needs = needs }
}

extension Need {
    /// All of the list that a part is needed of; any other need as it is.
    fileprivate var whole: Need {
        switch self {
        case .lastPosition(let id), .neighbours(_, let id, _): .items(of: id)
        default: self
        }
    }

    /// Whether it is about all that is due or finished, which any change may alter: who needs it decides on
    /// what is written, with no other change before it.
    package var isListing: Bool {
        switch self {
        case .dueReminders, .dueReset, .finishedDeliveries, .surplusDeliveries, .staleRemovals, .trash,
            .allTrash:
            true
        default: false
        }
    }
}
