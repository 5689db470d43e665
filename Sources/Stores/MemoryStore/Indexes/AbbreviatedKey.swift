import Checklists
import Paging

/// The beginning of what an element is ordered by, as one number that compares like it.
///
/// Of two elements the one with the smaller key comes first; equal keys say nothing, and neither does one
/// that is not known. A short one is kept beside each element of an index, so that a search rarely has to
/// look at the elements; a long one is made for sorting alone.
struct AbbreviatedKey<Bits: KeyBits> {
    /// The number.
    private(set) var bits = Bits()
    /// Whether it could be made: what is no plain text has none.
    private(set) var isKnown = true
    private var bitsFree = Bits.count

    /// How many bytes of a text are added at once, which is faster than one by one.
    private static var bytesAtOnce: Int { 6 }

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
        var (bytes, count) = (UInt64(0), 0)
        let known = TextOrder.plainPrefix(of: text, bytesMax: (bitsFree + 7) / 8) { byte in
            bytes = bytes << 8 | UInt64(descending ? ~byte : byte)
            count += 1
            guard count == Self.bytesAtOnce else { return }
            append(bytes, bits: 8 * count)
            (bytes, count) = (0, 0)
        }
        append(bytes, bits: 8 * count)
        isKnown = isKnown && known
        // Texts that differ in accents or case alone look the same here, so nothing may follow them.
        bitsFree = 0
    }

    private mutating func append(_ value: UInt64, bits width: Int) {
        let excess = max(width - bitsFree, 0)
        guard excess < width else { return }
        bits.set(value >> excess, width: width - excess, from: Bits.count - bitsFree)
        bitsFree -= width - excess
    }
}

/// A number of many bits, which are set from the highest to the lowest.
protocol KeyBits: Comparable {
    /// How many bits it has.
    static var count: Int { get }
    /// Zero.
    init()
    /// Sets bits, so many behind the highest, to a value that is not wider.
    mutating func set(_ value: UInt64, width: Int, from offset: Int)
}

/// As many bits as fit beside a slot into two words.
struct ShortBits: KeyBits {
    static var count: Int { 96 }
    private var bits: UInt128 = 0

    /// The upper two thirds.
    var high: UInt64 { UInt64(truncatingIfNeeded: bits >> 32) }
    /// The rest.
    var low: UInt32 { UInt32(truncatingIfNeeded: bits) }

    mutating func set(_ value: UInt64, width: Int, from offset: Int) {
        bits |= UInt128(value) << (Self.count - offset - width)
    }

    static func < (one: ShortBits, two: ShortBits) -> Bool { one.bits < two.bits }
}

/// Enough for most texts to be told apart.
struct LongBits: KeyBits {
    private static let wordsCount = 6
    static var count: Int { wordsCount * 64 }
    private var words = InlineArray<6, UInt64>(repeating: 0)

    mutating func set(_ value: UInt64, width: Int, from offset: Int) {
        let (word, shift) = (offset / 64, 64 - offset % 64 - width)
        guard shift < 0 else { return words[word] |= value << shift }
        words[word] |= value >> -shift
        words[word + 1] |= value << (64 + shift)
    }

    static func == (one: LongBits, two: LongBits) -> Bool {
        (0..<wordsCount).allSatisfy { one.words[$0] == two.words[$0] }
    }

    static func < (one: LongBits, two: LongBits) -> Bool {
        for index in 0..<wordsCount where one.words[index] != two.words[index] {
            return one.words[index] < two.words[index]
        }
        return false
    }
}

extension Sorting {
    /// The beginning of what this orders by.
    func key<Bits>(of element: Element) -> AbbreviatedKey<Bits> {
        var abbreviated = AbbreviatedKey<Bits>()
        for key in keys {
            abbreviated.append(element.sortValue(of: key.property), descending: key.descending)
        }
        abbreviated.append(id: element.id.rawValue)
        return abbreviated
    }

    /// The beginning of what a position is ordered by.
    func key<Bits>(of position: SortPosition<Element>) -> AbbreviatedKey<Bits> {
        var abbreviated = AbbreviatedKey<Bits>()
        for (key, value) in zip(keys, position.values) {
            abbreviated.append(value, descending: key.descending)
        }
        abbreviated.append(id: position.id.rawValue)
        return abbreviated
    }
}
