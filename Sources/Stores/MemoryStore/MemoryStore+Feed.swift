// The feed of changes, and the trash.

public import Checklists
import Paging

extension MemoryStore {
    /// A page of the changes that a caller sees after a position; from the beginning if it is `nil`.
    ///
    /// The page merges four sources in the order of revisions: lists; items; all items of lists that the
    /// person
    /// joined since, at the revision of the joining; and tombstones.
    /// - Throws: `cursorExpired`.
    mutating func changes(
        after position: FeedPosition?, limit: Int, for principal: Principal, at now: Timestamp
    ) throws(ChecklistsError) -> FeedPage {
        let position = position ?? FeedPosition(beginningAt: revision)
        guard position.revision <= revision, position.start <= revision, position.known >= removals.horizon
        else { throw .cursorExpired }
        let lists = visibleChecklists(to: principal, at: now)
        let seen = Set(lists)
        var collector = FeedCollector(after: position, limit: limit)
        let joins = joins(of: lists, by: principal, since: position.start)
        if removals.areForgotten(after: position.known, for: principal.personID, seeing: seen, joins) {
            throw .cursorExpired
        }
        for id in lists {
            guard let list = checklist(id), list.revision >= position.revision else { continue }
            collector.add(list)
        }
        addItems(of: principal, lists, joins, to: &collector, at: now)
        for (id, revision) in joins where revision >= position.revision {
            for slot in listIndexes[id]?.positions?.slots ?? [] where items[slot].revision <= revision {
                collector.add(items[slot], at: revision)
            }
            collector.trim()
        }
        for removal in removals.suffix(from: position.revision)
        where removal.revision > position.start && !removal.isHorizon {
            add(removal, for: principal, seen, joins, to: &collector)
        }
        return collector.page(newest: revision)
    }

    /// The lists that the person joined after a revision, with the revision of the joining.
    private func joins(
        of lists: [Checklist.ID], by principal: Principal, since start: Revision
    ) -> [Checklist.ID: Revision] {
        guard let person = principal.personID else { return [:] }
        var joins: [Checklist.ID: Revision] = [:]
        for id in lists {
            guard let joined = checklist(id)?.member(person)?.joinedIn, joined > start else { continue }
            joins[id] = joined
        }
        return joins
    }

    /// Adds items in the order of their revisions.
    private mutating func addItems(
        of principal: Principal, _ lists: [Checklist.ID], _ joins: [Checklist.ID: Revision],
        to collector: inout FeedCollector, at now: Timestamp
    ) {
        let scope: ItemScope
        switch principal {
        case .person(let id, device: _): scope = .person(personIndexes.number(of: id))
        case .guest(_, on: let list):
            if lists.isEmpty { return }
            scope = .list(list)
        }
        let byRevision = Sorting<Item>([SortKey(.revision)])
        let order = self.order(by: byRevision, of: scope)
        let first = collector.position.revision
        var index = order.partitionPoint(in: items) { $0.revision < first }
        while index < order.endIndex, !collector.isFull {
            let item = items[order[index]]
            index = order.index(after: index)
            // The item is sent with its joined list.
            if let joined = joins[item.checklistID], item.revision <= joined { continue }
            collector.add(item, at: item.revision)
        }
    }

    /// Adds the tombstones of objects that the caller no longer sees.
    private func add(
        _ removal: Removal, for principal: Principal, _ seen: Set<Checklist.ID>,
        _ joins: [Checklist.ID: Revision], to collector: inout FeedCollector
    ) {
        let isGone = principal.personID.map(removal.people.contains) ?? false
        if seen.contains(removal.checklistID) {
            if let joined = joins[removal.checklistID], removal.revision <= joined {
                // The person has rejoined, and gets the whole list. The deletion discards the client's old
                // copy.
                if isGone { addList(of: removal, to: &collector) }
                return
            }
            for id in removal.itemIDs { add(id, of: removal, seen, joins, to: &collector) }
            if principal.personID != nil, let list = checklist(removal.checklistID) {
                collector.add(
                    removed: removal.people, from: list.id, with: list.members, in: removal.revision,
                    at: removal.removedAt, by: removal.removedBy)
            }
        } else if isGone {
            addList(of: removal, to: &collector)
        }
    }

    private func addList(of removal: Removal, to collector: inout FeedCollector) {
        collector.add(
            removed: removal.checklistID, in: removal.revision, at: removal.removedAt, by: removal.removedBy)
    }

    /// Adds an item that was deleted or moved to another list.
    private func add(
        _ id: Item.ID, of removal: Removal, _ seen: Set<Checklist.ID>, _ joins: [Checklist.ID: Revision],
        to collector: inout FeedCollector
    ) {
        let (list, revision) = (removal.checklistID, removal.revision)
        let name = removal.name(of: id)
        guard let item = item(id), seen.contains(item.checklistID) else {
            return collector.add(
                removed: id, from: list, name: name, in: revision, at: removal.removedAt,
                by: removal.removedBy)
        }
        if item.checklistID == list { return }
        collector.add(
            moved: id, from: list, to: item.checklistID, name: name,
            at: max(item.revision, joins[item.checklistID] ?? .zero), in: revision, at: removal.removedAt,
            by: removal.removedBy)
    }

    /// A page of the tombstones that a caller may restore, newest first.
    /// - Throws: `invalidCursor`.
    func trash(
        _ page: PageRequest, for principal: Principal, at now: Timestamp
    ) throws(ChecklistsError) -> Page<Removal> {
        let all = removals.all.reversed().filter { removal in
            guard removal.trash != nil else { return false }
            return removal.isRestorable(by: principal, from: checklist(removal.checklistID), at: now)
        }
        return try Page(all, page, by: <)
    }

    public func allTrash() -> [Removal] { removals.all.filter { $0.trash != nil } }

    public func removal(_ id: Removal.ID) -> Removal? { removals[id] }

    public func staleRemovals(_ age: RemovalAge) -> [Removal] { removals.stale(age) }

    public func trash(ownedBy person: Person.ID) -> [Removal] {
        removals.all.filter { $0.isOwnedAlone(by: person) }
    }

    /// All tombstones, oldest first.
    public var allRemovals: [Removal] { removals.all }

    /// The revision of the newest evicted tombstone.
    public var removalsHorizon: Revision { removals.horizon }

    /// Adds a tombstone to a memory that is being restored.
    public mutating func restore(_ removal: Removal) { removals.put(removal, for: removal.id) }

    /// Raises the horizon of the tombstones, in a memory that is being restored.
    public mutating func restore(removalsHorizon: Revision) {
        removals.horizon = max(removals.horizon, removalsHorizon)
    }

    /// Upserts a tombstone; `nil` evicts it and raises the horizon.
    mutating func put(_ new: Removal?, before old: Removal?) {
        guard let removal = new ?? old else { return }
        removals.put(new, for: removal.id)
        if new == nil { removals.horizon = max(removals.horizon, removal.revision) }
    }
}
