/// The numbers that come next: each is one more than any that was ever given.
public struct Sequences: Hashable, Sendable {
    /// That of the next checklist.
    public var checklist = Checklist.ID(rawValue: 1)
    /// That of the next item.
    public var item = Item.ID(rawValue: 1)
    /// That of the next person; the first is there from the start.
    public var person = Person.ID(rawValue: 2)
    /// That of the next webhook.
    public var webhook = Webhook.ID(rawValue: 1)
    /// That of the next delivery.
    public var delivery = Delivery.ID(rawValue: 1)

    /// The first of all.
    public init() {}

    /// Goes on behind others as well.
    public mutating func raise(to others: Sequences) {
        checklist = max(checklist, others.checklist)
        item = max(item, others.item)
        person = max(person, others.person)
        webhook = max(webhook, others.webhook)
        delivery = max(delivery, others.delivery)
    }
}
