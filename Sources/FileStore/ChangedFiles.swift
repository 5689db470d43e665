import Checklists

/// Which files are not up to date.
struct ChangedFiles: Sendable {
    /// The lists.
    var checklists: Set<Checklist.ID> = []
    /// The parts of the delivery log, by their numbers.
    var deliveries: Set<Int> = []
    /// Whether the webhooks are among them.
    var webhooks = false
    /// Whether the preferences are.
    var preferences = false
    /// Whether the records of idempotency keys are.
    var once = false

    /// Whether all files are up to date.
    var isEmpty: Bool { checklists.isEmpty && deliveries.isEmpty && !webhooks && !preferences && !once }

    /// None.
    init() {}

    /// Those that a change makes old.
    init(of change: Change) {
        add(change)
    }

    /// Adds those that a change makes old.
    mutating func add(_ change: Change) {
        for mutation in change.mutations {
            switch mutation {
            case .checklist(let before, let after):
                if let id = (after ?? before)?.id { checklists.insert(id) }
            case .item(let before, let after):
                if let before { checklists.insert(before.checklistID) }
                if let after, after.checklistID != before?.checklistID {
                    checklists.insert(after.checklistID)
                }
            case .webhook:
                webhooks = true
            case .delivery(let before, let after):
                if let id = (after ?? before)?.id { deliveries.insert(DeliveriesFile.number(of: id)) }
            case .preferences:
                preferences = true
            }
        }
        if change.idempotencyRecord != nil { once = true }
    }

    /// Adds those of another.
    mutating func formUnion(_ other: ChangedFiles) {
        checklists.formUnion(other.checklists)
        deliveries.formUnion(other.deliveries)
        webhooks = webhooks || other.webhooks
        preferences = preferences || other.preferences
        once = once || other.once
    }
}
