/// Something to be done to a store: what it will ask for, and the rule that decides.
///
/// It is written once, here, for every store there is. A store loads what it needs, has it weighed, and makes
/// the change that comes out.
public protocol Operation<Result>: Sendable {
    /// What is answered.
    associatedtype Result: Sendable

    /// What the rule will ask for, as far as that is known beforehand. It makes for fewer round trips and
    /// nothing else: what is missing here is found out when the rule asks.
    var needs: [Need] { get }
    /// What is changed, where a client may say which revision of it it has seen.
    var subject: Subject? { get }

    /// What it is done to, and so who may have it done.
    var access: Access { get }

    /// About how many things change. What takes long is made so that nobody waits for it.
    func size(in transaction: inout some Transaction) -> Int
    /// The rule.
    /// - Throws: What a client can cause and cannot have.
    func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Result>

    /// Whether every process has to know what it came to before it is answered, since whoever is answered
    /// turns to any of them next.
    static var hasToSpread: Bool { get }

    /// The result as an idempotency key keeps it; `nil` where a request has no key.
    static func recorded(_ result: Result) -> IdempotencyRecord.Result?
    /// The result that an idempotency key kept; `nil` if that is the result of another operation.
    static func result(recorded: IdempotencyRecord.Result) -> Result?
}

extension Operation {
    /// Nothing that has a revision of its own.
    public var subject: Subject? { nil }

    /// A few.
    public func size(in transaction: inout some Transaction) -> Int { 1 }

    /// No: who asks another process sees what is in the store.
    public static var hasToSpread: Bool { false }

    /// Nothing: requests for it have no key.
    public static func recorded(_ result: Result) -> IdempotencyRecord.Result? { nil }
    /// Nothing: requests for it have no key.
    public static func result(recorded: IdempotencyRecord.Result) -> Result? { nil }
}

/// What an operation changes, of which a client may have seen a revision.
public enum Subject: Hashable, Sendable {
    case checklist(Checklist.ID)
    case item(Item.ID)
    case webhook(Webhook.ID)
    case preferences(of: Person.ID)
    case person(Person.ID)
}

/// Something that a rule asks a transaction for.
public enum Need: Hashable, Sendable {
    case checklist(Checklist.ID)
    case item(Item.ID)
    case itemID(of: Item.Name)
    case items(of: Checklist.ID)
    case lastPosition(of: Checklist.ID)
    case neighbours(of: ItemPlacement, on: Checklist.ID, reach: Int)
    case dueReminders(since: Timestamp, limit: Int)
    case dueReset
    case preferences(of: Person.ID)
    case person(Person.ID)
    case removal(Removal.ID)
    case allTrash
    case staleRemovals(RemovalAge)
    case trash(ownedBy: Person.ID)
    case checklistIDs(of: Person.ID)
    case holder(ofSecret: [UInt8])
    case webhook(Webhook.ID)
    case webhooks(of: Person.ID)
    case delivery(Delivery.ID)
    case claim(on: Delivery.ID)
    case deliveries(to: Webhook.ID)
    case finishedDeliveriesCount
    case finishedDeliveries(before: Timestamp, limit: Int)
    case surplusDeliveries(of: Person.ID, beyond: Int, limit: Int)
    case idempotencyRecord(String)
    case newChecklistIDs(Int)
    case newItemIDs(Int)
    case newPersonIDs(Int)
    case newWebhookIDs(Int)
    case newDeliveryIDs(Int)
}

/// What a rule decides: what becomes of what, and what is answered then. Without any mutation nothing
/// changes.
public struct Decision<Result: Sendable>: Sendable {
    /// What becomes of what, in order.
    public var mutations: [Mutation]
    /// What is answered.
    public var result: Result

    /// These mutations, and then that answer.
    public init(_ mutations: [Mutation], _ result: Result) {
        self.mutations = mutations
        self.result = result
    }

    /// That answer, and no change.
    public static func unchanged(_ result: Result) -> Decision { Decision([], result) }
}
