extension CallerSession {
    /// Restores a deletion with its old identifiers: a list with its items and members, or items of a list.
    /// Reminders in the future are scheduled again; past ones are dropped.
    /// - Returns: The restored list, or the list of the items.
    /// - Throws: `notFound`, `idempotencyKeyReused`.
    public func restore(
        _ id: Tombstone.ID, idempotencyKey key: IdempotencyKey?
    ) async throws -> Idempotent<Checklist> {
        let operation = RestoreTrash(id: id, principal: principal)
        return try await write(operation, ifMatch: nil, idempotencyKey: key)
    }

    /// Purges a deletion for good. Owners of its list and the person who deleted it may do so.
    /// - Throws: `notFound`, `roleNeeded`, `personNeeded`.
    public func deleteTrash(_ id: Tombstone.ID) async throws {
        _ = try await write(
            DeleteTrash(id: id, principal: principal), ifMatch: nil, idempotencyKey: nil)
    }

    /// Purges every deletion that the person may purge, as one change, and returns their number.
    /// - Throws: `personNeeded`.
    public func emptyTrash() async throws -> Int {
        _ = try person
        return try await write(
            EmptyTrash(principal: principal), ifMatch: nil, idempotencyKey: nil
        ).value
    }
}

extension Store {
    /// Empties the trash and evicts tombstones, both by age and by each person's limit. It works in batches
    /// and returns the number of changed tombstones.
    /// - Throws: `CancellationError` between two batches.
    public func forgetTombstones(_ age: TombstoneAge) async throws -> Int {
        try await inSteps(of: age.limit) {
            try await write(ExpireTombstones(age: age), as: nil, ifMatch: nil, idempotencyKey: nil).value
        }
    }
}

package struct RestoreTrash: BatchOperation {
    let id: Tombstone.ID
    let principal: Principal

    package var access: Access { .trash(id) }
    package var needs: [Need] { [.tombstone(id)] }

    package mutating func resolve(_ ids: TemporaryIDs) {}

    package func size(in transaction: inout some Transaction) -> Int {
        transaction.tombstone(id)?.trash?.items.count ?? 0
    }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Checklist> {
        let (tombstone, trash) = try transaction.trash(id, of: principal)
        let end: [Mutation] = [.tombstone(before: tombstone, after: tombstone.emptied)]
        if var list = trash.checklist {
            try restoreMembers(of: &list, in: &transaction)
            let parents = Set(trash.items.lazy.filter { !$0.isSubtask }.map(\.id))
            let items = trash.items.map { item in
                var item = item
                item.clearMissingReferences(on: list, parents: parents)
                return restored(item, in: transaction)
            }
            // A reset that was due in the trash would uncheck the items at once.
            list.resetAt = list.resetRule?.next(after: transaction.now)
            // Another list has taken the UUID since.
            if transaction.checklistID(of: list.uid) != nil { list.uid = nil }
            transaction.touch(&list)
            list.createdIn = transaction.nextRevision
            var mutations: [Mutation] = [.checklist(before: nil, after: list)]
            mutations += items.map { .item(before: nil, after: $0) }
            return Decision(mutations + end, list)
        }
        var list = try transaction.existingChecklist(tombstone.checklistID)
        let items = place(trash.items, on: list, in: &transaction)
        var changes = ItemChanges()
        for item in items { changes.set(nil, item) }
        let mutations = try changes.mutations(in: &transaction)
        if case .checklist(_, let recounted?)? = mutations.last { list = recounted }
        return Decision(mutations + end, list)
    }

    /// Restores the members who still exist, as new members. Deleting the list has revoked its links.
    private func restoreMembers(
        of list: inout Checklist, in transaction: inout some Transaction
    ) throws(ChecklistsError) {
        var members: [Member] = []
        for var member in list.members where transaction.person(member.personID) != nil {
            member.joinedIn = transaction.nextRevision
            member.changedIn = transaction.nextRevision
            members.append(member)
        }
        list.members = members
        list.links = []
    }

    /// The items at their old positions, without what no longer exists. An item that was added since may have
    /// the position of an older one; it then comes after it.
    private func place(
        _ items: [Item], on list: Checklist, in transaction: inout some Transaction
    ) -> [Item] {
        let present = Set(items.compactMap(\.parentID)).compactMap { transaction.item($0) }
            .filter { $0.checklistID == list.id }
        let parents = Set((present + items).lazy.filter { !$0.isSubtask }.map(\.id))
        return items.map { item in
            var item = item
            item.clearMissingReferences(on: list, parents: parents)
            if item.hasSubtasks { item.details.subtasks = SubtaskCounts() }
            // Another item has taken the name since.
            for name in item.names where transaction.itemID(of: name) != nil {
                item.clear(name)
            }
            return restored(item, in: transaction)
        }
    }

    private func restored(_ item: Item, in transaction: some Transaction) -> Item {
        let now = transaction.now
        var item = item
        item.remindAt = nil
        item.createdIn = transaction.nextRevision
        if let until = item.snoozedUntil, until <= now { item.snoozedUntil = nil }
        item.reschedule(from: nil, at: now)
        return transaction.edited(item)
    }
}

package struct DeleteTrash: Operation {
    let id: Tombstone.ID
    let principal: Principal

    package var access: Access { .purge(id) }
    package var needs: [Need] { [.tombstone(id)] }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Void> {
        let (before, _) = try transaction.trash(id, of: principal)
        return Decision([.tombstone(before: before, after: before.emptied)], ())
    }
}

package struct EmptyTrash: Operation {
    let principal: Principal

    package var access: Access { .unrestricted }
    package var needs: [Need] { [.allTrash] }

    package func size(in transaction: inout some Transaction) -> Int { purgeable(in: &transaction).count }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Int> {
        let mutations: [Mutation] = purgeable(in: &transaction).map { entry in
            .tombstone(before: entry, after: entry.emptied)
        }
        return Decision(mutations, mutations.count)
    }

    /// The deletions that the caller may purge.
    private func purgeable(in transaction: inout some Transaction) -> [Tombstone] {
        var entries: [Tombstone] = []
        for entry in transaction.allTrash() {
            do throws(ChecklistsError) {
                try transaction.checkPurge(entry.id, of: principal)
                entries.append(entry)
            } catch {
                // The caller may not purge this one.
            }
        }
        return entries
    }
}

extension Transaction {
    /// The number of the tombstone of this change.
    var tombstoneID: Tombstone.ID { Tombstone.ID(rawValue: Int(nextRevision.rawValue)) }

    /// A tombstone of items that left a list.
    func tombstone(of items: [Item], from list: Checklist.ID, keepsTrash: Bool) -> Mutation {
        let tombstone = Tombstone(
            id: tombstoneID, checklistID: list, itemIDs: items.map(\.id),
            names: items.givenNames, removedAt: now, removedBy: author,
            trash: keepsTrash ? Trash(items: items) : nil)
        return .tombstone(before: nil, after: tombstone)
    }

    /// A tombstone for people who lost access to a list.
    func tombstone(of list: Checklist.ID, from people: [Person.ID], trash: Trash? = nil) -> Mutation {
        let tombstone = Tombstone(
            id: tombstoneID, checklistID: list, people: people,
            removedAt: now, removedBy: author, trash: trash)
        return .tombstone(before: nil, after: tombstone)
    }
}

extension Item {
    /// Removes a name that another item has taken.
    mutating func clear(_ name: Name) {
        switch name.kind {
        case .uid: uid = nil
        case .resource: calendarObject?.name = nil
        }
    }
}

extension [Item] {
    /// The resource names in CalDAV of the items that have one.
    fileprivate var givenNames: [Item.ID: String] {
        var names: [Item.ID: String] = [:]
        for item in self where item.uid != nil || item.hasCalendarObject {
            let name = item.resourceName
            if name != Item.resourceName(of: item.id) { names[item.id] = name }
        }
        return names
    }
}
