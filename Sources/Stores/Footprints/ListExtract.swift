import Checklists

/// The loaded part of a list's order without subtasks: some items, and the spans in which every item is
/// loaded.
struct ListExtract: Sendable {
    /// The loaded items, in list order.
    private var positions: [ItemPosition] = []
    /// The spans in which every item is loaded. They do not overlap.
    private var spans: [Span] = []

    /// The position of an item. The id breaks ties.
    private struct ItemPosition: Comparable {
        var position: Int
        var id: Item.ID

        static func < (left: ItemPosition, right: ItemPosition) -> Bool {
            left.position == right.position ? left.id < right.id : left.position < right.position
        }
    }

    /// A closed interval of places; `nil` is the start or the end of the list.
    private struct Span {
        var lower: ItemPosition?
        var upper: ItemPosition?

        func contains(_ position: ItemPosition) -> Bool {
            (lower.map { $0 <= position } ?? true) && (upper.map { position <= $0 } ?? true)
        }

        /// Whether the spans have a place in common.
        func overlaps(_ other: Span) -> Bool {
            let endsBefore = { (one: Span, two: Span) in
                if let upper = one.upper, let lower = two.lower { upper < lower } else { false }
            }
            return !endsBefore(self, other) && !endsBefore(other, self)
        }

        mutating func formUnion(_ other: Span) {
            if let low = lower, let otherLow = other.lower { lower = min(low, otherLow) } else { lower = nil }
            if let high = upper, let otherHigh = other.upper {
                upper = max(high, otherHigh)
            } else {
                upper = nil
            }
        }
    }

    init() {}

    /// An extract with all items of a list.
    init(all items: [Item]) {
        positions = items.map { ItemPosition(position: $0.position, id: $0.id) }.sorted()
        spans = [Span()]
    }

    /// The ids of all items, in order; `nil` if the list is not fully loaded.
    var all: [Item.ID]? {
        guard let span = spans.first, span.lower == nil, span.upper == nil else { return nil }
        return positions.map(\.id)
    }

    /// An extract with only the last item; `nil` if that item is not loaded.
    var end: ListExtract? {
        guard let span = spans.first(where: { $0.upper == nil }) else { return nil }
        let last = positions.last { span.contains($0) }
        guard last != nil || span.lower == nil else { return nil }
        var end = ListExtract()
        end.positions = last.map { [$0] } ?? []
        end.spans = [Span(lower: last, upper: nil)]
        return end
    }

    /// The items around a placement; `nil` if fewer than `reach` are loaded on a side.
    ///
    /// - Parameter anchor: The item that the placement is relative to.
    func neighbours(of placement: ItemPlacement, at anchor: Item?, reach: Int) -> Neighbours? {
        let gap: Int
        let known: Span?
        switch placement {
        case .first:
            gap = 0
            known = spans.first { $0.lower == nil }
        case .last:
            gap = positions.count
            known = spans.first { $0.upper == nil }
        case .before, .after:
            guard let anchor else { return nil }
            let position = ItemPosition(position: anchor.position, id: anchor.id)
            let index = index(of: position)
            guard index < positions.count, positions[index] == position else { return nil }
            if case .after = placement { gap = index + 1 } else { gap = index }
            known = spans.first { $0.contains(position) }
        }
        guard let span = known else { return nil }
        let before = positions[..<gap].reversed().prefix { span.contains($0) }.prefix(reach)
        let after = positions[gap...].prefix { span.contains($0) }.prefix(reach)
        guard before.count == reach || span.lower == nil, after.count == reach || span.upper == nil else {
            return nil
        }
        return Neighbours(before: before.map(Self.neighbour), after: after.map(Self.neighbour))
    }

    private static func neighbour(_ position: ItemPosition) -> Neighbour {
        Neighbour(id: position.id, position: position.position)
    }

    /// Adds the items around a placement, up to `reach` on either side.
    ///
    /// - Parameter isThere: Whether an item is still at the position that the store returned.
    mutating func add(
        _ neighbours: Neighbours, of placement: ItemPlacement, reach: Int,
        where isThere: (Neighbour) -> Bool
    ) {
        let around = neighbours.before.reversed() + neighbours.after
        for neighbour in around where isThere(neighbour) {
            insert(ItemPosition(position: neighbour.position, id: neighbour.id))
        }
        let found = around.map { ItemPosition(position: $0.position, id: $0.id) }
        let reachesStart = placement == .first || neighbours.before.count < reach
        let reachesEnd = placement == .last || neighbours.after.count < reach
        var span = Span(
            lower: reachesStart ? nil : found.first, upper: reachesEnd ? nil : found.last)
        for other in spans where other.overlaps(span) { span.formUnion(other) }
        spans.removeAll { $0.overlaps(span) }
        spans.append(span)
    }

    mutating func insert(_ item: Item) { insert(ItemPosition(position: item.position, id: item.id)) }

    mutating func remove(_ item: Item) {
        let position = ItemPosition(position: item.position, id: item.id)
        let index = index(of: position)
        if index < positions.count, positions[index] == position { positions.remove(at: index) }
    }

    private mutating func insert(_ position: ItemPosition) {
        let index = index(of: position)
        if index == positions.count || positions[index] != position { positions.insert(position, at: index) }
    }

    /// The index of a place, or the index to insert it at. Tests the end first: an import appends every item.
    private func index(of position: ItemPosition) -> Int {
        if let last = positions.last, last < position { return positions.count }
        var (low, high) = (0, positions.count)
        while low < high {
            let middle = (low + high) / 2
            if positions[middle] < position { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
