import Checklists
import Paging

/// A page of items to read from a scope.
struct ItemRequest {
    let page: PageRequest
    let scope: ItemScope
    let principal: Principal
    let sorting: Sorting<Item>
    let coding: CursorCoding<Item>
    let digest: UInt64

    init(_ query: ItemQuery, in scope: ItemScope, for principal: Principal) {
        page = query.page
        self.scope = scope
        self.principal = principal
        sorting = Sorting(query.sort)
        digest = query.digest
        coding = CursorCoding(queryDigest: digest, sorting: sorting)
    }
}

/// The matches of a request along its order.
struct ItemMatches {
    /// The number of all matches.
    let total: Int
    /// The lists that may have matches; `nil` for all of the scope.
    var lists: Set<Checklist.ID>?
    /// The sections that have matches on each list; `nil` if that is unknown. 0 is no section.
    var sections: [Checklist.ID: Set<Int>]?
    /// No item with a due date outside this span matches.
    var dueDates: Range<Timestamp>?
    /// Whether no item with a due date matches.
    var isUndated = false
    /// How many items a walk examines before it gives up.
    var stepsMax = Int.max
    /// Whether the walk reads items only for the page.
    var isByKind = false
    let matches: (Slot) -> Bool
}

extension MemoryStore {
    /// The position of a cursor in the order of a request; `nil` without a cursor.
    /// - Throws: `invalidCursor`.
    func position(of request: ItemRequest) throws(ChecklistsError) -> SortPosition<Item>? {
        guard let cursor = request.page.cursor else { return nil }
        return try request.coding.position(of: cursor) { id in itemSlots[id].map { items[$0] } }
    }

    /// A page of found items, all of which match.
    /// - Throws: `invalidCursor`.
    mutating func page(
        of found: [Slot], _ request: ItemRequest, at now: Timestamp
    ) throws(ChecklistsError) -> Page<Item> {
        let order = SortedIndex(by: request.sorting, found, in: items)
        guard request.sorting.groupingKeysCount > 0 else {
            return try walk(order, request, order.startIndex..<order.endIndex).page(total: order.count)
        }
        var matches = ItemMatches(total: order.count) { _ in true }
        var sections: [Checklist.ID: Set<Int>] = [:]
        for slot in found { sections[items[slot].checklistID, default: []].insert(items[slot].sectionNumber) }
        matches.lists = Set(sections.keys)
        matches.sections = sections
        let page = try groupedPage(request, matches, at: now) { _, _ in order }
        return page ?? Page(elements: [], total: order.count, next: nil)
    }

    /// A page of the matches along an order of the whole scope; `nil` if the walk gave up.
    /// - Throws: `invalidCursor`.
    mutating func page(
        _ request: ItemRequest, _ found: ItemMatches, at now: Timestamp
    ) throws(ChecklistsError) -> Page<Item>? {
        var limited = found
        limited.stepsMax = min(found.stepsMax, examination.walkedMax(isByKind: found.isByKind))
        let page = try pageOfWalk(request, limited, at: now)
        if page == nil, limited.stepsMax < found.stepsMax { examination.isTooLong = true }
        return page
    }

    private mutating func pageOfWalk(
        _ request: ItemRequest, _ found: ItemMatches, at now: Timestamp
    ) throws(ChecklistsError) -> Page<Item>? {
        if request.sorting.groupingKeysCount > 0 {
            let sorting = request.sorting.withinList
            return try groupedPage(request, found, at: now) { $0.order(by: sorting, of: .list($1)) }
        }
        if case .lists = request.scope { return try mergedPage(request, found) }
        let order = order(by: request.sorting, of: request.scope)
        let all = order.startIndex..<order.endIndex
        var part = found.dueDates.map { range(of: $0, in: order) } ?? all
        if found.isUndated, order.sorting.keys.first?.property == .listed(.dueDate) {
            part = order.partitionPoint(in: items) { $0.dueDate != nil }..<order.endIndex
        }
        return try walk(order, request, part)
            .page(total: found.total, stepsMax: found.stepsMax, where: found.matches)
    }

    func walk(
        _ order: SortedIndex<Item>, _ request: ItemRequest, _ range: Range<SortedIndex<Item>.Index>
    ) throws(ChecklistsError) -> PageWalk<Item> {
        try PageWalk(order, in: items, request.page, digest: request.digest, range: range) { id in
            itemSlots[id].map { items[$0] }
        }
    }

    /// A page from the merged orders of several lists.
    private mutating func mergedPage(
        _ request: ItemRequest, _ found: ItemMatches
    ) throws(ChecklistsError) -> Page<Item>? {
        let position = try position(of: request)
        let orders = orders(by: request.sorting, of: parts(of: request.scope, for: request.principal))
        var heads = orders.compactMap { order in
            let start = position.map { order.index(after: $0, in: items) } ?? order.startIndex
            return Head(order, at: start, in: items)
        }
        heads.sort { request.sorting.precedes($1.item, $0.item) }
        var collector = PageCollector<Item>(limit: request.page.limit)
        var steps = 0
        while var head = heads.popLast(), steps < found.stepsMax {
            steps += 1
            if found.matches(head.slot), !collector.add(head.item) { break }
            guard head.advance(in: items) else { continue }
            let index = heads.partitionPoint { request.sorting.precedes(head.item, $0.item) }
            heads.insert(head, at: index)
        }
        return steps < found.stepsMax ? collector.page(total: found.total, request.coding) : nil
    }
}

/// The next item of one of several orders.
private struct Head {
    private let order: SortedIndex<Item>
    private var index: SortedIndex<Item>.Index
    private(set) var item: Item

    var slot: Slot { order[index] }

    /// `nil` at the end of the order.
    init?(_ order: SortedIndex<Item>, at index: SortedIndex<Item>.Index, in table: Table<Item>) {
        guard index < order.endIndex else { return nil }
        self.order = order
        self.index = index
        item = table[order[index]]
    }

    /// Moves to the next item. Returns `false` at the end.
    mutating func advance(in table: Table<Item>) -> Bool {
        index = order.index(after: index)
        guard index < order.endIndex else { return false }
        item = table[order[index]]
        return true
    }
}
