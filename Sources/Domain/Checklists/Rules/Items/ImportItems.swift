extension CallerSession {
    /// Adds the items of imported lists to the end of a checklist, all or none.
    ///
    /// A section of an imported list becomes the section of the checklist with the same name. The checklist
    /// gets the sections that it lacks.
    /// - Returns: The new items in order.
    /// - Throws: `notFound`, `invalid`, `idempotencyKeyReused`.
    public func importItems(
        of lists: [ImportedChecklist], to checklist: Checklist.ID, idempotencyKey key: IdempotencyKey?
    ) async throws -> Idempotent<[Item]> {
        try await write(
            ImportItems(lists: lists, checklistID: checklist), ifMatch: nil, idempotencyKey: key)
    }
}

package struct ImportItems: Operation {
    let lists: [ImportedChecklist]
    let checklistID: Checklist.ID

    private var count: Int { lists.reduce(0) { $0 + $1.items.count } }

    package var access: Access { .list(checklistID, .changeItems) }
    package var needs: [Need] {
        [.checklist(checklistID), .lastPosition(of: checklistID), .newIDs(.item, count)]
    }

    package func size(in transaction: inout some Transaction) -> Int { count }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<[Item]> {
        let before = try transaction.existingChecklist(checklistID)
        if count == 0 { return .unchanged([]) }
        try Violation.ofItemsCount(count).throwIfAny()
        var gap = transaction.gapAtEnd(of: checklistID, count: count)
        var checklist = before
        var items = ImportedItems()
        for list in lists {
            let sections = try checklist.sections.identifiers(of: list.sections, in: transaction.nextRevision)
            try items.add(list, to: checklist, sections: sections, at: gap.position, in: &transaction)
            gap.position += list.items.count * Limits.positionGap
        }
        var mutations = try gap.moves.mutations(in: &transaction)
        mutations += items.mutations
        let added = items.mutations.compactMap { mutation in
            if case .item(_, let item) = mutation { item } else { nil }
        }
        transaction.recount(
            checklistID, items: added.count, unchecked: added.count { !$0.checked }, in: &mutations)
        if checklist.sections != before.sections { mutations.set(checklist.sections, of: before) }
        return Decision(mutations, added)
    }
}

extension Sections {
    /// The identifiers of sections by their names. Adds those that are missing.
    /// - Throws: `invalid` if there are more than `Limits.sectionsMax`.
    fileprivate mutating func identifiers(
        of names: [String], in revision: Revision
    ) throws(ChecklistsError) -> [Section.ID] {
        var identifiers: [Section.ID] = []
        for name in names {
            if let known = all.first(where: { $0.name == name }) {
                identifiers.append(known.id)
            } else {
                guard all.count < Limits.sectionsMax else {
                    throw .invalid([Violation("", .tooMany(max: Limits.sectionsMax, "sections"))])
                }
                identifiers.append(add(name, in: revision).id)
            }
        }
        return identifiers
    }
}
