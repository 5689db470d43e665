extension CallerSession {
    /// Adds a member to a list, or changes a member's role.
    ///
    /// An owner who gives another person the role `own` makes an offer. A new member gets the role `edit`
    /// until they accept by giving themselves `own`; a member keeps their role. They decline by giving
    /// themselves the role that they have.
    /// - Throws: `notFound`, `roleNeeded`, `conflict`, `revisionMismatch`.
    public func putMember(
        _ person: Person.ID, _ role: Role, on id: Checklist.ID, ifMatch: KnownState?
    ) async throws -> Checklist {
        let operation = PutMember(
            checklistID: id, personID: person, role: role, isOwn: principal.personID == person)
        return try await write(operation, ifMatch: ifMatch, idempotencyKey: nil).value
    }

    /// Removes a member from a list, or lets the caller leave it.
    /// - Throws: `notFound`, `roleNeeded`, `conflict`, `revisionMismatch`.
    public func removeMember(
        _ person: Person.ID, from id: Checklist.ID, ifMatch: KnownState?
    ) async throws {
        let operation = RemoveMember(
            checklistID: id, personID: person, isOwn: principal.personID == person)
        _ = try await write(operation, ifMatch: ifMatch, idempotencyKey: nil)
    }

    /// Changes the calling member's settings for a list. Other members are not affected.
    /// - Throws: `notFound`, `invalid`, `personNeeded`.
    public func updateMembership(
        _ patch: ListPreferencesPatch, on id: Checklist.ID, ifMatch: KnownState? = nil
    ) async throws -> Checklist {
        let operation = UpdateMembership(checklistID: id, personID: try person, patch: patch)
        return try await write(operation, ifMatch: ifMatch, idempotencyKey: nil).value
    }
}

package struct PutMember: Operation {
    let checklistID: Checklist.ID
    let personID: Person.ID
    let role: Role
    /// Whether callers change their own role.
    let isOwn: Bool

    package var access: Access { .list(checklistID, isOwn ? .look : .share) }
    package var needs: [Need] { [.checklist(checklistID), .person(personID)] }
    package var subject: Subject? { .checklist(checklistID) }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Checklist> {
        let before = try transaction.existingChecklist(checklistID)
        guard transaction.person(personID) != nil else { throw .notFound(.person) }
        var after = before
        let (revision, now) = (transaction.nextRevision, transaction.now)
        let current = before.member(personID)?.role
        if role == .own, current != .own, !isOwn {
            if current == nil { after.setRole(.edit, of: personID, changingIn: revision) }
            if before.offer(to: personID, at: now) == nil {
                after.removeOffer(to: personID)
                after.addOffer(to: personID, in: revision, at: now)
            }
        } else {
            if isOwn, current != .own { try checkOffer(on: before, current, at: now) }
            after.removeOffer(to: personID)
            after.setRole(role, of: personID, changingIn: revision)
        }
        if after.members == before.members, after.links == before.links { return .unchanged(before) }
        try after.checkOwner()
        guard after.members.count <= Limits.membersMax else {
            throw .conflict([Violation("", .limitReached(Limits.membersMax, "members"))])
        }
        transaction.touch(&after)
        return Decision([.checklist(before: before, after: after)], after)
    }

    /// Checks that a member who is no owner accepts or declines an offer, and does nothing else.
    private func checkOffer(
        on checklist: Checklist, _ current: Role?, at now: Timestamp
    ) throws(ChecklistsError) {
        guard checklist.offer(to: personID, at: now) != nil, role == .own || role == current else {
            throw .roleNeeded(Action.share.role)
        }
    }
}

package struct RemoveMember: Operation {
    let checklistID: Checklist.ID
    let personID: Person.ID
    /// Whether callers remove themselves.
    let isOwn: Bool

    package var access: Access { .list(checklistID, isOwn ? .look : .share) }
    package var needs: [Need] {
        [
            .checklist(checklistID), .items(of: checklistID), .preferences(of: personID),
            .webhooks(of: personID),
        ]
    }
    package var subject: Subject? { .checklist(checklistID) }

    package func size(in transaction: inout some Transaction) -> Int {
        transaction.checklist(checklistID)?.itemsCount ?? 0
    }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Void> {
        let before = try transaction.existingChecklist(checklistID)
        guard before.member(personID) != nil else { throw .notFound(.member) }
        var after = before
        after.removeMember(personID)
        try after.checkOwner()
        transaction.touch(&after)
        var mutations = transaction.unassign(personID, on: checklistID)
        mutations.append(.checklist(before: before, after: after))
        transaction.deselect(checklistID, for: personID, in: &mutations)
        mutations.append(transaction.tombstone(of: checklistID, from: [personID]))
        mutations += transaction.unregister(personID, from: checklistID)
        return Decision(mutations, ())
    }
}

package struct UpdateMembership: Operation {
    let checklistID: Checklist.ID
    let personID: Person.ID
    let patch: ListPreferencesPatch

    package var access: Access { .list(checklistID, .look) }
    package var needs: [Need] { [.checklist(checklistID)] }
    package var subject: Subject? { .checklist(checklistID) }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Checklist> {
        let before = try transaction.existingChecklist(checklistID)
        var after = before
        guard let index = after.members.firstIndex(where: { $0.personID == personID }) else {
            throw .notFound(.checklist)
        }
        try patch.violations().throwIfAny()
        let preferences = patch.applied(to: before.members[index].preferences, at: transaction.now)
        if before.members[index].preferences == preferences { return .unchanged(before) }
        after.members[index].preferences = preferences
        transaction.touch(&after)
        return Decision([.checklist(before: before, after: after)], after)
    }
}

extension Checklist {
    /// Checks that the list has an owner.
    /// - Throws: `conflict`.
    fileprivate func checkOwner() throws(ChecklistsError) {
        guard members.contains(where: { $0.role == .own }) else {
            throw .conflict([Violation("", .lastOwner)])
        }
    }
}
