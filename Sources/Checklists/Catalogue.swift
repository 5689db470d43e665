/// Everything there is, in memory: the checklists, their items, the orders they are read in, and what idempotency
/// keys left behind.
///
/// A write is decided by a pure function that reads the catalogue (`addingItem` and its like) and gives the change
/// to make; only `apply` and `revert` change anything that a client sees. It cannot be copied, since a copy would
/// cost as much memory again: `snapshot(of:)` gives the content of one list for little.
public struct Catalogue: ~Copyable, Sendable {
    /// The newest change; zero before the first.
    public private(set) var revision = Revision.zero
    /// The number that the next checklist gets, one more than any ever had.
    public private(set) var nextChecklistID = Checklist.ID(rawValue: 1)
    /// The number that the next item gets, one more than any ever had.
    public private(set) var nextItemID = Item.ID(rawValue: 1)

    /// An empty catalogue.
    public init() {}

    /// Makes a change, and keeps orders, counts and counters. Making a change that is already made leaves the
    /// catalogue as it is once all changes after it are made again as well.
    public mutating func apply(_ change: Change) { preconditionFailure() }

    /// Takes back the newest change, exactly; only idempotency records that were forgotten meanwhile stay so.
    public mutating func revert(_ change: Change) { preconditionFailure() }
}

// MARK: Reads

extension Catalogue {
    /// A page of the checklists that a query finds.
    ///
    /// It may build or drop a kept order, and so is mutating; nothing that it answers depends on that.
    /// - Throws: `invalidCursor`.
    public mutating func page(_ query: ChecklistQuery) throws(ChecklistsError) -> Page<Checklist> {
        preconditionFailure()
    }

    /// A page of the items that a query finds; mutating as that of the checklists.
    /// - Throws: `notFound` for the list, `invalidCursor`.
    public mutating func page(_ query: ItemQuery) throws(ChecklistsError) -> Page<Item> { preconditionFailure() }

    /// One checklist.
    /// - Throws: `notFound`.
    public func checklist(_ id: Checklist.ID) throws(ChecklistsError) -> Checklist { preconditionFailure() }

    /// One item.
    /// - Throws: `notFound`.
    public func item(_ id: Item.ID) throws(ChecklistsError) -> Item { preconditionFailure() }

    /// How much there is, at that moment.
    public func counts(at now: Timestamp) -> Counts { preconditionFailure() }

    /// The newest change of anything in a list; for a list that is not there, the newest of all.
    ///
    /// It is not kept over a restart: what was restored counts as touched by the change that restoring ended with.
    public func lastTouched(_ id: Checklist.ID) -> Revision { preconditionFailure() }
}

// MARK: Keeping

extension Catalogue {
    /// The numbers of all checklists, ascending.
    public var checklistIDs: [Checklist.ID] { preconditionFailure() }

    /// The content of one list as it is now, shared with the catalogue and not copied; `nil` if it is not there.
    public func snapshot(of id: Checklist.ID) -> ChecklistSnapshot? { preconditionFailure() }

    /// What idempotency keys left behind, oldest first.
    public var onceRecords: [OnceRecord] { preconditionFailure() }

    /// Forgets what idempotency keys left behind more than 24 hours ago.
    public mutating func forgetOnceRecords(at now: Timestamp) { preconditionFailure() }

    /// Puts a list into a catalogue that is being restored, with its items in any order.
    ///
    /// Its counts are counted anew. An item that is already there, in whichever list, stays what the newer revision
    /// says, since a checkpoint may be cut off between the files of two lists.
    public mutating func restore(_ checklist: Checklist, items: [Item]) { preconditionFailure() }

    /// Puts what an idempotency key left behind into a catalogue that is being restored, oldest first.
    public mutating func restore(_ record: OnceRecord) { preconditionFailure() }

    /// Raises the counters of a catalogue that is being restored to what they were.
    public mutating func restore(
        revision: Revision, nextChecklistID: Checklist.ID, nextItemID: Item.ID
    ) { preconditionFailure() }
}

/// One list as it was at some moment.
public struct ChecklistSnapshot: Sendable {
    /// The list.
    public let checklist: Checklist
    /// Its items by position.
    public let items: SnapshotItems
}

/// The items of a list by position, as they were at some moment.
public struct SnapshotItems: Sequence, Sendable {
    /// How many there are.
    public var count: Int { preconditionFailure() }

    /// Walks the items from the first position to the last.
    public func makeIterator() -> AnyIterator<Item> { preconditionFailure() }
}
