public import Checklists
import Paging

extension MemoryStore {
    /// The counts of the lists, items and reminders that a caller sees.
    public mutating func counts(for principal: Principal = .first, at now: Timestamp) -> Counts {
        let scope = scope(of: principal, at: now)
        let openItems = waiting(in: scope)
        let tally = tally(of: scope)
        var counts = Counts()
        counts.checklists = lists(of: scope).count
        counts.items = tally.total
        counts.checked = tally.count([.checked: true])
        counts.unchecked = counts.items - counts.checked
        counts.important = tally.count([.checked: false, .important: true])
        counts.overdue = openItems.overdue(before: now, in: items)
        counts.reminders = openItems.reminders.count
        return counts
    }

    /// The number of lists, items and scheduled reminders of all people, without a walk over many items.
    ///
    /// The reminders are `nil` while their index is missing: after a change of many items, until the
    /// scheduler reads it.
    public mutating func totals() -> (checklists: Int, items: Int, reminders: Int?) {
        let isReady = openItems != nil || items.count <= Limits.itemsSortedUnderLockMax
        return (checklists.count, items.count, isReady ? waiting().reminders.count : nil)
    }

    /// Rebuilds an index that a large change has dropped, before the next read needs it.
    package mutating func prepare() { _ = waiting() }

    /// The items of all people with a scheduled reminder.
    mutating func waiting() -> OpenItems {
        let openItems = openItems ?? OpenItems(among: items.slots, in: items, withDue: false)
        self.openItems = openItems
        return openItems
    }

    /// The due items and the reminders of a scope. For many items, a missing index is a miss.
    mutating func waiting(in scope: ItemScope) -> OpenItems {
        if let openItems = knownOpenItems(of: scope) { return openItems }
        guard tally(of: scope).total <= Limits.itemsSortedUnderLockMax else {
            miss(.openItems(of: scope))
            return OpenItems(among: [], in: items, withDue: true)
        }
        let openItems = OpenItems(among: slots(of: scope), in: items, withDue: true)
        switch scope {
        case .list(let id): listIndexes[id]?.openItems = openItems
        case .person(let number): personIndexes[number].items.openItems = openItems
        case .lists: break
        }
        return openItems
    }

    private func knownOpenItems(of scope: ItemScope) -> OpenItems? {
        switch scope {
        case .list(let id): listIndexes[id]?.openItems
        case .person(let number): personIndexes[number].items.openItems
        case .lists: nil
        }
    }

    /// The newest revision of a list or any of its items; the newest of all if there is no such list.
    ///
    /// Zero for a list that has not changed since it was restored.
    public func lastTouched(_ id: Checklist.ID) -> Revision {
        listIndexes[id]?.lastTouched ?? revision
    }

    /// The newest revision of a dependency; `nil` if the list does not exist.
    func revision(of part: CacheDependency) -> Revision? {
        switch part {
        case .checklist(let id): checklistSlots[id].map { checklists[$0].revision }
        case .items(let id): checklistSlots[id] == nil ? nil : lastTouched(id)
        case .everything: revision
        }
    }

    /// A page of the checklists that a query matches.
    ///
    /// Mutating because it may cache or evict an order. The result does not depend on that.
    /// - Throws: `invalidCursor`.
    public mutating func page(
        _ query: ChecklistQuery, for principal: Principal = .first, at now: Timestamp
    ) throws(ChecklistsError) -> Page<Checklist> {
        let order = order(by: Sorting(query.sort, for: principal), for: principal, at: now)
        let walk = try PageWalk(
            order, in: checklists, query.page, digest: query.digest, range: order.startIndex..<order.endIndex
        ) { id in checklistSlots[id].map { checklists[$0] } }
        if query.text.isEmpty, query.isArchived == nil { return walk.page(total: order.count) }
        let pattern = SearchPattern(query.text)
        return walk.page { _, checklist in
            if let isArchived = query.isArchived, checklist.isArchived(by: principal) != isArchived {
                return false
            }
            return query.text.isEmpty || pattern.matches(checklist.name)
        }
    }

    /// The checklists that a caller sees, in an order.
    mutating func order(
        by sorting: Sorting<Checklist>, for principal: Principal, at now: Timestamp
    ) -> SortedIndex<Checklist> {
        guard case .person(let id, device: _) = principal else {
            let slots = visibleChecklists(to: principal, at: now).compactMap { checklistSlots[$0] }
            return SortedIndex(by: sorting, slots, in: checklists)
        }
        let number = personIndexes.number(of: id)
        let lists = personIndexes[number].lists
        return personIndexes[number].checklistOrders.order(by: sorting, in: checklists) { [checklistSlots] in
            lists.compactMap { checklistSlots[$0] }
        }
    }
}

// MARK: Reminders

extension MemoryStore {
    /// A page of the scheduled reminders, soonest first.
    /// - Throws: `invalidCursor`.
    public mutating func reminders(
        _ page: PageRequest, for principal: Principal = .first, at now: Timestamp
    ) throws(ChecklistsError) -> Page<Reminder> {
        let order = waiting(in: scope(of: principal, at: now)).reminders
        let walk = try PageWalk(
            order, in: items, page, digest: 0, range: order.startIndex..<order.endIndex
        ) { id in itemSlots[id].map { items[$0] } }
        return walk.page(total: order.count).compactMap { item in
            item.remindAt.map {
                Reminder(itemID: item.id, checklistID: item.checklistID, text: item.text, at: $0)
            }
        }
    }
}

extension Page {
    /// The page with its elements transformed; drops `nil` results.
    func compactMap<Other: Sendable>(_ transform: (Element) -> Other?) -> Page<Other> {
        Page<Other>(elements: elements.compactMap(transform), total: total, next: next)
    }
}
