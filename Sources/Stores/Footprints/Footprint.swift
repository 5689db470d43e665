public import Checklists

/// A transaction over what was loaded of a store, for stores that are elsewhere.
///
/// What a rule asks for and was not loaded is a miss: the rule is told that nothing is there, and what it
/// then decides is thrown away; what is missed is loaded and the rule decides again. Several operations can
/// be decided on one footprint, each seeing the changes of those before it: what is known here is never older
/// than what the store has, so that what is loaded later does not replace it. What is due and which
/// deliveries are finished is dropped with every change instead, and is for operations that run alone.
///
/// It may touch nothing outside itself: whoever decides on it does the loading.
public struct Footprint: Transaction, Sendable {
    /// The time that everything is stamped with.
    public let now: Timestamp
    /// Who has it decided.
    public private(set) var author: Principal?
    /// The revision of the change that is being decided.
    public var nextRevision: Revision

    /// What was asked for and not loaded, since the rule began.
    private var missed: Set<Need> = []
    var checklists: [Checklist.ID: Checklist?] = [:]
    var items: [Item.ID: Item?] = [:]
    var extracts: [Checklist.ID: ListExtract] = [:]
    var preferencesByPerson: [Person.ID: Preferences] = [:]
    var people: [Person.ID: Person?] = [:]
    var checklistIDsByPerson: [Person.ID: Set<Checklist.ID>] = [:]
    var secretHolders: [[UInt8]: SecretHolder?] = [:]
    var removals: [Removal.ID: Removal?] = [:]
    var webhooksByID: [Webhook.ID: Webhook?] = [:]
    var itemIDsByName: [Item.Name: Item.ID?] = [:]
    var deliveriesByID: [Delivery.ID: Delivery?] = [:]
    var claims: [Delivery.ID: ClaimToken?] = [:]
    var idempotencyRecords: [String: IdempotencyRecord?] = [:]
    var listings = Listings()
    var checklistIDs = NumberPool<Checklist.ID>()
    var itemIDs = NumberPool<Item.ID>()
    var personIDs = NumberPool<Person.ID>()
    var webhookIDs = NumberPool<Webhook.ID>()
    var deliveryIDs = NumberPool<Delivery.ID>()

    /// What is known as a whole.
    struct Listings {
        var dueReminders: [Need: DueReminders] = [:]
        /// `nil` where it is not known whether there is one.
        var dueReset: DueReset??
        /// The people of whom all webhooks are known.
        var peopleWithWebhooks: Set<Person.ID> = []
        /// The webhooks of which all deliveries are known.
        var webhooksWithDeliveries: Set<Webhook.ID> = []
        var finishedCount: Int?
        var finished: [Need: [Delivery]] = [:]
        /// `nil` where it is not known.
        var allTrash: [Removal]?
        var staleRemovals: [RemovalAge: [Removal]] = [:]
        var ownedTrash: [Person.ID: [Removal]] = [:]
    }

    /// Nothing is loaded yet.
    public init(now: Timestamp, nextRevision: Revision) {
        self.now = now
        self.nextRevision = nextRevision
    }

    /// What a rule asked for in vain since it began.
    public var misses: Set<Need> {
        var misses = missed
        if checklistIDs.isLacking { misses.insert(.newChecklistIDs(checklistIDs.taken)) }
        if itemIDs.isLacking { misses.insert(.newItemIDs(itemIDs.taken)) }
        if personIDs.isLacking { misses.insert(.newPersonIDs(personIDs.taken)) }
        if webhookIDs.isLacking { misses.insert(.newWebhookIDs(webhookIDs.taken)) }
        if deliveryIDs.isLacking { misses.insert(.newDeliveryIDs(deliveryIDs.taken)) }
        return misses
    }

    /// Makes ready for a rule to decide, perhaps once more.
    ///
    /// - Parameter author: Who has it decided; `nil` for the service itself.
    public mutating func begin(for author: Principal?) {
        self.author = author
        missed = []
        checklistIDs.begin()
        itemIDs.begin()
        personIDs.begin()
        webhookIDs.begin()
        deliveryIDs.begin()
    }

    mutating func miss(_ need: Need) { missed.insert(need) }
}

// MARK: What rules ask for

extension Footprint {
    /// One checklist.
    public mutating func checklist(_ id: Checklist.ID) -> Checklist? {
        if let known = checklists[id] { return known }
        miss(.checklist(id))
        return nil
    }

    /// One item.
    public mutating func item(_ id: Item.ID) -> Item? {
        if let known = items[id] { return known }
        miss(.item(id))
        return nil
    }

    /// The number of the item that a client calls by something.
    public mutating func itemID(of name: Item.Name) -> Item.ID? {
        if let known = itemIDsByName[name] { return known }
        miss(.itemID(of: name))
        return nil
    }

    /// All items of a list, by position.
    public mutating func items(of id: Checklist.ID) -> [Item] {
        if let ids = extracts[id]?.all {
            let known = ids.compactMap { items[$0] ?? nil }
            if known.count == ids.count { return known }
        }
        miss(.items(of: id))
        return []
    }

    /// The position of the last item of a list.
    public mutating func lastPosition(of id: Checklist.ID) -> Int? {
        if let last = extracts[id]?.neighbours(of: .last, at: nil, reach: 1) {
            return last.before.first?.position
        }
        miss(.lastPosition(of: id))
        return nil
    }

    /// The items around a place in a list.
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

    /// The list that is to be reset first.
    public mutating func dueReset() -> DueReset? {
        if let known = listings.dueReset { return known }
        miss(.dueReset)
        return nil
    }

    /// The items whose reminders are due.
    public mutating func dueReminders(since moment: Timestamp, limit: Int) -> DueReminders {
        let need = Need.dueReminders(since: moment, limit: limit)
        if let known = listings.dueReminders[need] { return known }
        miss(need)
        return DueReminders(items: [], next: nil)
    }

    /// How a person wants to see the lists.
    public mutating func preferences(of person: Person.ID) -> Preferences {
        if let known = preferencesByPerson[person] { return known }
        miss(.preferences(of: person))
        return Preferences(of: person)
    }

    /// One person.
    public mutating func person(_ id: Person.ID) -> Person? {
        if let known = people[id] { return known }
        miss(.person(id))
        return nil
    }

    /// What went out of sight by a change.
    public mutating func removal(_ id: Removal.ID) -> Removal? {
        if let known = removals[id] { return known }
        miss(.removal(id))
        return nil
    }

    /// All removals with something that can be restored.
    public mutating func allTrash() -> [Removal] {
        if let known = listings.allTrash { return known }
        miss(.allTrash)
        return []
    }

    /// What went out of sight long ago.
    public mutating func staleRemovals(_ age: RemovalAge) -> [Removal] {
        if let known = listings.staleRemovals[age] { return known }
        miss(.staleRemovals(age))
        return []
    }

    /// The deletions of lists that a person owned alone.
    public mutating func trash(ownedBy person: Person.ID) -> [Removal] {
        if let known = listings.ownedTrash[person] { return known }
        miss(.trash(ownedBy: person))
        return []
    }

    /// The lists that a person is a member of, by their numbers.
    public mutating func checklistIDs(of person: Person.ID) -> [Checklist.ID] {
        if let known = checklistIDsByPerson[person] { return known.sorted() }
        miss(.checklistIDs(of: person))
        return []
    }

    /// What a secret is for.
    public mutating func holder(ofSecret digest: [UInt8]) -> SecretHolder? {
        if let known = secretHolders[digest] { return known }
        miss(.holder(ofSecret: digest))
        return nil
    }

    /// One webhook.
    public mutating func webhook(_ id: Webhook.ID) -> Webhook? {
        if let known = webhooksByID[id] { return known }
        miss(.webhook(id))
        return nil
    }

    /// All webhooks of a person, by their numbers.
    public mutating func webhooks(of person: Person.ID) -> [Webhook] {
        if !listings.peopleWithWebhooks.contains(person) { miss(.webhooks(of: person)) }
        return webhooksByID.values.compactMap(\.self).filter { $0.personID == person }
            .sorted { $0.id < $1.id }
    }

    /// One delivery.
    public mutating func delivery(_ id: Delivery.ID) -> Delivery? {
        if let known = deliveriesByID[id] { return known }
        miss(.delivery(id))
        return nil
    }

    /// What tells the claim on a delivery from others.
    public mutating func claim(on id: Delivery.ID) -> ClaimToken? {
        if let known = claims[id] { return known }
        miss(.claim(on: id))
        return nil
    }

    /// All deliveries to a webhook, newest first.
    public mutating func deliveries(to id: Webhook.ID) -> [Delivery] {
        if !listings.webhooksWithDeliveries.contains(id) { miss(.deliveries(to: id)) }
        return deliveriesByID.values.compactMap(\.self).filter { $0.webhookID == id }
            .sorted { $0.id > $1.id }
    }

    /// How many deliveries are delivered or given up.
    public mutating func finishedDeliveriesCount() -> Int {
        if let known = listings.finishedCount { return known }
        miss(.finishedDeliveriesCount)
        return 0
    }

    /// Deliveries that are delivered or given up, the oldest first.
    public mutating func finishedDeliveries(before moment: Timestamp, limit: Int) -> [Delivery] {
        finished(.finishedDeliveries(before: moment, limit: limit))
    }

    /// Deliveries to a person that are delivered or given up, besides the newest so many.
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

    /// What a request with an idempotency key left behind.
    public mutating func idempotencyRecord(_ key: String) -> IdempotencyRecord? {
        if let known = idempotencyRecords[key] { return known }
        miss(.idempotencyRecord(key))
        return nil
    }

    /// The number of a new list.
    public mutating func allocateChecklistID() -> Checklist.ID { checklistIDs.take() }
    /// The number of a new item.
    public mutating func allocateItemID() -> Item.ID { itemIDs.take() }
    /// The number of a new person.
    public mutating func allocatePersonID() -> Person.ID { personIDs.take() }
    /// The number of a new webhook.
    public mutating func allocateWebhookID() -> Webhook.ID { webhookIDs.take() }
    /// The number of a new delivery.
    public mutating func allocateDeliveryID() -> Delivery.ID { deliveryIDs.take() }
    /// The numbers of new deliveries, or none.
    public mutating func allocateDeliveryIDs(_ count: Int) -> ArraySlice<Delivery.ID> {
        deliveryIDs.take(count)
    }
}
