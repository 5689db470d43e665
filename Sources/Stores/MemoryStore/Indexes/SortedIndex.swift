import Checklists
import Paging

/// The slots of some elements, sorted.
///
/// They lie in chunks behind a directory of what each chunk begins with, so that finding, adding and removing
/// one costs the logarithm of their number and the length of a chunk. An element's sorting must be the same
/// whenever its slot is added, looked for and removed: what changes it is done between `remove` and `insert`.
struct SortedIndex<Element: Sortable>: Sendable {
    /// What orders the elements.
    let sorting: Sorting<Element>
    /// How many there are.
    private(set) var count = 0
    private var chunks: [Chunk] = []

    /// A slot with the key of its element, which is zero if it is not known.
    struct Entry {
        let high: UInt64
        let low: UInt32
        let slot: Slot

        init(_ key: AbbreviatedKey<ShortBits>, _ slot: Slot) {
            high = key.isKnown ? key.bits.high : 0
            low = key.isKnown ? key.bits.low : 0
            self.slot = slot
        }
    }

    /// Entries in a row, never empty; what the directory needs is beside the array, to be found without
    /// following it.
    private struct Chunk {
        var first: Entry
        var count: Int
        var entries: [Entry]

        init(_ entries: [Entry]) {
            self.entries = entries
            first = entries[0]
            count = entries.count
        }
    }

    /// Where an entry is, or the end; good until the order changes.
    struct Index: Comparable {
        fileprivate var chunk: Int
        fileprivate var offset: Int

        static func < (left: Index, right: Index) -> Bool {
            left.chunk == right.chunk ? left.offset < right.offset : left.chunk < right.chunk
        }
    }

    /// Sorts the elements in those slots.
    init(by sorting: Sorting<Element>, _ slots: [Slot], in table: Table<Element>) {
        self.init(
            by: sorting,
            Self.sorted(Self.entries(of: slots[...], by: sorting, in: table), by: sorting, in: table))
    }

    /// Of entries that are sorted.
    init(by sorting: Sorting<Element>, _ entries: [Entry]) {
        self.sorting = sorting
        count = entries.count
        chunks = stride(from: 0, to: count, by: Limits.chunkEntriesMax / 2).map { start in
            Chunk(Array(entries[start..<min(start + Limits.chunkEntriesMax / 2, count)]))
        }
    }
}

// MARK: Changing

extension SortedIndex {
    /// Adds the element in a slot.
    mutating func insert(_ slot: Slot, in table: Table<Element>) {
        let element = table[slot]
        let entry = Self.entry(slot, element, sorting)
        count += 1
        guard !chunks.isEmpty else { return chunks.append(Chunk([entry])) }
        var index = firstIndex(notBefore: entry, element, in: table)
        if index.offset == 0, index.chunk > 0 {
            index = Index(chunk: index.chunk - 1, offset: chunks[index.chunk - 1].count)
        }
        if chunks[index.chunk].count == Limits.chunkEntriesMax { split(&index) }
        guard index.chunk < chunks.count else { return chunks.append(Chunk([entry])) }
        chunks[index.chunk].entries.insert(entry, at: index.offset)
        chunks[index.chunk].count += 1
        if index.offset == 0 { chunks[index.chunk].first = entry }
    }

    /// Removes the element in a slot.
    mutating func remove(_ slot: Slot, in table: Table<Element>) {
        guard let index = index(of: slot, in: table) else {
            preconditionFailure("an element that is not in the order")
        }
        count -= 1
        chunks[index.chunk].entries.remove(at: index.offset)
        chunks[index.chunk].count -= 1
        if chunks[index.chunk].count == 0 {
            chunks.remove(at: index.chunk)
        } else {
            chunks[index.chunk].first = chunks[index.chunk].entries[0]
            mergeChunk(index.chunk)
        }
    }

    /// Makes room in a full chunk. At the very end it stays full, since what grows there goes on there.
    private mutating func split(_ index: inout Index) {
        if index.chunk == chunks.count - 1, index.offset == Limits.chunkEntriesMax {
            return index = Index(chunk: index.chunk + 1, offset: 0)
        }
        let half = Limits.chunkEntriesMax / 2
        let upper = Chunk(Array(chunks[index.chunk].entries[half...]))
        chunks[index.chunk] = Chunk(Array(chunks[index.chunk].entries[..<half]))
        chunks.insert(upper, at: index.chunk + 1)
        if index.offset > half { index = Index(chunk: index.chunk + 1, offset: index.offset - half) }
    }

    /// Joins a small chunk with the one after it if the two are small enough.
    private mutating func mergeChunk(_ number: Int) {
        guard number + 1 < chunks.count,
            chunks[number].count + chunks[number + 1].count <= Limits.chunkEntriesMax / 4
        else { return }
        chunks[number] = Chunk(chunks[number].entries + chunks[number + 1].entries)
        chunks.remove(at: number + 1)
    }
}

// MARK: Finding

extension SortedIndex {
    /// All slots, in order.
    var slots: [Slot] { chunks.flatMap { $0.entries.map(\.slot) } }

    /// The slots between two indexes, in order.
    func slots(in range: Range<Index>) -> some Sequence<Slot> {
        sequence(state: range.lowerBound) { index in
            guard index < range.upperBound else { return nil }
            defer { index = self.index(after: index) }
            return self[index]
        }
    }

    /// The index of the first.
    var startIndex: Index { Index(chunk: 0, offset: 0) }
    /// The index after the last.
    var endIndex: Index { Index(chunk: chunks.count, offset: 0) }

    /// The slot at an index before the end.
    subscript(index: Index) -> Slot { chunks[index.chunk].entries[index.offset].slot }

    /// The index after one before the end.
    func index(after index: Index) -> Index {
        if index.offset + 1 < chunks[index.chunk].count {
            return Index(chunk: index.chunk, offset: index.offset + 1)
        }
        return Index(chunk: index.chunk + 1, offset: 0)
    }

    /// The index before one; `nil` at the start.
    func index(before index: Index) -> Index? {
        if index.offset > 0 { return Index(chunk: index.chunk, offset: index.offset - 1) }
        guard index.chunk > 0 else { return nil }
        return Index(chunk: index.chunk - 1, offset: chunks[index.chunk - 1].count - 1)
    }

    /// How many come before an index.
    func rank(of index: Index) -> Int {
        chunks[..<index.chunk].reduce(index.offset) { $0 + $1.count }
    }

    /// The index of the element in a slot, if it is there.
    func index(of slot: Slot, in table: Table<Element>) -> Index? {
        let element = table[slot]
        let index = firstIndex(notBefore: Self.entry(slot, element, sorting), element, in: table)
        if index != endIndex, self[index] == slot { return index }
        // Foundation's comparison may contradict itself, and then the search goes astray.
        return sequence(first: startIndex) { self.index(after: $0) }
            .prefix(count).first { self[$0] == slot }
    }

    /// The index of the first element that comes after a position.
    func index(after position: SortPosition<Element>, in table: Table<Element>) -> Index {
        let entry = Entry(sorting.key(of: position), Slot(rawValue: 0))
        let index = firstIndex { other in
            Self.prefixOrder(other, entry) ?? sorting.precedes(table[other.slot], position)
        }
        return index != endIndex && table[self[index]].id == position.id ? self.index(after: index) : index
    }

    /// The index of the first element that does not satisfy a condition, which all before it and none after
    /// it do.
    func partitionPoint(in table: Table<Element>, where condition: (Element) -> Bool) -> Index {
        firstIndex { condition(table[$0.slot]) }
    }

    private func firstIndex(notBefore entry: Entry, _ element: Element, in table: Table<Element>) -> Index {
        firstIndex { other in
            Self.prefixOrder(other, entry) ?? sorting.precedes(table[other.slot], element)
        }
    }

    private func firstIndex(after comesBefore: (Entry) -> Bool) -> Index {
        let chunk = chunks.partitionPoint { comesBefore($0.first) } - 1
        guard chunk >= 0 else { return startIndex }
        let offset = chunks[chunk].entries.partitionPoint(where: comesBefore)
        return offset < chunks[chunk].count
            ? Index(chunk: chunk, offset: offset) : Index(chunk: chunk + 1, offset: 0)
    }

    static func entry(_ slot: Slot, _ element: Element, _ sorting: Sorting<Element>) -> Entry {
        Entry(sorting.key(of: element), slot)
    }

    /// Whether the first comes before the second, as far as prefixes tell.
    static func prefixOrder(_ one: Entry, _ two: Entry) -> Bool? {
        if one.high != two.high { return one.high == 0 || two.high == 0 ? nil : one.high < two.high }
        if one.low != two.low { return one.high == 0 ? nil : one.low < two.low }
        return nil
    }
}
