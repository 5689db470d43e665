extension CallerSession {
    /// Adds all items or none: at their positions, or in order at the end of a list.
    ///
    /// - Parameter merges: Whether unchecked items of the same text and unit get the amounts of drafts that
    ///   set nothing else. Those items are in the result, each once for every draft.
    /// - Throws: `notFound`, `invalid` with pointers such as `/3/text`, `idempotencyKeyReused`.
    public func addItems(
        _ drafts: [ItemDraft], to checklist: Checklist.ID, merges: Bool = false,
        idempotencyKey key: IdempotencyKey?
    ) async throws -> Idempotent<[Item]> {
        try await write(
            AddItems(drafts: drafts, checklistID: checklist, merges: merges), ifMatch: nil,
            idempotencyKey: key)
    }
}

package struct AddItems: BatchOperation {
    private(set) var drafts: [ItemDraft]
    private(set) var checklistID: Checklist.ID
    var merges = false

    package var access: Access { .list(checklistID, .changeItems) }
    package var needs: [Need] {
        [.checklist(checklistID), .lastPosition(of: checklistID), .newIDs(.item, drafts.count)]
            + drafts.flatMap { $0.needs(on: checklistID) } + (mayMerge ? [.items(of: checklistID)] : [])
    }

    package mutating func resolve(_ ids: TemporaryIDs) {
        ids.resolve(&checklistID)
        for index in drafts.indices { ids.resolve(&drafts[index]) }
    }

    package func size(in transaction: inout some Transaction) -> Int {
        drafts.count + drafts.count { $0.recurrence != nil } * Limits.itemsPerSeries
            + (mayMerge ? transaction.checklist(checklistID)?.itemsCount ?? 0 : 0)
    }

    private var mayMerge: Bool { merges && drafts.contains(where: \.isMergeable) }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<[Item]> {
        let checklist = try transaction.existingChecklist(checklistID)
        let drafts = try validated()
        for (number, draft) in drafts.enumerated() {
            try checklist.checkAssignee(draft.assigneeID, at: "/\(number)")
            try transaction.check(draft.names(on: checklistID), within: "/\(number)")
        }
        let gap = transaction.gapAtEnd(of: checklistID, count: drafts.count { $0.position == nil })
        var position = gap.position
        var changes = gap.moves
        changes.reserveCapacity(changes.count + drafts.count)
        var learning = checklist
        var merging = try merging(drafts, after: &changes, in: &transaction, on: checklist)
        var results: [Item.ID] = []
        for (number, draft) in drafts.enumerated() {
            do throws(ChecklistsError) {
                if let (before, after) = try merging?.merge(draft, in: transaction) {
                    changes.change(before, after)
                    results.append(after.id)
                    continue
                }
                let (item, sections) = try transaction.newItem(draft, on: learning, at: position)
                changes.set(nil, item)
                results.append(item.id)
                merging?.add(item)
                if let sections { learning.sections = sections }
            } catch {
                throw error.within("/\(number)")
            }
            if draft.position == nil { position += Limits.positionGap }
        }
        var mutations = try changes.mutations(in: &transaction)
        if learning.sections != checklist.sections { mutations.set(learning.sections, of: checklist) }
        return Decision(mutations, changes.states(of: results))
    }

    /// The items that take amounts, in their state after the changes; `nil` without merging.
    private func merging(
        _ drafts: [ItemDraft], after changes: inout ItemChanges, in transaction: inout some Transaction,
        on checklist: Checklist
    ) throws(ChecklistsError) -> ItemMerging? {
        guard mayMerge else { return nil }
        try checklist.checkChangesAtOnce()
        changes.indexEntries()
        return ItemMerging(drafts, into: transaction.items(of: checklistID), after: changes)
    }

    /// The drafts as they are stored.
    private func validated() throws(ChecklistsError) -> [ItemDraft] {
        try Violation.ofItemsCount(drafts.count).throwIfAny()
        var violations = drafts.enumerated().flatMap { number, draft in
            draft.violations().map { $0.within("/\(number)") }
        }
        var numbers: [Item.Name: Int] = [:]
        for (number, draft) in drafts.enumerated() {
            for name in draft.names(on: checklistID) {
                guard let other = numbers.updateValue(number, forKey: name) else { continue }
                violations.append(
                    Violation("/\(number)" + name.kind.pointer, .duplicate(of: "/\(other)")))
            }
        }
        try violations.throwIfAny()
        var validated: [ItemDraft] = []
        validated.reserveCapacity(drafts.count)
        for draft in drafts { validated.append(try draft.validated()) }
        return validated
    }
}

extension ChecklistsError {
    /// The same error with its pointers nested below another one.
    fileprivate func within(_ pointer: String) -> ChecklistsError {
        guard case .invalid(let violations) = self else { return self }
        return .invalid(violations.map { $0.within(pointer) })
    }
}

extension Violation {
    /// The violations of the number of items in one request.
    public static func ofItemsCount(_ count: Int) -> [Violation] {
        if count == 0 { return [Violation("", .empty)] }
        if count <= Limits.itemsAddedMax { return [] }
        return [Violation("", .tooMany(max: Limits.itemsAddedMax, "items"))]
    }
}
