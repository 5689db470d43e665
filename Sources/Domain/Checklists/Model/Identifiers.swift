/// A positive number from a persistent counter that the store never reuses, typed by its kind of resource.
public protocol Identifier: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible
where RawValue == Int {
    /// Wraps a number. It need not belong to an existing resource.
    init(rawValue: Int)
}

extension Identifier {
    /// Orders by age: the smaller number is older.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// The number in decimal, as in URLs.
    public var description: String { String(rawValue) }
}

/// The number of the last change to a resource. Revisions only grow; an `ETag` is made from one.
public struct Revision: RawRepresentable, Hashable, Comparable, Sendable {
    /// The number of the change, 0 before the first.
    public let rawValue: UInt64

    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    public static func < (left: Revision, right: Revision) -> Bool { left.rawValue < right.rawValue }

    /// The revision before the first change.
    public static let zero = Revision(rawValue: 0)
}
