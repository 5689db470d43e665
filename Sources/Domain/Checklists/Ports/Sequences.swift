/// The next identifiers. Each is one more than the largest that was ever allocated.
public struct Sequences: Hashable, Sendable {
    /// The next checklist.
    public var checklist = Checklist.ID(rawValue: 1)
    /// The next item.
    public var item = Item.ID(rawValue: 1)
    /// The next person; every store has the first.
    public var person = Person.ID(rawValue: 2)
    /// The next webhook.
    public var webhook = Webhook.ID(rawValue: 1)
    /// The next delivery.
    public var delivery = Delivery.ID(rawValue: 1)

    /// Creates the sequences of an empty store.
    public init() {}

    /// Raises each sequence to at least that of another store.
    public mutating func raise(to others: Sequences) {
        checklist = max(checklist, others.checklist)
        item = max(item, others.item)
        person = max(person, others.person)
        webhook = max(webhook, others.webhook)
        delivery = max(delivery, others.delivery)
    }
}
