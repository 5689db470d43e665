/// Changes that became durable together: as much of them as those have to know who act on changes.
public struct Commit: Hashable, Sendable {
    /// The newest of them.
    public private(set) var revision: Revision
    /// Whether a reminder is to go out that was not before, or at another time.
    public private(set) var schedulesReminders: Bool
    /// Whether a list is to be reset that was not before, or at another time.
    public private(set) var schedulesResets: Bool
    /// Whether there may be something to send that there was not before.
    public private(set) var queuesDeliveries: Bool
    /// Whether a webhook has changed in what it is told.
    public private(set) var changesWebhooks: Bool

    /// Who may see something else than before; `nil` where that may be anybody.
    public private(set) var touched: Touched? = Touched()

    /// Whether anybody may see something else than before.
    public var isSeen: Bool { touched != Touched() }

    /// What changes touch, as far as it says who has to look.
    public struct Touched: Hashable, Sendable {
        /// The lists, with their items, each once.
        public private(set) var lists: [Checklist.ID] = []
        /// The people who came to a list or are on it no more, or whose devices have changed.
        public private(set) var people: Set<Person.ID> = []

        /// Nothing.
        package init() {}

        /// These lists and people.
        package init(lists: some Sequence<Checklist.ID>, people: some Sequence<Person.ID>) {
            for list in lists { add(list) }
            self.people = Set(people)
        }

        fileprivate mutating func add(_ more: Touched) {
            for list in more.lists { add(list) }
            people.formUnion(more.people)
        }
    }

    /// Changes of which only the newest is known: there may be anything in them.
    package init(through revision: Revision) {
        self.revision = revision
        schedulesReminders = true
        schedulesResets = true
        queuesDeliveries = true
        changesWebhooks = true
        touched = nil
    }

    /// Changes that another process has made, as it says of them.
    package init(
        through revision: Revision, schedulesReminders: Bool, schedulesResets: Bool, queuesDeliveries: Bool,
        changesWebhooks: Bool, touched: Touched?
    ) {
        self.revision = revision
        self.schedulesReminders = schedulesReminders
        self.schedulesResets = schedulesResets
        self.queuesDeliveries = queuesDeliveries
        self.changesWebhooks = changesWebhooks
        self.touched = touched
    }

    /// One change alone.
    package init(_ change: Change) {
        revision = change.revision
        schedulesReminders = change.schedulesReminders
        schedulesResets = change.schedulesResets
        queuesDeliveries = change.queuesDeliveries
        changesWebhooks = change.changesWebhooks
        touched?.add(change)
    }

    /// Adds the change that follows.
    package mutating func join(_ change: Change) { join(Commit(change)) }

    /// Adds the commit that follows.
    package mutating func join(_ commit: Commit) {
        revision = commit.revision
        schedulesReminders = schedulesReminders || commit.schedulesReminders
        schedulesResets = schedulesResets || commit.schedulesResets
        queuesDeliveries = queuesDeliveries || commit.queuesDeliveries
        changesWebhooks = changesWebhooks || commit.changesWebhooks
        if let more = commit.touched { touched?.add(more) } else { touched = nil }
    }
}

extension Commit.Touched {
    fileprivate mutating func add(_ change: Change) {
        for index in change.mutations.indices { add(change.mutations[index]) }
    }

    private mutating func add(_ mutation: Mutation) {
        switch mutation {
        case .checklist(let before, let after):
            if let id = (after ?? before)?.id { add(id) }
            if before?.members != after?.members {
                for member in (before?.members ?? []) + (after?.members ?? []) {
                    people.insert(member.personID)
                }
            }
        case .item(let before, let after):
            if let before { add(before.checklistID) }
            if let after { add(after.checklistID) }
        case .person(let before, let after):
            if let id = (after ?? before)?.id { people.insert(id) }
        case .webhook, .delivery, .preferences, .removal: break
        }
    }

    /// A commit is about few lists, among which looking is faster than in a set.
    private mutating func add(_ id: Checklist.ID) {
        if lists.last != id, !lists.contains(id) { lists.append(id) }
    }
}
