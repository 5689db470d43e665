/// The part of a text index for 65,536 slots in a row.
///
/// Changes are only noted at first. Sorting many of them by gram and taking them in at once costs a fraction
/// of what each would cost alone.
struct TextIndexSegment: Sendable {
    /// How long a gram is.
    static let gramBytes = 3
    /// How many slots it is for.
    static let slotsCount = 65_536

    /// All grams that some text has had, in order.
    private var grams: [UInt32] = []
    /// For each gram who has it.
    private var holders: [OffsetSet] = []
    /// Changes that were not taken in, oldest first: gram, offset, and a bit for removals.
    private var notes: [UInt64] = []

    private static let offsetShift: UInt64 = 1
    private static let gramShift: UInt64 = 17
    /// Half of a gram.
    private static let digitBits: UInt64 = 12
    private static let digitMask: UInt64 = 1 << digitBits - 1
    /// A byte that UTF-8 never has.
    private static let end: UInt8 = 0xFF

    /// How many changes have been noted and not taken in.
    var notesCount: Int { notes.count }

    /// Notes that the item in a slot comes or goes.
    mutating func note(_ item: Item, in slot: Slot, isRemoval: Bool) {
        let offset = UInt64(slot.rawValue) % UInt64(Self.slotsCount)
        let rest = offset << Self.offsetShift | (isRemoval ? 1 : 0)
        note(item.text, rest)
        note(item.notes, rest)
    }

    private mutating func note(_ text: String, _ rest: UInt64) {
        let folded = Folding.bytes(of: text)
        if folded.isEmpty { return }
        let bytes = folded.span
        var gram = UInt64(bytes[0]) << 8 | UInt64(bytes.count > 1 ? bytes[1] : Self.end)
        notes.append(addingCapacity: bytes.count) { output in
            for index in bytes.indices {
                gram = (gram << 8 | UInt64(index + 2 < bytes.count ? bytes[index + 2] : Self.end)) & 0xFF_FFFF
                output.append(gram << Self.gramShift | rest)
            }
        }
    }

    /// Brings everything up to date.
    mutating func takeInNotes() {
        if notes.isEmpty { return }
        let changes = Self.sortedByGram(notes)
        notes = []
        var new: [(gram: UInt32, holders: OffsetSet)] = []
        var start = 0
        var place = 0
        while start < changes.count {
            let gram = changes[start] >> Self.gramShift
            let end = changes[start...].firstIndex { $0 >> Self.gramShift != gram } ?? changes.count
            place = grams[place...].partitionPoint { $0 < gram }
            if place < grams.count, grams[place] == gram {
                holders[place].apply(changes[start..<end])
            } else {
                var set = OffsetSet()
                set.apply(changes[start..<end])
                new.append((UInt32(gram), set))
            }
            start = end
        }
        if !new.isEmpty { add(new) }
    }

    /// Adds grams that were not there, in order.
    private mutating func add(_ new: [(gram: UInt32, holders: OffsetSet)]) {
        var old = zip(grams, holders).makeIterator()
        var next = old.next()
        var merged: (grams: [UInt32], holders: [OffsetSet]) = ([], [])
        merged.grams.reserveCapacity(grams.count + new.count)
        merged.holders.reserveCapacity(grams.count + new.count)
        for entry in new {
            while let (gram, set) = next, gram < entry.gram {
                merged.grams.append(gram)
                merged.holders.append(set)
                next = old.next()
            }
            merged.grams.append(entry.gram)
            merged.holders.append(entry.holders)
        }
        while let (gram, set) = next {
            merged.grams.append(gram)
            merged.holders.append(set)
            next = old.next()
        }
        (grams, holders) = merged
    }

    /// The offsets of those that have every gram of a needle, or one that begins with it if it is shorter.
    func offsets(having needle: Span<UInt8>) -> OffsetSet {
        guard needle.count >= Self.gramBytes else {
            return OffsetSet(union: holders[grams(startingWith: needle)])
        }
        var sets: [OffsetSet] = []
        for start in 0...needle.count - Self.gramBytes {
            let range = grams(startingWith: needle.extracting(start..<start + Self.gramBytes))
            guard let index = range.first else { return OffsetSet() }
            sets.append(holders[index])
        }
        return OffsetSet(intersection: sets)
    }

    /// Where the grams are that begin with up to three bytes.
    private func grams(startingWith bytes: Span<UInt8>) -> Range<Int> {
        var first: UInt32 = 0
        for index in bytes.indices { first = first << 8 | UInt32(bytes[index]) }
        let shift = UInt32(8 * (Self.gramBytes - bytes.count))
        let start = grams.partitionPoint { $0 >> shift < first }
        return start..<grams[start...].partitionPoint { $0 >> shift == first }
    }

    /// Sorts changes by gram, and leaves those of one gram in the order in which they came.
    private static func sortedByGram(_ changes: [UInt64]) -> [UInt64] {
        sorted(sorted(changes, byDigitAt: gramShift), byDigitAt: gramShift + digitBits)
    }

    /// Sorts changes by half of their grams, and leaves those with the same in their order.
    private static func sorted(_ changes: [UInt64], byDigitAt shift: UInt64) -> [UInt64] {
        var starts = [Int](repeating: 0, count: 1 + 1 << digitBits)
        var sorted = [UInt64](repeating: 0, count: changes.count)
        let source = changes.span
        var places = starts.mutableSpan
        for index in source.indices { places[Int(source[index] >> shift & digitMask) + 1] += 1 }
        for digit in 1..<places.count { places[digit] += places[digit - 1] }
        var target = sorted.mutableSpan
        for index in source.indices {
            let digit = Int(source[index] >> shift & digitMask)
            target[places[digit]] = source[index]
            places[digit] += 1
        }
        return sorted
    }
}

extension OffsetSet {
    /// Takes in what happened to the holders of a gram, in that order.
    fileprivate mutating func apply(_ changes: ArraySlice<UInt64>) {
        var last: UInt64?
        // A text may have a gram more than once.
        for change in changes where change != last {
            let offset = UInt16(truncatingIfNeeded: change >> 1)
            if change & 1 == 0 { insert(offset) } else { remove(offset) }
            last = change
        }
    }
}
