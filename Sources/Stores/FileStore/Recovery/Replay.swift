import Checklists

/// What the journal says about everything that was touched since the last checkpoint: the newest state of
/// each, by its identifier. It is laid over what the files hold.
///
/// The files of a folder need not be of one moment. A checkpoint replaces them one after the other while
/// changes go on, and it may be cut off between any two. So two files may both have an item that moved
/// between their lists, or neither may have it. What is laid over them makes this come out right:
///
/// - `settings.json` says through which change all files are complete, and the journal has every change
///   since. It is
///   replaced after all other files, and the segments that it makes superfluous are removed after it.
/// - The file of a list says through which change it is complete itself. Up to that one it is right about its
///   list: it
///   has what was on the list then, and has it as it was. No file is newer than the end of the journal, since
///   it is only
///   written when what it shows is durable there.
/// - So of an item whose last change in the journal is k, a file that is complete through k or more has it if
///   it is on
///   that list, and has it right. Out of every older file it is taken, and if the file of the list that it is
///   on is older
///   than k, it is put there. Either way it is on that list and on no other, or on none if it was deleted.
/// - An item that the journal does not name was not touched, and is in one file.
///
/// Nothing depends on the order of the files or on how often all this is done.
struct Replay: Sendable {
    /// The lists that were touched, `nil` for those that were deleted.
    private(set) var checklists: [Checklist.ID: State<Checklist>] = [:]
    /// The items that were touched, `nil` for those that were deleted.
    private(set) var items: [Item.ID: State<Item>] = [:]
    /// The webhooks that were touched, `nil` for those that were deleted.
    private(set) var webhooks: [Webhook.ID: State<Webhook>] = [:]
    /// The deliveries that were touched, `nil` for those that were deleted.
    private(set) var deliveries: [Delivery.ID: State<Delivery>] = [:]
    /// The people.
    private(set) var people: [Person.ID: State<Person>] = [:]
    /// What went out of sight, `nil` for what is forgotten.
    private(set) var removals: [Removal.ID: State<Removal>] = [:]
    /// The lists that were deleted, even if they are restored by now.
    private(set) var deletedChecklists: Set<Checklist.ID> = []
    /// The preferences, if they were touched.
    private(set) var preferences: [Person.ID: Preferences] = [:]
    /// What idempotency keys left behind, oldest first.
    private(set) var idempotencyRecords: [IdempotencyRecord] = []

    /// The newest state of something.
    struct State<Value: Sendable>: Sendable {
        /// What became of it; `nil` if it was deleted.
        let value: Value?
        /// The change that did that.
        let revision: Revision
    }

    /// Makes room for so many more items.
    mutating func reserveCapacity(_ count: Int) { items.reserveCapacity(items.count + count) }

    /// Lays a change over those before it.
    mutating func add(_ entry: JournalEntry, of revision: Revision) {
        for outcome in entry.outcomes {
            switch outcome {
            case .checklist(let id, let checklist):
                checklists[id] = State(value: checklist, revision: revision)
                if checklist == nil { deletedChecklists.insert(id) }
            case .item(let id, let item): items[id] = State(value: item, revision: revision)
            case .webhook(let id, let webhook): webhooks[id] = State(value: webhook, revision: revision)
            case .delivery(let id, let delivery): deliveries[id] = State(value: delivery, revision: revision)
            case .preferences(let preferences): self.preferences[preferences.personID] = preferences
            case .person(let id, let person): people[id] = State(value: person, revision: revision)
            case .removal(let id, let removal): removals[id] = State(value: removal, revision: revision)
            }
        }
        if let once = entry.once { idempotencyRecords.append(once) }
    }

    /// The items that were touched and not deleted, by the list that they are on.
    func itemsByChecklist() -> [Checklist.ID: [Item.ID]] {
        var lists: [Checklist.ID: [Item.ID]] = [:]
        for (id, state) in items {
            if let item = state.value { lists[item.checklistID, default: []].append(id) }
        }
        return lists
    }

    /// Whether something happened to an item that a file which is complete through a change does not know.
    func touches(_ id: Item.ID, after revision: Revision) -> Bool {
        items[id].map { $0.revision > revision } ?? false
    }
}
