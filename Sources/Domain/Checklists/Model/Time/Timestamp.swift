public import Foundation

/// A moment in whole milliseconds since 1970-01-01T00:00:00Z.
///
/// `Date` counts in floating-point seconds, so that a written millisecond can be read back as its neighbour.
/// Timestamps are stored, compared and hashed exactly.
public struct Timestamp: Hashable, Comparable, Sendable {
    /// Milliseconds since the Unix epoch.
    public let milliseconds: Int64

    /// 0001-01-01T00:00:00.000Z, the first moment that a client can send.
    public static let earliest = Timestamp(milliseconds: -62_135_596_800_000)
    /// 9999-12-31T23:59:59.999Z, the last moment that a client can send.
    public static let latest = Timestamp(milliseconds: 253_402_300_799_999)

    /// Creates a moment from milliseconds since the Unix epoch.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// The date, rounded to the nearest millisecond.
    public init(_ date: Date) {
        milliseconds = Int64((date.timeIntervalSince1970 * 1000).rounded())
    }

    /// The moment as a `Date`.
    public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// The moment a number of milliseconds later.
    public func advanced(byMilliseconds milliseconds: Int64) -> Timestamp {
        Timestamp(milliseconds: self.milliseconds + milliseconds)
    }

    /// The moment a duration later, truncated to whole milliseconds.
    public func advanced(by duration: Duration) -> Timestamp {
        let (seconds, attoseconds) = duration.components
        return advanced(byMilliseconds: seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
    }
}
