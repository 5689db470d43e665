extension Store {
    /// Unchecks all items of the list whose time for that has come first, if there is one.
    ///
    /// That its next time is set in the same change has it done once, whatever ends between and however many
    /// processes look.
    public func resetChecklists() async throws -> Reset {
        try await write(ResetChecklists(), as: nil, ifMatch: nil, once: nil).value
    }
}

/// What came of looking for lists that are to be reset.
public struct Reset: Hashable, Sendable {
    /// The list that was reset; `nil` if there was none.
    public var checklistID: Checklist.ID?
    /// How many of its items were unchecked.
    public var uncheckedCount = 0
    /// When the next one is to be reset, in the past where there are more; `nil` when none is.
    public var next: Timestamp?

    /// Nothing was reset, and the next time is that.
    public init(next: Timestamp? = nil) { self.next = next }
}

/// The list that is to be reset first.
public struct DueReset: Hashable, Sendable {
    /// Which one.
    public var checklistID: Checklist.ID
    /// When.
    public var at: Timestamp
    /// When the next one besides it is; `nil` when none is.
    public var next: Timestamp?

    /// A list that is to be reset at a moment.
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
        for item in transaction.items(of: before.id) where item.checked {
            let after = transaction.edited(item.unchecked(at: transaction.now))
            mutations.append(.item(before: item, after: after))
        }
        reset.uncheckedCount = mutations.count
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
    /// The item as it is when it is to be done once more.
    fileprivate func unchecked(at now: Timestamp) -> Item {
        var item = self
        // What was done stays counted.
        if hasTiming, timing.lastStep != nil { item.timing.lastStep = nil }
        item.setChecked(false, at: now)
        item.reschedule(from: self, at: now)
        return item
    }
}
