extension Store {
    /// Resets the list with the earliest reset time, if that has passed: unchecks all its items.
    ///
    /// The same change sets the next reset time. A list therefore resets once, even after a crash and with
    /// several processes.
    public func resetChecklists() async throws -> Reset {
        try await write(ResetChecklists(), as: nil, ifMatch: nil, idempotencyKey: nil).value
    }
}

/// The result of one reset.
public struct Reset: Hashable, Sendable {
    /// The list that was reset; `nil` if none was due.
    public var checklistID: Checklist.ID?
    /// The number of its items that were unchecked.
    public var uncheckedCount = 0
    /// The time of the next reset, in the past if more are due; `nil` if none is scheduled.
    public var next: Timestamp?

    /// Creates a result without a reset.
    public init(next: Timestamp? = nil) { self.next = next }
}

/// The scheduled reset with the earliest time.
public struct DueReset: Hashable, Sendable {
    /// The list to reset.
    public var checklistID: Checklist.ID
    /// The time of the reset.
    public var at: Timestamp
    /// The time of the reset after it; `nil` if there is none.
    public var next: Timestamp?

    /// Creates a scheduled reset.
    public init(_ checklistID: Checklist.ID, at moment: Timestamp, next: Timestamp?) {
        self.checklistID = checklistID
        at = moment
        self.next = next
    }
}

package struct ResetChecklists: Operation {
    package var access: Access { .unrestricted }
    package var needs: [Need] { [.dueReset] }

    package func size(in transaction: inout some Transaction) -> Int {
        guard let due = transaction.dueReset(), due.at <= transaction.now else { return 1 }
        return transaction.checklist(due.checklistID)?.itemsCount ?? 1
    }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Reset> {
        guard let due = transaction.dueReset() else { return .unchanged(Reset()) }
        if due.at > transaction.now { return .unchanged(Reset(next: due.at)) }
        guard let before = transaction.checklist(due.checklistID), let rule = before.resetRule,
            let at = before.resetAt, at <= transaction.now
        else { return .unchanged(Reset(next: due.at)) }
        var reset = Reset(next: due.next)
        reset.checklistID = before.id
        var mutations: [Mutation] = []
        for item in transaction.items(of: before.id) {
            let hasCheckedSubtasks =
                item.hasSubtasks && item.details.subtasks.unchecked < item.details.subtasks.all
            guard item.checked || hasCheckedSubtasks else { continue }
            var after = item
            if item.checked {
                after = transaction.edited(item.unchecked(at: transaction.now))
                reset.uncheckedCount += 1
            }
            if hasCheckedSubtasks {
                after.details.subtasks.unchecked = after.details.subtasks.all
                after = transaction.moved(after)
            }
            mutations.append(.item(before: item, after: after))
        }
        var after = before
        after.resetAt = rule.next(after: transaction.now)
        after.uncheckedItemsCount = before.itemsCount
        if reset.uncheckedCount > 0 { transaction.touch(&after) }
        mutations.append(.checklist(before: before, after: after))
        if let next = after.resetAt { reset.next = min(next, reset.next ?? next) }
        return Decision(mutations, reset)
    }
}

extension Item {
    /// The item, unchecked for another round.
    fileprivate func unchecked(at now: Timestamp) -> Item {
        var item = self
        // Clears the undo step, so that the completion stays counted.
        if hasTiming, timing.lastStep != nil { item.timing.lastStep = nil }
        item.setChecked(false, at: now)
        item.reschedule(from: self, at: now)
        return item
    }
}
