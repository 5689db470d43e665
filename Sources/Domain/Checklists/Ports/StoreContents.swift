/// The complete contents of a store at one revision, for a transfer to a store of another kind.
///
/// `restore` fills it, the lists first and the revision last.
public protocol StoreContents: Sendable {
    /// Creates empty contents.
    init()

    /// The last revision.
    var revision: Revision { get }
    /// The next identifiers.
    var sequences: Sequences { get }
    /// The secret of the store; `nil` if none was drawn.
    var secret: StoreSecret? { get set }
    /// The identifiers of all checklists, ascending.
    var checklistIDs: [Checklist.ID] { get }
    /// The preferences of all people.
    var allPreferences: [Preferences] { get }
    /// All tombstones.
    var allTombstones: [Tombstone] { get }
    /// The last revision whose tombstones were evicted.
    var tombstonesHorizon: Revision { get }
    /// All idempotency records.
    var idempotencyRecords: [IdempotencyRecord] { get }

    /// One list with its items.
    func snapshot(of id: Checklist.ID) -> ChecklistSnapshot?
    /// All people.
    func people() -> [Person]
    /// All webhooks, in the order of their identifiers.
    func webhooks() -> [Webhook]
    /// All deliveries to a webhook.
    func deliveries(to id: Webhook.ID) -> [Delivery]

    /// Adds a list with its items.
    mutating func restore(_ checklist: Checklist, items: [Item])
    /// Adds a person.
    mutating func restore(_ person: Person)
    /// Adds the preferences of a person.
    mutating func restore(_ preferences: Preferences)
    /// Adds a webhook.
    mutating func restore(_ webhook: Webhook)
    /// Adds a delivery, after its webhook.
    mutating func restore(_ delivery: Delivery)
    /// Adds a tombstone.
    mutating func restore(_ tombstone: Tombstone)
    /// Adds an idempotency record, oldest first.
    mutating func restore(_ record: IdempotencyRecord)
    /// Raises the next identifiers.
    mutating func restore(_ sequences: Sequences)
    /// Raises the last revision whose tombstones were evicted.
    mutating func restore(tombstonesHorizon: Revision)
    /// Raises the last revision.
    mutating func restore(revision: Revision)
}
