import Checklists
import Paging

/// A part of a scope that contains all matches of a filter.
enum ItemCandidates {
    /// The whole scope.
    case all
    /// The items with the marks that the filter requires.
    case marked(MarkedItems)
    /// A range of an order by a property of one of the filter's conditions.
    case range(SortedIndex<Item>, Range<SortedIndex<Item>.Index>)
    /// These items.
    case slots([Slot])

    /// An upper bound of the number of candidates; `nil` for the whole scope.
    var countMax: Int? {
        switch self {
        case .all: nil
        case .marked(let marked): marked.countMax
        case .range(let order, let range): order.rank(of: range.upperBound) - order.rank(of: range.lowerBound)
        case .slots(let slots): slots.count
        }
    }

    /// Calls the body with each candidate, unless the candidates are the whole scope.
    func forEach(_ body: (Slot) -> Void) {
        switch self {
        case .all: break
        case .marked(let marked): marked.forEach(body)
        case .range(let order, let range): order.forEach(in: range, body)
        case .slots(let slots): slots.forEach(body)
        }
    }
}

extension MemoryStore {
    private static let byDueDate = Sorting<Item>([SortKey(ItemQuery.Property.dueDate)])
    private static let byChange = Sorting<Item>([SortKey(.changedAt)])
    private static let byStart = Sorting<Item>([SortKey(.startsAt)])

    /// The smallest set of candidates that an index provides.
    mutating func candidates(for counting: ItemCounting, in scope: ItemScope) -> ItemCandidates {
        if let id = counting.parentID {
            return .slots(subtasks(of: id).compactMap { itemSlots[$0.id] }.filter { isIn(scope, items[$0]) })
        }
        var fewest = ItemCandidates.all
        if let marks = marks(for: counting, in: scope) {
            fewest = .marked(marked(by: marks, in: scope))
            if let count = fewest.countMax, count <= Limits.itemsReadBySearchMax { return fewest }
        }
        // The store caches no order for the items of several lists.
        if case .lists = scope { return fewest }
        if let span = counting.dueDates {
            if let moment = counting.overdueAt {
                let order = waiting(in: scope).byDueDate
                let end = order.partitionPoint(in: items) { $0.dueDate.map { $0 < moment } ?? false }
                fewest = fewer(fewest, .range(order, order.startIndex..<end))
            } else {
                let order = order(by: Self.byDueDate, of: scope)
                fewest = fewer(fewest, .range(order, range(of: span, in: order)))
            }
        }
        if let moment = counting.changedSince {
            let order = order(by: Self.byChange, of: scope)
            let start = order.partitionPoint(in: items) { $0.changedAt < moment }
            fewest = fewer(fewest, .range(order, start..<order.endIndex))
        }
        if let moment = counting.startsFrom { fewest = fewer(fewest, starting(from: moment, in: scope)) }
        if counting.isDated == false, case .all = fewest,
            tally(of: scope).count([:], isDated: false) <= Limits.sortedHitsMax
        {
            let order = order(by: Self.byDueDate, of: scope)
            let start = order.partitionPoint(in: items) { $0.dueDate != nil }
            fewest = .range(order, start..<order.endIndex)
        }
        return fewest
    }

    /// The items with a start at a moment or later.
    private mutating func starting(from moment: Timestamp, in scope: ItemScope) -> ItemCandidates {
        let order = order(by: Self.byStart, of: scope)
        let start = order.partitionPoint(in: items) { $0.startsAt.map { $0 < moment } ?? false }
        let end = order.partitionPoint(in: items) { $0.startsAt != nil }
        return .range(order, start..<end)
    }

    /// The number of items that start in the future. Only items with a start between the moment and the
    /// beginning of the day are examined.
    private mutating func countFuture(_ state: StartState, in scope: ItemScope) -> Int {
        guard case .range(let order, let range) = starting(from: state.earliest, in: scope) else { return 0 }
        let certain = order.partitionPoint(in: items) { $0.startsAt.map { $0 <= state.latest } ?? false }
        let end = max(range.lowerBound, certain)
        return count(.range(order, range.lowerBound..<end)) { state.isFuture == state.matches($0) }
            + order.rank(of: range.upperBound) - order.rank(of: end)
    }

    private func fewer(_ one: ItemCandidates, _ two: ItemCandidates) -> ItemCandidates {
        guard let count = one.countMax else { return two }
        return count <= (two.countMax ?? .max) ? one : two
    }

    /// The marks to look for; `nil` for none. Most lists have many important items; other conditions are more
    /// selective.
    private func marks(for counting: ItemCounting, in scope: ItemScope) -> [ItemMark]? {
        if counting.flags[.important] == true,
            !counting.marks.isEmpty || tally(of: scope).count([.important: true]) <= Limits.sortedHitsMax
        {
            return counting.marks + [.important]
        }
        return counting.marks.isEmpty ? nil : counting.marks
    }

    /// The range of an order with the due dates in a span; the whole order if its first key is not the due
    /// date.
    func range(of span: Range<Timestamp>, in order: SortedIndex<Item>) -> Range<SortedIndex<Item>.Index> {
        guard let key = order.sorting.keys.first, key.property == .listed(.dueDate) else {
            return order.startIndex..<order.endIndex
        }
        let isAfter = { (date: Timestamp) in date >= span.lowerBound }
        let isBefore = { (date: Timestamp) in date < span.upperBound }
        let (begins, continues) = key.descending ? (isBefore, isAfter) : (isAfter, isBefore)
        let start = order.partitionPoint(in: items) { $0.dueDate.map { !begins($0) } ?? false }
        let end = order.partitionPoint(in: items) { $0.dueDate.map(continues) ?? false }
        return start..<max(start, end)
    }

    /// The number of items in a scope that a filter without a text matches.
    mutating func total(
        of matcher: ItemMatcher, _ counting: ItemCounting, among candidates: ItemCandidates,
        in scope: ItemScope
    ) -> Int {
        let bySlot = slotMatcher(matcher)
        if bySlot.isByKind { return tally(of: scope).count(bySlot.mask, bySlot.wanted) }
        if let moment = counting.overdueAt, matcher.conditions.count == 1, !scope.isSeveralLists {
            return waiting(in: scope).overdue(before: moment, in: items)
        }
        if matcher.conditions.count == 1, case .start(let state) = matcher.conditions[0],
            !scope.isSeveralLists
        {
            let future = countFuture(state, in: scope)
            return state.isFuture ? future : tally(of: scope).total - future
        }
        switch candidates {
        case .all: return total(of: matcher, counting, in: scope)
        case .marked(let marked):
            let marks = marks(for: counting, in: scope) ?? []
            let rest = matcher.without { $0.isMet(by: marks) }
            if let unchecked = marked.uncheckedCount {
                if rest.conditions.isEmpty { return marked.countMax }
                if rest.conditions.count == 1, case .flag(.checked, let value) = rest.conditions[0] {
                    return value ? marked.countMax - unchecked : unchecked
                }
            }
            return count(candidates, slotMatcher(rest))
        case .range(let order, let range):
            if matcher.conditions.count == 1, counting.changedSince != nil {
                return candidates.countMax ?? 0
            }
            return total(of: matcher, counting, in: order, range)
        case .slots: return count(candidates, slotMatcher(matcher))
        }
    }

    /// The number of matches in a range of an order. Time zones decide only near the bounds of the days, so
    /// only there the due dates are examined.
    private mutating func total(
        of matcher: ItemMatcher, _ counting: ItemCounting, in order: SortedIndex<Item>,
        _ range: Range<SortedIndex<Item>.Index>
    ) -> Int {
        let exact = slotMatcher(matcher)
        guard order.sorting.keys.first?.property == .listed(.dueDate), let all = counting.allDueDates,
            case let inner = self.range(of: all, in: order), !inner.isEmpty
        else { return count(.range(order, range), exact) }
        let rest = slotMatcher(matcher.without(\.isOfDueDate))
        return count(.range(order, range.lowerBound..<inner.lowerBound), exact)
            + count(.range(order, inner.upperBound..<range.upperBound), exact)
            + (rest.isEmpty
                ? order.rank(of: inner.upperBound) - order.rank(of: inner.lowerBound)
                : count(.range(order, inner), rest))
    }

    /// The number of matches in a scope if the candidates are the whole scope.
    private mutating func total(
        of matcher: ItemMatcher, _ counting: ItemCounting, in scope: ItemScope
    ) -> Int {
        guard !counting.needsScan, counting.marks.isEmpty, counting.dueDates == nil,
            counting.changedSince == nil
        else {
            guard mayExamine(tally(of: scope).total) else { return 0 }
            let bySlot = slotMatcher(matcher)
            return slots(of: scope).count { bySlot.matches($0) }
        }
        let all = tally(of: scope).count(counting.flags, isDated: counting.isDated)
        let exclusions = counting.exclusions
        if exclusions.isEmpty { return all }
        // Only the items with these marks are examined; the others meet the conditions.
        let rest = matcher.without { condition in exclusions.contains { $0.condition.isSame(as: condition) } }
        var excluded = 0
        for (number, exclusion) in exclusions.enumerated() {
            if case .start(let state) = exclusion.condition, !scope.isSeveralLists {
                excluded += count(starting(from: state.earliest, in: scope)) { item in
                    !state.matches(item) && rest.matchesAllButText(item)
                        && exclusions[..<number].allSatisfy { $0.condition.matches(item) }
                }
                continue
            }
            let marked = marked(by: [exclusion.mark], in: scope)
            if exclusions.count == 1, exclusion.mark != .start, let unchecked = marked.uncheckedCount {
                if rest.conditions.isEmpty { return all - marked.countMax }
                if rest.conditions.count == 1, case .flag(.checked, let value) = rest.conditions[0] {
                    return all - (value ? marked.countMax - unchecked : unchecked)
                }
            }
            excluded += count(.marked(marked)) { item in
                !exclusion.condition.matches(item) && rest.matchesAllButText(item)
                    && exclusions[..<number].allSatisfy { $0.condition.matches(item) }
            }
        }
        return all - excluded
    }

    private mutating func count(_ candidates: ItemCandidates, where matches: (Item) -> Bool) -> Int {
        guard mayExamine(candidates.countMax ?? 0) else { return 0 }
        var count = 0
        candidates.forEach { if matches(items[$0]) { count += 1 } }
        return count
    }

    private mutating func count(_ candidates: ItemCandidates, _ matcher: SlotMatcher) -> Int {
        guard mayExamine(candidates.countMax ?? 0, isByKind: matcher.isByKind) else { return 0 }
        var count = 0
        candidates.forEach { if matcher.matches($0) { count += 1 } }
        return count
    }
}

extension ItemCondition {
    /// Whether both exclude items with the same mark.
    fileprivate func isSame(as other: ItemCondition) -> Bool {
        switch (self, other) {
        case (.parent(nil), .parent(nil)), (.assignee(nil), .assignee(nil)), (.start, .start): true
        default: false
        }
    }
}
