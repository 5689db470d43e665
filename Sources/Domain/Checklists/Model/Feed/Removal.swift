/// Something that went out of sight: a list or some of its items that were deleted, items that went to
/// another list, or a list that somebody is no member of any more.
///
/// It is remembered for those who follow changes, and for a while with what it had, so that it can be
/// restored.
public struct Removal: Identifiable, Hashable, Sendable {
    /// The number of a removal: that of the change which made it.
    public struct ID: Identifier {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
    }

    /// Never used again.
    public package(set) var id: ID
    /// The list that went, or that the items went from.
    public package(set) var checklistID: Checklist.ID
    /// The items that went from a list which stays; empty where the list itself went.
    public package(set) var itemIDs: [Item.ID]
    /// What calendar programs called those of them by that were given a name.
    public var names: [Item.ID: String]
    /// Who saw the list itself, and does not any more; empty where it stays.
    public package(set) var people: [Person.ID]
    /// When.
    public package(set) var removedAt: Timestamp
    /// By whom; `nil` for the service itself.
    public package(set) var removedBy: Principal?
    /// What can be restored of it, as long as it can.
    public var trash: Trash?

    /// A removal as it is kept.
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

    /// The removal with nothing to restore, as it stays when it is restored or purged.
    var emptied: Removal {
        var removal = self
        removal.trash = nil
        return removal
    }

    /// The change that made it.
    public var revision: Revision { Revision(rawValue: UInt64(id.rawValue)) }

    /// The names that were given, as they are kept: in the order of the items, empty for those without one.
    package static func names(
        _ listed: some Sequence<some StringProtocol>, of itemIDs: [Item.ID]
    ) -> [Item.ID: String] {
        var names: [Item.ID: String] = [:]
        for (id, name) in zip(itemIDs, listed) where !name.isEmpty { names[id] = String(name) }
        return names
    }

    /// What calendar programs called one of the items by when it went.
    package func name(of id: Item.ID) -> String { names[id] ?? Item.resourceName(of: id) }
}

extension Removal {
    /// Whether it is the deletion of a list that can be restored and that only this person owned.
    package func isOwnedAlone(by person: Person.ID) -> Bool {
        guard let owners = trash?.checklist?.members.filter({ $0.role == .own }) else { return false }
        return owners.count == 1 && owners.first?.personID == person
    }
}

// MARK: - Shares

extension Removal {
    /// The person or the link's list in whose share of the tombstones a removal counts.
    package enum Payer: Hashable, Sendable {
        case person(Person.ID)
        case guests(of: Checklist.ID)
        case service
    }

    /// In whose share it counts: that of the person who deleted.
    package var payer: Payer {
        switch removedBy {
        case .person(let id, device: _)?: .person(id)
        case .guest(_, on: let list)?: .guests(of: list)
        case nil: .service
        }
    }

    /// Stands for a list where a removal is about none. No list gets that number.
    package static let noList = Checklist.ID(rawValue: (1 << 53) - 1)

    /// Whether it is a horizon: tombstones up to its change are forgotten. Without people it is that of a
    /// list, otherwise that of these people.
    package var isHorizon: Bool {
        itemIDs.isEmpty && trash == nil && (people.isEmpty || checklistID == Self.noList)
    }

    /// Whether nothing of it is kept.
    package var isVoid: Bool { isHorizon && people.isEmpty && checklistID == Self.noList }

    /// The horizon of a list, or that of people, at the change of this tombstone. With neither, nothing is
    /// kept.
    package func horizon(ofList list: Checklist.ID? = nil, people: [Person.ID] = []) -> Removal {
        Removal(
            id: id, checklistID: list ?? Self.noList, people: people, removedAt: removedAt,
            removedBy: removedBy)
    }

    /// Whether another horizon, a newer one, says all that this one says.
    package func isCovered(by newer: Removal) -> Bool {
        checklistID == newer.checklistID && Set(people).isSubset(of: newer.people)
    }
}

/// What was deleted, as it was then.
public struct Trash: Hashable, Sendable {
    /// The list, where that was deleted.
    public var checklist: Checklist?
    /// The items, those of the list or some of one that stayed.
    public var items: [Item]

    /// A list with its items, or items alone.
    public init(checklist: Checklist? = nil, items: [Item]) {
        self.checklist = checklist
        self.items = items
    }
}

/// For how long is kept what was deleted.
public struct Retention: Hashable, Sendable {
    /// For how many days it can be restored; zero keeps nothing that could be.
    public var trashDays = 30
    /// For how many days it is known that it was there, for those who follow changes.
    public var tombstoneDays = 90

    /// As long as usual.
    public init() {}

    /// Whether what is deleted can be restored.
    public var keepsTrash: Bool { trashDays > 0 }

    /// What is too old at a moment, some of it.
    public func age(at now: Timestamp) -> RemovalAge {
        RemovalAge(
            trashBefore: now.advanced(byMilliseconds: -Int64(trashDays) * 86_400_000),
            removedBefore: now.advanced(byMilliseconds: -Int64(tombstoneDays) * 86_400_000),
            tombstonesPerPersonMax: Limits.tombstonesPerPersonMax,
            limit: Limits.removalsForgottenAtOnceMax)
    }
}
