public import Checklists

extension MemoryStore {
    /// How much there is, at that moment.
    public mutating func counts(at now: Timestamp) -> Counts {
        let openItems = waiting()
        var counts = Counts()
        counts.checklists = checklists.count
        counts.items = items.count
        counts.checked = allItems.tally.count(checked: true)
        counts.unchecked = counts.items - counts.checked
        counts.important = allItems.tally.count(checked: false, important: true)
        counts.overdue = openItems.overdue(before: now, in: items)
        counts.reminders = openItems.reminders.count
        return counts
    }

    /// Makes what a large change has dropped and the next read needs, where nobody waits for it.
    package mutating func prepare() { _ = waiting() }

    /// The items that somebody waits for.
    mutating func waiting() -> OpenItems {
        let openItems = openItems ?? OpenItems(in: items)
        self.openItems = openItems
        return openItems
    }

    /// The newest change of anything in a list; of a list that is not there, the newest of all.
    ///
    /// Zero for a list in which nothing has changed since it was restored.
    public func lastTouched(_ id: Checklist.ID) -> Revision {
        listIndexes[id]?.lastTouched ?? revision
    }

    /// The newest change of a part; `nil` if it is not there.
    func revision(of part: CacheDependency) -> Revision? {
        switch part {
        case .checklist(let id): checklistSlots[id].map { checklists[$0].revision }
        case .items(let id): checklistSlots[id] == nil ? nil : lastTouched(id)
        case .everything: revision
        }
    }

    /// A page of the checklists that a query finds.
    ///
    /// It may make or drop a kept order, and so is mutating; no answer depends on that.
    /// - Throws: `invalidCursor`.
    public mutating func page(_ query: ChecklistQuery) throws(ChecklistsError) -> Page<Checklist> {
        let order = checklistOrders.order(by: Sorting(query.sort), in: checklists) { [checklists] in
            checklists.slots
        }
        let walk = try PageWalk(
            order, in: checklists, query.page, digest: query.digest, range: order.startIndex..<order.endIndex
        ) { id in checklistSlots[id].map { checklists[$0] } }
        guard !query.text.isEmpty else { return walk.page(total: order.count) }
        let pattern = SearchPattern(query.text)
        return walk.page(total: nil) { _, checklist in pattern.matches(checklist.name) }
    }

    /// A page of the items that a query finds; mutating as that of the checklists.
    /// - Throws: `notFound` for the list, `invalidCursor`.
    public mutating func page(_ query: ItemQuery) throws(ChecklistsError) -> Page<Item> {
        if let id = query.checklistID, checklistSlots[id] == nil { throw .notFound(.checklist) }
        let sorting = Sorting<Item>(
            query.sort.map { SortKey(.listed($0.property), descending: $0.descending) })
        let matcher = ItemMatcher(query.filter)
        if let pattern = matcher.pattern {
            guard let hits = hits(of: pattern) else { return Page(elements: [], total: 0, next: nil) }
            return try page(query, sorting, matcher, hits)
        }
        let order = order(by: sorting, of: query.checklistID)
        let walk = try walk(order, query, range(of: query.filter, in: order))
        guard query.filter != ItemFilter() else { return walk.page(total: order.count) }
        return walk.page(total: total(of: query)) { _, item in matcher.matchesAllButText(item) }
    }

    /// A page of the items that a query finds by their texts.
    private mutating func page(
        _ query: ItemQuery, _ sorting: Sorting<Item>, _ matcher: ItemMatcher, _ hits: TextIndex.Hits
    ) throws(ChecklistsError) -> Page<Item> {
        let matches = { (item: Item) in
            matcher.matchesAllButText(item) && (hits.isExact || matcher.matchesText(item))
        }
        let scopeCount = query.checklistID.flatMap { listIndexes[$0]?.tally.total } ?? items.count
        guard hits.count > min(Limits.sortedHitsMax, scopeCount) else {
            let found = hits.filter { [items] slot in
                let item = items[slot]
                return (query.checklistID ?? item.checklistID) == item.checklistID && matches(item)
            }
            let order = SortedIndex(by: sorting, found, in: items)
            return try walk(order, query, order.startIndex..<order.endIndex).page(total: order.count)
        }
        var total: Int?
        if query.checklistID == nil {
            var others = query.filter
            others.text = ""
            let isAll = hits.isExact && others == ItemFilter()
            total = isAll ? hits.count : hits.filter { [items] in matches(items[$0]) }.count
        }
        let order = order(by: sorting, of: query.checklistID)
        return try walk(order, query, range(of: query.filter, in: order))
            .page(total: total) { slot, item in hits.contains(slot) && matches(item) }
    }

    /// The slots that may have a pattern; `nil` if that is a miss.
    private mutating func hits(of pattern: SearchPattern) -> TextIndex.Hits? {
        missTexts()
        return texts?.hits(of: pattern)
    }

    /// Makes the index of the texts if it is not there; one that takes long to make is a miss.
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

    /// How many items a query finds that names no text.
    private mutating func total(of query: ItemQuery) -> Int {
        let filter = query.filter
        guard filter.hasDueDates else {
            let tally = query.checklistID.flatMap { listIndexes[$0]?.tally } ?? allItems.tally
            return tally.count(
                checked: filter.checked, important: filter.important, shouldRemind: filter.shouldRemind)
        }
        let order = order(by: Sorting([SortKey(.listed(.dueDate))]), of: query.checklistID)
        let range = range(of: filter, in: order)
        if !filter.hasMarks, filter.hasOneSpan {
            return order.rank(of: range.upperBound) - order.rank(of: range.lowerBound)
        }
        let matcher = ItemMatcher(filter)
        return order.slots(in: range).count { matcher.matchesAllButText(items[$0]) }
    }

    /// Where an order can have what a filter finds: part of it if that begins with the due dates.
    private func range(of filter: ItemFilter, in order: SortedIndex<Item>) -> Range<SortedIndex<Item>.Index> {
        guard filter.hasDueDates, let key = order.sorting.keys.first, key.property == .listed(.dueDate) else {
            return order.startIndex..<order.endIndex
        }
        let span = filter.dueWithin.map { $0[0].lowerBound..<$0[$0.count - 1].upperBound }
        let isAfter = { (date: Timestamp) in
            (filter.dueAfter.map { date > $0 } ?? true) && (span.map { date >= $0.lowerBound } ?? true)
        }
        let isBefore = { (date: Timestamp) in
            (filter.dueBefore.map { date < $0 } ?? true) && (span.map { date < $0.upperBound } ?? true)
        }
        let (begins, goesOn) = key.descending ? (isBefore, isAfter) : (isAfter, isBefore)
        let start = order.partitionPoint(in: items) { $0.dueDate.map { !begins($0) } ?? false }
        let end = order.partitionPoint(in: items) { $0.dueDate.map(goesOn) ?? false }
        return start..<max(start, end)
    }

    /// The index by a sorting, of one list or of all. One that takes long to make is a miss.
    private mutating func order(by sorting: Sorting<Item>, of id: Checklist.ID?) -> SortedIndex<Item> {
        if let id, let count = listIndexes[id]?.tally.total {
            if count > Limits.itemsSortedUnderLockMax, listIndexes[id]?.hasOrder(by: sorting) == false {
                miss(.order(sorting, of: id))
                return SortedIndex(by: sorting, [], in: items)
            }
            if let order = listIndexes[id]?.order(by: sorting, in: items) { return order }
        }
        if items.count > Limits.itemsSortedUnderLockMax, !allItems.hasOrder(by: sorting) {
            miss(.order(sorting, of: nil))
            return SortedIndex(by: sorting, [], in: items)
        }
        return allItems.order(by: sorting, in: items)
    }
}

// MARK: Reminders

extension MemoryStore {
    /// A page of the reminders to come, soonest first.
    /// - Throws: `invalidCursor`.
    public mutating func reminders(_ page: PageRequest) throws(ChecklistsError) -> Page<Reminder> {
        let order = waiting().reminders
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
    /// The same page of what is made of its elements.
    func compactMap<Other: Sendable>(_ transform: (Element) -> Other?) -> Page<Other> {
        Page<Other>(elements: elements.compactMap(transform), total: total, next: next)
    }
}
