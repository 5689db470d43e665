import Checklists
import Paging

/// The items that a query searches.
enum ItemScope: Hashable, Sendable {
    /// The items of a list.
    case list(Checklist.ID)
    /// The items of some lists that one person sees.
    case lists(Set<Checklist.ID>)
    /// The items of all lists of a person that are not archived, by the number of the person's index.
    case person(Int)

    /// Whether the scope is several lists, for which the store caches no order.
    var isSeveralLists: Bool { if case .lists = self { true } else { false } }

    /// No items.
    static let nothing = ItemScope.list(Checklist.ID(rawValue: 0))
}

extension MemoryStore {
    /// The items of all lists that a caller sees and has not archived.
    mutating func scope(of principal: Principal, at now: Timestamp) -> ItemScope {
        switch principal {
        case .person(let id, device: _): .person(personIndexes.number(of: id))
        case .guest(_, on: let list): sees(principal, list, at: now) ? .list(list) : .nothing
        }
    }

    /// The scope of a caller's query.
    /// - Throws: `notFound`.
    mutating func scope(
        of query: ItemQuery, for principal: Principal, at now: Timestamp
    ) throws(ChecklistsError) -> ItemScope {
        if let id = query.checklistID {
            guard sees(principal, id, at: now) else { throw .notFound(.checklist) }
            return .list(id)
        }
        let all = scope(of: principal, at: now)
        let (seen, archived) = seenLists(in: all)
        let selection = query.archiveSelection
        if query.checklistIDs.isEmpty, selection == .current || selection == .any && archived.isEmpty {
            return all
        }
        var lists = query.checklistIDs.isEmpty ? seen : seen.intersection(query.checklistIDs)
        lists = lists.filter { selection.includes(isArchived: archived.contains($0)) }
        if lists.count == 1, let list = lists.first { return .list(list) }
        return lists.isEmpty ? .nothing : .lists(lists)
    }

    /// All lists of a scope, and the archived ones among them.
    private func seenLists(in scope: ItemScope) -> (all: Set<Checklist.ID>, archived: Set<Checklist.ID>) {
        if case .person(let number) = scope {
            return (personIndexes[number].lists, personIndexes[number].archived)
        }
        return (Set(lists(of: scope)), [])
    }

    /// The lists of a scope.
    func lists(of scope: ItemScope) -> Set<Checklist.ID> {
        switch scope {
        case .list(let id): scope == .nothing ? [] : [id]
        case .lists(let ids): ids
        case .person(let number): personIndexes[number].currentLists
        }
    }

    func tally(of scope: ItemScope) -> ItemTally {
        switch scope {
        case .list(let id): return listIndexes[id]?.tally ?? ItemTally()
        case .lists(let ids):
            var tally = ItemTally()
            for id in ids { if let other = listIndexes[id]?.tally { tally.add(other) } }
            return tally
        case .person(let number): return personIndexes[number].items.tally
        }
    }

    /// The items of a scope, in no order.
    func slots(of scope: ItemScope) -> [Slot] {
        if case .list(let id) = scope { return listIndexes[id]?.positions?.slots ?? [] }
        if coversEverything(scope) { return items.slots }
        return lists(of: scope).flatMap { listIndexes[$0]?.positions?.slots ?? [] }
    }

    func isIn(_ scope: ItemScope, _ item: Item) -> Bool {
        switch scope {
        case .list(let id): item.checklistID == id
        case .lists(let ids): ids.contains(item.checklistID)
        case .person(let number):
            coversEverything(scope) || listIndexes[item.checklistID]?.viewers.contains(number) == true
        }
    }

    /// Whether a scope is known to have all items of the store.
    func coversEverything(_ scope: ItemScope) -> Bool {
        if case .person(let number) = scope {
            personIndexes[number].items.tally.total == items.count
        } else {
            false
        }
    }
}

// MARK: Orders

extension MemoryStore {
    /// Whether the order for a sorting is cached.
    func hasOrder(by sorting: Sorting<Item>, of scope: ItemScope) -> Bool {
        switch scope {
        case .list(let id): listIndexes[id]?.hasOrder(by: sorting) ?? true
        case .lists: false
        case .person(let number): personIndexes[number].items.hasOrder(by: sorting)
        }
    }

    /// The order for a sorting. For many items, a missing order is a miss.
    mutating func order(by sorting: Sorting<Item>, of scope: ItemScope) -> SortedIndex<Item> {
        let isLarge = tally(of: scope).total > Limits.itemsSortedUnderLockMax
        if isLarge, !hasOrder(by: sorting, of: scope) {
            miss(.order(sorting, of: scope))
            return SortedIndex(by: sorting, [], in: items)
        }
        let order: SortedIndex<Item>? =
            switch scope {
            case .list(let id): listIndexes[id]?.order(by: sorting, in: items) { [] }
            case .lists: SortedIndex(by: sorting, slots(of: scope), in: items)
            case .person(let number):
                if isLarge || personIndexes[number].items.hasOrder(by: sorting) {
                    personIndexes[number].items.order(by: sorting, in: items) { [] }
                } else {
                    order(by: sorting, ofSmall: number)
                }
            }
        return order ?? SortedIndex(by: sorting, [], in: items)
    }

    private mutating func order(by sorting: Sorting<Item>, ofSmall number: Int) -> SortedIndex<Item> {
        let slots = slots(of: .person(number))
        return personIndexes[number].items.order(by: sorting, in: items) { slots }
    }

    /// The orders of several scopes. It sorts missing orders of at most `Limits.itemsSortedUnderLockMax`
    /// items together; one more is a miss.
    mutating func orders(by sorting: Sorting<Item>, of scopes: [ItemScope]) -> [SortedIndex<Item>] {
        var sortedCount = 0
        var orders: [SortedIndex<Item>] = []
        for scope in scopes {
            if !hasOrder(by: sorting, of: scope) {
                sortedCount += tally(of: scope).total
                if sortedCount > Limits.itemsSortedUnderLockMax {
                    miss(.order(sorting, of: scope))
                    return []
                }
            }
            orders.append(order(by: sorting, of: scope))
        }
        return orders
    }

    /// Scopes with orders that together cover a scope.
    func parts(of scope: ItemScope, for principal: Principal) -> [ItemScope] {
        guard case .lists(let ids) = scope else { return [scope] }
        guard let id = principal.personID, let number = personIndexes.number(ofKnown: id),
            case let current = personIndexes[number].currentLists, current.isSubset(of: ids)
        else { return ids.sorted().map { .list($0) } }
        return [.person(number)] + ids.subtracting(current).sorted().map { .list($0) }
    }
}
