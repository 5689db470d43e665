extension Store {
    /// Removes a person with their devices, webhooks, preferences and undo records.
    ///
    /// - Parameter heir: The person who gets the lists without another owner, deleted ones as well; `nil` if
    ///   there must be none. Without an heir, deleted lists are purged, because no person could restore them.
    /// - Throws: `notFound`, `revisionMismatch`, `conflict`.
    public func removePerson(
        _ id: Person.ID, transferringTo newOwner: Person.ID?, ifMatch: KnownState?
    ) async throws {
        _ = try await write(
            RemovePerson(id: id, newOwner: newOwner), as: nil, ifMatch: ifMatch, idempotencyKey: nil)
    }
}

package struct RemovePerson: Operation {
    let id: Person.ID
    let newOwner: Person.ID?

    package var access: Access { .unrestricted }
    package var needs: [Need] {
        [
            .person(id), .checklistIDs(of: id), .webhooks(of: id), .trash(ownedBy: id), .preferences(of: id),
            .undoRecords(of: id),
        ]
    }
    package var subject: Subject? { .person(id) }

    package func size(in transaction: inout some Transaction) -> Int {
        let deliveries = transaction.webhooks(of: id).reduce(0) { count, webhook in
            count + transaction.deliveries(to: webhook.id).count
        }
        return transaction.checklistIDs(of: id).reduce(deliveries) { count, list in
            count + (transaction.checklist(list)?.itemsCount ?? 0)
        }
    }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Void> {
        let person = try transaction.existingPerson(id)
        guard id != .first else {
            throw .conflict([Violation("", .firstPerson)])
        }
        if let newOwner, newOwner == id || transaction.person(newOwner) == nil {
            throw .invalid([Violation("/transferTo", .notAPerson)])
        }
        var mutations: [Mutation] = []
        var owned: [Checklist.ID] = []
        for list in transaction.checklistIDs(of: id) {
            guard let before = transaction.checklist(list) else { continue }
            var after = before
            after.removeMember(id)
            after.announcements.removeAll { $0.personID == id }
            if !after.members.contains(where: { $0.role == .own }) {
                owned.append(list)
                if let newOwner { after.setRole(.own, of: newOwner, changingIn: transaction.nextRevision) }
            }
            mutations += transaction.unassign(id, on: list)
            transaction.touch(&after)
            mutations.append(.checklist(before: before, after: after))
        }
        guard owned.isEmpty || newOwner != nil else {
            throw .conflict([Violation("", .soleOwner(of: owned))])
        }
        for webhook in transaction.webhooks(of: id) {
            mutations += transaction.deletion(of: webhook)
        }
        mutations += transaction.trash(ownedBy: id).map { inherited($0, in: transaction.nextRevision) }
        for record in transaction.undoRecords(of: id) {
            mutations.append(.tombstone(before: record, after: record.emptied))
        }
        let preferences = transaction.preferences(of: id)
        if preferences.revision != .zero {
            // A store drops preferences of the revision zero.
            mutations.append(.preferences(before: preferences, after: Preferences(of: id)))
        }
        mutations.append(.person(before: person, after: nil))
        return Decision(mutations, ())
    }

    /// Transfers the deletion of a list that the person owned alone to the heir, or purges it.
    private func inherited(_ tombstone: Tombstone, in revision: Revision) -> Mutation {
        guard let newOwner else { return .tombstone(before: tombstone, after: tombstone.emptied) }
        var after = tombstone
        after.trash?.checklist?.removeMember(id)
        after.trash?.checklist?.setRole(.own, of: newOwner, changingIn: revision)
        return .tombstone(before: tombstone, after: after)
    }
}

extension Checklist {
    /// Adds a member with a role, or changes a member's role.
    mutating func setRole(_ role: Role, of person: Person.ID, changingIn revision: Revision) {
        if let index = members.firstIndex(where: { $0.personID == person }) {
            if members[index].role != role { members[index].changedIn = revision }
            members[index].role = role
        } else {
            members.append(Member(person, role, joinedIn: revision))
        }
    }
}

extension Transaction {
    /// Unassigns a person from the items of a list that they leave.
    mutating func unassign(_ person: Person.ID, on id: Checklist.ID) -> [Mutation] {
        let assigned = items(of: id).filter { $0.assigneeID == person }
        return assigned.map { before in
            var after = edited(before)
            after.assigneeID = nil
            return .item(before: before, after: after)
        }
    }
}
