/// The results of one request: enough to redo and to undo it. It contains no commands.
///
/// A journal stores one change a line. Applying a change twice has the same effect as applying it once. The
/// change of a batch has a revision for each operation that changes something; all become durable together.
public struct Change: Hashable, Sendable {
    /// The first revision of the change, one more than the last one of the preceding change.
    public var firstRevision: Revision
    /// The last revision of the change.
    public var revision: Revision
    /// The changed records, in order.
    public var mutations: [Mutation]
    /// The idempotency record of the request; `nil` without a key.
    public var idempotencyRecord: IdempotencyRecord?

    /// Creates a change with one revision, or with several from `firstRevision` on.
    public init(
        from firstRevision: Revision? = nil, revision: Revision, mutations: [Mutation],
        idempotencyRecord: IdempotencyRecord? = nil
    ) {
        self.firstRevision = firstRevision ?? revision
        self.revision = revision
        self.mutations = mutations
        self.idempotencyRecord = idempotencyRecord
    }
}

extension Change {
    /// Whether it adds, changes or ends tokens or accounts, or adds or removes people. Every process of a
    /// store keeps these in memory.
    package var changesCallers: Bool { mutations.contains(where: \.changesCallers) }
}

extension Mutation {
    fileprivate var changesCallers: Bool {
        switch self {
        case .checklist(let before, let after): before?.shareLinks ?? [] != after?.shareLinks ?? []
        case .person(let before, let after): before?.callers != after?.callers
        case .item, .webhook, .delivery, .preferences, .tombstone: false
        }
    }
}

extension Person {
    /// The callers of the tokens and accounts, by the digests of the tokens and the keys of the accounts.
    fileprivate var callers: [[UInt8]: Caller] {
        Dictionary((tokens + accounts).map { ($0.digest, $0.holder.caller) }) { _, last in last }
    }
}

/// A record before and after a change: `nil` before means created, `nil` after means deleted.
///
/// A checklist is deleted after its items, each in a separate mutation. Preferences always exist.
///
/// All cases except `item` are indirect, so that an array of many item mutations stays small.
public enum Mutation: Hashable, Sendable {
    indirect case checklist(before: Checklist?, after: Checklist?)
    case item(before: Item?, after: Item?)
    indirect case webhook(before: Webhook?, after: Webhook?)
    indirect case delivery(before: Delivery?, after: Delivery?)
    indirect case preferences(before: Preferences, after: Preferences)
    indirect case person(before: Person?, after: Person?)
    indirect case tombstone(before: Tombstone?, after: Tombstone?)
}

extension Change {
    /// Whether the change restores deleted records with their identifiers.
    package var isRestoration: Bool {
        mutations.contains { mutation in
            if case .tombstone(let before?, let after) = mutation {
                before.trash != nil && after?.trash == nil
            } else {
                false
            }
        }
    }

    /// Whether the change schedules a reminder or moves one.
    var schedulesReminders: Bool {
        mutations.indices.contains { mutations[$0].schedulesReminder }
    }

    /// Whether the change schedules a reset or moves one.
    var schedulesResets: Bool {
        mutations.contains { mutation in
            if case .checklist(let before, let after?) = mutation, let moment = after.resetAt {
                moment != before?.resetAt
            } else {
                false
            }
        }
    }

    /// Whether the change creates or deletes a webhook, or changes what clients see of one.
    var changesWebhooks: Bool {
        mutations.contains { mutation in
            if case .webhook(let before, let after) = mutation {
                before?.revision != after?.revision
            } else {
                false
            }
        }
    }

    /// Whether the change may have added work for the delivery loop.
    var queuesDeliveries: Bool {
        mutations.indices.contains { mutations[$0].queuesDelivery }
    }
}

extension Mutation {
    fileprivate var schedulesReminder: Bool {
        guard case .item(let before, let after) = self, let time = after?.remindAt else { return false }
        return time != before?.remindAt
    }

    fileprivate var queuesDelivery: Bool {
        switch self {
        case .delivery(_, let after?): after.status == .pending
        case .webhook(let before, let after?): after.active && before?.active != true
        default: false
        }
    }
}
