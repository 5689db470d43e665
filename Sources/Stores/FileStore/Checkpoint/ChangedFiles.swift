import Checklists

/// The files that lack changes of the journal.
struct ChangedFiles: Sendable {
    /// The lists with an outdated file.
    var checklists: Set<Checklist.ID> = []
    /// The outdated parts of the delivery log, by number.
    var deliveries: Set<Int> = []
    /// Whether `people.json` is outdated.
    var people = false
    /// Whether `tombstones.json` is outdated.
    var tombstones = false
    /// Whether `webhooks.json` is outdated.
    var webhooks = false
    /// Whether the preferences in `settings.json` are outdated.
    var preferences = false
    /// Whether `idempotency.json` is outdated.
    var idempotency = false

    /// The list that was added last: the next change often concerns the same list.
    private var newest: Checklist.ID?

    var isEmpty: Bool {
        checklists.isEmpty && deliveries.isEmpty && !people && !tombstones && !webhooks && !preferences
            && !idempotency
    }

    init() {}

    /// The files that a change outdates.
    init(of change: Change) {
        add(change)
    }

    /// Adds the files that a change outdates.
    mutating func add(_ change: Change) {
        for index in change.mutations.indices { add(change.mutations[index]) }
        if change.idempotencyRecord != nil { idempotency = true }
    }

    private mutating func add(_ mutation: Mutation) {
        switch mutation {
        case .checklist(let before, let after):
            if let id = after?.id ?? before?.id { add(id) }
        case .item(let before, let after):
            if let id = before?.checklistID { add(id) }
            if let id = after?.checklistID { add(id) }
        case .webhook:
            webhooks = true
        case .delivery(let before, let after):
            if let id = after?.id ?? before?.id { deliveries.insert(DeliveriesFile.number(of: id)) }
        case .preferences:
            preferences = true
        case .person:
            people = true
        case .tombstone:
            tombstones = true
        }
    }

    private mutating func add(_ id: Checklist.ID) {
        if id == newest { return }
        newest = id
        checklists.insert(id)
    }

    mutating func formUnion(_ other: ChangedFiles) {
        checklists.formUnion(other.checklists)
        deliveries.formUnion(other.deliveries)
        people = people || other.people
        tombstones = tombstones || other.tombstones
        webhooks = webhooks || other.webhooks
        preferences = preferences || other.preferences
        idempotency = idempotency || other.idempotency
    }
}
