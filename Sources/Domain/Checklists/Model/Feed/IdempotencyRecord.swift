/// The stored result of a request with an idempotency key.
public struct IdempotencyRecord: Hashable, Sendable {
    /// The key, and the digest of the request.
    public var key: IdempotencyKey
    /// The time of the request. The record expires 24 hours later.
    public var at: Timestamp
    /// The change that the request made.
    public var revision: Revision
    /// The result of the request.
    public var result: Result

    /// Creates a record.
    public init(key: IdempotencyKey, at: Timestamp, revision: Revision, result: Result) {
        self.key = key
        self.at = at
        self.revision = revision
        self.result = result
    }

    /// Whether the record has expired.
    package func isExpired(at now: Timestamp) -> Bool {
        at.advanced(byMilliseconds: Limits.idempotencyRecordMillisecondsMax) <= now
    }

    /// The results that a record can hold.
    public enum Result: Hashable, Sendable {
        case checklist(Checklist)
        case item(Item)
        case items([Item])
        case webhook(Webhook)
        case delivery(Delivery)
        case person(Person)
        case view(RevisedView)
        case imported(ImportCount)
        case changed(Int)
        case deletion(ItemsDeletion)
        case batch([Result])
    }
}

// The conversions between the results of operations with a key and `Result`.

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
    package static func recorded(_ result: Person) -> IdempotencyRecord.Result? { .person(result) }
    package static func result(recorded: IdempotencyRecord.Result) -> Person? {
        if case .person(let person) = recorded { person } else { nil }
    }
}

extension Operation<RevisedView> {
    package static func recorded(_ result: RevisedView) -> IdempotencyRecord.Result? { .view(result) }
    package static func result(recorded: IdempotencyRecord.Result) -> RevisedView? {
        if case .view(let view) = recorded { view } else { nil }
    }
}

extension Operation<ImportCount> {
    package static func recorded(_ result: ImportCount) -> IdempotencyRecord.Result? { .imported(result) }
    package static func result(recorded: IdempotencyRecord.Result) -> ImportCount? {
        if case .imported(let count) = recorded { count } else { nil }
    }
}

extension Operation<Int> {
    package static func recorded(_ result: Int) -> IdempotencyRecord.Result? { .changed(result) }
    package static func result(recorded: IdempotencyRecord.Result) -> Int? {
        if case .changed(let count) = recorded { count } else { nil }
    }
}

extension Operation<ItemsDeletion> {
    package static func recorded(_ result: ItemsDeletion) -> IdempotencyRecord.Result? { .deletion(result) }
    package static func result(recorded: IdempotencyRecord.Result) -> ItemsDeletion? {
        if case .deletion(let deletion) = recorded { deletion } else { nil }
    }
}

extension Operation<Tombstone.ID?> {
    package static func recorded(_ result: Tombstone.ID?) -> IdempotencyRecord.Result? {
        .deletion(ItemsDeletion(count: 1, trashID: result))
    }
    package static func result(recorded: IdempotencyRecord.Result) -> Tombstone.ID?? {
        if case .deletion(let deletion) = recorded { .some(deletion.trashID) } else { nil }
    }
}

extension Operation<[IdempotencyRecord.Result]> {
    package static func recorded(_ result: [IdempotencyRecord.Result]) -> IdempotencyRecord.Result? {
        .batch(result)
    }
    package static func result(recorded: IdempotencyRecord.Result) -> [IdempotencyRecord.Result]? {
        if case .batch(let results) = recorded { results } else { nil }
    }
}
