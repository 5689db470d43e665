import Checklists

/// How many items there are of each kind, and how much they take; a kind is a combination of flags.
struct ItemTally: Equatable, Sendable {
    private var counts = Item.FlagCounts(repeating: 0)

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

    /// How many there are whose flags are like that; those that are missing do not matter.
    func count(_ flags: [Item.Flag: Bool]) -> Int {
        let mask = Self.kind { flags[$0] != nil }
        let wanted = Self.kind { flags[$0] ?? false }
        return counts.indices.reduce(0) { $1 & mask == wanted ? $0 + counts[$1] : $0 }
    }

    static func == (left: ItemTally, right: ItemTally) -> Bool {
        left.bytes == right.bytes && left.counts.indices.allSatisfy { left.counts[$0] == right.counts[$0] }
    }

    private static func kind(_ item: Item) -> Int { kind { item[$0] } }

    /// A kind: one bit for each flag.
    private static func kind(_ isSet: (Item.Flag) -> Bool) -> Int {
        Item.Flag.allCases.reduce(0) { $0 << 1 | (isSet($1) ? 1 : 0) }
    }
}
