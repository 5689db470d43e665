extension CallerSession {
    /// Creates a share link to a list.
    ///
    /// - Parameters:
    ///   - name: The owner's name for the link; `nil` for none.
    ///   - role: `view`, `check` or `edit`.
    ///   - digest: The SHA-256 of the link's secret.
    ///   - tokenDigest: The SHA-256 of the token that a client gets for the secret.
    ///   - end: When the link expires; `nil` if it is valid until it is revoked.
    /// - Throws: `notFound`, `roleNeeded`, `invalid`, `conflict`.
    public func addLink(
        to id: Checklist.ID, _ role: Role, named name: String? = nil, secretDigest digest: [UInt8],
        tokenDigest: [UInt8], until end: Timestamp?, idempotencyKey key: IdempotencyKey?
    ) async throws -> Idempotent<ListLink> {
        let operation = AddListLink(
            checklistID: id, name: name, role: role, secretDigest: digest, tokenDigest: tokenDigest,
            expiresAt: end)
        let result = try await write(operation, ifMatch: nil, idempotencyKey: key)
        guard let link = result.value.links.last else { throw ChecklistsError.notFound(.link) }
        return Idempotent(link, isReplay: result.isReplay)
    }

    /// The share links to a list.
    /// - Throws: `notFound`, `roleNeeded`.
    public func links(to id: Checklist.ID) async throws -> [ListLink] {
        let checklist = try await checklist(id)
        let role = checklist.members.first { $0.personID == principal.personID }?.role
        guard role == Action.share.role else { throw ChecklistsError.roleNeeded(Action.share.role) }
        return checklist.shareLinks
    }

    /// Revokes a share link.
    /// - Throws: `notFound`, `roleNeeded`.
    public func removeLink(_ link: ListLink.ID, to id: Checklist.ID) async throws {
        let operation = RemoveListLink(checklistID: id, id: link)
        _ = try await write(operation, ifMatch: nil, idempotencyKey: nil)
    }
}

package struct AddListLink: Operation {
    let checklistID: Checklist.ID
    let name: String?
    let role: Role
    let secretDigest: [UInt8]
    let tokenDigest: [UInt8]
    let expiresAt: Timestamp?

    package var access: Access { .list(checklistID, .share) }
    package var needs: [Need] { [.checklist(checklistID)] }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Checklist> {
        let before = try transaction.existingChecklist(checklistID)
        let now = transaction.now
        if role == .own { throw .invalid([Violation("/role", .notOneOf(["view", "check", "edit"]))]) }
        let name: String? = if let name { try Person.validatedName(name) } else { nil }
        try Violation.ofMoment(expiresAt, at: "/expiresAt").throwIfAny()
        if let expiresAt, expiresAt <= now {
            throw .conflict([Violation("/expiresAt", .inThePast)])
        }
        var after = before
        after.links.removeAll { !$0.isValid(at: now) }
        guard after.shareLinks.count < Limits.listLinksMax else {
            throw .conflict([Violation("", .limitReached(Limits.listLinksMax, "links"))])
        }
        let link = ListLink(
            id: ListLink.ID(rawValue: Int(transaction.nextRevision.rawValue)), name: name, role: role,
            secretDigest: secretDigest, tokenDigest: tokenDigest, createdAt: now, expiresAt: expiresAt)
        after.links.append(link)
        transaction.touch(&after)
        return Decision([.checklist(before: before, after: after)], after)
    }
}

package struct RemoveListLink: Operation {
    let checklistID: Checklist.ID
    let id: ListLink.ID

    package var access: Access { .list(checklistID, .share) }
    package var needs: [Need] { [.checklist(checklistID)] }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Void> {
        let before = try transaction.existingChecklist(checklistID)
        var after = before
        after.links.removeAll { $0.id == id && !$0.isOffer }
        guard after.links.count < before.links.count else { throw .notFound(.link) }
        transaction.touch(&after)
        return Decision([.checklist(before: before, after: after)], ())
    }
}
