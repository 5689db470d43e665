extension Requester {
    /// Deletes all items of a list, or those that are (not) checked, and tells how many went.
    /// - Throws: `notFound`.
    public func deleteItems(of checklist: Checklist.ID, checked: Bool?) async throws -> Int {
        try await store.write(
            DeleteItems(checklistID: checklist, checked: checked), as: principal, ifMatch: nil, once: nil
        ).value
    }
}

package struct DeleteItems: Operation {
    let checklistID: Checklist.ID
    let checked: Bool?

    package var access: Access { .list(checklistID, .changeItems) }
    package var needs: [Need] { [.checklist(checklistID), .items(of: checklistID)] }

    package func size(in transaction: inout some Transaction) -> Int {
        transaction.checklist(checklistID)?.itemsCount ?? 0
    }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Int> {
        _ = try transaction.existingChecklist(checklistID)
        var unchecked = 0
        var mutations: [Mutation] = []
        for item in transaction.items(of: checklistID) where checked == nil || item.checked == checked {
            if !item.checked { unchecked += 1 }
            mutations.append(.item(before: item, after: nil))
        }
        let count = mutations.count
        transaction.recount(checklistID, items: -count, unchecked: -unchecked, in: &mutations)
        return Decision(mutations, count)
    }
}
