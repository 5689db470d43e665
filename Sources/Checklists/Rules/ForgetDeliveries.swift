extension Store {
    /// Forgets deliveries that were delivered or given up before a moment, and tells how many.
    public func forgetDeliveries(completedBefore moment: Timestamp) async throws -> Int {
        try await write(ForgetDeliveries(completedBefore: moment), as: nil, ifMatch: nil, once: nil).value
    }
}

package struct ForgetDeliveries: Operation {
    let completedBefore: Timestamp

    package var access: Access { .unrestricted }
    package var needs: [Need] {
        [.finishedDeliveries(before: completedBefore, limit: Limits.finishedDeliveriesMax)]
    }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Int> {
        let forgotten = transaction.finishedDeliveries(
            before: completedBefore, limit: Limits.finishedDeliveriesMax)
        return Decision(forgotten.map { .delivery(before: $0, after: nil) }, forgotten.count)
    }
}
