extension Operation {
    /// Evaluates a request for this operation: finds an earlier result, checks access and the precondition,
    /// and lets the rule decide.
    ///
    /// - Parameters:
    ///   - ifMatch: What the client expects of the subject; `nil` skips the check.
    ///   - key: The idempotency key. The same change stores the result for 24 hours.
    /// - Throws: `idempotencyKeyReused`, `notFound`, what the expectation and the rule throw.
    @inlinable package func weigh(
        as principal: Principal?, ifMatch: KnownState?, idempotencyKey key: IdempotencyKey?,
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
            let (value, revision) = try transaction.state(of: subject)
            try ifMatch.check(value, in: revision)
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

    /// The current state of a subject, and its revision.
    /// - Throws: `notFound`.
    @usableFromInline mutating func state(
        of subject: Subject
    ) throws(ChecklistsError) -> (value: any Sendable, revision: Revision) {
        switch subject {
        case .checklist(let id):
            let list = try existingChecklist(id)
            return (list, list.revision)
        case .section(let id, on: let checklist):
            let list = try existingChecklist(checklist)
            return (list.sections.all[try list.sections.index(of: id)], list.revision)
        case .item(let id):
            let item = try existingItem(id)
            return (item, item.revision)
        case .webhook(let id):
            let webhook = try existingWebhook(id)
            return (webhook, webhook.revision)
        case .preferences(let person):
            let preferences = preferences(of: person)
            return (preferences, preferences.revision)
        case .view(let id, of: let person):
            let preferences = preferences(of: person)
            return (preferences.views[try preferences.index(of: id)], preferences.revision)
        case .person(let id):
            let person = try existingPerson(id)
            return (person, person.revision)
        }
    }
}
