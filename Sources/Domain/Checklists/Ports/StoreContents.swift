/// Everything that a store has as of one moment, on its way to a store of another kind.
///
/// It is filled by `restore`, the lists first and the revision last.
public protocol StoreContents: Sendable {
    /// Nothing.
    init()

    /// The newest change.
    var revision: Revision { get }
    /// The numbers that come next.
    var sequences: Sequences { get }
    /// What keys are derived from; `nil` if none was drawn.
    var secret: StoreSecret? { get set }
    /// The numbers of all checklists, ascending.
    var checklistIDs: [Checklist.ID] { get }
    /// Everyone's preferences.
    var allPreferences: [Preferences] { get }
    /// All removals that are remembered.
    var allRemovals: [Removal] { get }
    /// The newest change whose removals are forgotten.
    var removalsHorizon: Revision { get }
    /// What requests with idempotency keys left behind.
    var idempotencyRecords: [IdempotencyRecord] { get }

    /// One list with its items.
    func snapshot(of id: Checklist.ID) -> ChecklistSnapshot?
    /// All people.
    func people() -> [Person]
    /// All webhooks, by their numbers.
    func webhooks() -> [Webhook]
    /// All deliveries to a webhook.
    func deliveries(to id: Webhook.ID) -> [Delivery]

    /// Puts a list with its items into it.
    mutating func restore(_ checklist: Checklist, items: [Item])
    /// Puts a person into it.
    mutating func restore(_ person: Person)
    /// Puts the preferences of a person into it.
    mutating func restore(_ preferences: Preferences)
    /// Puts a webhook into it.
    mutating func restore(_ webhook: Webhook)
    /// Puts a delivery into it, after its webhook.
    mutating func restore(_ delivery: Delivery)
    /// Puts a removal into it.
    mutating func restore(_ removal: Removal)
    /// Puts what an idempotency key left behind into it, oldest first.
    mutating func restore(_ record: IdempotencyRecord)
    /// Raises the numbers that come next to what they were.
    mutating func restore(_ sequences: Sequences)
    /// Raises the newest change whose removals are forgotten to what it was.
    mutating func restore(removalsHorizon: Revision)
    /// Raises the newest change to what it was.
    mutating func restore(revision: Revision)
}
