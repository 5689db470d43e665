/// A number as it was written: nothing is lost before somebody says what it is to be.
public struct JSONNumber: Sendable, Hashable {
    /// The digits, checked against the grammar of RFC 8259 §6.
    public let text: String

    /// A number from text that follows the grammar.
    init(text: String) {
        self.text = text
    }

    /// A whole number.
    public init(_ integer: Int) {
        text = String(integer)
    }

    /// A floating-point number, in the fewest digits that give it back. It has to be finite.
    public init(_ double: Double) {
        precondition(double.isFinite, "JSON has no infinity and no NaN")
        text = double.description
    }

    /// The whole number, where it is one that fits: `3`, `3.0` and `3e0` are 3.
    public var integer: Int? {
        if let integer = Int(text) { return integer }
        return decimal.integer
    }

    /// The nearest floating-point number; `nil` where it would be infinite.
    public var double: Double? {
        Double(text).flatMap { $0.isFinite ? $0 : nil }
    }

    /// The number taken apart.
    private var decimal: Decimal {
        var decimal = Decimal()
        var part = Part.integer
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "-") where part == .exponent: decimal.exponentIsNegative = true
            case UInt8(ascii: "-"): decimal.isNegative = true
            case UInt8(ascii: "."): part = .fraction
            case UInt8(ascii: "e"), UInt8(ascii: "E"): part = .exponent
            case UInt8(ascii: "+"): break
            default: decimal.append(Int(byte - UInt8(ascii: "0")), to: part)
            }
        }
        return decimal
    }

    private enum Part { case integer, fraction, exponent }

    /// Digits, and how many zeros follow them. A `Double` in between would round what has more than 15
    /// digits.
    private struct Decimal {
        var isNegative = false
        var exponentIsNegative = false
        /// The digits up to the last one that is not zero, below zero so that `Int.min` fits; `nil` past the
        /// range.
        private var digits: Int? = 0
        /// How many zeros have been read since.
        private var zeros = 0
        private var fractionDigits = 0
        /// Stays within a range in which nothing overflows; far beyond it no number fits anyway.
        private var exponent = 0

        mutating func append(_ digit: Int, to part: Part) {
            if part == .exponent {
                exponent = min(exponent * 10 + digit, 1 << 40)
                return
            }
            if part == .fraction { fractionDigits += 1 }
            zeros += 1
            if digit != 0 {
                digits = shifted(by: zeros).flatMap { checked($0.subtractingReportingOverflow(digit)) }
                zeros = 0
            }
        }

        /// The whole number that this is.
        var integer: Int? {
            if digits == 0 { return 0 }
            guard
                let number = shifted(by: zeros - fractionDigits + (exponentIsNegative ? -exponent : exponent))
            else {
                return nil
            }
            return isNegative ? number : checked((0).subtractingReportingOverflow(number))
        }

        private func shifted(by places: Int) -> Int? {
            guard var number = digits else { return nil }
            if number == 0 { return 0 }
            guard (0..<20).contains(places) else { return nil }
            for _ in 0..<places {
                guard let next = checked(number.multipliedReportingOverflow(by: 10)) else { return nil }
                number = next
            }
            return number
        }

        private func checked(_ result: (partialValue: Int, overflow: Bool)) -> Int? {
            result.overflow ? nil : result.partialValue
        }
    }
}
