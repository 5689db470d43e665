public import Checklists
import Paging

extension MemoryStore {
    /// A page of the items that a query matches. Mutating because of cached orders.
    /// - Throws: `notFound` for the list, `invalidCursor`.
    public mutating func page(
        _ query: ItemQuery, for principal: Principal = .first, at now: Timestamp
    ) throws(ChecklistsError) -> Page<Item> {
        let scope = try scope(of: query, for: principal, at: now)
        let request = ItemRequest(query, in: scope, for: principal)
        let matcher = ItemMatcher(query.filter)
        if let found = slots(of: scope, calledAs: query.filter) {
            return try page(of: found.filter { matcher.matches(items[$0]) }, request, at: now)
        }
        if let pattern = matcher.pattern { return try page(request, matcher, pattern, at: now) }
        let isWhole = matcher.conditions.isEmpty
        if isWhole, request.sorting.groupingKeysCount == 0 {
            if case .lists = scope {
            } else {
                let order = order(by: request.sorting, of: scope)
                return try walk(order, request, order.startIndex..<order.endIndex).page(total: order.count)
            }
        }
        return try page(request, matcher, at: now)
    }

    /// A page of the items that a filter without a text matches.
    private mutating func page(
        _ request: ItemRequest, _ matcher: ItemMatcher, at now: Timestamp
    ) throws(ChecklistsError) -> Page<Item> {
        let scope = request.scope
        let scopeCount = tally(of: scope).total
        if case .lists = scope, scopeCount <= Limits.itemsSortedUnderLockMax {
            return try page(of: slots(of: scope).filter { matcher.matches(items[$0]) }, request, at: now)
        }
        let counting = ItemCounting(matcher.conditions)
        let candidates = candidates(for: counting, in: scope)
        let count = candidates.countMax ?? scopeCount
        if count <= Limits.candidatesSortedMax, candidates.countMax != nil {
            return try page(of: slots(candidates, matcher), request, at: now)
        }
        var found = matches(of: matcher, counting, among: candidates, in: scope)
        if found.total == 0 || examination.isTooLong { return Page(elements: [], total: 0, next: nil) }
        // Sorting the candidates costs about as much as examining twice as many items of an order.
        let canSort = candidates.countMax != nil && count <= Limits.sortedHitsMax
        if canSort {
            let isSorted = request.sorting.groupingKeysCount == 0 && hasOrder(by: request.sorting, of: scope)
            let expected = scopeCount / max(found.total, 1) * (max(request.page.limit, 1) + 1)
            if !isSorted || expected > count {
                return try page(of: slots(candidates, matcher), request, at: now)
            }
            found.stepsMax = 2 * count
        } else if candidates.countMax != nil, request.sorting.groupingKeysCount == 0 {
            found.stepsMax = 2 * Limits.sortedHitsMax
        }
        if let page = try page(request, found, at: now) { return page }
        if examination.isTooLong { return Page(elements: [], total: 0, next: nil) }
        if !canSort { return try firstPage(of: candidates, found, request) }
        return try page(of: slots(candidates, matcher), request, at: now)
    }

    /// A page of the matching candidates if there are too many to sort, and a walk along the order would pass
    /// too many other items first.
    private mutating func firstPage(
        of candidates: ItemCandidates, _ found: ItemMatches, _ request: ItemRequest
    ) throws(ChecklistsError) -> Page<Item> {
        guard mayExamine(candidates.countMax ?? 0) else { return Page(elements: [], total: 0, next: nil) }
        let (sorting, position) = (request.sorting, try position(of: request))
        let count = max(min(request.page.limit, Limits.sortedHitsMax), 1) + 1
        var first: [Item] = []
        candidates.forEach { slot in
            guard found.matches(slot) else { return }
            let item = items[slot]
            guard position.map({ isBehind(item, $0, by: sorting) }) ?? true else { return }
            if first.count == count, let last = first.last, !sorting.precedes(item, last) { return }
            first.insert(item, at: first.partitionPoint { sorting.precedes($0, item) })
            if first.count > count { first.removeLast() }
        }
        var collector = PageCollector<Item>(limit: count - 1)
        for item in first where !collector.add(item) { break }
        return collector.page(total: found.total, request.coding)
    }

    private func isBehind(_ item: Item, _ position: SortPosition<Item>, by sorting: Sorting<Item>) -> Bool {
        item.id != position.id && !sorting.precedes(item, position)
    }

    /// The matches of a filter along an order of a scope.
    private mutating func matches(
        of matcher: ItemMatcher, _ counting: ItemCounting, among candidates: ItemCandidates,
        in scope: ItemScope
    ) -> ItemMatches {
        let total = total(of: matcher, counting, among: candidates, in: scope)
        var found: ItemMatches
        if case .marked(let marked) = candidates {
            let rest = slotMatcher(matcher.without { $0.isMet(by: counting.marks) })
            found = ItemMatches(total: total) { [items] slot in
                marked.contains(slot) { items[slot].checklistID } && rest.matches(slot)
            }
            found.lists = marked.lists
            found.isUndated = marked.areUndated
        } else {
            let rest = slotMatcher(matcher)
            found = ItemMatches(total: total, matches: rest.matches)
            found.isByKind = rest.isByKind
        }
        found.dueDates = counting.dueDates
        if counting.isDated == false { found.isUndated = true }
        return found
    }

    /// The candidates that match a filter without a text.
    private mutating func slots(_ candidates: ItemCandidates, _ matcher: ItemMatcher) -> [Slot] {
        guard mayExamine(candidates.countMax ?? 0) else { return [] }
        let matcher = slotMatcher(matcher)
        var slots: [Slot] = []
        candidates.forEach { if matcher.matches($0) { slots.append($0) } }
        return slots
    }

    /// The items in a scope with the resource name or UID of a filter; `nil` if the filter has neither.
    private func slots(of scope: ItemScope, calledAs filter: ItemFilter) -> [Slot]? {
        let kind: Item.Name.Kind = filter.resourceName == nil ? .uid : .resource
        guard let text = filter.resourceName ?? filter.uid else { return nil }
        return lists(of: scope).compactMap {
            itemIDsByName[Item.Name(kind, text, on: $0)].flatMap { itemSlots[$0] }
        }
    }
}

// MARK: Search

extension MemoryStore {
    /// A page of the items whose texts a query matches.
    private mutating func page(
        _ request: ItemRequest, _ matcher: ItemMatcher, _ pattern: SearchPattern, at now: Timestamp
    ) throws(ChecklistsError) -> Page<Item> {
        let scope = request.scope
        let scopeCount = tally(of: scope).total
        if scopeCount <= Limits.itemsReadBySearchMax {
            // Reading these items takes the same time, however many items other people have.
            return try page(of: slots(of: scope).filter { matcher.matches(items[$0]) }, request, at: now)
        }
        guard let hits = hits(of: pattern) else { return Page(elements: [], total: 0, next: nil) }
        let bySlot = slotMatcher(matcher)
        let matches = { [items] (slot: Slot) in
            bySlot.matches(slot) && (hits.isExact || matcher.matchesText(items[slot]))
        }
        if scopeCount < hits.count, scopeCount <= Limits.sortedHitsMax {
            // The scope has fewer items than the text has hits.
            guard mayExamine(scopeCount) else { return Page(elements: [], total: 0, next: nil) }
            let found = slots(of: scope).filter { hits.contains($0) && matches($0) }
            return try page(of: found, request, at: now)
        }
        let isWhole = coversEverything(scope)
        guard hits.count > Limits.sortedHitsMax else {
            guard mayExamine(hits.count) else { return Page(elements: [], total: 0, next: nil) }
            let found = hits.filter { (isWhole || isIn(scope, items[$0])) && matches($0) }
            return try page(of: found, request, at: now)
        }
        let isByKind = hits.isExact && bySlot.isByKind
        var total = hits.count
        if !isByKind || !bySlot.isEmpty || !isWhole {
            guard mayExamine(hits.count, isByKind: isByKind && isWhole) else {
                return Page(elements: [], total: 0, next: nil)
            }
            total = hits.filter { (isWhole || isIn(scope, items[$0])) && matches($0) }.count
        }
        var found = ItemMatches(total: total) { hits.contains($0) && matches($0) }
        found.isByKind = isByKind
        found.dueDates = ItemCounting(matcher.conditions).dueDates
        return try page(request, found, at: now) ?? Page(elements: [], total: total, next: nil)
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
}

// MARK: Tags

extension TagTotals {
    /// Counts the tags of items.
    init(of marks: ItemMarks) {
        self.init()
        marks.forEachTag { key, posting in add(posting, of: key) }
    }

    /// Adds the items of a list with a tag.
    private mutating func add(_ posting: ItemMarks.Posting, of key: String) {
        var items = posting.count
        for (spelling, count) in posting.spellings {
            add(spelling, key: key, items: count, unchecked: 0)
            items -= count
        }
        add(key, key: key, items: items, unchecked: posting.uncheckedCount)
    }
}
