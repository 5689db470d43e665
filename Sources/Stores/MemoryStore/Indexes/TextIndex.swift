import Checklists

/// A trigram index of the items' texts and notes.
///
/// Each text is folded and split into trigrams: the three bytes from each byte on. The byte `0xFF`, which
/// UTF-8 never has, pads the end. A pattern of up to three bytes is therefore found exactly. For a longer
/// pattern, an item with all its trigrams is a candidate.
struct TextIndex: Sendable {
    /// Each segment covers 65,536 consecutive slots.
    private var segments: [TextIndexSegment] = []

    init() {}

    init(of table: Table<Item>) {
        segments = Self.segments(0..<Self.segmentsCount(table), of: table)
    }

    /// An index of all items, built with two tasks.
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
                segment.note(table[slot], in: slot, isTombstone: false)
                if segment.notedBytes >= Limits.notedTextBytesMax { segment.takeInNotes() }
            }
            segment.takeInNotes()
            return segment
        }
    }

    /// Adds the item in a slot.
    mutating func add(_ item: Item, in slot: Slot) { note(item, in: slot, isTombstone: false) }

    /// Removes the item in a slot. Its texts must be those that were added.
    mutating func remove(_ item: Item, in slot: Slot) { note(item, in: slot, isTombstone: true) }

    /// The slots with a pattern; candidates if the pattern is longer than three bytes.
    mutating func hits(of pattern: SearchPattern) -> Hits {
        var sets: [RoaringContainer] = []
        for number in segments.indices {
            segments[number].takeInNotes()
            sets.append(segments[number].offsets(having: pattern.needle.span))
        }
        return Hits(sets: sets, isExact: pattern.needle.count <= TextIndexSegment.trigramBytes)
    }

    private mutating func note(_ item: Item, in slot: Slot, isTombstone: Bool) {
        let number = Int(slot.rawValue) / TextIndexSegment.slotsCount
        while segments.count <= number { segments.append(TextIndexSegment()) }
        segments[number].note(item, in: slot, isTombstone: isTombstone)
        if segments[number].notedBytes >= Limits.notedTextBytesMax { segments[number].takeInNotes() }
    }

    /// The slots that a search found.
    struct Hits {
        fileprivate let sets: [RoaringContainer]
        /// Whether all of them match; otherwise they are candidates.
        let isExact: Bool

        var count: Int { sets.reduce(0) { $0 + $1.count } }

        func contains(_ slot: Slot) -> Bool {
            let number = Int(slot.rawValue >> 16)
            return number < sets.count && sets[number].contains(UInt16(truncatingIfNeeded: slot.rawValue))
        }

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
