import Checklists
import Paging

/// The start of an element's sort values as one number that compares like them.
///
/// The element with the smaller key comes first. Equal and unknown keys decide nothing. An index stores a
/// short key beside each slot, so a search rarely reads the elements. Long keys exist only during a sort.
struct AbbreviatedKey<Bits: KeyBits> {
    private(set) var bits = Bits()
    /// Whether the element has a key. A text that `TextOrder` does not consider plain has none.
    private(set) var isKnown = true
    private var bitsFree = Bits.count

    /// The number of text bytes that are appended at once; faster than one by one.
    private static var bytesAtOnce: Int { 6 }

    /// Appends the next sort value.
    mutating func append(_ value: SortValue, descending: Bool) {
        guard bitsFree > 0 else { return }
        switch value {
        case .flag(let flag):
            append(flag != descending ? 1 : 0, bits: 1)
        case .moment(let moment):
            // 50 bits hold the milliseconds, with their sign, of every year that RFC 3339 can write.
            let limit = Int64(1) << 48
            guard let moment else { return append(1 << 50 - 1, bits: 50) }
            append(Self.code(moment.milliseconds, within: limit, descending), bits: 50)
        case .number(let number):
            append(Self.code(Int64(number), within: Int64(Limits.positionMax), descending), bits: 54)
        case .text(let text):
            append(text, descending: descending)
        }
    }

    /// Appends the id, which breaks ties.
    mutating func append(id: Int) {
        append(Self.code(Int64(id), within: 1 << 40, false), bits: 42)
    }

    /// Maps a number to 1 through 2 × limit + 1. Numbers beyond the limit are clamped.
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
        // Texts that differ only in accents, case or leading zeros have equal bytes here, so no value may
        // follow.
        bitsFree = 0
    }

    private mutating func append(_ value: UInt64, bits width: Int) {
        let excess = max(width - bitsFree, 0)
        guard excess < width else { return }
        bits.set(value >> excess, width: width - excess, from: Bits.count - bitsFree)
        bitsFree -= width - excess
    }
}

/// A number of many bits that are set from the highest to the lowest.
protocol KeyBits: Comparable {
    /// The number of bits.
    static var count: Int { get }
    /// Zero.
    init()
    /// Sets `width` bits to a value. `offset` is the number of bits above them.
    mutating func set(_ value: UInt64, width: Int, from offset: Int)
}

/// 96 bits: a key and a slot together fill two words.
struct ShortBits: KeyBits {
    static var count: Int { 96 }
    private var bits: UInt128 = 0

    var high: UInt64 { UInt64(truncatingIfNeeded: bits >> 32) }
    var low: UInt32 { UInt32(truncatingIfNeeded: bits) }

    mutating func set(_ value: UInt64, width: Int, from offset: Int) {
        bits |= UInt128(value) << (Self.count - offset - width)
    }

    static func < (one: ShortBits, two: ShortBits) -> Bool { one.bits < two.bits }
}

/// 384 bits: most texts differ within them.
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
    /// The abbreviated key of an element.
    func key<Bits>(of element: Element) -> AbbreviatedKey<Bits> {
        var abbreviated = AbbreviatedKey<Bits>()
        for key in keys {
            abbreviated.append(element.sortValue(of: key.property), descending: key.descending)
        }
        abbreviated.append(id: element.id.rawValue)
        return abbreviated
    }

    /// The abbreviated key of a position.
    func key<Bits>(of position: SortPosition<Element>) -> AbbreviatedKey<Bits> {
        var abbreviated = AbbreviatedKey<Bits>()
        for (key, value) in zip(keys, position.values) {
            abbreviated.append(value, descending: key.descending)
        }
        abbreviated.append(id: position.id.rawValue)
        return abbreviated
    }
}
