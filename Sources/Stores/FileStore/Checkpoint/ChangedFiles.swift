import Checklists

/// Which files are not up to date.
struct ChangedFiles: Sendable {
    /// The lists.
    var checklists: Set<Checklist.ID> = []
    /// The parts of the delivery log, by their numbers.
    var deliveries: Set<Int> = []
    /// Whether the people are among them.
    var people = false
    /// Whether what went out of sight is.
    var removals = false
    /// Whether the webhooks are among them.
    var webhooks = false
    /// Whether the preferences are.
    var preferences = false
    /// Whether the records of idempotency keys are.
    var once = false

    /// The list that was added last, which is often the next one as well.
    private var newest: Checklist.ID?

    /// Whether all files are up to date.
    var isEmpty: Bool {
        checklists.isEmpty && deliveries.isEmpty && !people && !removals && !webhooks && !preferences && !once
    }

    /// None.
    init() {}

    /// Those that a change makes old.
    init(of change: Change) {
        add(change)
    }

    /// Adds those that a change makes old.
    mutating func add(_ change: Change) {
        for index in change.mutations.indices { add(change.mutations[index]) }
        if change.idempotencyRecord != nil { once = true }
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
        case .removal:
            removals = true
        }
    }

    private mutating func add(_ id: Checklist.ID) {
        if id == newest { return }
        newest = id
        checklists.insert(id)
    }

    /// Adds those of another.
    mutating func formUnion(_ other: ChangedFiles) {
        checklists.formUnion(other.checklists)
        deliveries.formUnion(other.deliveries)
        people = people || other.people
        removals = removals || other.removals
        webhooks = webhooks || other.webhooks
        preferences = preferences || other.preferences
        once = once || other.once
    }
}
