import Checklists
import Paging

/// The slots of some elements, sorted.
///
/// The slots are in chunks, and a directory has the first entry of each chunk. A search, an insertion or a
/// removal costs the logarithm of the count plus the length of a chunk. The sort values of an element must
/// not change while its slot is in the index: remove the slot, change the element, insert the slot.
struct SortedIndex<Element: Sortable>: Sendable {
    let sorting: Sorting<Element>
    private(set) var count = 0
    private var chunks: [Chunk] = []

    /// A slot with the short key of its element; the key is 0 if it is not known.
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

    /// A run of entries, never empty. The first entry and the count are stored beside the array, so a search
    /// of
    /// the directory does not dereference the array.
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

    /// The position of an entry, or the end. A change of the order invalidates it.
    struct Index: Comparable {
        fileprivate var chunk: Int
        fileprivate var offset: Int

        static func < (left: Index, right: Index) -> Bool {
            left.chunk == right.chunk ? left.offset < right.offset : left.chunk < right.chunk
        }
    }

    /// Sorts the elements in some slots.
    init(by sorting: Sorting<Element>, _ slots: [Slot], in table: Table<Element>) {
        self.init(
            by: sorting,
            Self.sorted(Self.entries(of: slots[...], by: sorting, in: table), by: sorting, in: table))
    }

    /// An index of sorted entries.
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

    mutating func remove(_ slot: Slot, in table: Table<Element>) {
        guard let index = index(of: slot, in: table) else {
            preconditionFailure("the element is missing from the index")
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

    /// Splits a full chunk. An append at the very end starts a new chunk instead, because further appends
    /// follow.
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

    /// Merges a small chunk with its successor if both together are small.
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

    /// The slot at the end.
    var last: Slot? { chunks.last?.entries.last?.slot }

    /// The slots in a range, in order.
    func slots(in range: Range<Index>) -> some Sequence<Slot> {
        sequence(state: range.lowerBound) { index in
            guard index < range.upperBound else { return nil }
            defer { index = self.index(after: index) }
            return self[index]
        }
    }

    /// Calls the body with each slot in a range, in order.
    @inline(__always) func forEach(in range: Range<Index>, _ body: (Slot) -> Void) {
        for number in range.lowerBound.chunk..<min(range.upperBound.chunk + 1, chunks.count) {
            let first = number == range.lowerBound.chunk ? range.lowerBound.offset : 0
            let end = number == range.upperBound.chunk ? range.upperBound.offset : chunks[number].count
            let entries = chunks[number].entries
            for offset in first..<max(first, end) { body(entries[offset].slot) }
        }
    }

    var startIndex: Index { Index(chunk: 0, offset: 0) }
    var endIndex: Index { Index(chunk: chunks.count, offset: 0) }

    /// The slot at an index before the end.
    subscript(index: Index) -> Slot { chunks[index.chunk].entries[index.offset].slot }

    func index(after index: Index) -> Index {
        if index.offset + 1 < chunks[index.chunk].count {
            return Index(chunk: index.chunk, offset: index.offset + 1)
        }
        return Index(chunk: index.chunk + 1, offset: 0)
    }

    /// The previous index; `nil` at the start.
    func index(before index: Index) -> Index? {
        if index.offset > 0 { return Index(chunk: index.chunk, offset: index.offset - 1) }
        guard index.chunk > 0 else { return nil }
        return Index(chunk: index.chunk - 1, offset: chunks[index.chunk - 1].count - 1)
    }

    /// The number of slots before an index.
    func rank(of index: Index) -> Int {
        chunks[..<index.chunk].reduce(index.offset) { $0 + $1.count }
    }

    /// The index of the element in a slot; `nil` if it is not in the order.
    func index(of slot: Slot, in table: Table<Element>) -> Index? {
        let element = table[slot]
        let index = firstIndex(notBefore: Self.entry(slot, element, sorting), element, in: table)
        if index != endIndex, self[index] == slot { return index }
        // Foundation's comparison of texts is not always transitive; then the binary search can miss the
        // slot.
        return sequence(first: startIndex) { self.index(after: $0) }
            .prefix(count).first { self[$0] == slot }
    }

    /// The index of the first element after a position.
    func index(after position: SortPosition<Element>, in table: Table<Element>) -> Index {
        let entry = Entry(sorting.key(of: position), Slot(rawValue: 0))
        let index = firstIndex { other in
            Self.prefixOrder(other, entry) ?? sorting.precedes(table[other.slot], position)
        }
        return index != endIndex && table[self[index]].id == position.id ? self.index(after: index) : index
    }

    /// The index of the first element that does not satisfy a condition. All elements before it must satisfy
    /// the condition, and none after it.
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

    /// Whether the first key precedes the second; `nil` if the keys do not decide.
    static func prefixOrder(_ one: Entry, _ two: Entry) -> Bool? {
        if one.high != two.high { return one.high == 0 || two.high == 0 ? nil : one.high < two.high }
        if one.low != two.low { return one.high == 0 ? nil : one.low < two.low }
        return nil
    }
}
