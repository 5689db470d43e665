/// Whether a client takes what it is sent, while there is no room for more.
///
/// Progress is what the client has acknowledged. That the kernel has room again comes much later: only when a
/// third of its buffer is free, which may hold megabytes, and at 20 KB a second that takes a minute.
struct WriteProgress {
    /// How often it is looked at while nothing is acknowledged for as long as is allowed.
    private static let looksCount: UInt64 = 4

    private let stallNanoseconds: UInt64
    private var unacknowledged: Int
    /// When something had been acknowledged last, in nanoseconds of the loop's clock.
    private var since: UInt64
    /// When it is to be looked at next.
    private(set) var nextLook: UInt64

    /// - Parameter unacknowledged: How many octets have been sent and not been acknowledged.
    init(unacknowledged: Int, at now: UInt64, _ waits: Waits) {
        stallNanoseconds = waits.writeStall
        self.unacknowledged = unacknowledged
        since = now
        nextLook = now + stallNanoseconds / Self.looksCount
    }

    /// Looks again. Returns whether there is still hope.
    mutating func goesOn(unacknowledged: Int, at now: UInt64) -> Bool {
        if unacknowledged < self.unacknowledged { since = now }
        self.unacknowledged = unacknowledged
        nextLook = min(since + stallNanoseconds, now + stallNanoseconds / Self.looksCount)
        return now < since + stallNanoseconds
    }
}
