/// A free position, and the moves of neighbours that free it.
struct PositionGap {
    /// The free position.
    var position: Int
    /// The moves of the neighbours.
    var moves = ItemChanges()
}

extension Transaction {
    /// The position after the last item of a list.
    mutating func gapAtEnd(of id: Checklist.ID) -> PositionGap {
        guard let last = lastPosition(of: id) else { return PositionGap(position: Limits.positionGap) }
        guard last <= Limits.positionMax - Limits.positionGap else {
            return gapAmongMoved(.last, on: Row(list: id), for: nil)
        }
        return PositionGap(position: last + Limits.positionGap)
    }

    /// The first of `count` positions after the last item of a list, `positionGap` apart.
    mutating func gapAtEnd(of id: Checklist.ID, count: Int) -> PositionGap {
        guard let last = lastPosition(of: id) else { return PositionGap(position: Limits.positionGap) }
        if last <= Limits.positionMax - count * Limits.positionGap {
            return PositionGap(position: last + Limits.positionGap)
        }
        // Ordinary use never reaches this limit, so that renumbering all items is acceptable.
        let items = items(of: id).filter { !$0.isSubtask }
        var moves = ItemChanges()
        for (number, item) in items.enumerated() {
            moves.move(item, to: (number + 1) * Limits.positionGap, in: self)
        }
        return PositionGap(position: (items.count + 1) * Limits.positionGap, moves: moves)
    }

    /// The position for a placement; `nil` if the item is there already.
    /// - Throws: `invalid` if the placement is relative to anything but another item of the list.
    mutating func gap(for item: Item, at placement: ItemPlacement) throws(ChecklistsError) -> PositionGap? {
        switch placement {
        case .first, .last: break
        case .after(let id): try check(id, beside: item, "/after")
        case .before(let id): try check(id, beside: item, "/before")
        }
        let row = Row(list: item.checklistID, parent: item.parentID)
        let beside = neighbours(of: placement, in: row, reach: 1)
        let (low, high) = (beside.before.first, beside.after.first)
        // The item is already next to the other one.
        if low?.id == item.id || high?.id == item.id { return nil }
        let middle =
            switch (low?.position, high?.position) {
            case (nil, nil): Limits.positionGap
            case (let low?, nil): low + Limits.positionGap
            case (nil, let high?): high - Limits.positionGap
            case (let low?, let high?): low + (high - low) / 2
            }
        let isFree = (low.map { $0.position < middle } ?? true) && (high.map { middle < $0.position } ?? true)
        guard isFree, abs(middle) <= Limits.positionMax else {
            return gapAmongMoved(placement, on: row, for: item.id)
        }
        return PositionGap(position: middle)
    }

    /// Checks that a placement is relative to another item of the list.
    private mutating func check(
        _ id: Item.ID, beside item: Item, _ pointer: String
    ) throws(ChecklistsError) {
        guard id != item.id, let other = self.item(id), other.checklistID == item.checklistID,
            other.parentID == item.parentID
        else { throw .invalid([Violation(pointer, .notASibling)]) }
    }

    /// Moves the fewest neighbours that make wide gaps. Their number stays small even if every item is placed
    /// at the same spot.
    ///
    /// - Parameter moved: The item to place, which is no neighbour.
    private mutating func gapAmongMoved(
        _ placement: ItemPlacement, on row: Row, for moved: Item.ID?
    ) -> PositionGap {
        var reach = 4
        while true {
            reach *= 2
            // One more for the limit, and one for the item that moves.
            let around = neighbours(of: placement, in: row, reach: reach + 2)
            let before = Side(around.before, reach, except: moved)
            let after = Side(around.after, reach, except: moved)
            let count = before.neighbours.count + 1 + after.neighbours.count
            guard let (start, step) = spread(count, between: before.limit, and: after.limit) else { continue }
            var moves = ItemChanges()
            for (number, neighbour) in (before.neighbours.reversed() + after.neighbours).enumerated() {
                let rank = number < before.neighbours.count ? number + 1 : number + 2
                if let item = item(neighbour.id) { moves.move(item, to: start + rank * step, in: self) }
            }
            return PositionGap(
                position: start + (before.neighbours.count + 1) * step, moves: moves)
        }
    }

    /// The start and the distance for a number of positions between two others; `nil` if they do not
    /// fit, at least `Limits.positionGapMin` apart.
    private func spread(_ count: Int, between low: Int?, and high: Int?) -> (start: Int, step: Int)? {
        let width = (count + 1) * Limits.positionGap
        switch (low, high) {
        case (nil, nil): return (0, Limits.positionGap)
        case (let low?, nil): return low + width <= Limits.positionMax ? (low, Limits.positionGap) : nil
        case (nil, let high?):
            return high - width >= -Limits.positionMax ? (high - width, Limits.positionGap) : nil
        case (let low?, let high?):
            let step = (high - low) / (count + 1)
            return step >= Limits.positionGapMin ? (low, step) : nil
        }
    }

    /// The items around a placement among its siblings, at most `reach` on either side.
    private mutating func neighbours(of placement: ItemPlacement, in row: Row, reach: Int) -> Neighbours {
        guard let parent = row.parent else { return neighbours(of: placement, on: row.list, reach: reach) }
        let all = subtasks(of: parent).map { Neighbour(id: $0.id, position: $0.position) }
        let index =
            switch placement {
            case .first: 0
            case .last: all.count
            case .before(let id): all.firstIndex { $0.id == id } ?? 0
            case .after(let id): (all.firstIndex { $0.id == id } ?? -1) + 1
            }
        return Neighbours(
            before: Array(all[..<index].reversed().prefix(reach)), after: Array(all[index...].prefix(reach)))
    }
}

/// Items that are sorted among each other: the items of a list without a parent, or the subtasks of one item.
private struct Row {
    var list: Checklist.ID
    var parent: Item.ID?
}

extension ItemChanges {
    /// Adds the move of a neighbour. It gets a new revision, but `updatedAt` stays unchanged.
    fileprivate mutating func move(_ item: Item, to position: Int, in transaction: some Transaction) {
        guard item.position != position else { return }
        var moved = transaction.moved(item)
        moved.position = position
        set(item, moved)
    }
}

/// The neighbours on one side that may move, and the position of the next item after them.
private struct Side {
    let neighbours: [Neighbour]
    let limit: Int?

    init(_ all: [Neighbour], _ reach: Int, except moved: Item.ID?) {
        let others = all.filter { $0.id != moved }
        neighbours = Array(others.prefix(reach))
        limit = others.count > reach ? others[reach].position : nil
    }
}
