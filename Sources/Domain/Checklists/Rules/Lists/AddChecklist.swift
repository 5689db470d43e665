extension CallerSession {
    /// Creates a checklist.
    /// - Throws: `invalid`, `idempotencyKeyReused`.
    public func addChecklist(
        _ draft: ChecklistDraft, idempotencyKey key: IdempotencyKey?
    ) async throws -> Idempotent<Checklist> {
        try await write(
            AddChecklist(draft: draft, owner: person), ifMatch: nil, idempotencyKey: key)
    }
}

package struct AddChecklist: BatchOperation {
    let draft: ChecklistDraft
    let owner: Person.ID

    package var access: Access { .unrestricted }
    package var needs: [Need] {
        [.newIDs(.checklist, 1)] + (uid.map { [.owner(ofSecret: $0.key)] } ?? [])
    }

    private var uid: Checklist.ClientUID? { draft.uid.map { Checklist.ClientUID($0, of: owner) } }

    package mutating func resolve(_ ids: TemporaryIDs) {}

    package static func created(_ result: Checklist) -> Int? { result.id.rawValue }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Checklist> {
        let draft = try draft.validated()
        if let other = transaction.checklistID(of: uid) {
            throw .conflict([Violation("/uid", .taken(by: other))])
        }
        let resetRule = transaction.resetRule(draft.resetRule, of: nil)
        // This can fail, so it comes before the identifier is allocated: a failure would waste it.
        let resetAt = try resetRule?.firstReset(after: transaction.now)
        var checklist = Checklist(
            id: transaction.allocate(Checklist.ID.self), name: draft.name, icon: draft.icon,
            members: [Member(owner, .own)], createdAt: transaction.now, updatedAt: transaction.now,
            changedBy: transaction.author, revision: transaction.nextRevision)
        (checklist.resetRule, checklist.resetAt, checklist.uid) = (resetRule, resetAt, uid)
        if let collection = draft.collection { checklist.collection = collection }
        if !draft.remembersSections { checklist.sections.remember = false }
        if let position = draft.position { checklist.members[0].preferences.position = position.asPosition }
        return Decision([.checklist(before: nil, after: checklist)], checklist)
    }
}

extension Transaction {
    /// The list with a UUID; `nil` if there is none.
    mutating func checklistID(of uid: Checklist.ClientUID?) -> Checklist.ID? {
        guard let uid, case .checklist(let id)? = owner(ofSecret: uid.key) else { return nil }
        return checklist(id)?.uid == uid ? id : nil
    }
}
