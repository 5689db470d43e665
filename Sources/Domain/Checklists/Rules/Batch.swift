/// Several operations as one change: all are made, or none. Each sees the changes of those before it.
///
/// The change has a revision for each operation that changes something, because the ids of sections, views
/// and tombstones are revisions.
package struct Batch: Operation {
    let steps: [BatchStep]
    let principal: Principal

    package var access: Access { .unrestricted }

    package var needs: [Need] {
        var needs: [Need] = []
        var counts = PerSequence(repeating: 0)
        for step in steps {
            for need in step.operation.needs {
                // The needs form a set, in which equal numbers of new ids would be one need.
                if case .newIDs(let kind, let count) = need {
                    counts[kind] += count
                } else {
                    needs.append(need)
                }
            }
        }
        for kind in Sequences.Kind.allCases where counts[kind] > 0 {
            needs.append(.newIDs(kind, counts[kind]))
        }
        return needs
    }

    /// The sum for all operations. An operation can change what an earlier one created, so the operations are
    /// decided while the sum is small.
    package func size(in transaction: inout some Transaction) -> Int {
        transaction.staging { transaction in
            var size = 0
            var ids = TemporaryIDs()
            for step in steps {
                var operation = step.operation
                operation.resolve(ids)
                size += sizeIfAllowed(of: operation, in: &transaction)
                var created: Int?
                if size <= Limits.batchSizeCountedMax,
                    let made = try? make(operation, ifMatch: nil, in: &transaction)
                {
                    if let change = made.change { transaction.stage(change) }
                    created = made.created
                }
                ids.append(created)
            }
            return size
        }
    }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<[IdempotencyRecord.Result]> {
        try transaction.staging { decideAll(in: &$0) }.get()
    }

    private func decideAll(
        in transaction: inout some Transaction
    ) -> Swift.Result<Decision<[IdempotencyRecord.Result]>, ChecklistsError> {
        var decision = Decision([], [IdempotencyRecord.Result](), revisionsCount: 0)
        var ids = TemporaryIDs()
        // Before anything is decided: what an operation reads counts, even if it changes nothing.
        var size = 0
        for (index, step) in steps.enumerated() {
            do throws(ChecklistsError) {
                try checkRoom(for: step.operation, in: &size, &transaction)
            } catch {
                return .failure(.operationFailed(index, error))
            }
        }
        size = 0
        for (index, step) in steps.enumerated() {
            var operation = step.operation
            operation.resolve(ids)
            do throws(ChecklistsError) {
                try checkRoom(for: operation, in: &size, &transaction)
                let made = try make(operation, ifMatch: step.ifMatch, in: &transaction)
                if let change = made.change {
                    transaction.stage(change)
                    decision.mutations += change.mutations
                    decision.revisionsCount += 1
                }
                decision.ends.append(decision.mutations.count)
                decision.result.append(made.result)
                ids.append(made.created)
            } catch {
                // If rows are missing, the decision is discarded. The other operations report theirs too, so
                // that one more round loads all.
                guard transaction.lacksRows else { return .failure(.operationFailed(index, error)) }
                ids.append(nil)
            }
        }
        return .success(decision)
    }

    /// The size of an operation; 1 if the caller has no access and must not learn the size.
    private func sizeIfAllowed(of operation: some Operation, in transaction: inout some Transaction) -> Int {
        guard (try? transaction.check(operation.access, of: principal)) != nil else { return 1 }
        return operation.size(in: &transaction)
    }

    /// Adds the size of an operation, and checks that the operations together are not too large.
    /// - Throws: `conflict`.
    func checkRoom(
        for operation: some Operation, in size: inout Int, _ transaction: inout some Transaction
    ) throws(ChecklistsError) {
        let max = Limits.batchMutationsMax
        let before = size
        size += sizeIfAllowed(of: operation, in: &transaction)
        guard before > 0, size > max else { return }
        throw .conflict([Violation("", .batchTooLarge(max: max))])
    }

    func make<O: BatchOperation>(
        _ operation: O, ifMatch: KnownState?, in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Made {
        let change: Change?
        let result: O.Result
        switch try operation.weigh(as: principal, ifMatch: ifMatch, idempotencyKey: nil, in: &transaction) {
        case .change(let made, let its): (change, result) = (made, its)
        case .unchanged(let its), .replay(let its, of: _): (change, result) = (nil, its)
        }
        guard let recorded = O.recorded(result) else {
            preconditionFailure("\(O.self) has no recorded result")
        }
        return Made(change: change, result: recorded, created: O.created(result))
    }

    /// The effect of one operation.
    struct Made {
        let change: Change?
        let result: IdempotencyRecord.Result
        let created: Int?
    }
}

/// An operation of a batch, with its precondition.
package struct BatchStep: Sendable {
    let operation: any BatchOperation
    let ifMatch: KnownState?
}
