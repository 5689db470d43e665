/// How a body has been coming lately.
///
/// It knows when the last steps were complete that add up to what a window asks for, so that the least rate
/// holds over any window and not on average: a body that came fast has no credit to rest on.
struct BodyPace: Equatable {
    /// In how many steps a window is looked at.
    private static let stepsCount = 10

    /// When the body began, in nanoseconds of the loop's clock like all times here.
    private let since: UInt64
    /// When the last steps were complete, oldest first.
    private var moments: [UInt64] = []
    /// How many octets of the next step have come.
    private var bytes = 0

    init(since: UInt64) {
        self.since = since
    }

    /// Takes note of octets that have come.
    mutating func received(_ count: Int, at now: UInt64, _ waits: Waits) {
        let step = max(1, waits.bodyBytesMin / Self.stepsCount)
        bytes += count
        let complete = min(bytes / step, Self.stepsCount)
        bytes %= step
        moments.append(contentsOf: repeatElement(now, count: complete))
        moments.removeFirst(max(0, moments.count - Self.stepsCount))
    }

    /// When there has to be more: a window after the moment since when less came than a window asks for.
    func deadline(_ waits: Waits) -> UInt64 {
        let start = since + waits.bodyGrace
        let oldest = moments.count < Self.stepsCount ? start : max(start, moments[0])
        return oldest + waits.body
    }
}
