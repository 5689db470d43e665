/// Which history the numbers of changes belong to: the same number names another change in another one.
///
/// A store draws a new one when it begins and whenever it was set back to an earlier state, as by restoring a
/// backup; so nothing that a client saw before fits anything after it by chance.
public struct Epoch: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// A random number.
    public let rawValue: UInt64
    /// The number in digits and small letters.
    public let description: String

    public init(rawValue: UInt64) {
        self.rawValue = rawValue
        description = String(rawValue, radix: Self.radix)
    }

    /// The epoch that is written like this; `nil` where it is none.
    public init?(_ text: String) {
        guard let number = UInt64(text, radix: Self.radix), String(number, radix: Self.radix) == text else {
            return nil
        }
        self.init(rawValue: number)
    }

    private static let radix = 36
}
