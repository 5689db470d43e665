/// What one request changed, as results and never as a command: enough to do it again and to take it back.
///
/// It is what a journal keeps, one change a line, and doing it twice leaves what doing it once leaves.
public struct Change: Hashable, Sendable {
    /// The number of the change, one more than that of the change before it.
    public var revision: Revision
    /// What became of what, in order.
    public var mutations: [Mutation]
    /// What the request leaves behind for its repetition.
    public var idempotencyRecord: IdempotencyRecord?

    /// A change of these things.
    public init(revision: Revision, mutations: [Mutation], idempotencyRecord: IdempotencyRecord? = nil) {
        self.revision = revision
        self.mutations = mutations
        self.idempotencyRecord = idempotencyRecord
    }
}

/// One thing as it was before a change and as it is after it: `nil` before is made, `nil` after is deleted.
///
/// A checklist is deleted after its items, each with a mutation of its own. Preferences are always there.
///
/// All but items, which are small, lie apart, so that many mutations of items take little room.
public enum Mutation: Hashable, Sendable {
    indirect case checklist(before: Checklist?, after: Checklist?)
    case item(before: Item?, after: Item?)
    indirect case webhook(before: Webhook?, after: Webhook?)
    indirect case delivery(before: Delivery?, after: Delivery?)
    indirect case preferences(before: Preferences, after: Preferences)
    indirect case person(before: Person?, after: Person?)
    indirect case removal(before: Removal?, after: Removal?)
}

extension Change {
    /// Whether things come back that were there before, by the numbers that they had.
    package var isRestoration: Bool {
        mutations.contains { mutation in
            if case .removal(let before?, let after) = mutation {
                before.trash != nil && after?.trash == nil
            } else {
                false
            }
        }
    }

    /// Whether a reminder is scheduled that was not before.
    var schedulesReminders: Bool {
        mutations.indices.contains { mutations[$0].schedulesReminder }
    }

    /// Whether a list is to be reset that was not before, or at another time.
    var schedulesResets: Bool {
        mutations.contains { mutation in
            if case .checklist(let before, let after?) = mutation, let moment = after.resetAt {
                moment != before?.resetAt
            } else {
                false
            }
        }
    }

    /// Whether a webhook is made, deleted, or changed in what clients see of it.
    var changesWebhooks: Bool {
        mutations.contains { mutation in
            if case .webhook(let before, let after) = mutation {
                before?.revision != after?.revision
            } else {
                false
            }
        }
    }

    /// Whether there may be something to send that there was not before.
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
