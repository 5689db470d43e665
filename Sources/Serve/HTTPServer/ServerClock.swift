import Glibc

/// The clocks of a server, handed in so that a test can set them by hand.
public struct ServerClock: Sendable {
    /// Nanoseconds since some fixed moment; never goes back. All time-outs are measured by it.
    public var monotonicNanoseconds: @Sendable () -> UInt64
    /// Seconds since the beginning of 1970 in UTC, for the `Date` of an answer.
    public var unixSeconds: @Sendable () -> Int

    /// Clocks of one's own.
    public init(
        monotonicNanoseconds: @escaping @Sendable () -> UInt64, unixSeconds: @escaping @Sendable () -> Int
    ) {
        self.monotonicNanoseconds = monotonicNanoseconds
        self.unixSeconds = unixSeconds
    }

    /// The system's clocks.
    public static let system = ServerClock(
        monotonicNanoseconds: {
            let time = read(CLOCK_MONOTONIC)
            return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
        },
        unixSeconds: { Int(read(CLOCK_REALTIME).tv_sec) }
    )

    private static func read(_ clock: Int32) -> timespec {
        var time = timespec()
        clock_gettime(clock, &time)
        return time
    }
}
