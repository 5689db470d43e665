extension CallerSession {
    /// The sessions of the calling person's assistants that can be undone, newest first.
    /// - Throws: `personNeeded`.
    public func assistantSessions() async throws -> [AssistantSession] {
        let operation = ListAssistantSessions(person: try person)
        return try await store.write(operation, as: nil, ifMatch: nil, idempotencyKey: nil).value
    }

    /// Undoes a session as one change: restores the items that it changed, and moves those that it created to
    /// the trash. Items with later changes of other authors stay.
    /// - Throws: `notFound`, `personNeeded`, `idempotencyKeyReused`.
    public func undo(
        _ session: Tombstone.ID, idempotencyKey key: IdempotencyKey?
    ) async throws -> Idempotent<UndoneSession> {
        let operation = UndoSession(
            id: session, person: try person, principal: principal, keepsTrash: store.retention.keepsTrash)
        return try await write(operation, ifMatch: nil, idempotencyKey: key)
    }
}

/// Reads the sessions; it changes nothing.
package struct ListAssistantSessions: Operation {
    let person: Person.ID

    package var access: Access { .unrestricted }
    package var needs: [Need] { [.undoRecords(of: person)] }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<[AssistantSession]> {
        .unchanged(AssistantSession.all(of: transaction.undoRecords(of: person), at: transaction.now))
    }
}

package struct UndoSession: Operation {
    let id: Tombstone.ID
    let person: Person.ID
    let principal: Principal
    let keepsTrash: Bool

    package var access: Access { .unrestricted }
    package var needs: [Need] { [.undoRecords(of: person)] }

    package func size(in transaction: inout some Transaction) -> Int {
        let sessions = AssistantSession.all(of: transaction.undoRecords(of: person), at: transaction.now)
        return sessions.first { $0.id == id }?.itemsCount ?? 1
    }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<UndoneSession> {
        let sessions = AssistantSession.all(of: transaction.undoRecords(of: person), at: transaction.now)
        guard let session = sessions.first(where: { $0.id == id }) else {
            throw .notFound(.assistantSession)
        }
        var undoing = Undoing(session, by: principal, keepsTrash: keepsTrash)
        try transaction.staging { transaction in
            Swift.Result { () throws(ChecklistsError) in try undoing.run(in: &transaction) }
        }.get()
        undoing.mutations += session.records.map { .tombstone(before: $0, after: $0.emptied) }
        return Decision(
            undoing.mutations, undoing.result, revisionsCount: max(undoing.revisionsCount, 1))
    }
}

/// The steps that undo a session. Each has its own revision, because the ids of tombstones are revisions.
private struct Undoing {
    private let session: AssistantSession
    private let principal: Principal
    private let keepsTrash: Bool
    /// The states of items before the session, in the order of their first changes.
    private var states: [Item] = []
    /// The items that the session created, as far as they are as it left them.
    private var created: [Item.ID] = []
    private(set) var result = UndoneSession()
    var mutations: [Mutation] = []
    private(set) var revisionsCount = 0

    init(_ session: AssistantSession, by principal: Principal, keepsTrash: Bool) {
        self.session = session
        self.principal = principal
        self.keepsTrash = keepsTrash
        var known: Set<Item.ID> = []
        for record in session.records.compactMap(\.trash?.undo) {
            created += record.createdItems.filter { known.insert($0).inserted }
            states += record.items.filter { known.insert($0.id).inserted }
        }
    }

    mutating func run(in transaction: inout some Transaction) throws(ChecklistsError) {
        let lists = unchangedLists(in: &transaction)
        created = created.filter { isAsLeft($0, in: &transaction) != nil }
        try restoreItems(in: &transaction)
        for id in lists { deleteList(id, in: &transaction) }
        try deleteItems(in: &transaction)
    }

    /// An item that is as the session left it. The result notes any other item.
    private mutating func isAsLeft(_ id: Item.ID, in transaction: inout some Transaction) -> Item? {
        guard let item = transaction.item(id), let list = transaction.checklist(item.checklistID),
            let role = list.role(of: principal, at: transaction.now), role >= Action.changeItems.role
        else {
            result.missing.append(id)
            return nil
        }
        guard item.changedBy == session.records[0].removedBy, item.revision <= session.end else {
            result.changedSince.append(id)
            return nil
        }
        return item
    }

    /// The lists that the session created, if they are as it left them.
    private mutating func unchangedLists(in transaction: inout some Transaction) -> [Checklist.ID] {
        var unchanged: [Checklist.ID] = []
        for id in session.records.flatMap({ $0.trash?.undo?.createdLists ?? [] }) {
            guard let list = transaction.checklist(id),
                list.role(of: principal, at: transaction.now) == Action.delete.role
            else { continue }
            if list.changedBy == session.records[0].removedBy, list.revision <= session.end {
                unchanged.append(id)
            } else {
                result.listsChangedSince.append(id)
            }
        }
        return unchanged
    }

    /// Puts back items, list by list.
    private mutating func restoreItems(in transaction: inout some Transaction) throws(ChecklistsError) {
        var groups: [Checklist.ID: [(current: Item, before: Item)]] = [:]
        for before in states {
            guard let current = isAsLeft(before.id, in: &transaction) else { continue }
            let target = transaction.checklist(before.checklistID)
            guard let role = target?.role(of: principal, at: transaction.now),
                role >= Action.changeItems.role
            else {
                result.missing.append(before.id)
                continue
            }
            groups[current.checklistID, default: []].append((current, before))
        }
        for (list, items) in groups.sorted(by: { $0.key < $1.key }) {
            var changes = ItemChanges()
            var names: Set<Item.Name> = []
            for (current, before) in items {
                var item = restored(before, from: current, in: &transaction)
                // An item that lost its name since can have left it to another one of the session.
                for name in item.names where !names.insert(name).inserted { item.clear(name) }
                changes.set(current, item)
                result.restored.append(current.id)
            }
            var made = try changes.mutations(in: &transaction)
            if !changes.moved.isEmpty {
                made.append(transaction.tombstone(of: changes.moved, from: list, keepsTrash: false))
            }
            stage(made, in: &transaction)
        }
    }

    /// An earlier state of an item as a change of now. It loses what no longer exists.
    private func restored(
        _ before: Item, from current: Item, in transaction: inout some Transaction
    ) -> Item {
        let now = transaction.now
        var item = before
        if let list = transaction.checklist(item.checklistID) {
            let parent = item.parentID.flatMap { transaction.item($0) }
            item.clearMissingReferences(on: list, parents: parent.map { [$0.id] } ?? [])
        }
        for name in item.names {
            if let other = transaction.itemID(of: name), other != item.id { item.clear(name) }
        }
        if current.hasDetails || item.hasDetails {
            item.details.subtasks = current.details.subtasks
            item.details.countedIn = nil
            item.details.contentRevision = nil
        }
        if let until = item.snoozedUntil, until <= now { item.snoozedUntil = nil }
        item.createdIn = current.createdIn
        item.remindAt = current.remindAt
        item.reschedule(from: current, at: now)
        return transaction.edited(item)
    }

    /// Deletes a list that holds nothing but items of the session.
    private mutating func deleteList(_ id: Checklist.ID, in transaction: inout some Transaction) {
        let items = transaction.items(of: id).map(\.id)
        let operation = DeleteChecklist(id: id, keepsTrash: keepsTrash)
        guard Set(items).isSubset(of: created), let decision = try? operation.decide(in: &transaction) else {
            return result.listsChangedSince.append(id)
        }
        stage(decision.mutations, in: &transaction)
        created.removeAll(where: Set(items).contains)
        result.deletedLists.append(id)
        result.deleted += items
    }

    /// Moves created items to the trash, list by list. An item stays if it has subtasks of others.
    private mutating func deleteItems(in transaction: inout some Transaction) throws(ChecklistsError) {
        let own = Set(created)
        var groups: [Checklist.ID: [Item]] = [:]
        for id in created {
            guard let item = transaction.item(id) else { continue }
            if item.hasSubtasks, !transaction.subtasks(of: id).allSatisfy({ own.contains($0.id) }) {
                result.changedSince.append(id)
                continue
            }
            groups[item.checklistID, default: []].append(item)
        }
        for (list, items) in groups.sorted(by: { $0.key < $1.key }) {
            var changes = ItemChanges()
            for item in items { changes.set(item, nil) }
            result.deleted += items.map(\.id)
            let made = try changes.mutations(in: &transaction)
            let tombstone = transaction.tombstone(of: changes.deleted, from: list, keepsTrash: keepsTrash)
            stage(made + [tombstone], in: &transaction)
        }
    }

    /// Shows the mutations of a step to the next steps.
    private mutating func stage(_ made: [Mutation], in transaction: inout some Transaction) {
        transaction.stage(Change(revision: transaction.nextRevision, mutations: made))
        mutations += made
        revisionsCount += 1
    }
}
