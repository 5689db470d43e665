import Checklists
import Records

/// The newest state of every record that the journal touched since the last checkpoint, by id. Recovery
/// merges it into the content of the files.
///
/// The files of a folder need not show the same moment. A checkpoint replaces them one by one while changes
/// continue, and a crash can interrupt it between any two. So an item that moved between two lists may be in
/// both files or in neither. Four facts make the result correct:
///
/// - `settings.json` states the change through which all files are complete, and the journal contains every
///   later change. A checkpoint replaces it after all other files, and removes superfluous segments only
///   afterwards.
/// - The file of a list states the change through which it is complete, and contains the items of the list as
///   of that change. No file is newer than the end of the journal, because a checkpoint writes only durable
///   state.
/// - Let k be the last change of an item in the journal. A file that is complete through k or later is right
///   about the item. Recovery removes the item from every older file, and adds it to the file of its list if
///   that is older than k. So the item is on that list only, or on none if it was deleted.
/// - An item that the journal does not name is unchanged, and exactly one file contains it.
///
/// The result does not depend on the order of the files, and the merge is idempotent.
struct Replay: Sendable {
    /// The lists that the journal contains; `nil` for deleted ones.
    private(set) var checklists: [Checklist.ID: State<Checklist>] = [:]
    /// The newest activity of each list whose other fields are only in its file.
    private(set) var touches: [Checklist.ID: State<ChecklistTouch>] = [:]
    /// The touched items; `nil` for deleted ones.
    private(set) var items = ItemStates()
    /// The touched webhooks; `nil` for deleted ones.
    private(set) var webhooks: [Webhook.ID: State<Webhook>] = [:]
    /// The touched deliveries; `nil` for deleted ones.
    private(set) var deliveries: [Delivery.ID: State<Delivery>] = [:]
    /// The touched people; `nil` for deleted ones.
    private(set) var people: [Person.ID: State<Person>] = [:]
    /// The touched tombstones; `nil` for dropped ones.
    private(set) var tombstones: [Tombstone.ID: State<Tombstone>] = [:]
    /// The lists that were deleted, including those that were restored later.
    private(set) var deletedChecklists: Set<Checklist.ID> = []
    /// The touched preferences.
    private(set) var preferences: [Person.ID: Preferences] = [:]
    /// The idempotency records, oldest first.
    private(set) var idempotencyRecords: [IdempotencyRecord] = []

    /// The newest state of a record.
    struct State<Value: Sendable>: Sendable {
        /// The record; `nil` if it was deleted.
        let value: Value?
        /// The change that produced the state.
        let revision: Revision
    }

    /// Merges changes into the previous ones. Several threads merge the items.
    mutating func add(_ entries: [(entry: JournalEntry, revision: Revision)]) {
        items.add(entries)
        for (entry, revision) in entries { addAllButItems(entry, of: revision) }
    }

    private mutating func addAllButItems(_ entry: JournalEntry, of revision: Revision) {
        for outcome in entry.outcomes {
            switch outcome {
            case .item: break
            case .checklist(let id, let checklist):
                checklists[id] = State(value: checklist, revision: revision)
                touches[id] = nil
                if checklist == nil { deletedChecklists.insert(id) }
            case .checklistTouched(let touch): add(touch, of: revision)
            case .webhook(let id, let webhook): webhooks[id] = State(value: webhook, revision: revision)
            case .delivery(let id, let delivery): deliveries[id] = State(value: delivery, revision: revision)
            case .preferences(let preferences): self.preferences[preferences.personID] = preferences
            case .person(let id, let person): people[id] = State(value: person, revision: revision)
            case .tombstone(let id, let tombstone):
                tombstones[id] = State(value: tombstone, revision: revision)
            }
        }
        if let record = entry.idempotency { idempotencyRecords.append(record) }
    }

    private mutating func add(_ touch: ChecklistTouch, of revision: Revision) {
        if var list = checklists[touch.id]?.value {
            touch.apply(to: &list)
            checklists[touch.id] = State(value: list, revision: revision)
        } else {
            touches[touch.id] = State(value: touch, revision: revision)
        }
    }

    /// Whether the journal changes an item after the given revision.
    func touches(_ id: Item.ID, after revision: Revision) -> Bool {
        items[id].map { $0.revision > revision } ?? false
    }
}
