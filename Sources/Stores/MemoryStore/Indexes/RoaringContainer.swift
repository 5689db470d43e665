import Checklists

/// A set of numbers below 65,536: a sorted array up to 4,096 of them, a bitmap above. Both are as in Roaring
/// bitmaps.
struct RoaringContainer: Sendable {
    private(set) var count = 0
    private var list: [UInt16] = []
    /// Empty while the set is an array.
    private var bits: [UInt64] = []

    /// At 4,096 numbers the array is as large as the bitmap: 8 KiB.
    private static let listMax = 4096

    init() {}

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

    mutating func insert(_ offset: UInt16) {
        // The common case: an append to a short array.
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

    /// Converts the array to a bitmap.
    private mutating func spread() {
        bits = [UInt64](repeating: 0, count: 1024)
        for offset in list { bits[Int(offset >> 6)] |= Self.bit(offset) }
        list = []
    }

    /// Converts the bitmap to an array.
    private mutating func gather() {
        var offsets: [UInt16] = []
        offsets.reserveCapacity(count)
        forEach { offsets.append($0) }
        (list, bits) = (offsets, [])
    }

    private static func bit(_ offset: UInt16) -> UInt64 { 1 << UInt64(offset & 63) }
}
