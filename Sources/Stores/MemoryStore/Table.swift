import Checklists

/// Where an element is in a `Table`, for as long as it is there.
struct Slot: Hashable, Sendable {
    let rawValue: UInt32
}

/// Elements by slots that are given again after removal.
///
/// They lie in chunks, so that growing copies none of them and a copy of the table shares all of them but
/// those that are written to later.
struct Table<Element: Sendable>: Sendable {
    private var chunks: [[Element?]] = []
    private var free: [Slot] = []

    /// How many elements there are.
    private(set) var count = 0

    /// The element in a slot, which must have one.
    subscript(slot: Slot) -> Element {
        // So that who needs one field copies no more.
        @inline(__always) get {
            guard let element = chunks[Self.chunk(slot)][Self.offset(slot)] else {
                preconditionFailure("a slot without element")
            }
            return element
        }
        set { chunks[Self.chunk(slot)][Self.offset(slot)] = newValue }
    }

    /// The element in a slot, if it has one.
    subscript(ifPresent slot: Slot) -> Element? {
        guard Int(slot.rawValue) < slotsEnd else { return nil }
        return chunks[Self.chunk(slot)][Self.offset(slot)]
    }

    /// One more than the number of any slot that has had an element.
    var slotsEnd: Int { count + free.count }

    /// Every slot that has an element.
    var slots: [Slot] { slots(in: 0..<slotsEnd) }

    /// Every slot with a number in a range that has an element.
    func slots(in range: Range<Int>) -> [Slot] {
        var slots: [Slot] = []
        slots.reserveCapacity(min(range.count, count))
        for number in range.clamped(to: 0..<slotsEnd) {
            let slot = Slot(rawValue: UInt32(number))
            if chunks[Self.chunk(slot)][Self.offset(slot)] != nil { slots.append(slot) }
        }
        return slots
    }

    /// Adds an element in a free slot.
    mutating func insert(_ element: Element) -> Slot {
        count += 1
        if let slot = free.popLast() {
            self[slot] = element
            return slot
        }
        if (chunks.last?.count ?? Limits.tableChunkElements) == Limits.tableChunkElements {
            chunks.append([])
            chunks[chunks.count - 1].reserveCapacity(Limits.tableChunkElements)
        }
        chunks[chunks.count - 1].append(element)
        return Slot(rawValue: UInt32(slotsEnd - 1))
    }

    /// Removes the element in a slot, which must have one.
    mutating func remove(_ slot: Slot) {
        precondition(chunks[Self.chunk(slot)][Self.offset(slot)] != nil, "a slot without element")
        chunks[Self.chunk(slot)][Self.offset(slot)] = nil
        free.append(slot)
        count -= 1
    }

    private static func chunk(_ slot: Slot) -> Int { Int(slot.rawValue) / Limits.tableChunkElements }
    private static func offset(_ slot: Slot) -> Int { Int(slot.rawValue) % Limits.tableChunkElements }
}
