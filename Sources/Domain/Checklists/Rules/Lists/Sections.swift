extension CallerSession {
    /// Adds a section at the end of a list's sections.
    ///
    /// - Parameter uid: The UUID that the client chose.
    /// - Returns: The list with the section.
    /// - Throws: `notFound`, `roleNeeded`, `invalid`, `conflict`, `idempotencyKeyReused`.
    public func addSection(
        named name: String, uid: String? = nil, to checklist: Checklist.ID,
        idempotencyKey key: IdempotencyKey?
    ) async throws -> Idempotent<Checklist> {
        try await write(
            AddSection(checklistID: checklist, name: name, uid: uid), ifMatch: nil, idempotencyKey: key)
    }

    /// Renames a section; `nil` keeps the name.
    /// - Returns: The list.
    /// - Throws: `notFound`, `roleNeeded`, `invalid`, `revisionMismatch`.
    public func updateSection(
        _ id: Section.ID, on checklist: Checklist.ID, name: String?, ifMatch: KnownState?
    ) async throws -> Checklist {
        try await write(
            UpdateSection(checklistID: checklist, id: id, name: name), ifMatch: ifMatch,
            idempotencyKey: nil
        ).value
    }

    /// Moves a section among those of its list.
    /// - Returns: The list.
    /// - Throws: `notFound`, `roleNeeded`, `invalid`, `revisionMismatch`, `idempotencyKeyReused`.
    public func moveSection(
        _ id: Section.ID, on checklist: Checklist.ID, to placement: Placement<Section.ID>,
        ifMatch: KnownState?, idempotencyKey key: IdempotencyKey?
    ) async throws -> Idempotent<Checklist> {
        try await write(
            MoveSection(checklistID: checklist, id: id, placement: placement), ifMatch: ifMatch,
            idempotencyKey: key)
    }

    /// Deletes a section. Its items stay on the list, without a section.
    /// - Returns: The list.
    /// - Throws: `notFound`, `roleNeeded`, `conflict`, `revisionMismatch`.
    public func deleteSection(
        _ id: Section.ID, from checklist: Checklist.ID, ifMatch: KnownState?
    ) async throws -> Checklist {
        try await write(
            DeleteSection(checklistID: checklist, id: id), ifMatch: ifMatch,
            idempotencyKey: nil
        ).value
    }
}

package struct AddSection: BatchOperation {
    private(set) var checklistID: Checklist.ID
    let name: String
    let uid: String?

    package var access: Access { .list(checklistID, .changeList) }
    package var needs: [Need] { [.checklist(checklistID)] }

    package mutating func resolve(_ ids: TemporaryIDs) { ids.resolve(&checklistID) }

    package static func created(_ result: Checklist) -> Int? { result.sections.all.last?.id.rawValue }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Checklist> {
        let before = try transaction.existingChecklist(checklistID)
        let name = try Section.validated(name: name)
        if let uid, let other = before.sections.all.first(where: { $0.uid == uid }) {
            throw .conflict([Violation("/uid", .taken(by: before.id, section: other.id))])
        }
        var after = before
        guard after.sections.all.count < Limits.sectionsMax else {
            throw .conflict([Violation("", .limitReached(Limits.sectionsMax, "sections"))])
        }
        _ = after.sections.add(name, uid: uid, in: transaction.nextRevision)
        transaction.edit(&after)
        return Decision([.checklist(before: before, after: after)], after)
    }
}

package struct UpdateSection: BatchOperation {
    private(set) var checklistID: Checklist.ID
    private(set) var id: Section.ID
    let name: String?

    package var access: Access { .list(checklistID, .changeList) }
    package var needs: [Need] { [.checklist(checklistID)] }
    package var subject: Subject? { .section(id, on: checklistID) }

    package mutating func resolve(_ ids: TemporaryIDs) {
        ids.resolve(&checklistID)
        ids.resolve(&id)
    }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Checklist> {
        let before = try transaction.existingChecklist(checklistID)
        var sections = before.sections
        let index = try sections.index(of: id)
        guard let name else { return .unchanged(before) }
        let kept = try Section.validated(name: name)
        if sections.all[index].name.isSame(as: kept) { return .unchanged(before) }
        sections.all[index].name = kept
        var after = before
        after.sections = sections
        transaction.edit(&after)
        return Decision([.checklist(before: before, after: after)], after)
    }
}

package struct MoveSection: BatchOperation {
    private(set) var checklistID: Checklist.ID
    private(set) var id: Section.ID
    private(set) var placement: Placement<Section.ID>

    package var access: Access { .list(checklistID, .changeList) }
    package var needs: [Need] { [.checklist(checklistID)] }
    package var subject: Subject? { .section(id, on: checklistID) }

    package mutating func resolve(_ ids: TemporaryIDs) {
        ids.resolve(&checklistID)
        ids.resolve(&id)
        ids.resolve(&placement)
    }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Checklist> {
        let before = try transaction.existingChecklist(checklistID)
        var sections = before.sections
        _ = try sections.index(of: id)
        guard try sections.all.move(id, to: placement, orThrow: .notASiblingSection) else {
            return .unchanged(before)
        }
        var after = before
        after.sections = sections
        transaction.edit(&after)
        return Decision([.checklist(before: before, after: after)], after)
    }
}

package struct DeleteSection: BatchOperation {
    private(set) var checklistID: Checklist.ID
    private(set) var id: Section.ID

    package var access: Access { .list(checklistID, .changeList) }
    package var needs: [Need] { [.checklist(checklistID), .items(of: checklistID)] }
    package var subject: Subject? { .section(id, on: checklistID) }

    package mutating func resolve(_ ids: TemporaryIDs) {
        ids.resolve(&checklistID)
        ids.resolve(&id)
    }

    package func size(in transaction: inout some Transaction) -> Int {
        transaction.checklist(checklistID)?.itemsCount ?? 0
    }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Checklist> {
        let before = try transaction.existingChecklist(checklistID)
        var sections = before.sections
        sections.all.remove(at: try sections.index(of: id))
        sections.memory.forget(id)
        try before.checkChangesAtOnce()
        var changes = ItemChanges()
        for item in transaction.items(of: checklistID) where item.sectionID == id {
            var moved = transaction.moved(item)
            moved.details.sectionID = nil
            changes.set(item, moved)
        }
        var mutations = try changes.mutations(in: &transaction)
        var after = before
        after.sections = sections
        transaction.edit(&after)
        mutations.append(.checklist(before: before, after: after))
        return Decision(mutations, after)
    }
}

extension Section {
    /// The name as it is stored, trimmed.
    /// - Throws: `invalid`.
    fileprivate static func validated(name: String) throws(ChecklistsError) -> String {
        try TextRule.sectionName.violations(of: name, at: "/name").throwIfAny()
        return TextRule.sectionName.kept(name)
    }
}

extension Sections {
    /// The index of a section that must exist.
    /// - Throws: `notFound`.
    func index(of id: Section.ID) throws(ChecklistsError) -> Int {
        guard let index = all.firstIndex(where: { $0.id == id }) else { throw .notFound(.section) }
        return index
    }
}
