extension QuickAdd {
    /// A positive number with at most three decimals.
    public struct Quantity: Hashable, Sendable {
        /// The largest quantity, in thousandths: one million.
        public static let thousandthsMax = 1_000_000_000

        /// The number, in thousandths.
        public let thousandths: Int

        /// Creates a quantity; `nil` unless `thousandths` is in `1...thousandthsMax`.
        public init?(thousandths: Int) {
            guard 1...Self.thousandthsMax ~= thousandths else { return nil }
            self.thousandths = thousandths
        }
    }
}
