import Checklists

/// The part of a text index for 65,536 consecutive slots.
///
/// A change of a text is queued as a note. A batch of notes is folded and split into trigrams when it is
/// large, or before a search.
struct TextIndexSegment: Sendable {
    /// The length of a trigram in bytes.
    static let trigramBytes = 3
    /// The number of slots in a segment.
    static let slotsCount = 65_536

    private var trigrams = TrigramTable()
    /// The items with each trigram, by its number.
    private var holders: [RoaringContainer] = []
    /// The queued changes, oldest first.
    private var notes: [Note] = []
    /// The size of the queued texts in bytes.
    private(set) var notedBytes = 0

    /// An added or removed item: its slot and its texts.
    private struct Note {
        var offset: UInt16
        var isTombstone: Bool
        var text: String
        var notes: String
        var tags: [String]
    }

    /// Queues the addition or removal of an item.
    mutating func note(_ item: Item, in slot: Slot, isTombstone: Bool) {
        let offset = UInt16(truncatingIfNeeded: slot.rawValue)
        let tags = item.hasDetails ? item.tags : []
        notes.append(
            Note(
                offset: offset, isTombstone: isTombstone, text: item.text, notes: item.notes, tags: tags))
        notedBytes += tags.reduce(item.text.utf8.count + item.notes.utf8.count) { $0 + $1.utf8.count }
    }

    /// Applies the queued changes.
    mutating func takeInNotes() {
        if notes.isEmpty { return }
        var (folded, numbers): ([UInt8], [Int]) = ([], [])
        for note in notes {
            takeIn(note.text, note, &folded, &numbers)
            takeIn(note.notes, note, &folded, &numbers)
            for tag in note.tags { takeIn(tag, note, &folded, &numbers) }
        }
        notes = []
        notedBytes = 0
    }

    /// - Parameters:
    ///   - folded: Memory that is reused for each text.
    ///   - numbers: Memory that is reused for each text.
    private mutating func takeIn(
        _ text: String, _ note: Note, _ folded: inout [UInt8], _ numbers: inout [Int]
    ) {
        if text.isEmpty { return }
        folded.removeAll(keepingCapacity: true)
        Folding.append(text, to: &folded)
        if folded.isEmpty { return }
        numbers.removeAll(keepingCapacity: true)
        trigrams.add(of: folded.span, to: &numbers)
        while holders.count < trigrams.count { holders.append(RoaringContainer()) }
        var sets = holders.mutableSpan
        for number in numbers {
            if note.isTombstone { sets[number].remove(note.offset) } else { sets[number].insert(note.offset) }
        }
    }

    /// The offsets with every trigram of a needle. For a needle under three bytes: with a trigram that starts
    /// with it.
    func offsets(having needle: Span<UInt8>) -> RoaringContainer {
        guard needle.count >= Self.trigramBytes else {
            return RoaringContainer(union: trigrams.numbers(startingWith: needle).map { holders[$0] })
        }
        var sets: [RoaringContainer] = []
        for start in 0...needle.count - Self.trigramBytes {
            var trigram: UInt32 = 0
            for index in start..<start + Self.trigramBytes { trigram = trigram << 8 | UInt32(needle[index]) }
            guard let number = trigrams.number(of: trigram) else { return RoaringContainer() }
            sets.append(holders[number])
        }
        return RoaringContainer(intersection: sets)
    }
}

/// Numbers for trigrams, ascending from 0: a hash table with open addressing.
private struct TrigramTable: Sendable {
    /// The trigrams by number.
    private var trigrams: [UInt32] = []
    /// The number of a trigram plus one, at its hash or the next free place after it; 0 is free.
    private var places = [UInt32](repeating: 0, count: 1024)

    /// Odd, and random for each process, so that a client cannot send texts whose trigrams all collide. A
    /// copy, because reading a global variable takes a check of its initialization for each trigram.
    private let multiplier = Self.multiplier

    private static let multiplier = UInt64(truncatingIfNeeded: Hasher().finalize() | 1)

    /// A byte that UTF-8 never has.
    private static let end: UInt8 = 0xFF

    var count: Int { trigrams.count }

    /// The number of a trigram; `nil` if it has none.
    func number(of trigram: UInt32) -> Int? {
        let entry = places[place(of: trigram)]
        return entry == 0 ? nil : Int(entry) - 1
    }

    /// Appends the number of the trigram at each byte of a text, and assigns new numbers. Of equal
    /// consecutive
    /// trigrams it appends one.
    mutating func add(of text: Span<UInt8>, to numbers: inout [Int]) {
        var last = UInt32.max
        var trigram = UInt32(text[0]) << 8 | UInt32(text.count > 1 ? text[1] : Self.end)
        for index in 2..<max(text.count, 2) {
            trigram = (trigram << 8 | UInt32(text[index])) & 0xFF_FFFF
            if trigram == last { continue }
            last = trigram
            numbers.append(number(adding: trigram))
        }
        for _ in 0..<min(text.count, 2) {
            trigram = (trigram << 8 | UInt32(Self.end)) & 0xFF_FFFF
            numbers.append(number(adding: trigram))
        }
    }

    private mutating func number(adding trigram: UInt32) -> Int {
        let place = place(of: trigram)
        if places[place] != 0 { return Int(places[place]) - 1 }
        trigrams.append(trigram)
        places[place] = UInt32(trigrams.count)
        if trigrams.count * 2 > places.count { spread() }
        return trigrams.count - 1
    }

    /// The numbers of the trigrams that start with up to three bytes.
    func numbers(startingWith bytes: Span<UInt8>) -> [Int] {
        var first: UInt32 = 0
        for index in bytes.indices { first = first << 8 | UInt32(bytes[index]) }
        let shift = UInt32(8 * (TextIndexSegment.trigramBytes - bytes.count))
        return trigrams.indices.filter { trigrams[$0] >> shift == first }
    }

    /// The place of a trigram, or the free place for it.
    @inline(__always)
    private func place(of trigram: UInt32) -> Int {
        let (places, trigrams) = (places.span, trigrams.span)
        let mask = places.count - 1
        // The product's highest bits depend on all bits of the trigram.
        let shift = UInt64(places.count.leadingZeroBitCount + 1)
        var place = Int((UInt64(trigram) &* multiplier) >> shift)
        while places[place] != 0, trigrams[Int(places[place]) - 1] != trigram { place = (place + 1) & mask }
        return place
    }

    /// Doubles the number of places.
    private mutating func spread() {
        places = [UInt32](repeating: 0, count: 2 * places.count)
        for (number, trigram) in trigrams.enumerated() { places[place(of: trigram)] = UInt32(number + 1) }
    }
}
