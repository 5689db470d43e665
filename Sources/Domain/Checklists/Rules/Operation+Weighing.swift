extension Operation {
    /// Evaluates a request for this operation: finds an earlier result, checks access and the precondition,
    /// and lets the rule decide.
    ///
    /// - Parameters:
    ///   - ifMatch: The allowed revisions of the subject; `nil` skips the check, an empty set matches
    ///     nothing.
    ///   - key: The idempotency key. The same change stores the result for 24 hours.
    /// - Throws: `idempotencyKeyReused`, `notFound`, `revisionMismatch`, and what the rule throws.
    @inlinable package func weigh(
        as principal: Principal?, ifMatch: Set<Revision>?, idempotencyKey key: IdempotencyKey?,
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Outcome<Result> {
        let record: IdempotencyRecord? =
            if let key { try transaction.idempotencyRecord(of: key) } else { nil }
        // A replay skips this check if its target is gone, possibly deleted by the request itself: the first
        // request passed the check.
        if let principal, record == nil || !transaction.isMissing(access) {
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
        let first = transaction.nextRevision
        let last = Revision(rawValue: first.rawValue + UInt64(max(decision.revisionsCount, 1)) - 1)
        // A repetition must find a result even if nothing changed.
        let left: IdempotencyRecord? =
            if let key, let recorded = Self.recorded(decision.result) {
                IdempotencyRecord(key: key, at: transaction.now, revision: last, result: recorded)
            } else {
                nil
            }
        if decision.mutations.isEmpty, left == nil { return .unchanged(decision.result) }
        let change = Change(
            from: first, revision: last, mutations: decision.mutations, idempotencyRecord: left)
        return .change(change, decision.result)
    }
}

/// The outcome of a request, before the store writes it.
@usableFromInline package enum Outcome<Result: Sendable>: Sendable {
    /// The store makes the change, then returns the result.
    case change(Change, Result)
    /// The store changes nothing.
    case unchanged(Result)
    /// An earlier request with the same key has produced this result.
    case replay(Result, of: Revision)
}

extension Transaction {
    /// The record of an earlier request with the same key, at most 24 hours old.
    /// - Throws: `idempotencyKeyReused` if that request was another one.
    @usableFromInline mutating func idempotencyRecord(
        of key: IdempotencyKey
    ) throws(ChecklistsError) -> IdempotencyRecord? {
        guard let record = idempotencyRecord(key.key), !record.isExpired(at: now) else { return nil }
        guard record.key.fingerprint == key.fingerprint else { throw .idempotencyKeyReused }
        return record
    }

    /// The current revision of a subject.
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
