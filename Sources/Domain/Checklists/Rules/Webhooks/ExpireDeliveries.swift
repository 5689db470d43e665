extension Store {
    /// Evicts deliveries that finished before a moment. It works in batches and returns their number.
    /// - Throws: `CancellationError` between two batches.
    public func forgetDeliveries(completedBefore moment: Timestamp) async throws -> Int {
        let limit = Limits.deliveriesForgottenAtOnceMax
        return try await inSteps(of: limit) {
            try await write(
                ExpireDeliveries(completedBefore: moment, limit: limit), as: nil, ifMatch: nil,
                idempotencyKey: nil
            ).value
        }
    }
}

/// Repeats a batch until it evicts fewer than its limit. Each batch is a short change.
/// - Throws: `CancellationError` between two batches.
func inSteps(of limit: Int, _ forget: () async throws -> Int) async throws -> Int {
    var count = 0
    while true {
        try Task.checkCancellation()
        let forgotten = try await forget()
        count += forgotten
        if forgotten < limit { return count }
    }
}

package struct ExpireDeliveries: Operation {
    let completedBefore: Timestamp
    let limit: Int

    package var access: Access { .unrestricted }
    package var needs: [Need] {
        [.finishedDeliveries(before: completedBefore, limit: limit)]
    }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Int> {
        let forgotten = transaction.finishedDeliveries(before: completedBefore, limit: limit)
        return Decision(forgotten.map { .delivery(before: $0, after: nil) }, forgotten.count)
    }
}
