extension Operation {
    /// Weighs a request for this operation: whether it was answered before, whether it starts from a revision
    /// that the client has seen, and then what the rule decides.
    ///
    /// - Parameters:
    ///   - ifMatch: The revisions that the subject may have; `nil` does not care, an empty set matches
    ///     nothing.
    ///   - key: What the client marks the request with. Its result is left behind for 24 hours, in the same
    ///     change.
    /// - Throws: `idempotencyKeyReused`, `notFound`, `revisionMismatch`, and what the rule throws.
    @inlinable package func weigh(
        as principal: Principal?, ifMatch: Set<Revision>?, once key: IdempotencyKey?,
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Outcome<Result> {
        let record: IdempotencyRecord? =
            if let key { try transaction.idempotencyRecord(of: key) } else { nil }
        // What is gone by now was seen by who did the same before.
        if let principal, record == nil || !transaction.isGone(access) {
            try transaction.check(access, of: principal)
        }
        if let record {
            guard let result = Self.result(recorded: record.result) else { throw .idempotencyKeyReused }
            return .replay(result, of: record.revision)
        }
        if let ifMatch, let subject {
            guard ifMatch.contains(try transaction.revision(of: subject)) else { throw .revisionMismatch }
        }
        let decision = try decide(in: &transaction)
        // A repetition has to find an answer even where nothing changed.
        let left: IdempotencyRecord? =
            if let key, let recorded = Self.recorded(decision.result) {
                IdempotencyRecord(
                    key: key, at: transaction.now, revision: transaction.nextRevision, result: recorded)
            } else {
                nil
            }
        if decision.mutations.isEmpty, left == nil { return .unchanged(decision.result) }
        let change = Change(
            revision: transaction.nextRevision, mutations: decision.mutations, idempotencyRecord: left)
        return .change(change, decision.result)
    }
}

/// What a request comes to, before anything is kept.
@usableFromInline package enum Outcome<Result: Sendable>: Sendable {
    /// This change is to be made, and then this answered.
    case change(Change, Result)
    /// Nothing changes.
    case unchanged(Result)
    /// The same request was answered before, by that change.
    case replay(Result, of: Revision)
}

extension Transaction {
    /// What the same request left behind less than 24 hours ago.
    /// - Throws: `idempotencyKeyReused` if it was another request.
    @usableFromInline mutating func idempotencyRecord(
        of key: IdempotencyKey
    ) throws(ChecklistsError) -> IdempotencyRecord? {
        guard let record = idempotencyRecord(key.key), !record.isExpired(at: now) else { return nil }
        guard record.key.fingerprint == key.fingerprint else { throw .idempotencyKeyReused }
        return record
    }

    /// The revision that a subject has.
    /// - Throws: `notFound`.
    @usableFromInline mutating func revision(of subject: Subject) throws(ChecklistsError) -> Revision {
        switch subject {
        case .checklist(let id): try existingChecklist(id).revision
        case .item(let id): try existingItem(id).revision
        case .webhook(let id): try existingWebhook(id).revision
        case .preferences(let person): preferences(of: person).revision
        case .person(let id): try existingPerson(id).revision
        }
    }
}
