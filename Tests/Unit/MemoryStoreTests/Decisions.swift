@testable import Checklists
@testable import MemoryStore

// Decides operations on a copy of a store.

extension MemoryStore {
    func weigh<O: Operation>(
        _ operation: O, ifMatch: KnownState? = nil, idempotencyKey key: IdempotencyKey? = nil,
        at now: Timestamp
    ) throws(ChecklistsError) -> Outcome<O.Result> {
        var copy = self
        return try copy.decide(operation, as: .first, ifMatch: ifMatch, idempotencyKey: key, at: now)
    }

    func addingChecklist(
        _ draft: ChecklistDraft, idempotencyKey key: IdempotencyKey?, at now: Timestamp
    ) throws(ChecklistsError) -> Outcome<Checklist> {
        try weigh(AddChecklist(draft: draft, owner: .first), idempotencyKey: key, at: now)
    }

    func deletingChecklist(
        _ id: Checklist.ID, ifMatch: KnownState?
    ) throws(ChecklistsError) -> Outcome<Tombstone.ID?> {
        try weigh(DeleteChecklist(id: id, keepsTrash: true), ifMatch: ifMatch, at: now)
    }

    func addingItem(
        _ draft: ItemDraft, to checklist: Checklist.ID, idempotencyKey key: IdempotencyKey?, at now: Timestamp
    ) throws(ChecklistsError) -> Outcome<Item> {
        try weigh(AddItem(draft: draft, checklistID: checklist, merges: false), idempotencyKey: key, at: now)
    }

    func addingItems(
        _ drafts: [ItemDraft], to checklist: Checklist.ID, idempotencyKey key: IdempotencyKey?,
        at now: Timestamp
    ) throws(ChecklistsError) -> Outcome<[Item]> {
        try weigh(
            AddItems(drafts: drafts, checklistID: checklist, merges: false), idempotencyKey: key, at: now)
    }

    func updatingItem(
        _ id: Item.ID, _ patch: ItemPatch, ifMatch: KnownState?, at now: Timestamp
    ) throws(ChecklistsError) -> Outcome<Item> {
        try weigh(UpdateItem(id: id, patch: patch, principal: .first), ifMatch: ifMatch, at: now)
    }

    func updatingItems(
        of checklist: Checklist.ID, where filter: ItemFilter, _ patch: ItemPatch, at now: Timestamp
    ) throws(ChecklistsError) -> Outcome<Int> {
        try weigh(
            UpdateItems(checklistID: checklist, filter: filter, patch: patch, principal: .first), at: now)
    }

    func togglingItem(
        _ id: Item.ID, ifMatch: KnownState?, idempotencyKey key: IdempotencyKey?, at now: Timestamp
    ) throws(ChecklistsError) -> Outcome<Item> {
        try weigh(ToggleItem(id: id), ifMatch: ifMatch, idempotencyKey: key, at: now)
    }

    func deletingItem(
        _ id: Item.ID, ifMatch: KnownState?
    ) throws(ChecklistsError) -> Outcome<Tombstone.ID?> {
        try weigh(DeleteItem(id: id, keepsTrash: true), ifMatch: ifMatch, at: now)
    }

    func updatingPreferences(
        _ patch: PreferencesPatch, ifMatch: KnownState?
    ) throws(ChecklistsError) -> Outcome<Preferences> {
        try weigh(UpdatePreferences(patch: patch, person: .first), ifMatch: ifMatch, at: now)
    }

    func importing(
        _ lists: [ImportedChecklist], idempotencyKey key: IdempotencyKey?, at now: Timestamp
    ) throws(ChecklistsError) -> Outcome<ImportCount> {
        try weigh(ImportChecklists(lists: lists, owner: .first), idempotencyKey: key, at: now)
    }

    func firstStart(at now: Timestamp) -> Change? {
        (try? weigh(MakeFirstList(), at: now))?.change
    }
}

// A store as person 1 sees it.

extension MemoryStore {
    mutating func page(_ query: ItemQuery) throws(ChecklistsError) -> Page<Item> { try page(query, at: now) }

    mutating func page(_ query: ChecklistQuery) throws(ChecklistsError) -> Page<Checklist> {
        try page(query, at: now)
    }

    mutating func reminders(_ page: PageRequest) throws(ChecklistsError) -> Page<Reminder> {
        try reminders(page, at: now)
    }

    var preferences: Preferences { preferences(of: .first) }
}

extension Outcome {
    /// The decided change; `nil` if there is none.
    var change: Change? {
        if case .change(let change, _) = self { change } else { nil }
    }
}
