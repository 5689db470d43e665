public import Checklists

/// A transaction over loaded rows, for stores whose data is in another process.
///
/// A read of a row that is not loaded is a miss: the rule gets an empty result, and its decision is
/// discarded. The store loads the misses, and the rule decides again. Several operations can be decided on
/// one footprint; each sees the changes of those before it. A loaded row is never older than the store's, so
/// a later load does not replace it. Results of queries for due, finished and deleted rows are dropped with
/// every change that may alter them. Only operations that run alone need them.
///
/// A footprint does no input or output. The store that decides on it loads the rows.
public struct Footprint: Transaction, Sendable {
    public let now: Timestamp
    public private(set) var author: Principal?
    public var nextRevision: Revision

    /// Needs that were not loaded when the rule read them, since `begin`.
    private var missed: Set<Need> = []
    /// Whether changes are staged. The numbers of their records stay allocated until the rule decides again.
    private(set) var isStaging = false
    var checklists: [Checklist.ID: Checklist?] = [:]
    var items: [Item.ID: Item?] = [:]
    var extracts: [Checklist.ID: ListExtract] = [:]
    /// The subtasks of items, where all of them are loaded.
    var subtaskIDs: [Item.ID: Set<Item.ID>] = [:]
    var preferencesByPerson: [Person.ID: Preferences] = [:]
    var people: [Person.ID: Person?] = [:]
    var checklistIDsByPerson: [Person.ID: Set<Checklist.ID>] = [:]
    var secretHolders: [[UInt8]: SecretOwner?] = [:]
    var tombstones: [Tombstone.ID: Tombstone?] = [:]
    var webhooksByID: [Webhook.ID: Webhook?] = [:]
    var itemIDsByName: [Item.Name: Item.ID?] = [:]
    var deliveriesByID: [Delivery.ID: Delivery?] = [:]
    var claims: [Delivery.ID: ClaimToken?] = [:]
    var idempotencyRecords: [String: IdempotencyRecord?] = [:]
    var listings = Listings()
    var numbers = PerSequence(repeating: IDPool())

    /// Results of queries, and collections that are complete.
    struct Listings {
        var dueReminders: [Need: DueReminders] = [:]
        var taggedItems: [Need: [Item.ID]] = [:]
        /// `nil` if not loaded; `.some(nil)` if no list has a reset.
        var dueReset: DueReset??
        /// The people all of whose webhooks are loaded.
        var peopleWithWebhooks: Set<Person.ID> = []
        /// The webhooks all of whose deliveries are loaded.
        var webhooksWithDeliveries: Set<Webhook.ID> = []
        var recentMessages: [Webhook.ID: RecentMessages] = [:]
        var finishedCount: Int?
        var finished: [Need: [Delivery]] = [:]
        /// `nil` if not loaded.
        var allTrash: [Tombstone]?
        var staleTombstones: [TombstoneAge: [Tombstone]] = [:]
        var ownedTrash: [Person.ID: [Tombstone]] = [:]
        var undoRecords: [Person.ID: [Tombstone]] = [:]
    }

    /// An empty footprint.
    public init(now: Timestamp, nextRevision: Revision) {
        self.now = now
        self.nextRevision = nextRevision
    }

    /// The needs that were not loaded when the rule read them, since `begin`.
    public var misses: Set<Need> {
        var misses = missed
        for kind in Sequences.Kind.allCases where numbers[kind].isLacking {
            misses.insert(.newIDs(kind, numbers[kind].taken))
        }
        return misses
    }

    /// Clears the misses before a rule decides, for the first time or again.
    ///
    /// - Parameter author: The author of the operation; `nil` for the server.
    public mutating func begin(for author: Principal?) {
        self.author = author
        missed = []
        for kind in Sequences.Kind.allCases { numbers[kind].begin() }
    }

    mutating func miss(_ need: Need) { missed.insert(need) }

    public var lacksRows: Bool { !misses.isEmpty }

    /// Stages changes on a copy.
    public mutating func staging<Value>(_ body: (inout Footprint) -> Value) -> Value {
        var copy = self
        copy.isStaging = true
        let value = body(&copy)
        missed = copy.missed
        numbers = copy.numbers
        return value
    }

    public mutating func stage(_ change: Change) { apply(change) }
}

// MARK: Reads of rules

extension Footprint {
    public mutating func checklist(_ id: Checklist.ID) -> Checklist? {
        if let known = checklists[id] { return known }
        miss(.checklist(id))
        return nil
    }

    public mutating func item(_ id: Item.ID) -> Item? {
        if let known = items[id] { return known }
        miss(.item(id))
        return nil
    }

    public mutating func itemID(of name: Item.Name) -> Item.ID? {
        if let known = itemIDsByName[name] { return known }
        miss(.itemID(of: name))
        return nil
    }

    public mutating func items(of id: Checklist.ID) -> [Item] {
        guard let all = knownItems(of: id) else {
            miss(.items(of: id))
            return []
        }
        return all
    }

    public mutating func subtasks(of id: Item.ID) -> [Item] {
        guard let subtasks = knownSubtasks(of: id) else {
            miss(.subtasks(of: id))
            return []
        }
        return subtasks
    }

    public mutating func items(tagged key: String, on lists: [Checklist.ID]) -> [Item] {
        let need = Need.taggedItems(key, on: lists)
        guard let ids = listings.taggedItems[need] else {
            miss(need)
            return []
        }
        return ids.compactMap { knownItem($0) }
    }

    public mutating func lastPosition(of id: Checklist.ID) -> Int? {
        if let last = extracts[id]?.neighbours(of: .last, at: nil, reach: 1) {
            return last.before.first?.position
        }
        miss(.lastPosition(of: id))
        return nil
    }

    public mutating func neighbours(
        of placement: ItemPlacement, on id: Checklist.ID, reach: Int
    ) -> Neighbours {
        let anchor: Item? =
            switch placement {
            case .first, .last: nil
            case .before(let other), .after(let other): item(other)
            }
        if let found = extracts[id]?.neighbours(of: placement, at: anchor, reach: reach) { return found }
        miss(.neighbours(of: placement, on: id, reach: reach))
        return Neighbours()
    }

    public mutating func dueReset() -> DueReset? {
        if let known = listings.dueReset { return known }
        miss(.dueReset)
        return nil
    }

    public mutating func dueReminders(since moment: Timestamp, limit: Int) -> DueReminders {
        let need = Need.dueReminders(since: moment, limit: limit)
        if let known = listings.dueReminders[need] { return known }
        miss(need)
        return DueReminders(items: [], next: nil)
    }

    public mutating func preferences(of person: Person.ID) -> Preferences {
        if let known = preferencesByPerson[person] { return known }
        miss(.preferences(of: person))
        return Preferences(of: person)
    }

    public mutating func person(_ id: Person.ID) -> Person? {
        if let known = people[id] { return known }
        miss(.person(id))
        return nil
    }

    public mutating func tombstone(_ id: Tombstone.ID) -> Tombstone? {
        if let known = tombstones[id] { return known }
        miss(.tombstone(id))
        return nil
    }

    public mutating func allTrash() -> [Tombstone] {
        if let known = listings.allTrash { return known }
        miss(.allTrash)
        return []
    }

    public mutating func staleTombstones(_ age: TombstoneAge) -> [Tombstone] {
        if let known = listings.staleTombstones[age] { return known }
        miss(.staleTombstones(age))
        return []
    }

    public mutating func trash(ownedBy person: Person.ID) -> [Tombstone] {
        if let known = listings.ownedTrash[person] { return known }
        miss(.trash(ownedBy: person))
        return []
    }

    public mutating func undoRecords(of person: Person.ID) -> [Tombstone] {
        if let known = listings.undoRecords[person] { return known }
        miss(.undoRecords(of: person))
        return []
    }

    public mutating func checklistIDs(of person: Person.ID) -> [Checklist.ID] {
        if let known = checklistIDsByPerson[person] { return known.sorted() }
        miss(.checklistIDs(of: person))
        return []
    }

    public mutating func owner(ofSecret digest: [UInt8]) -> SecretOwner? {
        if let known = secretHolders[digest] { return known }
        miss(.owner(ofSecret: digest))
        return nil
    }

    public mutating func webhook(_ id: Webhook.ID) -> Webhook? {
        if let known = webhooksByID[id] { return known }
        miss(.webhook(id))
        return nil
    }

    public mutating func webhooks(of person: Person.ID) -> [Webhook] {
        if !listings.peopleWithWebhooks.contains(person) { miss(.webhooks(of: person)) }
        return webhooksByID.values.compactMap(\.self).filter { $0.personID == person }
            .sorted { $0.id < $1.id }
    }

    public mutating func delivery(_ id: Delivery.ID) -> Delivery? {
        if let known = deliveriesByID[id] { return known }
        miss(.delivery(id))
        return nil
    }

    public mutating func claim(on id: Delivery.ID) -> ClaimToken? {
        if let known = claims[id] { return known }
        miss(.claim(on: id))
        return nil
    }

    public mutating func deliveries(to id: Webhook.ID) -> [Delivery] {
        if !listings.webhooksWithDeliveries.contains(id) { miss(.deliveries(to: id)) }
        return deliveriesByID.values.compactMap(\.self).filter { $0.webhookID == id }
            .sorted { $0.id > $1.id }
    }

    public mutating func recentMessages(to id: Webhook.ID) -> RecentMessages {
        if let known = listings.recentMessages[id] { return known }
        miss(.recentMessages(to: id))
        return RecentMessages()
    }

    public mutating func finishedDeliveriesCount() -> Int {
        if let known = listings.finishedCount { return known }
        miss(.finishedDeliveriesCount)
        return 0
    }

    public mutating func finishedDeliveries(before moment: Timestamp, limit: Int) -> [Delivery] {
        finished(.finishedDeliveries(before: moment, limit: limit))
    }

    public mutating func surplusDeliveries(
        of person: Person.ID, beyond share: Int, limit: Int
    ) -> [Delivery] {
        finished(.surplusDeliveries(of: person, beyond: share, limit: limit))
    }

    private mutating func finished(_ need: Need) -> [Delivery] {
        if let known = listings.finished[need] { return known }
        miss(need)
        return []
    }

    public mutating func idempotencyRecord(_ key: String) -> IdempotencyRecord? {
        if let known = idempotencyRecords[key] { return known }
        miss(.idempotencyRecord(key))
        return nil
    }

    public mutating func allocate(_ kind: Sequences.Kind) -> Int { numbers[kind].take() }

    public mutating func allocate(_ count: Int, _ kind: Sequences.Kind) -> ArraySlice<Int> {
        numbers[kind].take(count)
    }
}
