import Synchronization

extension CallerSession {
    /// Makes the operations of a proposal, and removes it, as one change of the calling person.
    ///
    /// The change has no other effect than the proposal said. What others have changed since is left out; an
    /// operation that would now change more is refused.
    ///
    /// - Parameters:
    ///   - count: The number of operations.
    ///   - body: Makes the write of an operation, as in `writeBatch`; its write throws `revisionMismatch` for
    ///     one that is left out.
    /// - Throws: `notFound` if the proposal was approved or declined, or has expired; `operationFailed`.
    public func approve<Answer: Sendable>(
        _ id: Proposal.ID, of count: Int,
        _ body: @escaping @Sendable (_ index: Int, Session) async throws -> Answer
    ) async throws -> (answers: [Answer], leftOut: [LeftOut]) {
        let person = try person
        let leftOut = Mutex<[LeftOut]>([])
        let answers = try await collectBatch(of: count, body) { steps in
            let operation = ApproveProposal(
                id: id, person: person, batch: Batch(steps: steps, principal: principal))
            let made = try await store.write(operation, as: principal, ifMatch: nil, idempotencyKey: nil)
            leftOut.withLock { $0 = made.value.leftOut }
            return Idempotent(made.value.results, isReplay: false)
        }
        return (answers.value, leftOut.withLock(\.self))
    }

    /// Takes the place of an operation of a proposal whose subject is gone.
    /// - Throws: `revisionMismatch`.
    public func leaveOut() async throws {
        _ = try await write(LeaveOut(), ifMatch: nil, idempotencyKey: nil)
    }
}

/// An operation that cannot be made.
private struct LeaveOut: BatchOperation {
    var access: Access { .unrestricted }
    var needs: [Need] { [] }
    mutating func resolve(_ ids: TemporaryIDs) {}
    func decide(in transaction: inout some Transaction) throws(ChecklistsError) -> Decision<Int> {
        throw .revisionMismatch
    }
}

package struct ApproveProposal: Operation {
    let id: Proposal.ID
    let person: Person.ID
    let batch: Batch

    package var access: Access { .unrestricted }
    package var needs: [Need] { batch.needs + [.person(person)] }
    package func size(in transaction: inout some Transaction) -> Int { batch.size(in: &transaction) }

    package struct Result: Sendable {
        /// The result of each operation; `nil` for one that is left out.
        var results: [IdempotencyRecord.Result?] = []
        var leftOut: [LeftOut] = []
    }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Result> {
        try transaction.staging { transaction in
            Swift.Result { () throws(ChecklistsError) in try decideAll(in: &transaction) }
        }.get()
    }

    private func decideAll(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Result> {
        let now = transaction.now
        let known = transaction.person(person)?.proposals.first { $0.id == id && now < $0.expiresAt }
        guard let effect = known?.effect else { throw .notFound(.proposal) }
        guard effect.changes.count == batch.steps.count else {
            throw .conflict([Violation("", .effectGrew)])
        }
        var decision = Decision([], Result(), revisionsCount: 0)
        var (ids, own, size) = (TemporaryIDs(), OwnRecords(), 0)
        for (index, (step, change)) in zip(batch.steps, effect.changes).enumerated() {
            var operation = step.operation
            operation.resolve(ids)
            var made: Batch.Made?
            do throws(ChecklistsError) {
                try batch.checkRoom(for: operation, in: &size, &transaction)
                let proposed = Proposed(change: change, asOf: effect.asOf, own: own)
                let (part, leftOut) = try proposed.make(operation, step.ifMatch, batch, in: &transaction)
                made = part
                if let leftOut { decision.result.leftOut.append(leftOut.of(index)) }
            } catch let error where error.namesWhatIsGone {
                let names = change.texts.isEmpty ? [change.name] : change.texts
                decision.result.leftOut.append(
                    LeftOut(operation: index, count: max(1, change.count), names: names))
            } catch {
                // If rows are missing, the decision is discarded. The other operations report theirs too.
                if !transaction.lacksRows { throw .operationFailed(index, error) }
            }
            if let change = made?.change {
                transaction.stage(change)
                own.add(change.mutations)
                decision.mutations += change.mutations
                decision.revisionsCount += 1
            }
            decision.result.results.append(made?.result)
            ids.append(made?.created)
        }
        let end = try batch.make(RemoveProposal(id: id, person: person), ifMatch: nil, in: &transaction)
        decision.mutations += end.change?.mutations ?? []
        decision.revisionsCount += 1
        return decision
    }
}

extension ChecklistsError {
    /// Whether an operation names a record that is gone or has changed.
    fileprivate var namesWhatIsGone: Bool {
        switch self {
        case .notFound, .revisionMismatch, .expectationFailed: true
        case .invalid(let violations):
            violations.contains {
                [.notAChecklist, .notAMember, .notASection, .notAParent].contains($0.reason.code)
            }
        default: false
        }
    }
}

/// The records that the operations of an approval have changed so far.
private struct OwnRecords {
    var items: Set<Item.ID> = []
    var lists: Set<Checklist.ID> = []
    var views = false

    mutating func add(_ mutations: [Mutation]) {
        for mutation in mutations {
            switch mutation {
            case .item(let before, let after): items.formUnion([before, after].compactMap { $0?.id })
            case .checklist(let before, let after): lists.formUnion([before, after].compactMap { $0?.id })
            case .preferences: views = true
            default: break
            }
        }
    }
}

/// What an operation of a proposal may do.
private struct Proposed {
    let change: ProposedChange
    let asOf: Revision
    let own: OwnRecords

    /// Makes an operation without what has changed since the proposal.
    /// - Returns: What was made, and the items that were left out; their operation is unknown here.
    /// - Throws: `revisionMismatch` if the whole operation is left out; `conflict` if its effect grew.
    func make(
        _ operation: any BatchOperation, _ ifMatch: KnownState?, _ batch: Batch,
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> (Batch.Made, LeftOut?) {
        let made = try batch.make(operation, ifMatch: ifMatch, in: &transaction)
        let mutations = made.change?.mutations ?? []
        if isOutdated(mutations, operation, in: &transaction) { throw .revisionMismatch }
        let (same, stale, grew) = items(of: mutations)
        var narrowed = operation
        guard narrowed.narrow(to: same) else {
            if grew { throw .conflict([Violation("", .effectGrew)]) }
            if !stale.isEmpty { throw .revisionMismatch }
            return (made, nil)
        }
        let leftOut = leftOut(besides: same, stale, in: &transaction)
        if stale.isEmpty, !grew { return (made, leftOut) }
        return (try batch.make(narrowed, ifMatch: ifMatch, in: &transaction), leftOut)
    }

    /// The existing items that mutations touch: those of the proposal that are the same, those that changed
    /// since, and whether there are others.
    private func items(of mutations: [Mutation]) -> (same: RangeSet<Int>, stale: [Item], grew: Bool) {
        var (same, stale, grew) = (RangeSet<Int>(), [Item](), false)
        for case .item(let before?, let after) in mutations {
            let number = before.id.rawValue
            if let after, after.isOnlyFollowing(before) { continue }
            if own.items.contains(before.id) {
                same.insert(contentsOf: number..<number + 1)
            } else if !change.items.contains(number) {
                grew = true
            } else if before.revision > asOf {
                stale.append(before)
            } else {
                same.insert(contentsOf: number..<number + 1)
            }
        }
        return (same, stale, grew)
    }

    /// Whether a list, section or view is another one than the proposal named.
    private func isOutdated(
        _ mutations: [Mutation], _ operation: any Operation, in transaction: inout some Transaction
    ) -> Bool {
        let isList = mutations.contains { mutation in
            guard case .checklist(let before?, let after) = mutation, before.updatedIn != after?.updatedIn,
                !own.lists.contains(before.id)
            else { return false }
            return before.updatedIn > asOf
        }
        if isList { return true }
        guard change.subject == .view, !own.views else { return false }
        return ProposedChange(operation, mutations[...], in: &transaction).name != change.name
    }

    /// The items of the proposal that an operation on many items does not change.
    private func leftOut(
        besides same: RangeSet<Int>, _ stale: [Item], in transaction: inout some Transaction
    ) -> LeftOut? {
        let missing = change.items.subtracting(same)
        let count = missing.ranges.reduce(0) { $0 + $1.count }
        if count == 0 { return nil }
        let first = Array(missing.ranges.lazy.flatMap(\.self).prefix(Limits.leftOutNamesMax))
        let names = first.compactMap { transaction.item(Item.ID(rawValue: $0))?.text }
        return LeftOut(operation: 0, count: count, names: names)
    }
}

extension LeftOut {
    fileprivate func of(_ operation: Int) -> LeftOut {
        LeftOut(operation: operation, count: count, names: names)
    }
}
