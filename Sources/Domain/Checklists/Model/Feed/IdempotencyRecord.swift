/// The result of a request with an idempotency key, kept for its repetition.
public struct IdempotencyRecord: Hashable, Sendable {
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

    /// Whether it counts no more.
    package func isExpired(at now: Timestamp) -> Bool {
        at.advanced(byMilliseconds: Limits.idempotencyRecordMillisecondsMax) <= now
    }

    /// What a request can answer that is worth keeping.
    public enum Result: Hashable, Sendable {
        case checklist(Checklist)
        case item(Item)
        case items([Item])
        case webhook(Webhook)
        case delivery(Delivery)
        case person(Person)
        case imported(ImportCount)
    }
}

// Requests with a key answer one of these.

extension Operation<Checklist> {
    package static func recorded(_ result: Checklist) -> IdempotencyRecord.Result? { .checklist(result) }
    package static func result(recorded: IdempotencyRecord.Result) -> Checklist? {
        if case .checklist(let checklist) = recorded { checklist } else { nil }
    }
}

extension Operation<Item> {
    package static func recorded(_ result: Item) -> IdempotencyRecord.Result? { .item(result) }
    package static func result(recorded: IdempotencyRecord.Result) -> Item? {
        if case .item(let item) = recorded { item } else { nil }
    }
}

extension Operation<[Item]> {
    package static func recorded(_ result: [Item]) -> IdempotencyRecord.Result? { .items(result) }
    package static func result(recorded: IdempotencyRecord.Result) -> [Item]? {
        if case .items(let items) = recorded { items } else { nil }
    }
}

extension Operation<Webhook> {
    package static func recorded(_ result: Webhook) -> IdempotencyRecord.Result? { .webhook(result) }
    package static func result(recorded: IdempotencyRecord.Result) -> Webhook? {
        if case .webhook(let webhook) = recorded { webhook } else { nil }
    }
}

extension Operation<Delivery> {
    package static func recorded(_ result: Delivery) -> IdempotencyRecord.Result? { .delivery(result) }
    package static func result(recorded: IdempotencyRecord.Result) -> Delivery? {
        if case .delivery(let delivery) = recorded { delivery } else { nil }
    }
}

extension Operation<Person> {
    /// A person is kept whole.
    package static func recorded(_ result: Person) -> IdempotencyRecord.Result? { .person(result) }
    /// A person is kept whole.
    package static func result(recorded: IdempotencyRecord.Result) -> Person? {
        if case .person(let person) = recorded { person } else { nil }
    }
}

extension Operation<ImportCount> {
    package static func recorded(_ result: ImportCount) -> IdempotencyRecord.Result? { .imported(result) }
    package static func result(recorded: IdempotencyRecord.Result) -> ImportCount? {
        if case .imported(let count) = recorded { count } else { nil }
    }
}
