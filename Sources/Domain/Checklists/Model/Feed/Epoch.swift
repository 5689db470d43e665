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

    /// The numbers that a store skips when it begins an epoch on an earlier state: revisions and identifiers.
    /// The lost history has given some of them, and old requests may still name these.
    ///
    /// A store under full load gives some 30,000 numbers a second, so that the lost history can have lasted a
    /// year. Numbers stay below 2^53, which JSON clients read exactly, for 9,000 restorations.
    package static let skippedNumbers = 1_000_000_000_000
}

extension Revision {
    /// The revision after which an epoch begins on the state of this one.
    package var beforeNextEpoch: Revision {
        Revision(rawValue: rawValue + UInt64(Epoch.skippedNumbers))
    }
}

extension Sequences {
    /// The next identifiers of an epoch that begins on the state of these.
    package var ofNextEpoch: Sequences {
        var result = self
        for kind in Kind.allCases { result[kind] += Epoch.skippedNumbers }
        return result
    }
}
