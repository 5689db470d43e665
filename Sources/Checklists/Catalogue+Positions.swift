/// A position that is free, once some neighbours have moved to make room.
struct Room {
    /// The free position.
    var position: Int
    /// How the neighbours move.
    var mutations: [Mutation] = []
}

extension Catalogue {
    /// The position after the last item of a list.
    func roomAtEnd(of id: Checklist.ID) -> Room {
        guard let order = scopes[id]?.positions else { return Room(position: Limits.positionGap) }
        return room(after: order.index(before: order.endIndex), in: order, for: nil)
    }

    /// The first of so many positions after the last item of a list, each `positionGap` after the one before.
    func roomAtEnd(of id: Checklist.ID, count: Int) -> Room {
        guard let order = scopes[id]?.positions, let last = order.index(before: order.endIndex) else {
            return Room(position: Limits.positionGap)
        }
        let end = position(at: last, in: order)
        if end <= Limits.positionMax - count * Limits.positionGap {
            return Room(position: end + Limits.positionGap)
        }
        // Nobody gets here by ordinary use, so that all may move.
        let mutations = order.slots(in: order.startIndex..<order.endIndex).enumerated().compactMap {
            moving(items[$1], to: ($0 + 1) * Limits.positionGap)
        }
        return Room(position: (order.count + 1) * Limits.positionGap, mutations: mutations)
    }

    /// The position where a placement takes an item; `nil` if it is there already.
    /// - Throws: `conflict` if the placement is relative to anything but another item of the list.
    func room(for item: Item, at placement: ItemPlacement) throws(ChecklistsError) -> Room? {
        guard let slot = itemSlots[item.id], let order = scopes[item.checklistID]?.positions,
            let index = order.index(of: slot, in: items)
        else { throw .notFound(.item) }
        let previous =
            switch placement {
            case .first: Order<Item>.Index?.none
            case .last: order.index(before: order.endIndex)
            case .after(let id): try self.index(of: id, beside: item, in: order, "/after")
            case .before(let id):
                order.index(before: try self.index(of: id, beside: item, in: order, "/before"))
            }
        // Behind itself, or behind what it is behind already, it stays.
        if previous == index || previous == order.index(before: index) { return nil }
        return room(after: previous, in: order, for: slot)
    }

    /// Where the item is that a placement is relative to.
    private func index(
        of id: Item.ID, beside item: Item, in order: Order<Item>, _ pointer: String
    ) throws(ChecklistsError) -> Order<Item>.Index {
        guard id != item.id, let slot = itemSlots[id], items[slot].checklistID == item.checklistID,
            let index = order.index(of: slot, in: items)
        else { throw .conflict([Violation(pointer, "must be the id of another item of the same list")]) }
        return index
    }

    /// A position after an item of a list, or before all of them, for the item in a slot or a new one.
    private func room(after previous: Order<Item>.Index?, in order: Order<Item>, for slot: Slot?) -> Room {
        let low = previous.map { position(at: $0, in: order) }
        let next = previous.map(order.index(after:)) ?? order.startIndex
        let high = next < order.endIndex ? position(at: next, in: order) : nil
        let middle =
            switch (low, high) {
            case (nil, nil): Limits.positionGap
            case (let low?, nil): low + Limits.positionGap
            case (nil, let high?): high - Limits.positionGap
            case (let low?, let high?): low + (high - low) / 2
            }
        let isFree = (low.map { $0 < middle } ?? true) && (high.map { middle < $0 } ?? true)
        guard isFree, abs(middle) <= Limits.positionMax else {
            return roomAmongMoved(after: previous, in: order, for: slot)
        }
        return Room(position: middle)
    }

    /// Spreads as few neighbours as make for wide gaps, so that their number stays small even when everything
    /// is always placed at the same spot.
    private func roomAmongMoved(after previous: Order<Item>.Index?, in order: Order<Item>, for slot: Slot?)
        -> Room
    {
        var reach = 4
        while true {
            reach *= 2
            let before = neighbours(reach, from: previous, in: order, except: slot, order.index(before:))
            let next = previous.map(order.index(after:)) ?? order.startIndex
            let after = neighbours(reach, from: next, in: order, except: slot, order.index(after:))
            let count = before.items.count + 1 + after.items.count
            guard let (start, step) = spread(count, between: before.limit, and: after.limit) else { continue }
            let mutations = (before.items.reversed() + after.items).enumerated().compactMap { number, item in
                let place = number < before.items.count ? number + 1 : number + 2
                return moving(item, to: start + place * step)
            }
            return Room(position: start + (before.items.count + 1) * step, mutations: mutations)
        }
    }

    /// Where positions begin and how far they are apart so that as many fit between two others; `nil` if that
    /// is not far enough.
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

    /// Items from a place on in one direction, and the position of the one after them.
    private func neighbours(
        _ count: Int, from start: Order<Item>.Index?, in order: Order<Item>, except slot: Slot?,
        _ step: (Order<Item>.Index) -> Order<Item>.Index?
    ) -> (items: [Item], limit: Int?) {
        var found: [Item] = []
        var index = start
        while let place = index, place < order.endIndex {
            if order[place] != slot {
                if found.count == count { return (found, position(at: place, in: order)) }
                found.append(items[order[place]])
            }
            index = step(place)
        }
        return (found, nil)
    }

    /// A neighbour moves: that is a new revision of it, but no edit.
    private func moving(_ item: Item, to position: Int) -> Mutation? {
        guard item.position != position else { return nil }
        var moved = item
        moved.position = position
        moved.revision = nextRevision
        return .item(before: item, after: moved)
    }

    private func position(at index: Order<Item>.Index, in order: Order<Item>) -> Int {
        items[order[index]].position
    }
}
