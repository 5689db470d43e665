/// What one request changed, as results and never as a command: enough to do it again and to take it back.
///
/// It is what a journal keeps, one change a line, and doing it twice leaves what doing it once leaves.
public struct Change: Hashable, Sendable {
    /// The number of the change, one more than that of the change before it.
    public var revision: Revision
    /// What became of what, in order.
    public var mutations: [Mutation]
    /// What the request leaves behind for its repetition.
    public var once: OnceRecord?

    /// A change of these things.
    public init(revision: Revision, mutations: [Mutation], once: OnceRecord? = nil) {
        self.revision = revision
        self.mutations = mutations
        self.once = once
    }
}

/// One thing as it was before a change and as it is after it: `nil` before is made, `nil` after is deleted.
///
/// A checklist is deleted after its items, each with a mutation of its own. Preferences are always there.
public enum Mutation: Hashable, Sendable {
    case checklist(before: Checklist?, after: Checklist?)
    case item(before: Item?, after: Item?)
    case webhook(before: Webhook?, after: Webhook?)
    case delivery(before: Delivery?, after: Delivery?)
    case preferences(before: Preferences, after: Preferences)
}

/// The result of a request with an idempotency key, kept for its repetition.
public struct OnceRecord: Hashable, Sendable {
    /// Key and digest of the request.
    public var key: IdempotencyKey
    /// When it was made; it is forgotten 24 hours later.
    public var at: Timestamp
    /// The change that made it.
    public var revision: Revision
    /// What the request answered.
    public var result: Result

    /// A record of a result.
    public init(key: IdempotencyKey, at: Timestamp, revision: Revision, result: Result) {
        self.key = key
        self.at = at
        self.revision = revision
        self.result = result
    }

    /// What a request can answer that is worth keeping.
    public enum Result: Hashable, Sendable {
        case checklist(Checklist)
        case item(Item)
        case items([Item])
        case webhook(Webhook)
        case delivery(Delivery)
        case imported(ImportCount)
    }
}

extension Change {
    /// Whether a reminder is scheduled that was not before.
    public var schedulesReminders: Bool {
        mutations.contains { mutation in
            guard case .item(let before, let after?) = mutation, let time = after.remindAt else {
                return false
            }
            return time != before?.remindAt
        }
    }

    /// Whether there may be something to send that there was not before.
    public var queuesDeliveries: Bool {
        mutations.contains { mutation in
            switch mutation {
            case .delivery(_, let after?): after.status == .pending
            case .webhook(let before, let after?): after.active && before?.active != true
            default: false
            }
        }
    }
}
