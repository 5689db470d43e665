extension CatalogueRepository {
    /// The newest change of a part of what there is, if it can be told at once.
    public func currentRevision(of part: Part) -> Revision? {
        readNow { catalogue in catalogue.revision(of: part) }
    }

    /// A page of the checklists that a query finds.
    public func checklists(_ query: ChecklistQuery) async throws -> Page<Checklist> {
        try await read { catalogue in
            var page = try catalogue.page(query)
            page.revision = catalogue.revision
            return (page, asOf: catalogue.revision)
        }
    }

    /// One checklist.
    public func checklist(_ id: Checklist.ID) async throws -> Checklist {
        try await read { catalogue in
            let checklist = try catalogue.checklist(id)
            return (checklist, asOf: checklist.revision)
        }
    }

    /// Makes a checklist.
    public func addChecklist(
        _ draft: ChecklistDraft, once key: IdempotencyKey?
    ) async throws -> Once<Checklist> {
        let now = now()
        return try await write { catalogue in try catalogue.addingChecklist(draft, once: key, at: now) }
    }

    /// Changes what the patch names.
    public func updateChecklist(
        _ id: Checklist.ID, _ patch: ChecklistPatch, ifMatch: Set<Revision>?
    ) async throws -> Checklist {
        let now = now()
        return try await write { catalogue in
            try catalogue.updatingChecklist(id, patch, ifMatch: ifMatch, at: now)
        }.value
    }

    /// Deletes a checklist with all its items.
    public func deleteChecklist(_ id: Checklist.ID, ifMatch: Set<Revision>?) async throws {
        _ = try await write { catalogue in try catalogue.deletingChecklist(id, ifMatch: ifMatch) }
    }

    /// A page of the items that a query finds.
    public func items(_ query: ItemQuery) async throws -> Page<Item> {
        try await read { catalogue in
            var page = try catalogue.page(query)
            let revision = query.checklistID.map { catalogue.lastTouched($0) } ?? catalogue.revision
            page.revision = revision
            return (page, asOf: revision)
        }
    }

    /// One item.
    public func item(_ id: Item.ID) async throws -> Item {
        try await read { catalogue in
            let item = try catalogue.item(id)
            return (item, asOf: item.revision)
        }
    }

    /// Adds an item at the end of a list.
    public func addItem(
        _ draft: ItemDraft, to checklist: Checklist.ID, once key: IdempotencyKey?
    ) async throws -> Once<Item> {
        let now = now()
        return try await write { catalogue in
            try catalogue.addingItem(draft, to: checklist, once: key, at: now)
        }
    }

    /// Adds items at the end of a list, all or none.
    public func addItems(
        _ drafts: [ItemDraft], to checklist: Checklist.ID, once key: IdempotencyKey?
    ) async throws -> Once<[Item]> {
        let now = now()
        return try await write { catalogue in
            try catalogue.addingItems(drafts, to: checklist, once: key, at: now)
        }
    }

    /// Changes what the patch names in all items of a list that a filter finds, all or none, and tells how
    /// many it changed.
    public func updateItems(
        of checklist: Checklist.ID, where filter: ItemFilter, _ patch: ItemPatch
    ) async throws -> Int {
        let now = now()
        return try await writeAtLength { catalogue in
            try catalogue.updatingItems(of: checklist, where: filter, patch, at: now)
        }.value
    }

    /// Changes what the patch names.
    public func updateItem(_ id: Item.ID, _ patch: ItemPatch, ifMatch: Set<Revision>?) async throws -> Item {
        let now = now()
        return try await write { catalogue in
            try catalogue.updatingItem(id, patch, ifMatch: ifMatch, at: now)
        }.value
    }

    /// Checks an unchecked item and unchecks a checked one.
    public func toggleItem(
        _ id: Item.ID, ifMatch: Set<Revision>?, once key: IdempotencyKey?
    ) async throws -> Once<Item> {
        let now = now()
        return try await write { catalogue in
            try catalogue.togglingItem(id, ifMatch: ifMatch, once: key, at: now)
        }
    }

    /// Places an item within its list.
    public func moveItem(
        _ id: Item.ID, to placement: ItemPlacement, ifMatch: Set<Revision>?, once key: IdempotencyKey?
    ) async throws -> Once<Item> {
        let now = now()
        return try await write { catalogue in
            try catalogue.movingItem(id, to: placement, ifMatch: ifMatch, once: key, at: now)
        }
    }

    /// Deletes an item.
    public func deleteItem(_ id: Item.ID, ifMatch: Set<Revision>?) async throws {
        _ = try await write { catalogue in try catalogue.deletingItem(id, ifMatch: ifMatch) }
    }

    /// Deletes all items of a list, or those that are (not) checked, and tells how many went.
    public func deleteItems(of checklist: Checklist.ID, checked: Bool?) async throws -> Int {
        try await write { catalogue in try catalogue.deletingItems(of: checklist, checked: checked) }.value
    }

    /// The content of one list, or of all by their numbers, as it was at one moment.
    public func snapshots(of checklist: Checklist.ID?) async throws -> [ChecklistSnapshot] {
        try await read { catalogue in
            guard let checklist else {
                return (catalogue.checklistIDs.compactMap { catalogue.snapshot(of: $0) }, catalogue.revision)
            }
            _ = try catalogue.checklist(checklist)
            let snapshots = [catalogue.snapshot(of: checklist)].compactMap(\.self)
            return (snapshots, asOf: catalogue.lastTouched(checklist))
        }
    }

    /// How somebody wants to see the lists.
    public func preferences() async throws -> Preferences {
        try await read { catalogue in (catalogue.preferences, asOf: catalogue.preferences.revision) }
    }

    /// Changes what the patch names.
    public func updatePreferences(
        _ patch: PreferencesPatch, ifMatch: Set<Revision>?
    ) async throws -> Preferences {
        try await write { catalogue in try catalogue.updatingPreferences(patch, ifMatch: ifMatch) }.value
    }

    /// How much there is.
    public func counts() async throws -> Counts {
        let now = now()
        return try await read { catalogue in (catalogue.counts(at: now), asOf: catalogue.revision) }
    }
}
