import Checklists

/// How many items there are of each kind, and how much they take; a kind is what is checked, important and
/// reminding, or not.
struct ItemTally: Equatable, Sendable {
    private var counts = InlineArray<8, Int>(repeating: 0)

    /// About how many bytes they take in files.
    private(set) var bytes = 0

    /// How many there are in all.
    private(set) var total = 0

    /// Counts an item.
    mutating func add(_ item: Item) {
        counts[Self.kind(item)] += 1
        total += 1
        bytes += item.storedBytes
    }

    /// Counts an item no more.
    mutating func remove(_ item: Item) {
        counts[Self.kind(item)] -= 1
        total -= 1
        bytes -= item.storedBytes
    }

    /// Counts those of another tally.
    mutating func add(_ other: ItemTally) {
        for kind in counts.indices { counts[kind] += other.counts[kind] }
        total += other.total
        bytes += other.bytes
    }

    /// Counts those of another tally no more.
    mutating func remove(_ other: ItemTally) {
        for kind in counts.indices { counts[kind] -= other.counts[kind] }
        total -= other.total
        bytes -= other.bytes
    }

    /// What they are in all.
    var usage: Usage { Usage(items: total, dataBytes: bytes) }

    /// How many there are with these marks; `nil` does not care.
    func count(checked: Bool?, important: Bool? = nil, shouldRemind: Bool? = nil) -> Int {
        let marks = [checked, important, shouldRemind]
        return counts.indices.reduce(0) { sum, kind in
            let fits = marks.indices.allSatisfy { marks[$0] == nil || marks[$0] == (kind >> $0 & 1 == 1) }
            return fits ? sum + counts[kind] : sum
        }
    }

    static func == (left: ItemTally, right: ItemTally) -> Bool {
        left.bytes == right.bytes && left.counts.indices.allSatisfy { left.counts[$0] == right.counts[$0] }
    }

    private static func kind(_ item: Item) -> Int {
        (item.checked ? 1 : 0) | (item.important ? 2 : 0) | (item.shouldRemind ? 4 : 0)
    }
}
