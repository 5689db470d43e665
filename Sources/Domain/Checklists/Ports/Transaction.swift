/// The footprint of an operation: the rows that a rule reads, at one revision.
///
/// A rule reads the transaction and returns mutations; it changes nothing itself. If a store has not loaded a
/// row, it may report that row as missing, load it, and run the rule again. It uses a decision only if all
/// rows that the rule read were loaded.
public protocol Transaction {
    /// The items of a list.
    associatedtype Items: Sequence<Item>

    /// The time of the change.
    var now: Timestamp { get }
    /// The author of the change; `nil` for the server itself.
    var author: Principal? { get }
    /// The revision of the change.
    var nextRevision: Revision { get }

    /// One checklist; `nil` if it does not exist.
    mutating func checklist(_ id: Checklist.ID) -> Checklist?
    /// One item; `nil` if it does not exist.
    mutating func item(_ id: Item.ID) -> Item?
    /// The item with a client-chosen name; `nil` if there is none.
    mutating func itemID(of name: Item.Name) -> Item.ID?
    /// All items of a list, by position. Each subtask follows its parent.
    mutating func items(of id: Checklist.ID) -> Items
    /// The subtasks of an item, by position.
    mutating func subtasks(of id: Item.ID) -> [Item]
    /// The items of some lists that have a tag, by its key. A store can return the first
    /// `Limits.itemsChangedMax + 1` only.
    mutating func items(tagged key: String, on lists: [Checklist.ID]) -> [Item]
    /// The position of the last item of a list, without subtasks; `nil` if the list is empty.
    mutating func lastPosition(of id: Checklist.ID) -> Int?
    /// The items around a placement in a list, without subtasks, at most `reach` on either side.
    ///
    /// The item that the placement is relative to must be on that list.
    mutating func neighbours(of placement: ItemPlacement, on id: Checklist.ID, reach: Int) -> Neighbours
    /// The items whose reminders are due, at most `limit`.
    ///
    /// Those due since `moment` come first, so that a backlog never delays them. Both groups are in the order
    /// of time.
    mutating func dueReminders(since moment: Timestamp, limit: Int) -> DueReminders

    /// The earliest scheduled reset; `nil` if there is none.
    mutating func dueReset() -> DueReset?

    /// The preferences of a person.
    mutating func preferences(of person: Person.ID) -> Preferences

    /// One person; `nil` if they do not exist.
    mutating func person(_ id: Person.ID) -> Person?
    /// The tombstone of a change; `nil` if there is none, or the store has evicted it.
    mutating func tombstone(_ id: Tombstone.ID) -> Tombstone?
    /// All tombstones in the trash, oldest first.
    mutating func allTrash() -> [Tombstone]
    /// Tombstones beyond the age or a person's limit, oldest first, at most `age.limit`. They include
    /// horizons that a newer one covers.
    mutating func staleTombstones(_ age: TombstoneAge) -> [Tombstone]
    /// The tombstones of restorable lists that a person alone owned, oldest first.
    mutating func trash(ownedBy person: Person.ID) -> [Tombstone]
    /// The tombstones with undo records of a person's assistants, oldest first.
    mutating func undoRecords(of person: Person.ID) -> [Tombstone]
    /// The lists that a person is a member of, in the order of their identifiers.
    mutating func checklistIDs(of person: Person.ID) -> [Checklist.ID]
    /// The owner of a link's secret, by its SHA-256, or of an account at a provider, by its `key`; `nil` if
    /// there is none.
    mutating func owner(ofSecret digest: [UInt8]) -> SecretOwner?

    /// One webhook; `nil` if it does not exist.
    mutating func webhook(_ id: Webhook.ID) -> Webhook?
    /// All webhooks of a person, in the order of their identifiers.
    mutating func webhooks(of person: Person.ID) -> [Webhook]
    /// One delivery; `nil` if it does not exist.
    mutating func delivery(_ id: Delivery.ID) -> Delivery?
    /// The token of the claim on a delivery; `nil` without a claim.
    mutating func claim(on id: Delivery.ID) -> ClaimToken?
    /// All deliveries to a webhook, newest first.
    mutating func deliveries(to id: Webhook.ID) -> [Delivery]
    /// The deliveries to a webhook that are recent (`Delivery.isRecent`), counted.
    mutating func recentMessages(to id: Webhook.ID) -> RecentMessages
    /// The number of finished deliveries.
    mutating func finishedDeliveriesCount() -> Int
    /// Finished deliveries, oldest first, at most `limit`.
    ///
    /// - Parameter moment: The time before which they finished.
    mutating func finishedDeliveries(before moment: Timestamp, limit: Int) -> [Delivery]
    /// A person's finished deliveries except the newest `share`, oldest first, at most `limit`.
    mutating func surplusDeliveries(of person: Person.ID, beyond share: Int, limit: Int) -> [Delivery]

    /// The idempotency record of a key; `nil` if there is none, or it has expired.
    mutating func idempotencyRecord(_ key: String) -> IdempotencyRecord?

    /// Runs a function that stages changes, then removes them again. The transaction is as before, except
    /// that later calls of `allocate` can return the same numbers.
    mutating func staging<Value>(_ body: (inout Self) -> Value) -> Value
    /// Shows a decided change to all further reads, as if it were made. Only within `staging`.
    mutating func stage(_ change: Change)
    /// Whether a read returned an empty result because its row is not loaded. The store then has the
    /// operation decided again.
    var lacksRows: Bool { get }

    /// The number of a new record; a different one with each call.
    mutating func allocate(_ kind: Sequences.Kind) -> Int
    /// The numbers of new records: all of them, or none if the store must first load them and has the
    /// operation decided again.
    mutating func allocate(_ count: Int, _ kind: Sequences.Kind) -> ArraySlice<Int>
}

extension Transaction {
    /// The identifier of a new record; a different one with each call.
    mutating func allocate<ID: AllocatedID>(_: ID.Type) -> ID { ID(rawValue: allocate(ID.sequence)) }

    /// The identifiers of new records: all of them, or none if the store must first load them and has the
    /// operation decided again.
    mutating func allocate<ID: AllocatedID>(_ count: Int, _: ID.Type) -> ArraySlice<ID> {
        ArraySlice(allocate(count, ID.sequence).map(ID.init))
    }
}

/// The owner of a link's secret.
public enum SecretOwner: Hashable, Sendable {
    /// A person: the secret signs in a device.
    case person(Person.ID)
    /// A list: the secret admits a guest.
    case checklist(Checklist.ID)
}

/// The ages and the limit beyond which the store evicts tombstones.
public struct TombstoneAge: Hashable, Sendable {
    /// The trash of tombstones from before this time is emptied.
    public var trashBefore: Timestamp
    /// Undo records from before this time are evicted.
    public var undoBefore: Timestamp
    /// Tombstones from before this time are deleted.
    public var removedBefore: Timestamp
    /// The maximum number of tombstones of one person, without those in the trash.
    public var tombstonesPerPersonMax: Int
    /// The maximum number of tombstones in one batch.
    public var limit: Int

    /// Creates an age.
    public init(
        trashBefore: Timestamp, undoBefore: Timestamp = Timestamp(milliseconds: 0), removedBefore: Timestamp,
        tombstonesPerPersonMax: Int, limit: Int
    ) {
        self.trashBefore = trashBefore
        self.undoBefore = undoBefore
        self.removedBefore = removedBefore
        self.tombstonesPerPersonMax = tombstonesPerPersonMax
        self.limit = limit
    }

    /// Whether the tombstone is beyond an age.
    package func includes(_ tombstone: Tombstone) -> Bool {
        guard let trash = tombstone.trash else { return tombstone.removedAt < removedBefore }
        let end = trash.undo == nil ? trashBefore : max(trashBefore, undoBefore)
        return tombstone.removedAt < max(end, removedBefore)
    }
}

/// The items around a placement in a list.
public struct Neighbours: Hashable, Sendable {
    /// The items before it, nearest first. If they are fewer than requested, the list has no more.
    public var before: [Neighbour]
    /// The items after it, nearest first. If they are fewer than requested, the list has no more.
    public var after: [Neighbour]

    /// Creates neighbours.
    public init(before: [Neighbour] = [], after: [Neighbour] = []) {
        self.before = before
        self.after = after
    }
}

/// An item with its position.
public struct Neighbour: Hashable, Sendable {
    /// The item.
    public var id: Item.ID
    /// Its position.
    public var position: Int

    /// Creates a neighbour.
    public init(id: Item.ID, position: Int) {
        self.id = id
        self.position = position
    }
}

/// The items whose reminders are due.
public struct DueReminders: Hashable, Sendable {
    /// The items, in the order of firing.
    public var items: [Item]
    /// The time of the next reminder after these, possibly in the past; `nil` if none is scheduled.
    public var next: Timestamp?

    /// Creates a result.
    public init(items: [Item], next: Timestamp?) {
        self.items = items
        self.next = next
    }
}
