import Checklists

/// An amount as exports write it: `500 g`, `1.5`.
struct WrittenQuantity {
    let quantity: Quantity
    let unit: String?

    /// The number of digits before the point is at most that of the largest quantity.
    private static let wholeDigitsMax = 7
    private static let decimalsMax = 3

    /// Reads an amount; `nil` for anything else.
    init?(_ text: String) {
        let parts = text.trimmed.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1).map(Substring.init)
        guard let number = parts.first else { return nil }
        let digits = number.split(separator: ".", omittingEmptySubsequences: false)
        guard digits.count <= 2,
            digits.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }),
            digits[0].utf8.count <= Self.wholeDigitsMax, let whole = Int(digits[0])
        else { return nil }
        let decimals = digits.count == 2 ? String(digits[1]) : ""
        guard decimals.utf8.count <= Self.decimalsMax,
            let rest = Int(decimals + String(repeating: "0", count: Self.decimalsMax - decimals.utf8.count)),
            let quantity = Quantity(thousandths: whole * 1_000 + rest)
        else { return nil }
        self.quantity = quantity
        let unit = parts.count == 2 ? String(parts[1]).trimmed : ""
        self.unit = unit.isEmpty ? nil : unit
    }

    /// The text of an amount.
    static func text(_ quantity: Quantity, unit: String?) -> String {
        unit.map { "\(quantity.text) \($0)" } ?? quantity.text
    }
}
