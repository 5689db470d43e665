import Checklists
import Paging

/// The groups of an order by list or section: the items with equal values of the first keys.
///
/// A page visits the lists by name, and the sections in the order of each list. A cached order of items
/// therefore stays valid if a list is renamed or a section moves.
private struct ItemGroups {
    /// The keys up to the last one that groups: lists, sections and flags.
    let keys: [SortKey<Item.Property>]
    /// The lists in order.
    let lists: [Checklist.ID]
    /// Where the walk begins; `nil` once it has reached the group of that position.
    var start: SortPosition<Item>?

    /// The values of the next key in the order of the walk, from `start` on.
    mutating func values(after group: Group, sections: () -> [Int]) -> [SortValue] {
        let key = keys[group.values.count]
        var values: [SortValue]
        switch key.property {
        case .listed(.checklist): values = lists.map { .number($0.rawValue) }
        case .listed(.section):
            let numbers = sections()
            values = (key.descending ? numbers.reversed() : numbers).map { .number($0) }
        default: values = [.flag(key.descending), .flag(!key.descending)]
        }
        guard let first = start?.values[group.values.count] else { return values }
        if let index = values.firstIndex(where: { $0.isSame(as: first) }) {
            values.removeFirst(index)
        } else {
            // The section was deleted, and its items have no section now. The walk visits the whole list
            // again.
            start = nil
        }
        return values
    }
}

/// The items with equal values of the first keys.
private struct Group {
    var values: [SortValue] = []
    var list: Checklist.ID?

    func with(_ value: SortValue, of key: SortKey<Item.Property>) -> Group {
        var group = self
        group.values.append(value)
        if key.property == .listed(.checklist), case .number(let number) = value {
            group.list = Checklist.ID(rawValue: number)
        }
        return group
    }

    /// Negative if an item precedes the group, 0 if it belongs to it.
    func compare(_ item: Item, by keys: [SortKey<Item.Property>]) -> Int {
        for (key, value) in zip(keys, values) {
            let order = item.sortValue(of: key.property).compare(value, descending: key.descending)
            if order != 0 { return order }
        }
        return 0
    }
}

/// A walk along the groups of an order.
private struct GroupedWalk {
    let request: ItemRequest
    let found: ItemMatches
    /// Returns an order that contains the items of a list. It may contain items of other lists.
    let orderOf: (inout MemoryStore, Checklist.ID) -> SortedIndex<Item>
    var groups: ItemGroups
    var collector: PageCollector<Item>
    var steps = 0

    enum Progress {
        case continues, isFull, gaveUp
    }

    /// Visits the groups whose values begin with those of a group.
    mutating func visit(_ group: Group, in memory: inout MemoryStore) -> Progress {
        guard group.values.count < groups.keys.count else { return collect(group, in: &memory) }
        let key = groups.keys[group.values.count]
        let known = groups.start.flatMap { start -> Int? in
            if case .number(let number) = start.values[group.values.count] { number } else { nil }
        }
        let sections = memory.sections(of: group.list, among: found.sections, with: known)
        for value in groups.values(after: group, sections: { sections }) {
            let progress = visit(group.with(value, of: key), in: &memory)
            if progress != .continues { return progress }
        }
        return .continues
    }

    private mutating func collect(_ group: Group, in memory: inout MemoryStore) -> Progress {
        guard let list = group.list else { return .continues }
        let order = orderOf(&memory, list)
        var index: SortedIndex<Item>.Index
        if let start = exchange(&groups.start, with: nil) {
            index = order.index(after: start.within(request.sorting, order), in: memory.items)
        } else {
            index = order.partitionPoint(in: memory.items) { group.compare($0, by: groups.keys) < 0 }
        }
        while index < order.endIndex {
            let slot = order[index]
            let item = memory.items[slot]
            if group.compare(item, by: groups.keys) != 0 { break }
            steps += 1
            if steps > found.stepsMax { return .gaveUp }
            if found.matches(slot), !collector.add(item) { return .isFull }
            index = order.index(after: index)
        }
        return .continues
    }
}

extension MemoryStore {
    /// A page in groups; `nil` if the walk gave up after `stepsMax` items.
    ///
    /// - Parameter orderOf: Returns an order that contains the items of a list. It may contain items of other
    ///   lists.
    /// - Throws: `invalidCursor`, also if the caller no longer sees the list of the cursor.
    mutating func groupedPage(
        _ request: ItemRequest, _ found: ItemMatches, at now: Timestamp,
        orderOf: @escaping (inout MemoryStore, Checklist.ID) -> SortedIndex<Item>
    ) throws(ChecklistsError) -> Page<Item>? {
        let sorting = request.sorting
        let start = try position(of: request)
        let first = start.flatMap { $0.list(in: sorting) }
        let keys = Array(sorting.keys.prefix(sorting.groupingKeysCount))
        let byList = keys.first { $0.property == .listed(.checklist) }
        let lists = lists(
            of: request, found, descending: byList?.descending ?? false, with: first, at: now)
        if let first, !lists.contains(first) { throw .invalidCursor }
        var walk = GroupedWalk(
            request: request, found: found, orderOf: orderOf,
            groups: ItemGroups(keys: keys, lists: lists, start: start),
            collector: PageCollector(limit: request.page.limit))
        if walk.visit(Group(), in: &self) == .gaveUp { return nil }
        return walk.collector.page(total: found.total, request.coding)
    }

    /// The lists of a request that may have matches, by name.
    private mutating func lists(
        of request: ItemRequest, _ found: ItemMatches, descending: Bool, with known: Checklist.ID?,
        at now: Timestamp
    ) -> [Checklist.ID] {
        let lists = lists(of: request.scope)
        if lists.count == 1 { return Array(lists) }
        let byName = Sorting<Checklist>([SortKey(.name, descending: descending)])
        return order(by: byName, for: request.principal, at: now).slots.compactMap { slot in
            let id = checklists[slot].id
            guard lists.contains(id) else { return nil }
            if id == known { return id }
            if let only = found.lists, !only.contains(id) { return nil }
            return (listIndexes[id]?.tally.total ?? 0) > 0 ? id : nil
        }
    }

    /// The numbers of the sections of a list that have items, in order. The first is 0, for no section.
    ///
    /// - Parameter known: A section to include even if it has no items.
    fileprivate func sections(
        of list: Checklist.ID?, among found: [Checklist.ID: Set<Int>]?, with known: Int?
    ) -> [Int] {
        guard let list, let checklist = checklist(list), checklist.hasSections,
            let marks = listIndexes[list]?.marks
        else { return [0] }
        let matching = found.map { $0[list] ?? [] }
        let used = checklist.sections.all.filter { section in
            section.id.rawValue == known
                || matching?.contains(section.id.rawValue)
                    ?? (marks[.section(section.id)] != nil)
        }
        return [0] + used.map(\.id.rawValue)
    }
}

extension SortPosition<Item> {
    /// The position in an order that has only some keys of the sorting.
    fileprivate func within(_ sorting: Sorting<Item>, _ order: SortedIndex<Item>) -> SortPosition<Item> {
        let values = zip(sorting.keys, values).filter { order.sorting.keys.contains($0.0) }.map(\.1)
        return SortPosition(values: values, id: id)
    }
}
