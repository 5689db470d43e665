/// A JSON number as it was written, so that no precision is lost before a caller chooses a type.
public struct JSONNumber: Sendable, Hashable {
    /// The text of the number, valid by RFC 8259 §6.
    public let text: String

    /// Creates a number from text that is valid by RFC 8259 §6.
    init(text: String) {
        self.text = text
    }

    /// Creates a number from an integer.
    public init(_ integer: Int) {
        text = String(integer)
    }

    /// Creates a number with the fewest digits that round-trip. `double` must be finite.
    public init(_ double: Double) {
        precondition(double.isFinite, "JSON cannot represent infinity or NaN")
        text = double.description
    }

    /// The value as an integer: `3`, `3.0` and `3e0` are 3; `nil` where it is fractional or out of range.
    public var integer: Int? {
        if let integer = Int(text) { return integer }
        return decimal.integer
    }

    /// The nearest `Double`; `nil` where it would be infinite.
    public var double: Double? {
        Double(text).flatMap { $0.isFinite ? $0 : nil }
    }

    /// The sign, digits and exponent of the number.
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

    /// Decimal digits with an exponent. A `Double` would round numbers of more than 15 digits.
    private struct Decimal {
        var isNegative = false
        var exponentIsNegative = false
        /// The digits up to the last nonzero one, negated so that `Int.min` fits; `nil` on overflow.
        private var digits: Int? = 0
        /// The number of zeros read since the last nonzero digit.
        private var zeros = 0
        private var fractionDigits = 0
        /// Clamped so that no sum overflows; no `Int` has so large an exponent.
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

        /// The value; `nil` where `Int` cannot represent it.
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
