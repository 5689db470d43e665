import Checklists

/// The part of a text index for 65,536 slots in a row.
///
/// Changes are only noted at first. Sorting many of them by trigram and taking them in at once costs a
/// fraction
/// of what each would cost alone.
struct TextIndexSegment: Sendable {
    /// How long a trigram is.
    static let trigramBytes = 3
    /// How many slots it is for.
    static let slotsCount = 65_536

    /// All trigrams that some text has had, in order.
    private var trigrams: [UInt32] = []
    /// For each trigram who has it.
    private var holders: [RoaringContainer] = []
    /// Changes that were not taken in, oldest first: trigram, offset, and a bit for removals.
    private var notes: [UInt64] = []

    private static let offsetShift: UInt64 = 1
    private static let trigramShift: UInt64 = 17
    /// Half of a trigram.
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
        var trigram = UInt64(bytes[0]) << 8 | UInt64(bytes.count > 1 ? bytes[1] : Self.end)
        notes.append(addingCapacity: bytes.count) { output in
            for index in bytes.indices {
                trigram =
                    (trigram << 8 | UInt64(index + 2 < bytes.count ? bytes[index + 2] : Self.end)) & 0xFF_FFFF
                output.append(trigram << Self.trigramShift | rest)
            }
        }
    }

    /// Brings everything up to date.
    mutating func takeInNotes() {
        if notes.isEmpty { return }
        let changes = Self.sortedByGram(notes)
        notes = []
        var new: [(trigram: UInt32, holders: RoaringContainer)] = []
        var start = 0
        var position = 0
        while start < changes.count {
            let trigram = changes[start] >> Self.trigramShift
            let end = changes[start...].firstIndex { $0 >> Self.trigramShift != trigram } ?? changes.count
            position = trigrams[position...].partitionPoint { $0 < trigram }
            if position < trigrams.count, trigrams[position] == trigram {
                holders[position].apply(changes[start..<end])
            } else {
                var set = RoaringContainer()
                set.apply(changes[start..<end])
                new.append((UInt32(trigram), set))
            }
            start = end
        }
        if !new.isEmpty { add(new) }
    }

    /// Adds trigrams that were not there, in order.
    private mutating func add(_ new: [(trigram: UInt32, holders: RoaringContainer)]) {
        var old = zip(trigrams, holders).makeIterator()
        var next = old.next()
        var merged: (trigrams: [UInt32], holders: [RoaringContainer]) = ([], [])
        merged.trigrams.reserveCapacity(trigrams.count + new.count)
        merged.holders.reserveCapacity(trigrams.count + new.count)
        for entry in new {
            while let (trigram, set) = next, trigram < entry.trigram {
                merged.trigrams.append(trigram)
                merged.holders.append(set)
                next = old.next()
            }
            merged.trigrams.append(entry.trigram)
            merged.holders.append(entry.holders)
        }
        while let (trigram, set) = next {
            merged.trigrams.append(trigram)
            merged.holders.append(set)
            next = old.next()
        }
        (trigrams, holders) = merged
    }

    /// The offsets of those that have every trigram of a needle, or one that begins with it if it is shorter.
    func offsets(having needle: Span<UInt8>) -> RoaringContainer {
        guard needle.count >= Self.trigramBytes else {
            return RoaringContainer(union: holders[trigrams(startingWith: needle)])
        }
        var sets: [RoaringContainer] = []
        for start in 0...needle.count - Self.trigramBytes {
            let range = trigrams(startingWith: needle.extracting(start..<start + Self.trigramBytes))
            guard let index = range.first else { return RoaringContainer() }
            sets.append(holders[index])
        }
        return RoaringContainer(intersection: sets)
    }

    /// Where the trigrams are that begin with up to three bytes.
    private func trigrams(startingWith bytes: Span<UInt8>) -> Range<Int> {
        var first: UInt32 = 0
        for index in bytes.indices { first = first << 8 | UInt32(bytes[index]) }
        let shift = UInt32(8 * (Self.trigramBytes - bytes.count))
        let start = trigrams.partitionPoint { $0 >> shift < first }
        return start..<trigrams[start...].partitionPoint { $0 >> shift == first }
    }

    /// Sorts changes by trigram, and leaves those of one trigram in the order in which they came.
    private static func sortedByGram(_ changes: [UInt64]) -> [UInt64] {
        sorted(sorted(changes, byDigitAt: trigramShift), byDigitAt: trigramShift + digitBits)
    }

    /// Sorts changes by half of their trigrams, and leaves those with the same in their order.
    private static func sorted(_ changes: [UInt64], byDigitAt shift: UInt64) -> [UInt64] {
        var starts = [Int](repeating: 0, count: 1 + 1 << digitBits)
        var sorted = [UInt64](repeating: 0, count: changes.count)
        let source = changes.span
        var offsets = starts.mutableSpan
        for index in source.indices { offsets[Int(source[index] >> shift & digitMask) + 1] += 1 }
        for digit in 1..<offsets.count { offsets[digit] += offsets[digit - 1] }
        var target = sorted.mutableSpan
        for index in source.indices {
            let digit = Int(source[index] >> shift & digitMask)
            target[offsets[digit]] = source[index]
            offsets[digit] += 1
        }
        return sorted
    }
}

extension RoaringContainer {
    /// Takes in what happened to the holders of a trigram, in that order.
    fileprivate mutating func apply(_ changes: ArraySlice<UInt64>) {
        var last: UInt64?
        // A text may have a trigram more than once.
        for change in changes where change != last {
            let offset = UInt16(truncatingIfNeeded: change >> 1)
            if change & 1 == 0 { insert(offset) } else { remove(offset) }
            last = change
        }
    }
}
