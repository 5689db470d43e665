/// An amount of an item, in thousandths: 0.001 to 1,000,000.
public struct Quantity: Hashable, Comparable, Sendable {
    /// The amount times 1,000.
    public let thousandths: Int

    /// The valid amounts, in thousandths.
    public static let range = 1...Limits.quantityMax * 1_000

    /// Creates an amount; `nil` outside the range.
    public init?(thousandths: Int) {
        guard Self.range ~= thousandths else { return nil }
        self.thousandths = thousandths
    }

    private init(_ thousandths: Int) { self.thousandths = thousandths }

    /// The amount that an item without a quantity counts as.
    public static let one = Quantity(1_000)

    /// The amount in decimals without trailing zeros: `1.5`.
    public var text: String {
        let (whole, rest) = thousandths.quotientAndRemainder(dividingBy: 1_000)
        if rest == 0 { return "\(whole)" }
        var digits = "\(1_000 + rest)".dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(whole).\(digits)"
    }

    public static func < (left: Quantity, right: Quantity) -> Bool { left.thousandths < right.thousandths }
}
