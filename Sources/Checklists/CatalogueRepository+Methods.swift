extension CatalogueRepository {
    public func checklists(_ query: ChecklistQuery) async throws -> Page<Checklist> {
        try await read { catalogue in (try catalogue.page(query), asOf: catalogue.revision) }
    }

    public func checklist(_ id: Checklist.ID) async throws -> Checklist {
        try await read { catalogue in
            let checklist = try catalogue.checklist(id)
            return (checklist, asOf: checklist.revision)
        }
    }

    public func addChecklist(
        _ draft: ChecklistDraft, once key: IdempotencyKey?
    ) async throws -> Once<Checklist> {
        let now = now()
        return try await write { catalogue in try catalogue.addingChecklist(draft, once: key, at: now) }
    }

    public func updateChecklist(
        _ id: Checklist.ID, _ patch: ChecklistPatch, ifMatch: Set<Revision>?
    ) async throws -> Checklist {
        let now = now()
        return try await write { catalogue in
            try catalogue.updatingChecklist(id, patch, ifMatch: ifMatch, at: now)
        }.value
    }

    public func deleteChecklist(_ id: Checklist.ID, ifMatch: Set<Revision>?) async throws {
        _ = try await write { catalogue in try catalogue.deletingChecklist(id, ifMatch: ifMatch) }
    }

    public func items(_ query: ItemQuery) async throws -> Page<Item> {
        try await read { catalogue in
            let page = try catalogue.page(query)
            guard let checklist = query.checklistID else { return (page, asOf: catalogue.revision) }
            return (page, asOf: catalogue.lastTouched(checklist))
        }
    }

    public func item(_ id: Item.ID) async throws -> Item {
        try await read { catalogue in
            let item = try catalogue.item(id)
            return (item, asOf: item.revision)
        }
    }

    public func addItem(
        _ draft: ItemDraft, to checklist: Checklist.ID, once key: IdempotencyKey?
    ) async throws -> Once<Item> {
        let now = now()
        return try await write { catalogue in
            try catalogue.addingItem(draft, to: checklist, once: key, at: now)
        }
    }

    public func updateItem(_ id: Item.ID, _ patch: ItemPatch, ifMatch: Set<Revision>?) async throws -> Item {
        let now = now()
        return try await write { catalogue in
            try catalogue.updatingItem(id, patch, ifMatch: ifMatch, at: now)
        }.value
    }

    public func toggleItem(
        _ id: Item.ID, ifMatch: Set<Revision>?, once key: IdempotencyKey?
    ) async throws -> Once<Item> {
        let now = now()
        return try await write { catalogue in
            try catalogue.togglingItem(id, ifMatch: ifMatch, once: key, at: now)
        }
    }

    public func moveItem(
        _ id: Item.ID, to placement: ItemPlacement, ifMatch: Set<Revision>?, once key: IdempotencyKey?
    ) async throws -> Once<Item> {
        let now = now()
        return try await write { catalogue in
            try catalogue.movingItem(id, to: placement, ifMatch: ifMatch, once: key, at: now)
        }
    }

    public func deleteItem(_ id: Item.ID, ifMatch: Set<Revision>?) async throws {
        _ = try await write { catalogue in try catalogue.deletingItem(id, ifMatch: ifMatch) }
    }

    public func deleteItems(of checklist: Checklist.ID, checked: Bool?) async throws -> Int {
        try await write { catalogue in try catalogue.deletingItems(of: checklist, checked: checked) }.value
    }

    public func counts() async throws -> Counts {
        let now = now()
        return try await read { catalogue in (catalogue.counts(at: now), asOf: catalogue.revision) }
    }
}
