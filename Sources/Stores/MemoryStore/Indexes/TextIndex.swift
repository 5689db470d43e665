import Checklists

/// Finds the items that have something in their texts without reading them.
///
/// Each text is folded and taken apart into trigrams: three bytes in a row, from every byte on, with bytes
/// that no text has behind its end. What begins at any byte of a text is thus the beginning of a trigram, so
/// up to three bytes are found exactly; an item that has all the trigrams of something longer may have it.
struct TextIndex: Sendable {
    /// Each for 65,536 slots in a row.
    private var segments: [TextIndexSegment] = []

    /// An index of nothing.
    init() {}

    /// An index of all items.
    init(of table: Table<Item>) {
        segments = Self.segments(0..<Self.segmentsCount(table), of: table)
    }

    /// The same, made on two processors.
    static func made(of table: Table<Item>) async -> TextIndex {
        let count = segmentsCount(table)
        async let one = segments(0..<count / 2, of: table)
        async let two = segments(count / 2..<count, of: table)
        var index = TextIndex()
        index.segments = await one + two
        return index
    }

    private static func segmentsCount(_ table: Table<Item>) -> Int {
        (table.slotsEnd + TextIndexSegment.slotsCount - 1) / TextIndexSegment.slotsCount
    }

    private static func segments(_ numbers: Range<Int>, of table: Table<Item>) -> [TextIndexSegment] {
        numbers.map { number in
            var segment = TextIndexSegment()
            let start = number * TextIndexSegment.slotsCount
            for slot in table.slots(in: start..<start + TextIndexSegment.slotsCount) {
                segment.note(table[slot], in: slot, isRemoval: false)
                if segment.notedBytes >= Limits.notedTextBytesMax { segment.takeInNotes() }
            }
            segment.takeInNotes()
            return segment
        }
    }

    /// Adds the item that is in a slot.
    mutating func add(_ item: Item, in slot: Slot) { note(item, in: slot, isRemoval: false) }

    /// Removes the item that is in a slot, as it was added.
    mutating func remove(_ item: Item, in slot: Slot) { note(item, in: slot, isRemoval: true) }

    /// The slots of those that have a pattern, or, if it is longer than three bytes, that may have it.
    mutating func hits(of pattern: SearchPattern) -> Hits {
        var sets: [RoaringContainer] = []
        for number in segments.indices {
            segments[number].takeInNotes()
            sets.append(segments[number].offsets(having: pattern.needle.span))
        }
        return Hits(sets: sets, isExact: pattern.needle.count <= TextIndexSegment.trigramBytes)
    }

    private mutating func note(_ item: Item, in slot: Slot, isRemoval: Bool) {
        let number = Int(slot.rawValue) / TextIndexSegment.slotsCount
        while segments.count <= number { segments.append(TextIndexSegment()) }
        segments[number].note(item, in: slot, isRemoval: isRemoval)
        if segments[number].notedBytes >= Limits.notedTextBytesMax { segments[number].takeInNotes() }
    }

    /// Slots that were found.
    struct Hits {
        fileprivate let sets: [RoaringContainer]
        /// Whether all of them have what was looked for.
        let isExact: Bool

        /// How many there are.
        var count: Int { sets.reduce(0) { $0 + $1.count } }

        func contains(_ slot: Slot) -> Bool {
            let number = Int(slot.rawValue >> 16)
            return number < sets.count && sets[number].contains(UInt16(truncatingIfNeeded: slot.rawValue))
        }

        /// Those that satisfy a condition.
        func filter(_ condition: (Slot) -> Bool) -> [Slot] {
            var slots: [Slot] = []
            forEach { if condition($0) { slots.append($0) } }
            return slots
        }

        func forEach(_ body: (Slot) -> Void) {
            for (number, set) in sets.enumerated() {
                set.forEach { body(Slot(rawValue: UInt32(number) << 16 | UInt32($0))) }
            }
        }
    }
}
