package import Checklists

extension Footprint {
    /// Decides an operation, and loads the misses until nothing is missing.
    ///
    /// - Parameter load: Loads all of the given needs into the footprint.
    /// - Returns: The outcome, or the error that the client caused.
    /// - Throws: The errors of `load`; `IncompleteFootprint` if `load` does not load a need.
    package mutating func decide<O: Operation>(
        _ operation: O, as principal: Principal?, ifMatch: KnownState?,
        idempotencyKey key: IdempotencyKey?,
        load: (Set<Need>, inout Footprint) throws -> Void
    ) throws -> Result<Outcome<O.Result>, ChecklistsError> {
        var rounds = FootprintRounds(operation, idempotencyKey: key)
        while true {
            let wanted = try rounds.next(in: self)
            if !wanted.isEmpty { try load(wanted, &self) }
            if let outcome = attempt(operation, as: principal, ifMatch: ifMatch, idempotencyKey: key) {
                return outcome
            }
            rounds.wanted = misses
        }
    }

    /// The approximate number of objects that an operation changes; `nil` if there are `misses`.
    package mutating func size<O: Operation>(of operation: O, as principal: Principal?) -> Int? {
        begin(for: principal)
        var size = operation.size(in: &self)
        // A caller without access must not learn the size of a list. `weigh` refuses the request later.
        if size > 1, let principal, (try? check(operation.access, of: principal)) == nil { size = 1 }
        return misses.isEmpty ? size : nil
    }

    /// Decides an operation on the loaded rows.
    ///
    /// - Returns: The outcome or the client's error; `nil` if there are `misses`.
    package mutating func attempt<O: Operation>(
        _ operation: O, as principal: Principal?, ifMatch: KnownState?, idempotencyKey key: IdempotencyKey?
    ) -> Result<Outcome<O.Result>, ChecklistsError>? {
        begin(for: principal)
        let outcome: Result<Outcome<O.Result>, ChecklistsError>
        do throws(ChecklistsError) {
            outcome = .success(
                try operation.weigh(as: principal, ifMatch: ifMatch, idempotencyKey: key, in: &self))
        } catch {
            outcome = .failure(error)
        }
        return misses.isEmpty ? outcome : nil
    }
}

/// The rounds in which an operation's footprint is loaded: first its declared needs, then its misses.
package struct FootprintRounds: Sendable {
    /// The needs of the next round, including those that may be loaded already.
    package var wanted: Set<Need>
    private var count = 0

    /// Begins with the declared needs of an operation and the idempotency record of its key.
    package init(_ operation: some Operation, idempotencyKey key: IdempotencyKey?) {
        wanted = Set(operation.needs)
        if let key { wanted.insert(.idempotencyRecord(key.key)) }
    }

    /// The needs to load in this round. It asks for the whole list in the second half of the rounds, and
    /// where an earlier operation of a batch has hidden a loaded part of the list.
    /// - Throws: `IncompleteFootprint` after `Limits.footprintRoundsMax` rounds.
    package mutating func next(in footprint: Footprint) throws(IncompleteFootprint) -> Set<Need> {
        guard count < Limits.footprintRoundsMax else { throw IncompleteFootprint(needs: wanted) }
        if count > 0 { wanted = Set(wanted.map { footprint.isLoaded($0) ? $0.whole : $0 }) }
        wanted = wanted.filter { !footprint.isLoaded($0) }
        if count >= Limits.footprintRoundsMax / 2 { wanted = Set(wanted.map(\.whole)) }
        count += 1
        return wanted
    }
}

/// A store did not load a row that a rule read.
package struct IncompleteFootprint: Error {
    /// The needs that are missing.
    package let needs: Set<Need>

    package init(needs: Set<Need>) { self.needs = needs }
}

extension Need {
    /// The whole list for a need of a part of it; any other need unchanged.
    fileprivate var whole: Need {
        switch self {
        case .lastPosition(let id), .neighbours(_, let id, _): .items(of: id)
        default: self
        }
    }

    /// Whether the need is a query over all due, finished or deleted rows. Any change may alter its result.
    /// A store therefore loads it only before the transaction's first change.
    package var isListing: Bool {
        switch self {
        case .taggedItems, .dueReminders, .dueReset, .finishedDeliveries, .surplusDeliveries,
            .recentMessages, .staleTombstones, .trash, .allTrash, .undoRecords:
            true
        default: false
        }
    }

    /// Whether the need is a record found by its key, or the end of a list.
    package var isOfOneRecord: Bool {
        switch self {
        case .checklist, .item, .lastPosition, .idempotencyRecord: true
        default: false
        }
    }
}
