/// A positive number from a persistent counter that is never used twice, typed by what it names.
public protocol Identifier: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible
where RawValue == Int {
    /// The identifier with that number; no promise that anything has it.
    init(rawValue: Int)
}

extension Identifier {
    /// Orders by age: a smaller number was given earlier.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// The number alone, as it stands in an address.
    public var description: String { String(rawValue) }
}

/// The number of the change that last touched something; it only ever grows and is what an `ETag` is made
/// from.
public struct Revision: RawRepresentable, Hashable, Comparable, Sendable {
    /// The number of the change, 0 before any.
    public let rawValue: UInt64

    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    public static func < (left: Revision, right: Revision) -> Bool { left.rawValue < right.rawValue }

    /// Before any change.
    public static let zero = Revision(rawValue: 0)
}
