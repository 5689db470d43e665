import Checklists

/// The index of an element in a `Table`, while the element is in it.
struct Slot: Hashable, Sendable {
    let rawValue: UInt32
}

/// Elements by slot. A removal frees its slot for reuse.
///
/// The elements are in chunks. Growth copies none of them, and copies of a table share the chunks that were
/// not written since.
struct Table<Element: Sendable>: Sendable {
    private var chunks: [[Element?]] = []
    private var free: [Slot] = []

    private(set) var count = 0

    /// The element in a slot, which must not be empty.
    subscript(slot: Slot) -> Element {
        // Inlined, so that reading one field does not copy the whole element.
        @inline(__always) get {
            guard let element = chunks[Self.chunk(slot)][Self.offset(slot)] else {
                preconditionFailure("the slot is empty")
            }
            return element
        }
        set { chunks[Self.chunk(slot)][Self.offset(slot)] = newValue }
    }

    /// The element in a slot; `nil` if the slot is empty.
    subscript(ifPresent slot: Slot) -> Element? {
        guard Int(slot.rawValue) < slotsEnd else { return nil }
        return chunks[Self.chunk(slot)][Self.offset(slot)]
    }

    /// One more than the highest slot that was ever used.
    var slotsEnd: Int { count + free.count }

    /// The slots with an element.
    var slots: [Slot] { slots(in: 0..<slotsEnd) }

    /// The slots with an element in a range.
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

    /// Removes the element in a slot, which must not be empty.
    mutating func remove(_ slot: Slot) {
        precondition(chunks[Self.chunk(slot)][Self.offset(slot)] != nil, "the slot is empty")
        chunks[Self.chunk(slot)][Self.offset(slot)] = nil
        free.append(slot)
        count -= 1
    }

    private static func chunk(_ slot: Slot) -> Int { Int(slot.rawValue) / Limits.tableChunkElements }
    private static func offset(_ slot: Slot) -> Int { Int(slot.rawValue) % Limits.tableChunkElements }
}
