/// The history that a revision belongs to. In another epoch the same number is another change.
///
/// A store draws an epoch when it is created and whenever it returns to an earlier state, for example from a
/// backup. A revision or cursor from before then matches nothing afterwards by chance.
public struct Epoch: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// A random number.
    public let rawValue: UInt64
    /// The number in base 36.
    public let description: String

    public init(rawValue: UInt64) {
        self.rawValue = rawValue
        description = String(rawValue, radix: Self.radix)
    }

    /// Parses the canonical form in base 36; `nil` for any other text.
    public init?(_ text: String) {
        guard let number = UInt64(text, radix: Self.radix), String(number, radix: Self.radix) == text else {
            return nil
        }
        self.init(rawValue: number)
    }

    private static let radix = 36
}
