/// One moment of a store, as much of it as a rule asks for.
///
/// A rule reads the transaction and says what is to change; it changes nothing itself. A store that does not
/// have what a rule asks for at hand may answer that nothing is there, load it, and let the rule decide
/// again: what a rule says is only acted upon when everything that it asked for was really known.
public protocol Transaction {
    /// The items of a list.
    associatedtype Items: Sequence<Item>

    /// The time that everything is stamped with.
    var now: Timestamp { get }
    /// Who has it decided; `nil` for the service itself.
    var author: Principal? { get }
    /// The revision of the change that is being decided.
    var nextRevision: Revision { get }

    /// One checklist; `nil` if there is none of that number.
    mutating func checklist(_ id: Checklist.ID) -> Checklist?
    /// One item; `nil` if there is none of that number.
    mutating func item(_ id: Item.ID) -> Item?
    /// The number of the item that a client calls by something; `nil` if there is none.
    mutating func itemID(of name: Item.Name) -> Item.ID?
    /// All items of a list, by position.
    mutating func items(of id: Checklist.ID) -> Items
    /// The position of the last item of a list; `nil` if it has none.
    mutating func lastPosition(of id: Checklist.ID) -> Int?
    /// The items around a place in a list, up to so many on either side.
    ///
    /// The item that the place is relative to is on that list.
    mutating func neighbours(of placement: ItemPlacement, on id: Checklist.ID, reach: Int) -> Neighbours
    /// The items whose reminders are due, up to so many.
    ///
    /// Those that are not due before a moment come first, so that a backlog never delays them; each by time.
    mutating func dueReminders(since moment: Timestamp, limit: Int) -> DueReminders

    /// The list that is to be reset first; `nil` if none ever is.
    mutating func dueReset() -> DueReset?

    /// How a person wants to see the lists.
    mutating func preferences(of person: Person.ID) -> Preferences

    /// One person; `nil` if there is none of that number.
    mutating func person(_ id: Person.ID) -> Person?
    /// What went out of sight by a change; `nil` if nothing did, or that is forgotten.
    mutating func removal(_ id: Removal.ID) -> Removal?
    /// All removals with something that can be restored, the oldest first.
    mutating func allTrash() -> [Removal]
    /// What went out of sight long ago, or is beyond the share of a person, the oldest first, some of it. A
    /// horizon that a newer one covers is part of it.
    mutating func staleRemovals(_ age: RemovalAge) -> [Removal]
    /// The deletions of lists that can be restored and that a person owned alone, the oldest first.
    mutating func trash(ownedBy person: Person.ID) -> [Removal]
    /// The lists that a person is a member of, by their numbers.
    mutating func checklistIDs(of person: Person.ID) -> [Checklist.ID]
    /// What a secret is for, by the SHA-256 of that; `nil` for nothing.
    mutating func holder(ofSecret digest: [UInt8]) -> SecretHolder?

    /// One webhook; `nil` if there is none of that number.
    mutating func webhook(_ id: Webhook.ID) -> Webhook?
    /// All webhooks of a person, by their numbers.
    mutating func webhooks(of person: Person.ID) -> [Webhook]
    /// One delivery; `nil` if there is none of that number.
    mutating func delivery(_ id: Delivery.ID) -> Delivery?
    /// What tells the claim on a delivery from others; `nil` where nobody has one.
    mutating func claim(on id: Delivery.ID) -> ClaimToken?
    /// All deliveries to a webhook, newest first.
    mutating func deliveries(to id: Webhook.ID) -> [Delivery]
    /// How many deliveries are delivered or given up.
    mutating func finishedDeliveriesCount() -> Int
    /// Deliveries that are delivered or given up, the oldest first, up to so many.
    ///
    /// - Parameter moment: Only those that were finished before it.
    mutating func finishedDeliveries(before moment: Timestamp, limit: Int) -> [Delivery]
    /// Deliveries to a person that are delivered or given up, besides the newest so many; the oldest first,
    /// up to a limit.
    mutating func surplusDeliveries(of person: Person.ID, beyond share: Int, limit: Int) -> [Delivery]

    /// What a request with an idempotency key left behind; `nil` if it left nothing, or that is forgotten.
    mutating func idempotencyRecord(_ key: String) -> IdempotencyRecord?

    /// The number of a new list, another one with each call.
    mutating func allocateChecklistID() -> Checklist.ID
    /// The number of a new item, another one with each call.
    mutating func allocateItemID() -> Item.ID
    /// The number of a new person, another one with each call.
    mutating func allocatePersonID() -> Person.ID
    /// The number of a new webhook, another one with each call.
    mutating func allocateWebhookID() -> Webhook.ID
    /// The number of a new delivery, another one with each call.
    mutating func allocateDeliveryID() -> Delivery.ID
    /// The numbers of new deliveries: all of them, or none where a store has to get them first and has it
    /// decided again.
    mutating func allocateDeliveryIDs(_ count: Int) -> ArraySlice<Delivery.ID>
}

/// What the secret of a link is for.
public enum SecretHolder: Hashable, Sendable {
    /// To sign in a device of a person.
    case person(Person.ID)
    /// To be let in on a list.
    case checklist(Checklist.ID)
}

/// What is too old to be kept of what went out of sight.
public struct RemovalAge: Hashable, Sendable {
    /// What went before is not to be restored any more.
    public var trashBefore: Timestamp
    /// What went before is forgotten.
    public var removedBefore: Timestamp
    /// How many tombstones one person may have, besides those with something that can be restored.
    public var tombstonesPerPersonMax: Int
    /// How many of those that are too old at most.
    public var limit: Int

    /// A part of what went before these moments.
    public init(
        trashBefore: Timestamp, removedBefore: Timestamp, tombstonesPerPersonMax: Int, limit: Int
    ) {
        self.trashBefore = trashBefore
        self.removedBefore = removedBefore
        self.tombstonesPerPersonMax = tombstonesPerPersonMax
        self.limit = limit
    }

    /// Whether that is one of them.
    package func includes(_ removal: Removal) -> Bool {
        removal.removedAt < removedBefore || removal.trash != nil && removal.removedAt < trashBefore
    }
}

/// The items around a place in a list.
public struct Neighbours: Hashable, Sendable {
    /// Those before it, the nearest first. Fewer than were asked for: there are no more.
    public var before: [Neighbour]
    /// Those after it, the nearest first. Fewer than were asked for: there are no more.
    public var after: [Neighbour]

    /// Items around a place.
    public init(before: [Neighbour] = [], after: [Neighbour] = []) {
        self.before = before
        self.after = after
    }
}

/// An item as far as its place matters.
public struct Neighbour: Hashable, Sendable {
    /// Which one.
    public var id: Item.ID
    /// Where it is.
    public var position: Int

    /// An item at a position.
    public init(id: Item.ID, position: Int) {
        self.id = id
        self.position = position
    }
}

/// The items whose reminders are due.
public struct DueReminders: Hashable, Sendable {
    /// Those items, in the order in which they go out.
    public var items: [Item]
    /// When the next reminder besides these is due, be it in the past; `nil` when none is scheduled.
    public var next: Timestamp?

    /// Items that are due.
    public init(items: [Item], next: Timestamp?) {
        self.items = items
        self.next = next
    }
}
