/// Detects a client that stalls while the send buffer is full.
///
/// Progress is what the client has acknowledged. The kernel reports room much later: only when a third of its
/// buffer is free. The buffer may hold megabytes, which take a minute at 20 KB a second.
struct WriteProgress {
    /// The number of checks in a stall time.
    private static let looksCount: UInt64 = 4

    private let stallNanoseconds: UInt64
    private var unacknowledged: Int
    /// The time of the last acknowledgement, in nanoseconds of the loop's clock.
    private var since: UInt64
    /// The time of the next check.
    private(set) var nextLook: UInt64

    /// - Parameter unacknowledged: The octets that are sent and not acknowledged.
    init(unacknowledged: Int, at now: UInt64, _ waits: Waits) {
        stallNanoseconds = waits.writeStall
        self.unacknowledged = unacknowledged
        since = now
        nextLook = now + stallNanoseconds / Self.looksCount
    }

    /// Checks the progress. Returns whether to keep waiting.
    mutating func continues(unacknowledged: Int, at now: UInt64) -> Bool {
        if unacknowledged < self.unacknowledged { since = now }
        self.unacknowledged = unacknowledged
        nextLook = min(since + stallNanoseconds, now + stallNanoseconds / Self.looksCount)
        return now < since + stallNanoseconds
    }
}
