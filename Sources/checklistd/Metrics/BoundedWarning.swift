import Synchronization

/// A warning that clients can cause, and that the log therefore shows at most once a minute.
final class BoundedWarning: Sendable {
    private static let intervalNanoseconds: UInt64 = 60_000_000_000

    private let log: Log
    private let event: String
    private let now: @Sendable () -> UInt64
    private let state = Mutex(State())

    private struct State {
        var lastAt: UInt64?
        /// The number of warnings that were left out since.
        var omitted = 0
    }

    /// - Parameter now: A monotonic clock, in nanoseconds.
    init(_ log: Log, _ event: String, now: @escaping @Sendable () -> UInt64) {
        self.log = log
        self.event = event
        self.now = now
    }

    /// Logs the warning with the address of the client, and the number of those left out before.
    func warn(address: String) {
        let now = now()
        let omitted: Int? = state.withLock { state in
            if let last = state.lastAt, now < last + Self.intervalNanoseconds {
                state.omitted += 1
                return nil
            }
            state.lastAt = now
            defer { state.omitted = 0 }
            return state.omitted
        }
        guard let omitted else { return }
        log.warning(event, ["address": address.isEmpty ? "unix" : address, "omitted": omitted])
    }
}
