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
        guard position.revision <= revision, position.start <= revision, position.known >= tombstones.horizon
        else { throw .cursorExpired }
        let lists = visibleChecklists(to: principal, at: now)
        let seen = Set(lists)
        var collector = FeedCollector(after: position, limit: limit)
        let joins = joins(of: lists, by: principal, since: position.start)
        if tombstones.areForgotten(after: position.known, for: principal.personID, seeing: seen, joins) {
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
        for tombstone in tombstones.suffix(from: position.revision)
        where tombstone.revision > position.start && !tombstone.isHorizon {
            add(tombstone, for: principal, seen, joins, to: &collector)
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
        var scopes: [ItemScope]
        switch principal {
        case .person(let id, device: _):
            let number = personIndexes.number(of: id)
            scopes = [.person(number)] + personIndexes[number].archived.map { .list($0) }
        case .guest(_, on: let list): scopes = lists.isEmpty ? [] : [.list(list)]
        }
        let byRevision = Sorting<Item>([SortKey(.revision)])
        let first = collector.position.revision
        for scope in scopes {
            collector.beginSource()
            let order = self.order(by: byRevision, of: scope)
            var index = order.partitionPoint(in: items) { $0.revision < first }
            while index < order.endIndex, !collector.isFull {
                let item = items[order[index]]
                index = order.index(after: index)
                // The feed has this item already, with its joined list.
                if let joined = joins[item.checklistID], item.revision <= joined { continue }
                collector.add(item, at: item.revision)
            }
        }
    }

    /// Adds the tombstones of objects that the caller no longer sees.
    private func add(
        _ tombstone: Tombstone, for principal: Principal, _ seen: Set<Checklist.ID>,
        _ joins: [Checklist.ID: Revision], to collector: inout FeedCollector
    ) {
        let isMissing = principal.personID.map(tombstone.people.contains) ?? false
        if seen.contains(tombstone.checklistID) {
            if let joined = joins[tombstone.checklistID], tombstone.revision <= joined {
                // The person has rejoined, and gets the whole list. The deletion discards the client's old
                // copy.
                if isMissing { addList(of: tombstone, to: &collector) }
                return
            }
            for id in tombstone.itemIDs { add(id, of: tombstone, seen, joins, to: &collector) }
            if principal.personID != nil, let list = checklist(tombstone.checklistID) {
                collector.add(
                    removed: tombstone.people, from: list.id, with: list.members, in: tombstone.revision,
                    at: tombstone.removedAt, by: tombstone.removedBy)
            }
        } else if isMissing {
            addList(of: tombstone, to: &collector)
        }
    }

    private func addList(of tombstone: Tombstone, to collector: inout FeedCollector) {
        collector.add(
            removed: tombstone.checklistID, in: tombstone.revision, at: tombstone.removedAt,
            by: tombstone.removedBy)
    }

    /// Adds an item that was deleted or moved to another list.
    private func add(
        _ id: Item.ID, of tombstone: Tombstone, _ seen: Set<Checklist.ID>, _ joins: [Checklist.ID: Revision],
        to collector: inout FeedCollector
    ) {
        let (list, revision) = (tombstone.checklistID, tombstone.revision)
        let name = tombstone.name(of: id)
        guard let item = item(id), seen.contains(item.checklistID) else {
            return collector.add(
                removed: id, from: list, name: name, in: revision, at: tombstone.removedAt,
                by: tombstone.removedBy)
        }
        if item.checklistID == list { return }
        collector.add(
            moved: id, from: list, to: item.checklistID, name: name,
            at: max(item.revision, joins[item.checklistID] ?? .zero), in: revision, at: tombstone.removedAt,
            by: tombstone.removedBy)
    }

    /// A page of the tombstones that a caller may restore, newest first.
    /// - Throws: `invalidCursor`.
    func trash(
        _ page: PageRequest, for principal: Principal, at now: Timestamp
    ) throws(ChecklistsError) -> Page<Tombstone> {
        let all = tombstones.all.reversed().filter { tombstone in
            guard tombstone.trash != nil else { return false }
            return tombstone.isRestorable(by: principal, from: checklist(tombstone.checklistID), at: now)
        }
        return try Page(all, page, by: <)
    }

    public func allTrash() -> [Tombstone] { tombstones.all.filter { $0.trash != nil } }

    public func tombstone(_ id: Tombstone.ID) -> Tombstone? { tombstones[id] }

    public func staleTombstones(_ age: TombstoneAge) -> [Tombstone] { tombstones.stale(age) }

    public func trash(ownedBy person: Person.ID) -> [Tombstone] {
        tombstones.all.filter { $0.isOwnedAlone(by: person) }
    }

    public func undoRecords(of person: Person.ID) -> [Tombstone] {
        tombstones.all.filter { $0.trash?.undo != nil && $0.removedBy?.personID == person }
    }

    /// All tombstones, oldest first.
    public var allTombstones: [Tombstone] { tombstones.all }

    /// The revision of the newest evicted tombstone.
    public var tombstonesHorizon: Revision { tombstones.horizon }

    /// Adds a tombstone to a memory that is being restored.
    public mutating func restore(_ tombstone: Tombstone) { tombstones.put(tombstone, for: tombstone.id) }

    /// Raises the horizon of the tombstones, in a memory that is being restored.
    public mutating func restore(tombstonesHorizon: Revision) {
        tombstones.horizon = max(tombstones.horizon, tombstonesHorizon)
    }

    /// Upserts a tombstone; `nil` evicts it and raises the horizon.
    mutating func put(_ new: Tombstone?, before old: Tombstone?) {
        guard let tombstone = new ?? old else { return }
        tombstones.put(new, for: tombstone.id)
        if new == nil { tombstones.horizon = max(tombstones.horizon, tombstone.revision) }
    }
}
