/// The changes that became durable together, as a summary for the components that act on changes.
public struct Commit: Hashable, Sendable {
    /// The last revision of the commit.
    public private(set) var revision: Revision
    /// Whether a reminder was scheduled or moved.
    public private(set) var schedulesReminders = false
    /// Whether a reset was scheduled or moved.
    public private(set) var schedulesResets = false
    /// Whether the delivery loop may have new work.
    public private(set) var queuesDeliveries = false
    /// Whether a webhook was created, deleted, or changed in what clients see.
    public private(set) var changesWebhooks = false

    /// The lists and people whose view may have changed; `nil` if everyone's may have.
    public private(set) var touched: Touched? = Touched()

    /// Whether anyone's view may have changed.
    public var isSeen: Bool { touched != Touched() }

    /// The lists and people that changes touch.
    public struct Touched: Hashable, Sendable {
        /// The touched lists, without duplicates. A changed item touches its list.
        public private(set) var lists: [Checklist.ID] = []
        /// The members of lists whose members changed, and the people whose own record changed, for example
        /// their devices.
        public private(set) var people: Set<Person.ID> = []

        package init() {}

        package init(lists: some Sequence<Checklist.ID>, people: some Sequence<Person.ID>) {
            for list in lists { add(list) }
            self.people = Set(people)
        }

        fileprivate mutating func add(_ more: Touched) {
            for list in more.lists { add(list) }
            people.formUnion(more.people)
        }
    }

    /// A commit of which only the last revision is known. It may contain any change.
    package init(through revision: Revision) {
        self.revision = revision
        schedulesReminders = true
        schedulesResets = true
        queuesDeliveries = true
        changesWebhooks = true
        touched = nil
    }

    /// A commit of another process, as that process describes it.
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

    /// A commit of one change.
    package init(_ change: Change) {
        revision = change.revision
        join(change)
    }

    /// Adds the next change.
    ///
    /// It does not make a `Commit` of the change first: then a POST takes 3,070 instructions here, not 1,540.
    package mutating func join(_ change: Change) {
        joinFlags(of: change)
        touched?.add(change)
    }

    /// Adds the next commit.
    package mutating func join(_ commit: Commit) {
        joinFlags(of: commit)
        if let more = commit.touched { touched?.add(more) } else { touched = nil }
    }

    @inline(__always)
    private mutating func joinFlags(of next: some CommitSummary) {
        revision = next.revision
        schedulesReminders = schedulesReminders || next.schedulesReminders
        schedulesResets = schedulesResets || next.schedulesResets
        queuesDeliveries = queuesDeliveries || next.queuesDeliveries
        changesWebhooks = changesWebhooks || next.changesWebhooks
    }
}

/// The fields of a commit that changes and commits both have.
private protocol CommitSummary {
    var revision: Revision { get }
    var schedulesReminders: Bool { get }
    var schedulesResets: Bool { get }
    var queuesDeliveries: Bool { get }
    var changesWebhooks: Bool { get }
}

extension Commit: CommitSummary {}

extension Change: CommitSummary {}

extension Commit.Touched {
    fileprivate mutating func add(_ change: Change) {
        for index in change.mutations.indices { add(change.mutations[index]) }
    }

    private mutating func add(_ mutation: Mutation) {
        switch mutation {
        case .checklist(let before, let after):
            if let id = (after ?? before)?.id { add(id) }
            if let before, let after, after.sharesSettings(with: before) { return }
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
        case .webhook, .delivery, .preferences, .tombstone: break
        }
    }

    /// A commit touches few lists, so that a linear search is faster than a set.
    private mutating func add(_ id: Checklist.ID) {
        if lists.last != id, !lists.contains(id) { lists.append(id) }
    }
}
