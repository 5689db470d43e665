import Checklists

/// The counts of items by their combination of flags and due date, and the size of the items.
struct ItemTally: Equatable, Sendable {
    private var counts = Item.FlagCounts(repeating: 0)

    /// The approximate size in files, in bytes.
    private(set) var bytes = 0

    private(set) var total = 0

    /// What one item adds to each tally that counts it.
    struct Share {
        fileprivate let kind: Int
        fileprivate let bytes: Int

        init(_ item: Item) {
            kind = Int(ItemTally.kind(item))
            bytes = item.storedBytes
        }
    }

    mutating func add(_ share: Share) {
        counts[share.kind] += 1
        total += 1
        bytes += share.bytes
    }

    mutating func remove(_ share: Share) {
        counts[share.kind] -= 1
        total -= 1
        bytes -= share.bytes
    }

    mutating func add(_ other: ItemTally) {
        for kind in counts.indices { counts[kind] += other.counts[kind] }
        total += other.total
        bytes += other.bytes
    }

    mutating func remove(_ other: ItemTally) {
        for kind in counts.indices { counts[kind] -= other.counts[kind] }
        total -= other.total
        bytes -= other.bytes
    }

    /// The number and size of all items.
    var usage: Usage { Usage(items: total, dataBytes: bytes) }

    /// The number of items with these flags; flags that are not given may have any value.
    ///
    /// - Parameter isDated: Whether they have a due date; `nil` for either.
    func count(_ flags: [Item.Flag: Bool], isDated: Bool? = nil) -> Int {
        let (mask, wanted) = Self.bits(of: flags, isDated: isDated)
        return count(mask, wanted)
    }

    /// The number of items whose kind has these values in the bits of a mask.
    func count(_ mask: UInt8, _ wanted: UInt8) -> Int {
        counts.indices.reduce(0) { UInt8($1) & mask == wanted ? $0 + counts[$1] : $0 }
    }

    static func == (left: ItemTally, right: ItemTally) -> Bool {
        left.bytes == right.bytes && left.counts.indices.allSatisfy { left.counts[$0] == right.counts[$0] }
    }

    /// The kind of an item: its flags, and whether it has a due date.
    static func kind(_ item: Item) -> UInt8 { kind(isDated: item.dueDate != nil) { item[$0] } }

    /// The bits of a kind that a filter by flags and due date examines, and their values. `nil` and missing
    /// flags are not examined.
    static func bits(of flags: [Item.Flag: Bool], isDated: Bool?) -> (mask: UInt8, wanted: UInt8) {
        let mask = kind(isDated: isDated != nil) { flags[$0] != nil }
        return (mask, kind(isDated: isDated ?? false) { flags[$0] ?? false })
    }

    /// `Item.Flag.allCases`, which makes a new array at each call.
    private static let flags = Item.Flag.allCases

    /// A kind has one bit for the due date and one for each flag.
    private static func kind(isDated: Bool, _ isSet: (Item.Flag) -> Bool) -> UInt8 {
        flags.reduce(isDated ? 1 : 0) { $0 << 1 | (isSet($1) ? 1 : 0) }
    }
}
