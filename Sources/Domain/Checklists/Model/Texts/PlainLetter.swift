import Foundation

/// A character that `TextOrder` compares without ICU: printable ASCII, or an ASCII character with one accent,
/// up to U+017F.
struct PlainLetter: Equatable {
    /// The rank of the character without accent and case; all digits share one rank.
    let base: UInt8
    /// The rank of the accent; 0 for none.
    let accent: UInt8
    let isUppercase: Bool

    var isDigit: Bool { base == Self.digitBase }

    /// Reads the character at an index of UTF-8 and moves the index after it; `nil` if it is not plain.
    @inline(__always)
    init?(in text: Span<UInt8>, at index: inout Int) {
        let byte = text[index]
        let code: Int
        if byte < 0x80 {
            code = Int(byte)
            index += 1
        } else if 0xC3...0xC5 ~= byte, index + 1 < text.count {
            code = Int(byte & 0x1F) << 6 | Int(text[index + 1] & 0x3F)
            index += 2
        } else {
            return nil
        }
        self = Self.byCode[code]
        if base == 0 { return nil }
    }

    /// Whether a byte is a plain character and not a digit.
    static func isLetterOrMark(_ byte: UInt8) -> Bool {
        0x20...0x7E ~= byte && !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte)
    }

    private init(base: UInt8, accent: UInt8 = 0, isUppercase: Bool = false) {
        self.base = base
        self.accent = accent
        self.isUppercase = isUppercase
    }

    /// The order of printable ASCII without capitals. `0` between `$` and `a` stands for all digits.
    private static let bases = Array(" _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0abcdefghijklmnopqrstuvwxyz".utf8)
    private static let digitBase = UInt8(34)

    /// Acute, grave, breve, circumflex, caron, ring, diaeresis, double acute, tilde, dot, cedilla, ogonek,
    /// macron.
    private static let accents: [UInt32] = [
        0x301, 0x300, 0x306, 0x302, 0x30C, 0x30A, 0x308, 0x30B, 0x303, 0x307, 0x327, 0x328, 0x304,
    ]

    /// The characters up to U+017F; a base of 0 marks those that are not plain.
    private static let byCode: [PlainLetter] = (0..<0x180).map { code in
        let scalars = Array(
            String(UnicodeScalar(code) ?? "\0").decomposedStringWithCanonicalMapping.unicodeScalars)
        let accent = scalars.count == 2 ? accents.firstIndex(of: scalars[1].value).map { $0 + 1 } : 0
        guard let accent, scalars.count <= 2, let ascii = UInt8(exactly: scalars[0].value), ascii < 0x80
        else {
            return PlainLetter(base: 0)
        }
        switch ascii {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            return PlainLetter(base: digitBase)
        case UInt8(ascii: "A")...UInt8(ascii: "Z"):
            let base = bases.firstIndex(of: ascii | 0x20).map { UInt8($0 + 1) }
            return PlainLetter(base: base ?? 0, accent: UInt8(accent), isUppercase: true)
        default:
            let base = bases.firstIndex(of: ascii).map { UInt8($0 + 1) }
            return PlainLetter(base: base ?? 0, accent: UInt8(accent))
        }
    }
}

/// A run of digits.
struct PlainNumber {
    /// The number of digits.
    let count: Int
    /// The index of the first digit that is not a leading zero.
    private let start: Int
    private let end: Int

    /// Appends the value as bytes whose order is that of the values, and returns their number; `nil` if the
    /// value has more than 254 digits.
    func appendValue(in text: Span<UInt8>, _ append: (UInt8) -> Void) -> Int? {
        guard let length = UInt8(exactly: end - start + 1) else { return nil }
        append(length)
        for index in stride(from: start, to: end, by: 2) {
            let ones = index + 1 < end ? text[index + 1] & 0xF : 0
            append((text[index] & 0xF) << 4 | ones)
        }
        return 1 + (end - start + 1) / 2
    }

    /// Reads the rest of a number after its first digit, and moves the index after it; `nil` if the next
    /// character is not plain.
    init?(in text: Span<UInt8>, from index: inout Int) {
        let first = index - 1
        var start = first
        while index < text.count, Self.isDigit(text[index]) { index += 1 }
        while start < index, text[start] == UInt8(ascii: "0") { start += 1 }
        (count, self.start, end) = (index - first, start, index)
        if index < text.count {
            var next = index
            guard PlainLetter(in: text, at: &next) != nil else { return nil }
        }
    }

    /// Compares the value with that of a number in another text.
    func compare(_ text: Span<UInt8>, to other: PlainNumber, _ otherText: Span<UInt8>) -> Int {
        let difference = (end - start) - (other.end - other.start)
        guard difference == 0 else { return difference }
        for offset in 0..<(end - start) {
            let difference = Int(text[start + offset]) - Int(otherText[other.start + offset])
            if difference != 0 { return difference }
        }
        return 0
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
}
