// Decisions on checklists. Each reads the catalogue alone, so that what it decides can be kept before it is
// made.

extension Catalogue {
    /// What the first start of a service makes: a list with two items to try things on; `nil` after any
    /// change.
    public func firstStart(at now: Timestamp) -> Change? {
        guard revision == .zero else { return nil }
        let texts = ["Edit your first item", "Swipe me to delete"]
        let checklist = Checklist(
            id: nextChecklistID, name: "List", icon: .folder, itemsCount: texts.count,
            uncheckedItemsCount: texts.count, createdAt: now, updatedAt: now, revision: nextRevision)
        let items = texts.enumerated().map { number, text in
            Item(
                id: Item.ID(rawValue: nextItemID.rawValue + number), checklistID: checklist.id, text: text,
                position: (number + 1) * Limits.positionGap, createdAt: now, updatedAt: now,
                revision: nextRevision)
        }
        return Change(
            revision: nextRevision,
            mutations: [.checklist(before: nil, after: checklist)]
                + items.map { .item(before: nil, after: $0) })
    }

    /// Decides on a new checklist.
    /// - Throws: `invalid`, `idempotencyKeyReused`.
    public func addingChecklist(
        _ draft: ChecklistDraft, once key: IdempotencyKey?, at now: Timestamp
    ) throws(ChecklistsError) -> Decision<Checklist> {
        if let record = try once.record(of: key, at: now) {
            guard case .checklist(let checklist) = record.result else { throw .idempotencyKeyReused }
            return .replay(checklist, of: record.revision)
        }
        let draft = try draft.validated()
        let checklist = Checklist(
            id: nextChecklistID, name: draft.name, icon: draft.icon, createdAt: now, updatedAt: now,
            revision: nextRevision)
        return change(
            [.checklist(before: nil, after: checklist)], checklist,
            once: record(key, .checklist(checklist), at: now))
    }

    /// Decides on a change of a checklist.
    /// - Throws: `notFound`, `revisionMismatch`, `invalid`.
    public func updatingChecklist(
        _ id: Checklist.ID, _ patch: ChecklistPatch, ifMatch: Set<Revision>?, at now: Timestamp
    ) throws(ChecklistsError) -> Decision<Checklist> {
        let before = try checklist(id, ifMatch: ifMatch)
        var after = try patch.validated().applied(to: before)
        if after.isSame(as: before) { return .unchanged(before, asOf: before.revision) }
        after.updatedAt = now
        after.revision = nextRevision
        return change([.checklist(before: before, after: after)], after)
    }

    /// Decides on the end of a checklist and of all its items.
    /// - Throws: `notFound`, `revisionMismatch`.
    public func deletingChecklist(
        _ id: Checklist.ID, ifMatch: Set<Revision>?
    ) throws(ChecklistsError) -> Decision<Void> {
        let checklist = try checklist(id, ifMatch: ifMatch)
        var mutations = deletions(of: id) { _ in true }
        mutations.append(.checklist(before: checklist, after: nil))
        return change(mutations + deselection(of: id), ())
    }
}

// MARK: What decisions are made of

extension Catalogue {
    /// The revision of the change that is being decided.
    var nextRevision: Revision { Revision(rawValue: revision.rawValue + 1) }

    /// A change of that and its result, which is left behind for a repetition if there is a key.
    func change<Value>(
        _ mutations: [Mutation], _ result: Value, once record: OnceRecord? = nil
    ) -> Decision<Value> {
        .change(Change(revision: nextRevision, mutations: mutations, once: record), result)
    }

    /// What the change that is being decided leaves behind.
    func record(_ key: IdempotencyKey?, _ result: OnceRecord.Result, at now: Timestamp) -> OnceRecord? {
        key.map { OnceRecord(key: $0, at: now, revision: nextRevision, result: result) }
    }

    /// A checklist, if its revision is one of those.
    private func checklist(
        _ id: Checklist.ID, ifMatch: Set<Revision>?
    ) throws(ChecklistsError) -> Checklist {
        let checklist = try checklist(id)
        if let ifMatch, !ifMatch.contains(checklist.revision) { throw .revisionMismatch }
        return checklist
    }
}
