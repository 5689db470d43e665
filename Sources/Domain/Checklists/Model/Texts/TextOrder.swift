/// The natural order of names: letters before accents, accents before case, and numbers by value, so that
/// "liste 2" comes before "liste 10".
///
/// The order is the root of the Unicode collation as in ICU, with numbers by value. It does not depend on the
/// locale of the process. Texts that the collation does not distinguish are compared byte by byte.
///
/// ICU takes more than a microsecond for a comparison. Plain texts are compared here in a fraction of that,
/// with the same result, so that both can mix. The first page of 100,000 items such as `Item 123456 from a
/// benchmark` takes 313 million instructions, and 1,311 million with ICU alone.
///
/// After `Limits.comparedTextBytesMax` texts are compared byte by byte as well.
@usableFromInline package enum TextOrder {
    /// Negative if the first text comes first, zero if both are the same, positive otherwise.
    @usableFromInline package static func compare(_ left: String, _ right: String) -> Int {
        let bytesMax = Limits.comparedTextBytesMax
        let isLong = left.utf8.count > bytesMax || right.utf8.count > bytesMax
        let order =
            isLong
            ? beginningComparison(left, right)
            : plainComparison(left.utf8.span, right.utf8.span) ?? keyComparison(left, right)
        if order != 0 { return order }
        if left.isSame(as: right) { return 0 }
        return left.utf8.lexicographicallyPrecedes(right.utf8) ? -1 : 1
    }

    /// Compares the beginnings of long texts.
    private static func beginningComparison(_ left: String, _ right: String) -> Int {
        let (one, other) = (beginning(of: left), beginning(of: right))
        return plainComparison(one.utf8.span, other.utf8.span) ?? keyComparison(left, right)
    }

    /// The beginning of a text that the collation compares, in whole scalars.
    static func beginning(of text: String) -> Substring {
        let bytes = text.utf8
        guard bytes.count > Limits.comparedTextBytesMax else { return text[...] }
        var end = bytes.index(text.startIndex, offsetBy: Limits.comparedTextBytesMax)
        while bytes[end] & 0xC0 == 0x80 { end = bytes.index(before: end) }
        return text[..<end]
    }

    /// Appends the first bytes of a text's order, ending with zero if there are fewer than `bytesMax`. They
    /// contain no accents, case and leading zeros. Returns whether the text is plain up to there.
    package static func plainPrefix(of text: String, bytesMax: Int, _ append: (UInt8) -> Void) -> Bool {
        let beginning = beginning(of: text)
        let text = beginning.utf8.span
        var index = 0
        var bytes = 0
        while bytes < bytesMax {
            guard index < text.count else {
                append(0)
                return true
            }
            guard let letter = PlainLetter(in: text, at: &index) else { return false }
            append(letter.base)
            bytes += 1
            if letter.isDigit {
                guard let number = PlainNumber(in: text, from: &index) else { return false }
                guard let count = number.appendValue(in: text, append) else { return false }
                bytes += count
            }
        }
        return true
    }

    /// Compares two texts by their ICU sort keys.
    package static func keyComparison(_ left: String, _ right: String) -> Int {
        let (one, other) = (key(of: left), key(of: right))
        if one == other { return 0 }
        return one.lexicographicallyPrecedes(other) ? -1 : 1
    }

    /// Compares the plain beginnings of both texts; `nil` if a character that is not plain comes first.
    ///
    /// A difference in letters or numbers decides at once. Otherwise the first difference in accents decides,
    /// then the first in case.
    private static func plainComparison(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Int? {
        var (leftIndex, rightIndex) = (0, 0)
        var (accents, cases) = (0, 0)
        while leftIndex < left.count, rightIndex < right.count {
            let byte = left[leftIndex]
            if byte == right[rightIndex], PlainLetter.isLetterOrMark(byte) {
                leftIndex += 1
                rightIndex += 1
                continue
            }
            guard let one = PlainLetter(in: left, at: &leftIndex),
                let other = PlainLetter(in: right, at: &rightIndex)
            else { return nil }
            if one.base != other.base { return one.base < other.base ? -1 : 1 }
            if one.isDigit {
                let number = PlainNumber(in: left, from: &leftIndex)
                let otherNumber = PlainNumber(in: right, from: &rightIndex)
                guard let number, let otherNumber else { return nil }
                let difference = number.compare(left, to: otherNumber, right)
                if difference != 0 { return difference }
            } else {
                if accents == 0 { accents = Int(one.accent) - Int(other.accent) }
                if cases == 0 { cases = (one.isUppercase ? 1 : 0) - (other.isUppercase ? 1 : 0) }
            }
        }
        // The longer text comes last, unless its next character is not plain: the collation may ignore that
        // one.
        if leftIndex < left.count { return PlainLetter(in: left, at: &leftIndex) == nil ? nil : 1 }
        if rightIndex < right.count { return PlainLetter(in: right, at: &rightIndex) == nil ? nil : -1 }
        return accents != 0 ? accents : cases
    }
}
