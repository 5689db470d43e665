/// A tombstone: a deleted list, items that were deleted from a list or moved away from it, or members who
/// lost access to a list.
///
/// The change feed needs it. Until the retention of the trash ends, it also holds the deleted records, so
/// that a person can restore them.
public struct Tombstone: Identifiable, Hashable, Sendable {
    /// The number of a tombstone: the revision that made it.
    public struct ID: Identifier {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
    }

    /// The identifier; it is not reused.
    public package(set) var id: ID
    /// The deleted list, or the list that the items were on.
    public package(set) var checklistID: Checklist.ID
    /// The items that left a remaining list; empty if the list itself was deleted.
    public package(set) var itemIDs: [Item.ID]
    /// The resource names in CalDAV of those items that have one.
    public var names: [Item.ID: String]
    /// The people who lost access to the list; empty if it remains.
    public package(set) var people: [Person.ID]
    /// The time of the deletion.
    public package(set) var removedAt: Timestamp
    /// The author of the deletion; `nil` for the server itself.
    public package(set) var removedBy: Principal?
    /// The records to restore; `nil` after the retention of the trash.
    public var trash: Trash?

    /// Creates a tombstone from its stored fields.
    public init(
        id: ID, checklistID: Checklist.ID, itemIDs: [Item.ID] = [], names: [Item.ID: String] = [:],
        people: [Person.ID] = [], removedAt: Timestamp, removedBy: Principal?, trash: Trash? = nil
    ) {
        self.id = id
        self.checklistID = checklistID
        self.itemIDs = itemIDs
        self.names = names
        self.people = people
        self.removedAt = removedAt
        self.removedBy = removedBy
        self.trash = trash
    }

    /// The tombstone without its trash, as it remains after a restore or a purge.
    var emptied: Tombstone {
        var tombstone = self
        tombstone.trash = nil
        return tombstone
    }

    /// The change that made the tombstone.
    public var revision: Revision { Revision(rawValue: UInt64(id.rawValue)) }

    /// Decodes stored names: one for each item in order, empty for an item without one.
    package static func names(
        _ listed: some Sequence<some StringProtocol>, of itemIDs: [Item.ID]
    ) -> [Item.ID: String] {
        var names: [Item.ID: String] = [:]
        for (id, name) in zip(itemIDs, listed) where !name.isEmpty { names[id] = String(name) }
        return names
    }

    /// The resource name in CalDAV of one of the items at its deletion.
    package func name(of id: Item.ID) -> String { names[id] ?? Item.resourceName(of: id) }
}

extension Tombstone {
    /// Whether it is the restorable deletion of a list that this person alone owned.
    package func isOwnedAlone(by person: Person.ID) -> Bool {
        guard let owners = trash?.checklist?.members.filter({ $0.role == .own }) else { return false }
        return owners.count == 1 && owners.first?.personID == person
    }
}

// MARK: - Tombstone limits

extension Tombstone {
    /// The owner of the limit that a tombstone counts towards.
    package enum Payer: Hashable, Sendable {
        case person(Person.ID)
        case guests(of: Checklist.ID)
        case service
    }

    /// The owner of the limit: the person who deleted, or the list of the guest's link.
    package var payer: Payer {
        switch removedBy {
        case .person(let id, device: _)?: .person(id)
        case .guest(_, on: let list)?: .guests(of: list)
        case nil: .service
        }
    }

    /// The list of a tombstone that has none. The counter never reaches this number.
    package static let noList = Checklist.ID(rawValue: (1 << 53) - 1)

    /// Whether it is a horizon: the store has evicted the tombstones up to its change. Without people it is
    /// the horizon of a list, otherwise that of these people.
    package var isHorizon: Bool {
        itemIDs.isEmpty && trash == nil && (people.isEmpty || checklistID == Self.noList)
    }

    /// Whether it holds no information.
    package var isVoid: Bool { isHorizon && people.isEmpty && checklistID == Self.noList }

    /// The horizon of a list or of people at the change of this tombstone; a void one without either.
    package func horizon(ofList list: Checklist.ID? = nil, people: [Person.ID] = []) -> Tombstone {
        Tombstone(
            id: id, checklistID: list ?? Self.noList, people: people, removedAt: removedAt,
            removedBy: removedBy)
    }

    /// Whether a newer horizon makes this one redundant.
    package func isCovered(by newer: Tombstone) -> Bool {
        checklistID == newer.checklistID && Set(people).isSubset(of: newer.people)
    }
}

/// The deleted records as they were.
public struct Trash: Hashable, Sendable {
    /// The list, if the list itself was deleted.
    public var checklist: Checklist?
    /// The items of the deleted list, or those deleted from a remaining list.
    public var items: [Item]
    /// What undoes a change of an assistant. Such a record has no deleted items, and no list of its own.
    public var undo: UndoRecord?

    /// Creates trash from a list with its items, or from items alone.
    public init(checklist: Checklist? = nil, items: [Item], undo: UndoRecord? = nil) {
        self.checklist = checklist
        self.items = items
        self.undo = undo
    }
}

/// How long the store keeps deleted records.
public struct Retention: Hashable, Sendable {
    /// How many days a person can restore a deletion; 0 disables the trash.
    public var trashDays = 30
    /// How many days the change feed keeps tombstones.
    public var tombstoneDays = 90

    /// Creates the default: 30 days in the trash, tombstones for 90 days.
    public init() {}

    /// Whether deletions go to the trash.
    public var keepsTrash: Bool { trashDays > 0 }

    /// The ages beyond which the store evicts at a moment, with the limit for one step.
    public func age(at now: Timestamp) -> TombstoneAge {
        TombstoneAge(
            trashBefore: now.advanced(byMilliseconds: -Int64(trashDays) * 86_400_000),
            undoBefore: now.advanced(byMilliseconds: -Limits.undoMilliseconds),
            removedBefore: now.advanced(byMilliseconds: -Int64(tombstoneDays) * 86_400_000),
            tombstonesPerPersonMax: Limits.tombstonesPerPersonMax,
            limit: Limits.tombstonesForgottenAtOnceMax)
    }
}
