import Foundation

/// The order that people expect of names: letters before their accents, accents before case, numbers by
/// value, "liste 2" before "liste 10".
///
/// It is that of Foundation's `localizedStandardCompare` in a fixed locale, whose rules are the root of the
/// Unicode collation, so that the environment of the process changes no order. A call of that costs more than
/// a microsecond; plain text is compared here in a fraction of it, and with the same result, so that the two
/// mix. Only numbers of 20 and more digits differ, which Foundation compares without their upper bits.
enum TextOrder {
    /// Negative if the first comes before the second, zero if nothing tells them apart, positive if it comes
    /// after.
    static func compare(_ left: String, _ right: String) -> Int {
        plainComparison(left.utf8.span, right.utf8.span) ?? standardComparison(left, right)
    }

    /// Gives the first bytes of what orders a text, ending with zero if it has fewer than `bytesMax`; they
    /// tell nothing of accents, case and leading zeros. Answers whether the text is plain as far as that
    /// goes.
    static func plainPrefix(of text: String, bytesMax: Int, _ append: (UInt8) -> Void) -> Bool {
        let text = text.utf8.span
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

    /// Foundation's comparison.
    static func standardComparison(_ left: String, _ right: String) -> Int {
        left.compare(right, options: options, range: nil, locale: locale).rawValue
    }

    /// What `localizedStandardCompare` is made of.
    private static let options: String.CompareOptions = [
        .caseInsensitive, .numeric, .widthInsensitive, .forcedOrdering,
    ]
    private static let locale = Locale(identifier: "en_001")

    /// Compares what is plain of both texts; `nil` if that does not tell.
    ///
    /// A difference of letters or numbers decides at once. Without one the first difference of accents
    /// decides, and without that the first of case or of the zeros before a number.
    private static func plainComparison(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Int? {
        var (leftIndex, rightIndex) = (0, 0)
        var (accents, others) = (0, 0)
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
                if others == 0 { others = number.count - otherNumber.count }
            } else {
                if accents == 0 { accents = Int(one.accent) - Int(other.accent) }
                if others == 0 { others = (one.isUppercase ? 1 : 0) - (other.isUppercase ? 1 : 0) }
            }
        }
        // What only one of them has left decides, unless it is something that does not count.
        if leftIndex < left.count { return PlainLetter(in: left, at: &leftIndex) == nil ? nil : 1 }
        if rightIndex < right.count { return PlainLetter(in: right, at: &rightIndex) == nil ? nil : -1 }
        return accents != 0 ? accents : others
    }
}
