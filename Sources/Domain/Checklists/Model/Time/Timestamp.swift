public import Foundation

/// A moment in whole milliseconds since 1970-01-01T00:00:00Z.
///
/// `Date` counts in floating-point seconds, so a millisecond that is written may be read back as its
/// neighbour; what is stored, compared and hashed here is exact.
public struct Timestamp: Hashable, Comparable, Sendable {
    /// Milliseconds since the Unix epoch.
    public let milliseconds: Int64

    /// 0001-01-01T00:00:00.000Z, the first moment that a client may name.
    public static let earliest = Timestamp(milliseconds: -62_135_596_800_000)
    /// 9999-12-31T23:59:59.999Z, the last moment that a client may name.
    public static let latest = Timestamp(milliseconds: 253_402_300_799_999)

    /// The moment that many milliseconds after the Unix epoch.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// The nearest millisecond to a date.
    public init(_ date: Date) {
        milliseconds = Int64((date.timeIntervalSince1970 * 1000).rounded())
    }

    /// The same moment as Foundation counts it.
    public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// The moment that many milliseconds later.
    public func advanced(byMilliseconds milliseconds: Int64) -> Timestamp {
        Timestamp(milliseconds: self.milliseconds + milliseconds)
    }

    /// The moment so much later, to the whole millisecond.
    public func advanced(by duration: Duration) -> Timestamp {
        let (seconds, attoseconds) = duration.components
        return advanced(byMilliseconds: seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
    }
}
