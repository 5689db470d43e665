import Glibc

/// The clocks of a server. Tests pass clocks that they set manually.
public struct ServerClock: Sendable {
    /// Monotonic nanoseconds since an arbitrary origin. All time-outs use them.
    public var monotonicNanoseconds: @Sendable () -> UInt64
    /// Unix time in seconds, for the `Date` field.
    public var unixSeconds: @Sendable () -> Int

    /// Makes clocks from two functions.
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
