/// An operation on a store: the footprint that it needs, and the rule that decides.
///
/// Each operation is written once, for every store. A store loads the footprint, evaluates the operation, and
/// makes the change that results.
public protocol Operation<Result>: Sendable {
    /// The result for the caller.
    associatedtype Result: Sendable

    /// The rows that the rule is known to need. The list only saves round trips: the store loads missing rows
    /// when the rule reads them.
    var needs: [Need] { get }
    /// The resource that an expectation of the client refers to.
    var subject: Subject? { get }

    /// The target of the operation, and the right that it needs.
    var access: Access { get }

    /// The approximate number of rows that change. A store runs large operations so that others need not
    /// wait.
    func size(in transaction: inout some Transaction) -> Int
    /// The rule.
    /// - Throws: An error that a client can cause.
    func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Result>

    /// The result as an idempotency record stores it; `nil` for an operation whose requests have no key.
    static func recorded(_ result: Result) -> IdempotencyRecord.Result?
    /// The result from an idempotency record; `nil` if the record is of another operation.
    static func result(recorded: IdempotencyRecord.Result) -> Result?
}

extension Operation {
    /// No resource that a client can know.
    public var subject: Subject? { nil }

    /// A small change.
    public func size(in transaction: inout some Transaction) -> Int { 1 }

    /// No record: requests for the operation have no key.
    public static func recorded(_ result: Result) -> IdempotencyRecord.Result? { nil }
    /// No record: requests for the operation have no key.
    public static func result(recorded: IdempotencyRecord.Result) -> Result? { nil }
}

/// A resource that a client may know.
public enum Subject: Hashable, Sendable {
    case checklist(Checklist.ID)
    /// A section, with the revision of its list.
    case section(Section.ID, on: Checklist.ID)
    case item(Item.ID)
    case webhook(Webhook.ID)
    case preferences(of: Person.ID)
    /// A saved view, with the revision of the preferences.
    case view(SavedView.ID, of: Person.ID)
    case person(Person.ID)
}

/// The state of the subject from which a client lets an operation start. The transaction checks it.
public struct KnownState: Sendable, ExpressibleByArrayLiteral {
    /// The revisions that the client knows (`If-Match`); `nil` allows any, an empty set none.
    public var revisions: Set<Revision>?
    private let compare: @Sendable (any Sendable) throws(ChecklistsError) -> Void

    /// Expects one of some revisions.
    public init(arrayLiteral revisions: Revision...) { self.init(revisions: Set(revisions)) }

    /// Expects one of some revisions.
    public init(revisions: Set<Revision>?) {
        self.revisions = revisions
        compare = { _ in }
    }

    /// Expects one of some revisions, and what a function finds in the subject.
    ///
    /// - Parameter compare: Throws if the client knows another state of the subject.
    public init<Value: Sendable>(
        revisions: Set<Revision>?, _ compare: @escaping @Sendable (Value) throws(ChecklistsError) -> Void
    ) {
        self.revisions = revisions
        self.compare = { value throws(ChecklistsError) in
            guard let value = value as? Value else { preconditionFailure("the subject is no \(Value.self)") }
            try compare(value)
        }
    }

    /// - Throws: `revisionMismatch`; what the comparison throws.
    @usableFromInline func check(_ value: any Sendable, in revision: Revision) throws(ChecklistsError) {
        if let revisions, !revisions.contains(revision) { throw .revisionMismatch }
        try compare(value)
    }
}

/// A row or set of rows in the footprint of an operation.
public enum Need: Hashable, Sendable {
    case checklist(Checklist.ID)
    case item(Item.ID)
    case itemID(of: Item.Name)
    case items(of: Checklist.ID)
    case subtasks(of: Item.ID)
    case taggedItems(String, on: [Checklist.ID])
    case lastPosition(of: Checklist.ID)
    case neighbours(of: ItemPlacement, on: Checklist.ID, reach: Int)
    case dueReminders(since: Timestamp, limit: Int)
    case dueReset
    case preferences(of: Person.ID)
    case person(Person.ID)
    case tombstone(Tombstone.ID)
    case allTrash
    case staleTombstones(TombstoneAge)
    case trash(ownedBy: Person.ID)
    case undoRecords(of: Person.ID)
    case checklistIDs(of: Person.ID)
    case owner(ofSecret: [UInt8])
    case webhook(Webhook.ID)
    case webhooks(of: Person.ID)
    case delivery(Delivery.ID)
    case claim(on: Delivery.ID)
    case deliveries(to: Webhook.ID)
    case recentMessages(to: Webhook.ID)
    case finishedDeliveriesCount
    case finishedDeliveries(before: Timestamp, limit: Int)
    case surplusDeliveries(of: Person.ID, beyond: Int, limit: Int)
    case idempotencyRecord(String)
    case newIDs(Sequences.Kind, Int)
}

/// The decision of a rule: the mutations and the result. Without mutations nothing changes.
public struct Decision<Result: Sendable>: Sendable {
    /// The mutations, in order.
    public var mutations: [Mutation]
    /// The result for the caller.
    public var result: Result
    /// The number of revisions that the mutations have.
    public var revisionsCount: Int
    /// The number of mutations after each operation of a batch; empty for one operation.
    var ends: [Int] = []

    /// Creates a decision.
    public init(_ mutations: [Mutation], _ result: Result, revisionsCount: Int = 1) {
        self.mutations = mutations
        self.result = result
        self.revisionsCount = revisionsCount
    }

    /// The mutations of each operation.
    var parts: [ArraySlice<Mutation>] {
        ends.isEmpty ? [mutations[...]] : zip([0] + ends, ends).map { mutations[$0..<$1] }
    }

    /// A decision without mutations.
    public static func unchanged(_ result: Result) -> Decision { Decision([], result) }
}
