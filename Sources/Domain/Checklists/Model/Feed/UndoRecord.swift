/// What undoes one change of an assistant.
///
/// It is stored as trash, because it holds earlier states of records for a time. Its tombstone belongs to no
/// list, so neither the feed nor the trash shows it.
public struct UndoRecord: Hashable, Sendable {
    /// The items before the change.
    public var items: [Item] = []
    /// The items that the change created.
    public var createdItems: [Item.ID] = []
    /// The lists that the change created.
    public var createdLists: [Checklist.ID] = []

    /// Creates an empty record.
    public init() {}

    /// The record that undoes mutations.
    package init(undoing mutations: [Mutation]) {
        var known: Set<Item.ID> = []
        for mutation in mutations {
            switch mutation {
            case .item(let before?, let after?):
                if after.isOnlyFollowing(before) || !known.insert(after.id).inserted { continue }
                items.append(before)
            case .item(before: nil, let after?):
                if known.insert(after.id).inserted { createdItems.append(after.id) }
            case .checklist(before: nil, let after?): createdLists.append(after.id)
            default: break
            }
        }
    }

    /// The number of items that the change created or changed.
    public var count: Int { items.count + createdItems.count }

    /// Whether there is nothing to undo.
    public var isEmpty: Bool { count == 0 && createdLists.isEmpty }

    /// The approximate size in a file.
    package var storedBytes: Int {
        items.reduce(10 * (createdItems.count + createdLists.count)) { $0 + $1.storedBytes }
    }
}

extension Item {
    /// Whether the item only follows a change of another one: its subtasks were counted again, or its parent
    /// moved.
    package func isOnlyFollowing(_ before: Item) -> Bool {
        var copy = before
        copy.change { copy in
            copy.updatedAt = updatedAt
            copy.changedAt = changedAt
            copy.changedBy = changedBy
            copy.revision = revision
        }
        if hasDetails || copy.hasDetails {
            let own = self.details
            var details = copy.details
            details.subtasks = own.subtasks
            details.parentPosition = own.parentPosition
            (details.countedIn, details.contentRevision) = (own.countedIn, own.contentRevision)
            if own.parentID != nil, own.parentID == details.parentID { details.sectionID = own.sectionID }
            copy.details = details
        }
        return copy == self
    }
}

extension Tombstone {
    /// The tombstone of an undo record.
    package init(
        undoing record: UndoRecord, in revision: Revision, at now: Timestamp, by author: Principal?
    ) {
        self.init(
            id: ID(rawValue: Int(revision.rawValue)), checklistID: Self.noList, removedAt: now,
            removedBy: author, trash: Trash(items: [], undo: record))
    }
}
