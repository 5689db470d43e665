public import Checklists
import Paging

extension MemoryStore {
    /// The counts of the lists, items and reminders that a caller sees.
    public mutating func counts(for principal: Principal = .first, at now: Timestamp) -> Counts {
        let openItems = waiting(for: principal, at: now)
        let lists = visibleChecklists(to: principal, at: now)
        let tally = tally(for: principal, at: now)
        var counts = Counts()
        counts.checklists = lists.count
        counts.items = tally.total
        counts.checked = tally.count([.checked: true])
        counts.unchecked = counts.items - counts.checked
        counts.important = tally.count([.checked: false, .important: true])
        counts.overdue = openItems.overdue(before: now, in: items)
        counts.reminders = openItems.reminders.count
        return counts
    }

    /// The number of lists, items and scheduled reminders of all people.
    public mutating func totals() -> (checklists: Int, items: Int, reminders: Int) {
        (checklists.count, items.count, waiting().reminders.count)
    }

    /// The tally of the items that a caller sees.
    private func tally(for principal: Principal, at now: Timestamp) -> ItemTally {
        switch principal {
        case .person(let id, device: _):
            personIndexes.number(ofKnown: id).map { personIndexes[$0].items.tally } ?? ItemTally()
        case .guest(_, on: let list):
            sees(principal, list, at: now) ? listIndexes[list]?.tally ?? ItemTally() : ItemTally()
        }
    }

    /// Items in a range of slots whose calendar object may have recurrence properties that are not yet
    /// parsed.
    func unreadSeries(from position: Int) -> UnreadSeries {
        let end = position + Limits.slotsWalkedAtOnceMax
        let found = items.slots(in: position..<end).filter { items[$0].mayHaveUnreadSeries }
        return UnreadSeries(found.map { items[$0] }, next: end < items.slotsEnd ? end : nil)
    }

    /// Rebuilds an index that a large change has dropped, before the next read needs it.
    package mutating func prepare() { _ = waiting() }

    /// The items of all people with a scheduled reminder.
    mutating func waiting() -> OpenItems {
        let openItems = openItems ?? OpenItems(among: items.slots, in: items, withDue: false)
        self.openItems = openItems
        return openItems
    }

    /// The due items and the reminders that a caller sees.
    private mutating func waiting(for principal: Principal, at now: Timestamp) -> OpenItems {
        switch principal {
        case .person(let id, device: _):
            let number = personIndexes.number(of: id)
            let known = personIndexes[number].openItems
            let openItems =
                known ?? OpenItems(among: slots(of: .person(number)), in: items, withDue: true)
            personIndexes[number].openItems = openItems
            return openItems
        case .guest(_, on: let list):
            let slots = sees(principal, list, at: now) ? slots(of: .list(list)) : []
            return OpenItems(among: slots, in: items, withDue: true)
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
        return walk.page(total: nil) { _, checklist in
            if let isArchived = query.isArchived, checklist.isArchived(by: principal) != isArchived {
                return false
            }
            return query.text.isEmpty || pattern.matches(checklist.name)
        }
    }

    /// A page of the items that a query matches. Mutating because of cached orders.
    /// - Throws: `notFound` for the list, `invalidCursor`.
    public mutating func page(
        _ query: ItemQuery, for principal: Principal = .first, at now: Timestamp
    ) throws(ChecklistsError) -> Page<Item> {
        let scope = try scope(of: query, for: principal, at: now)
        let sorting = Sorting<Item>(query.sort)
        let matcher = ItemMatcher(query.filter)
        if let found = slots(of: scope, calledAs: query.filter) {
            let found = found.filter { matcher.matches(items[$0]) }
            let order = SortedIndex(by: sorting, found, in: items)
            return try walk(order, query, order.startIndex..<order.endIndex).page(total: order.count)
        }
        if let pattern = matcher.pattern {
            return try page(query, in: scope, sorting, matcher, pattern)
        }
        let order = order(by: sorting, of: scope)
        let walk = try walk(order, query, range(of: matcher, in: order))
        guard !matcher.conditions.isEmpty else { return walk.page(total: order.count) }
        return walk.page(total: total(of: matcher, in: scope)) { _, item in
            matcher.matchesAllButText(item)
        }
    }

    /// The items in a scope with the resource name or UID of a filter; `nil` if the filter has neither.
    private func slots(of scope: ItemScope, calledAs filter: ItemFilter) -> [Slot]? {
        let kind: Item.Name.Kind = filter.resourceName == nil ? .uid : .resource
        guard let text = filter.resourceName ?? filter.uid else { return nil }
        let lists =
            switch scope {
            case .list(let id): [id]
            case .person(let number): personIndexes[number].lists.map(\.self)
            }
        return lists.compactMap { itemIDsByName[Item.Name(kind, text, on: $0)].flatMap { itemSlots[$0] } }
    }

    /// The scope of a caller's query.
    /// - Throws: `notFound`.
    private mutating func scope(
        of query: ItemQuery, for principal: Principal, at now: Timestamp
    ) throws(ChecklistsError) -> ItemScope {
        if let id = query.checklistID {
            guard sees(principal, id, at: now) else { throw .notFound(.checklist) }
            return .list(id)
        }
        switch principal {
        case .person(let id, device: _): return .person(personIndexes.number(of: id))
        case .guest(_, on: let list):
            return .list(sees(principal, list, at: now) ? list : Checklist.ID(rawValue: 0))
        }
    }

    /// A page of the items whose texts a query matches.
    private mutating func page(
        _ query: ItemQuery, in scope: ItemScope, _ sorting: Sorting<Item>, _ matcher: ItemMatcher,
        _ pattern: SearchPattern
    ) throws(ChecklistsError) -> Page<Item> {
        let scopeCount = tally(of: scope).total
        if scopeCount <= Limits.itemsReadBySearchMax {
            // Reading these items takes the same time, however many items other people have.
            let found = slots(of: scope).filter { matcher.matches(items[$0]) }
            let order = SortedIndex(by: sorting, found, in: items)
            return try walk(order, query, order.startIndex..<order.endIndex).page(total: order.count)
        }
        guard let hits = hits(of: pattern) else { return Page(elements: [], total: 0, next: nil) }
        let matches = { (item: Item) in
            matcher.matchesAllButText(item) && (hits.isExact || matcher.matchesText(item))
        }
        guard hits.count > min(Limits.sortedHitsMax, scopeCount) else {
            let found = hits.filter { slot in
                let item = items[slot]
                return isIn(scope, item) && matches(item)
            }
            let order = SortedIndex(by: sorting, found, in: items)
            return try walk(order, query, order.startIndex..<order.endIndex).page(total: order.count)
        }
        var total: Int?
        if scopeCount == items.count {
            let isAll = hits.isExact && matcher.conditions.isEmpty
            total = isAll ? hits.count : hits.filter { [items] in matches(items[$0]) }.count
        }
        let order = order(by: sorting, of: scope)
        return try walk(order, query, range(of: matcher, in: order))
            .page(total: total) { slot, item in hits.contains(slot) && matches(item) }
    }

    /// The slots that may have a pattern; `nil` if the text index is missing.
    private mutating func hits(of pattern: SearchPattern) -> TextIndex.Hits? {
        missTexts()
        return texts?.hits(of: pattern)
    }

    /// Builds the text index if there is none. Over `Limits.itemsSortedUnderLockMax` items it is a miss
    /// instead.
    mutating func missTexts() {
        guard texts == nil else { return }
        if items.count > Limits.itemsSortedUnderLockMax {
            miss(.texts)
        } else {
            texts = TextIndex(of: items)
        }
    }

    private func walk(
        _ order: SortedIndex<Item>, _ query: ItemQuery, _ range: Range<SortedIndex<Item>.Index>
    ) throws(ChecklistsError) -> PageWalk<Item> {
        try PageWalk(order, in: items, query.page, digest: query.digest, range: range) { id in
            itemSlots[id].map { items[$0] }
        }
    }

    /// The number of items that a query without a text matches.
    private mutating func total(of matcher: ItemMatcher, in scope: ItemScope) -> Int {
        let counting = matcher.counting
        guard let span = counting.dueDates else {
            guard counting.looks else { return tally(of: scope).count(counting.flags) }
            return slots(of: scope).count { matcher.matchesAllButText(items[$0]) }
        }
        let order = order(by: Sorting([SortKey(ItemQuery.Property.dueDate)]), of: scope)
        let range = range(of: span, in: order)
        let count = { [items] (range: Range<SortedIndex<Item>.Index>) in
            order.slots(in: range).count { matcher.matchesAllButText(items[$0]) }
        }
        guard counting.flags.isEmpty, !counting.looks, let all = counting.allDueDates else {
            return count(range)
        }
        let inner = self.range(of: all, in: order)
        if inner.isEmpty { return count(range) }
        // Time zones decide only near the bounds of the days, so only those items are examined.
        return count(range.lowerBound..<inner.lowerBound) + count(inner.upperBound..<range.upperBound)
            + order.rank(of: inner.upperBound) - order.rank(of: inner.lowerBound)
    }

    /// The range of an order with all possible matches: a part if the order begins with the due date.
    private func range(
        of matcher: ItemMatcher, in order: SortedIndex<Item>
    ) -> Range<SortedIndex<Item>.Index> {
        guard let span = matcher.counting.dueDates else { return order.startIndex..<order.endIndex }
        return range(of: span, in: order)
    }

    /// The range of the due dates within a span; the whole order if it does not begin with the due date.
    private func range(
        of span: Range<Timestamp>, in order: SortedIndex<Item>
    ) -> Range<SortedIndex<Item>.Index> {
        guard let key = order.sorting.keys.first, key.property == .listed(.dueDate) else {
            return order.startIndex..<order.endIndex
        }
        let isAfter = { (date: Timestamp) in date >= span.lowerBound }
        let isBefore = { (date: Timestamp) in date < span.upperBound }
        let (begins, goesOn) = key.descending ? (isBefore, isAfter) : (isAfter, isBefore)
        let start = order.partitionPoint(in: items) { $0.dueDate.map { !begins($0) } ?? false }
        let end = order.partitionPoint(in: items) { $0.dueDate.map(goesOn) ?? false }
        return start..<max(start, end)
    }

    /// The order for a sorting. For many items, a missing order is a miss.
    mutating func order(by sorting: Sorting<Item>, of scope: ItemScope) -> SortedIndex<Item> {
        let isLarge = tally(of: scope).total > Limits.itemsSortedUnderLockMax
        if isLarge, index(of: scope)?.hasOrder(by: sorting) == false {
            miss(.order(sorting, of: scope))
            return SortedIndex(by: sorting, [], in: items)
        }
        let order: SortedIndex<Item>? =
            switch scope {
            case .list(let id): listIndexes[id]?.order(by: sorting, in: items) { [] }
            case .person(let number):
                if isLarge || personIndexes[number].items.hasOrder(by: sorting) {
                    personIndexes[number].items.order(by: sorting, in: items) { [] }
                } else {
                    order(by: sorting, ofSmall: number)
                }
            }
        return order ?? SortedIndex(by: sorting, [], in: items)
    }

    mutating func order(by sorting: Sorting<Item>, ofSmall number: Int) -> SortedIndex<Item> {
        let slots = slots(of: .person(number))
        return personIndexes[number].items.order(by: sorting, in: items) { slots }
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

    private func index(of scope: ItemScope) -> ListIndex? {
        switch scope {
        case .list(let id): listIndexes[id]
        case .person(let number): personIndexes[number].items
        }
    }

    private func tally(of scope: ItemScope) -> ItemTally { index(of: scope)?.tally ?? ItemTally() }

    /// The items of a scope, in no order.
    func slots(of scope: ItemScope) -> [Slot] {
        switch scope {
        case .list(let id): return listIndexes[id]?.positions?.slots ?? []
        case .person(let number):
            if personIndexes[number].items.tally.total == items.count { return items.slots }
            return personIndexes[number].lists.flatMap { listIndexes[$0]?.positions?.slots ?? [] }
        }
    }

    func isIn(_ scope: ItemScope, _ item: Item) -> Bool {
        switch scope {
        case .list(let id): item.checklistID == id
        case .person(let number):
            personIndexes[number].items.tally.total == items.count
                || listIndexes[item.checklistID]?.viewers.contains(number) == true
        }
    }
}

/// The items that a query searches.
enum ItemScope: Hashable, Sendable {
    /// The items of a list.
    case list(Checklist.ID)
    /// The items of all lists of a person, by the number of the person's index.
    case person(Int)
}

// MARK: Reminders

extension MemoryStore {
    /// A page of the scheduled reminders, soonest first.
    /// - Throws: `invalidCursor`.
    public mutating func reminders(
        _ page: PageRequest, for principal: Principal = .first, at now: Timestamp
    ) throws(ChecklistsError) -> Page<Reminder> {
        let order = waiting(for: principal, at: now).reminders
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
