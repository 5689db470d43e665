/// The beginning of what an element is ordered by, as one number that compares like it.
///
/// Of two elements the one with the smaller prefix comes first; equal prefixes say nothing, and neither does
/// one of zero. Orders keep it beside each element, so that a search rarely has to look at the elements.
struct SortPrefix {
    /// As many bits as fit beside a slot into two words.
    private static let bitsMax = 96

    private var bits: UInt128 = 0
    private var bitsFree = bitsMax
    private var isKnown = true

    /// The upper two thirds.
    var high: UInt64 { isKnown ? UInt64(truncatingIfNeeded: bits >> 32) : 0 }
    /// The rest.
    var low: UInt32 { isKnown ? UInt32(truncatingIfNeeded: bits) : 0 }

    /// Adds the next value.
    mutating func append(_ value: SortValue, descending: Bool) {
        guard bitsFree > 0 else { return }
        switch value {
        case .flag(let flag):
            append(flag != descending ? 1 : 0, bits: 1)
        case .moment(let moment):
            // Milliseconds of the years that RFC 3339 can write fit into 50 bits with their sign.
            let limit = Int64(1) << 48
            guard let moment else { return append(1 << 50 - 1, bits: 50) }
            append(Self.code(moment.milliseconds, within: limit, descending), bits: 50)
        case .number(let number):
            append(Self.code(Int64(number), within: Int64(Limits.positionMax), descending), bits: 54)
        case .text(let text):
            append(text, descending: descending)
        }
    }

    /// Adds what ends a tie.
    mutating func append(id: Int) {
        append(Self.code(Int64(id), within: 1 << 40, false), bits: 42)
    }

    /// A number as one from 1 to twice the limit and one; those beyond the limit are all the same.
    private static func code(_ number: Int64, within limit: Int64, _ descending: Bool) -> UInt64 {
        let clamped = min(max(number, -limit), limit)
        return UInt64((descending ? -clamped : clamped) + limit + 1)
    }

    private mutating func append(_ text: String, descending: Bool) {
        let known = TextOrder.plainPrefix(of: text, bytesMax: (bitsFree + 7) / 8) { byte in
            append(UInt64(descending ? ~byte : byte), bits: 8)
        }
        isKnown = isKnown && known
        // Texts that differ in accents or case alone look the same here, so nothing may follow them.
        bitsFree = 0
    }

    private mutating func append(_ value: UInt64, bits width: Int) {
        let excess = max(width - bitsFree, 0)
        bitsFree -= width - excess
        bits |= UInt128(value >> excess) << bitsFree
    }
}
