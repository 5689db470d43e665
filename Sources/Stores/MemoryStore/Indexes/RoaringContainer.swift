import Checklists

/// Some of 65,536 numbers in a row: a list of them in order while they are few, a bit for each when they are
/// many, whichever takes less room.
struct RoaringContainer: Sendable {
    /// How many there are.
    private(set) var count = 0
    private var list: [UInt16] = []
    /// Empty as long as there is the list.
    private var bits: [UInt64] = []

    /// At this many, the list takes as much room as the bits.
    private static let listMax = 4096

    init() {}

    /// All that are in one of those.
    init(union sets: some Collection<RoaringContainer>) {
        if let only = sets.first, sets.count == 1 {
            self = only
            return
        }
        bits = [UInt64](repeating: 0, count: 1024)
        for set in sets {
            for (index, word) in set.bits.enumerated() { bits[index] |= word }
            for offset in set.list { bits[Int(offset >> 6)] |= Self.bit(offset) }
        }
        count = bits.reduce(0) { $0 + $1.nonzeroBitCount }
    }

    /// All that are in each of those.
    init(intersection sets: some Collection<RoaringContainer>) {
        let sorted = sets.sorted { $0.count < $1.count }
        sorted.first?.forEach { offset in
            if sorted.dropFirst().allSatisfy({ $0.contains(offset) }) { insert(offset) }
        }
    }

    func contains(_ offset: UInt16) -> Bool {
        if !bits.isEmpty { return bits[Int(offset >> 6)] & Self.bit(offset) != 0 }
        let index = list.partitionPoint { $0 < offset }
        return index < list.count && list[index] == offset
    }

    func forEach(_ body: (UInt16) -> Void) {
        for offset in list { body(offset) }
        for (index, word) in bits.enumerated() {
            var rest = word
            while rest != 0 {
                body(UInt16(index << 6 | rest.trailingZeroBitCount))
                rest &= rest - 1
            }
        }
    }

    /// Adds a number, unless it is there.
    mutating func insert(_ offset: UInt16) {
        // Nearly always the last of few.
        if let last = list.last, last <= offset, list.count < Self.listMax {
            if last < offset {
                list.append(offset)
                count += 1
            }
            return
        }
        if list.count == Self.listMax { spread() }
        if !bits.isEmpty {
            let bit = Self.bit(offset)
            if bits[Int(offset >> 6)] & bit == 0 { count += 1 }
            bits[Int(offset >> 6)] |= bit
        } else if list.last.map({ $0 < offset }) ?? true {
            list.append(offset)
            count += 1
        } else {
            let index = list.partitionPoint { $0 < offset }
            if list[index] == offset { return }
            list.insert(offset, at: index)
            count += 1
        }
    }

    /// Removes a number, if it is there.
    mutating func remove(_ offset: UInt16) {
        guard contains(offset) else { return }
        count -= 1
        if bits.isEmpty {
            list.remove(at: list.partitionPoint { $0 < offset })
        } else {
            bits[Int(offset >> 6)] &= ~Self.bit(offset)
            if count < Self.listMax / 2 { gather() }
        }
    }

    /// Turns the list into bits.
    private mutating func spread() {
        bits = [UInt64](repeating: 0, count: 1024)
        for offset in list { bits[Int(offset >> 6)] |= Self.bit(offset) }
        list = []
    }

    /// Turns the bits into a list.
    private mutating func gather() {
        var offsets: [UInt16] = []
        offsets.reserveCapacity(count)
        forEach { offsets.append($0) }
        (list, bits) = (offsets, [])
    }

    private static func bit(_ offset: UInt16) -> UInt64 { 1 << UInt64(offset & 63) }
}
