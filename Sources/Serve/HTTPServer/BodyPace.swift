/// Measures the rate of a body over a sliding window.
///
/// It keeps the times of the last steps whose sum is the minimum of a window. So the minimum rate holds in
/// every window, not on average: a fast start earns no credit.
struct BodyPace: Equatable {
    /// The number of steps in a window.
    private static let stepsCount = 10

    /// The start of the body, in nanoseconds of the loop's clock like all times here.
    private let since: UInt64
    /// The completion times of the last steps, oldest first.
    private var moments: [UInt64] = []
    /// The octets of the incomplete step.
    private var bytes = 0

    init(since: UInt64) {
        self.since = since
    }

    mutating func received(_ count: Int, at now: UInt64, _ waits: Waits) {
        let step = max(1, waits.bodyBytesMin / Self.stepsCount)
        bytes += count
        let complete = min(bytes / step, Self.stepsCount)
        bytes %= step
        moments.append(contentsOf: repeatElement(now, count: complete))
        moments.removeFirst(max(0, moments.count - Self.stepsCount))
    }

    /// The latest time for more octets: one window after the oldest of the last ten steps, or after the grace
    /// time.
    func deadline(_ waits: Waits) -> UInt64 {
        let start = since + waits.bodyGrace
        let oldest = moments.count < Self.stepsCount ? start : max(start, moments[0])
        return oldest + waits.body
    }
}
