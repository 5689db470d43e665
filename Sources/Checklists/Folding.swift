import Foundation

/// One scalar of a text without its case and diacritics, in up to four bytes of UTF-8.
///
/// Foundation takes more than a microsecond for a text. What it does to the letters up to U+052F is
/// remembered, and it leaves most symbols, Chinese, Japanese, Korean and emoji alone; only where a scalar can
/// depend on its neighbours, as combining marks do, it has to be asked.
struct Folding {
    /// How many bytes it has.
    let count: Int
    private let bytes: UInt32

    /// Byte of the folded scalar.
    subscript(position: Int) -> UInt8 { UInt8(truncatingIfNeeded: bytes >> (8 * UInt32(position))) }

    /// A text without case and diacritics.
    static func fold(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }

    /// That text in UTF-8.
    static func bytes(of text: String) -> [UInt8] {
        let source = text.utf8.span
        var index = 0
        var isKnown = true
        // A letter of two bytes becomes four at most, and every other scalar stays as long as it is.
        let folded = [UInt8](capacity: 2 * source.count) { output in
            while index < source.count, isKnown {
                guard let scalar = Folding(of: source, at: &index) else {
                    isKnown = false
                    continue
                }
                for position in 0..<scalar.count { output.append(scalar[position]) }
            }
        }
        return isKnown ? folded : Array(fold(text).utf8)
    }

    /// Folds the scalar at an index of UTF-8 and moves the index behind it; `nil` if that takes the whole
    /// text.
    @inline(__always)
    init?(of text: Span<UInt8>, at index: inout Int) {
        let first = text[index]
        if first < 0x80 {
            bytes = UInt32(UInt8(ascii: "A")...UInt8(ascii: "Z") ~= first ? first | 0x20 : first)
            count = 1
            index += 1
            return
        }
        let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard index + length <= text.count else { return nil }
        var code = UInt32(first) & (0x7F >> UInt32(length))
        var bytes = UInt32(first)
        for offset in 1..<length {
            code = code << 6 | UInt32(text[index + offset] & 0x3F)
            bytes |= UInt32(text[index + offset]) << UInt32(8 * offset)
        }
        index += length
        if code < Self.letters.count {
            self = Self.letters[Int(code)]
            if count == 0 { return nil }
        } else if Self.unchanged.contains(where: { $0.contains(code) }) {
            self.bytes = bytes
            count = length
        } else {
            return nil
        }
    }

    /// The folded form of a scalar; nothing if it does not fit or depends on what is before it.
    private init(_ code: UInt32) {
        let isMark = 0x300...0x36F ~= code || 0x483...0x489 ~= code
        let folded = Array(UnicodeScalar(code).map { Self.fold(String($0)).utf8.map(UInt32.init) } ?? [])
        count = isMark || folded.count > 4 ? 0 : folded.count
        bytes = folded.prefix(4).reversed().reduce(0) { $0 << 8 | $1 }
    }

    /// Latin, Greek and Cyrillic.
    private static let letters = (0..<0x530).map { Folding($0) }

    /// Where folding changes nothing.
    private static let unchanged: [ClosedRange<UInt32>] = [
        0x2000...0x20CF, 0x3000...0x3029, 0x3030...0x3098, 0x309B...0x9FFF, 0xAC00...0xD7A3,
        0x1F000...0x1F3FA, 0x1F400...0x1FAFF,
    ]
}
