import JSON

/// The octet classes of the HTTP grammar. The parser treats messages as octets, never as Unicode text (RFC
/// 9112 §2.2).
extension UInt8 {
    static let tab: UInt8 = 0x09
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20
    static let colon = UInt8(ascii: ":")
    static let comma = UInt8(ascii: ",")
    static let slash = UInt8(ascii: "/")
    static let dot = UInt8(ascii: ".")
    static let percent = UInt8(ascii: "%")
    static let question = UInt8(ascii: "?")
    static let semicolon = UInt8(ascii: ";")
    static let equals = UInt8(ascii: "=")
    static let quote = UInt8(ascii: "\"")
    static let backslash = UInt8(ascii: "\\")

    /// `tchar` (RFC 9110 §5.6.2), as a bit mask with one bit for each octet.
    var isToken: Bool {
        self < 0x80
            && (self < 0x40 ? 0x03FF_6CFA_0000_0000 : 0x57FF_FFFF_C7FF_FFFE as UInt64) >> (self & 0x3F) & 1
                == 1
    }

    /// `OWS` (RFC 9110 §5.6.3).
    var isWhiteSpace: Bool { self == .space || self == .tab }

    /// A control other than the tab, which a field value must not contain (RFC 9110 §5.5).
    var isControl: Bool { self < 0x20 && self != .tab || self == 0x7F }

    /// CR, LF or NUL, with which a value could split a message (RFC 9110 §5.5).
    var breaksLines: Bool { self == .carriageReturn || self == .lineFeed || self == 0 }

    var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

    /// A letter in lower case; any other octet unchanged.
    var lowercased: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }

    /// Whether a request target may contain the octet: a URI character (RFC 3986 §2) other than `#`. A bit
    /// mask with one bit for each octet.
    var isOfTarget: Bool {
        self < 0x80
            && (self < 0x40 ? 0xAFFF_FFF2_0000_0000 : 0x47FF_FFFE_AFFF_FFFF as UInt64) >> (self & 0x3F) & 1
                == 1
    }

    /// The value of a hexadecimal digit of either case.
    var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension Span<UInt8> {
    func firstIndex(of octet: UInt8, in range: Range<Int>) -> Int? {
        var index = range.lowerBound
        while index < range.upperBound {
            if self[index] == octet { return index }
            index += 1
        }
        return nil
    }

    /// The index of the first line feed at or after `start`.
    func firstLineFeed(from start: Int) -> Int? {
        var index = start
        while index + 8 <= count {
            let found = word(at: index).bytes(equalTo: .lineFeed)
            if found != 0 { return index + UInt64(littleEndian: found).trailingZeroBitCount / 8 }
            index += 8
        }
        return firstIndex(of: .lineFeed, in: min(index, count)..<count)
    }

    /// Whether the range contains a control that a field value must not contain.
    func hasControl(_ range: Range<Int>) -> Bool {
        var index = range.lowerBound
        while index + 8 <= range.upperBound {
            let word = word(at: index)
            // A tab is permitted; the loop below tells it from other controls.
            if word.bytes(below: 0x20) | word.bytes(equalTo: 0x7F) != 0 { break }
            index += 8
        }
        while index < range.upperBound {
            if self[index].isControl { return true }
            index += 1
        }
        return false
    }

    /// Whether an entity tag may contain all octets (RFC 9110 §8.8.3).
    var isOfTag: Bool {
        var index = 0
        while index + 8 <= count {
            let word = word(at: index)
            let found = word.bytes(below: 0x21) | word.bytes(equalTo: .quote) | word.bytes(equalTo: 0x7F)
            if found != 0 { return false }
            index += 8
        }
        while index < count {
            if !ETag.isPermitted(self[index]) { return false }
            index += 1
        }
        return true
    }

    func equals(_ range: Range<Int>, _ text: String) -> Bool {
        let text = text.utf8.span
        guard range.count == text.count else { return false }
        var start = 0
        while start + 8 <= text.count {
            if word(at: range.lowerBound + start) != text.word(at: start) { return false }
            start += 8
        }
        for index in start..<text.count where self[range.lowerBound + index] != text[index] { return false }
        return true
    }

    /// Compares the range with a text without regard to ASCII case.
    func matches(_ range: Range<Int>, _ text: Span<UInt8>) -> Bool {
        guard range.count == text.count else { return false }
        var start = 0
        // The common spelling matches exactly, eight octets at a time.
        while start + 8 <= text.count, word(at: range.lowerBound + start) == text.word(at: start) {
            start += 8
        }
        for index in start..<text.count {
            guard self[range.lowerBound + index].lowercased == text[index].lowercased else { return false }
        }
        return true
    }

    /// Compares the range with a text without regard to ASCII case.
    func matches(_ range: Range<Int>, _ text: [UInt8]) -> Bool {
        matches(range, text.span)
    }

    /// Whether the range begins with a text, without regard to ASCII case.
    func begins(_ range: Range<Int>, _ text: [UInt8]) -> Bool {
        matches(range.prefix(text.count), text)
    }

    /// `token` (RFC 9110 §5.6.2).
    func isToken(_ range: Range<Int>) -> Bool {
        for index in range where !self[index].isToken { return false }
        return !range.isEmpty
    }

    /// The range without leading and trailing white space.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, self[start].isWhiteSpace { start += 1 }
        while end > start, self[end - 1].isWhiteSpace { end -= 1 }
        return start..<end
    }

    /// The next element of a comma-separated list (RFC 9110 §5.6.1), trimmed and possibly empty. `rest`
    /// becomes the range after the comma, or `nil` after the last element.
    func nextElement(of rest: inout Range<Int>?) -> Range<Int>? {
        guard let range = rest else { return nil }
        guard let comma = firstIndex(of: .comma, in: range) else {
            rest = nil
            return trimmed(range)
        }
        rest = comma + 1..<range.upperBound
        return trimmed(range.lowerBound..<comma)
    }
}

extension OutputSpan<UInt8> {
    /// Appends a number in decimal digits, at most `decimalBytesMax`.
    package mutating func append(decimal number: UInt64) {
        var digits = InlineArray<20, UInt8>(repeating: 0)
        var start = digits.count
        var rest = number
        repeat {
            start -= 1
            digits[start] = UInt8(truncatingIfNeeded: 0x30 &+ rest % 10)
            rest /= 10
        } while rest > 0
        append(digits.span.extracting(start..<digits.count))
    }

    /// The most digits of a number: 20.
    package static var decimalBytesMax: Int { 20 }
}

extension ArraySlice<UInt8> {
    /// The octets as text; `nil` if they are not UTF-8.
    var validatedText: String? {
        do throws(UTF8.ValidationError) {
            return String(copying: try UTF8Span(validating: span))
        } catch {
            return nil
        }
    }
}
