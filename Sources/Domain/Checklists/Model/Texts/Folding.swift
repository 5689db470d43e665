import Foundation

/// One scalar without case and diacritics, in at most four bytes of UTF-8.
///
/// Foundation takes more than a microsecond for a text. A table holds its results for the letters up to
/// U+052F. Folding leaves most symbols, Chinese, Japanese, Korean and emoji unchanged, and removes accents.
/// Only scalars that depend on their neighbours in other ways go to Foundation, in pieces: its time grows
/// with the square of what it removes.
package struct Folding {
    /// The number of bytes.
    let count: Int
    private let bytes: UInt32

    subscript(position: Int) -> UInt8 { UInt8(truncatingIfNeeded: bytes >> (8 * UInt32(position))) }

    /// A text without case and diacritics, by Foundation.
    package static func fold(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }

    /// A text without case and diacritics, with the same result as `fold`.
    package static func text(of text: String) -> String { String(decoding: bytes(of: text), as: UTF8.self) }

    /// Appends the UTF-8 of a text without case and diacritics.
    package static func append(_ text: String, to bytes: inout [UInt8]) {
        let source = text.utf8.span
        var union: UInt8 = 0
        for index in source.indices { union |= source[index] }
        guard union < 0x80 else {
            bytes += scalars(of: source)
            return
        }
        // The compiler vectorises both loops: 130 bytes take 1,000 instructions, and 4,400 in `scalars(of:)`.
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        var folded = bytes.mutableSpan
        for index in start..<folded.count { folded[index] = lowercased(folded[index]) }
    }

    /// The UTF-8 of a text without case and diacritics.
    package static func bytes(of text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        append(text, to: &bytes)
        return bytes
    }

    /// Folds a text with other scalars than ASCII.
    private static func scalars(of source: Span<UInt8>) -> [UInt8] {
        var index = 0
        // A letter of two bytes grows to at most four. Every other scalar keeps its length.
        var folded = [UInt8](capacity: 2 * source.count) { output in
            while index < source.count {
                let byte = source[index]
                if byte < 0x80 {
                    output.append(lowercased(byte))
                    index += 1
                } else if let scalar = Folding(of: source, at: &index) {
                    for position in 0..<scalar.count { output.append(scalar[position]) }
                } else {
                    return
                }
            }
        }
        while index < source.count {
            if let scalar = Folding(of: source, at: &index) {
                for position in 0..<scalar.count { folded.append(scalar[position]) }
            } else {
                folded += piece(of: source, at: &index)
            }
        }
        return folded
    }

    /// An ASCII byte in lower case.
    private static func lowercased(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }

    /// Folds the text at an index with Foundation. Moves the index to the end of the text, or to a scalar
    /// that does not depend on the preceding ones.
    ///
    /// The piece includes the preceding base scalar, since the result may depend on it. That scalar itself
    /// stays unchanged.
    static func piece(of text: Span<UInt8>, at index: inout Int) -> ArraySlice<UInt8> {
        let (start, context) = base(in: text, before: index)
        let least = index + Limits.foldedPieceBytesMin
        let most = index + Limits.foldedPieceBytesMax
        var end = index
        repeat {
            end += 1
            while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
        } while end < text.count && end < most && (end < least || !isBoundary(text, end))
        let piece = [UInt8](capacity: end - start) { output in
            for position in start..<end { output.append(text[position]) }
        }
        index = end
        return Array(fold(String(decoding: piece, as: UTF8.self)).utf8).dropFirst(context)
    }

    /// The start of the last base scalar before an index, ignoring marks, and its length after folding.
    private static func base(in text: Span<UInt8>, before index: Int) -> (start: Int, count: Int) {
        var start = index
        while start > 0 {
            start -= 1
            while start > 0, text[start] & 0xC0 == 0x80 { start -= 1 }
            var next = start
            guard let scalar = Folding(of: text, at: &next) else { break }
            if scalar.count > 0 { return (start, scalar.count) }
        }
        return (index, 0)
    }

    /// Whether the scalar at an index does not depend on the preceding ones.
    private static func isBoundary(_ text: Span<UInt8>, _ index: Int) -> Bool {
        var next = index
        return (Folding(of: text, at: &next)?.count ?? 0) > 0
    }

    /// Folds the scalar at an index of UTF-8 and moves the index after it; `nil` at the end of the text, and
    /// for a scalar that only Foundation folds.
    @inline(__always)
    init?(of text: Span<UInt8>, at index: inout Int) {
        guard index < text.count else { return nil }
        let first = text[index]
        if first < 0x80 {
            bytes = UInt32(Self.lowercased(first))
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
        if code < Self.letters.count {
            // A mark at the start of a text has no base, and Foundation keeps it.
            guard let letter = Self.letters[Int(code)], letter.count > 0 || index > 0 else { return nil }
            self = letter
        } else if Self.unchanged.contains(where: { $0.contains(code) }) {
            self.bytes = bytes
            count = length
        } else {
            return nil
        }
        index += length
    }

    /// The folded form of a scalar, empty for a mark; `nil` if it does not fit.
    private init?(_ code: UInt32) {
        let isMark = 0x300...0x36F ~= code || 0x483...0x489 ~= code
        let folded = Array(UnicodeScalar(code).map { Self.fold(String($0)).utf8.map(UInt32.init) } ?? [])
        if !isMark, folded.isEmpty || folded.count > 4 { return nil }
        count = isMark ? 0 : folded.count
        bytes = isMark ? 0 : folded.reversed().reduce(0) { $0 << 8 | $1 }
    }

    /// Latin, Greek and Cyrillic.
    private static let letters = (0..<0x530).map { Folding($0) }

    /// The ranges that folding leaves unchanged.
    private static let unchanged: [ClosedRange<UInt32>] = [
        0x2000...0x20CF, 0x3000...0x3029, 0x3030...0x3098, 0x309B...0x9FFF, 0xAC00...0xD7A3,
        0x1F000...0x1F3FA, 0x1F400...0x1FAFF,
    ]
}
