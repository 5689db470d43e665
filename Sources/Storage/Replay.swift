import Checklists

/// What the journal says about everything that was touched since the last checkpoint: the newest state of each, by its
/// identifier. It is laid over what the files hold.
///
/// The files of a folder need not be of one moment. A checkpoint replaces them one after the other while changes go on,
/// and it may be cut off between any two. So two files may both have an item that moved between their lists, or neither
/// may have it. What is laid over them makes this come out right:
///
/// - `settings.json` says through which change every file is complete, and the journal has every change since. It is
///   replaced last, and the journal that it makes superfluous is removed after it.
/// - So whatever two files may tell differently was changed since then, and the journal has its newest state, whole: no
///   file can be newer than the end of the journal, since a file is only written when what it shows is durable there.
/// - An item that the journal names is taken out of whichever files have it and put on the one list that its newest state
///   names, or on none if it was deleted. An item that the journal does not name was not touched, and is in one file.
///
/// Nothing depends on the order of the files or on how often all this is done.
struct Replay: Sendable {
    /// The lists that were touched, `nil` for those that were deleted.
    private(set) var checklists: [Checklist.ID: State<Checklist>] = [:]
    /// The items that were touched, `nil` for those that were deleted.
    private(set) var items: [Item.ID: State<Item>] = [:]
    /// What idempotency keys left behind, oldest first.
    private(set) var onceRecords: [OnceRecord] = []

    /// The newest state of something.
    struct State<Value: Sendable>: Sendable {
        /// What became of it; `nil` if it was deleted.
        let value: Value?
        /// The change that did that.
        let revision: Revision
    }

    /// Lays a change over those before it.
    mutating func add(_ entry: JournalEntry, of revision: Revision) {
        for outcome in entry.outcomes {
            switch outcome {
            case .checklist(let checklist):
                checklists[checklist.id] = State(value: checklist, revision: revision)
            case .checklistDeleted(let id): checklists[id] = State(value: nil, revision: revision)
            case .item(let item): items[item.id] = State(value: item, revision: revision)
            case .itemDeleted(let id): items[id] = State(value: nil, revision: revision)
            }
        }
        if let once = entry.once { onceRecords.append(once) }
    }

    /// The items that were touched and not deleted, by list.
    func itemsByChecklist() -> [Checklist.ID: [Item]] {
        var lists: [Checklist.ID: [Item]] = [:]
        for state in items.values {
            if let item = state.value { lists[item.checklistID, default: []].append(item) }
        }
        return lists
    }

    /// Whether a file's copy of an item is not what counts any more.
    ///
    /// A file is newer than the journal only where somebody cut the journal off by hand. Then it counts.
    func replaces(_ item: Item) -> Bool {
        guard let state = items[item.id] else { return false }
        return state.revision >= item.revision
    }
}
