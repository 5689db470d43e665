import Synchronization

/// A warning that clients can cause. The log therefore shows a bounded number of them a minute.
final class BoundedWarning: Sendable {
    private static let intervalNanoseconds: UInt64 = 60_000_000_000

    private let log: Log
    private let event: String
    private let linesMax: Int
    private let now: @Sendable () -> UInt64
    private let state = Mutex(State())

    private struct State {
        /// The start of the minute.
        var start: UInt64?
        /// The number of lines in this minute.
        var lines = 0
        /// The number of warnings that were left out since the last line.
        var omitted = 0
    }

    /// - Parameters:
    ///   - linesMax: The maximum number of lines a minute.
    ///   - now: A monotonic clock, in nanoseconds.
    init(_ log: Log, _ event: String, linesMax: Int = 1, now: @escaping @Sendable () -> UInt64) {
        self.log = log
        self.event = event
        self.linesMax = linesMax
        self.now = now
    }

    /// Logs the warning with a detail, and the number of those left out before.
    func warn(_ name: String, _ detail: String) {
        let now = now()
        let omitted: Int? = state.withLock { state in
            if state.start.map({ now >= $0 + Self.intervalNanoseconds }) ?? true {
                state.start = now
                state.lines = 0
            }
            guard state.lines < linesMax else {
                state.omitted += 1
                return nil
            }
            state.lines += 1
            defer { state.omitted = 0 }
            return state.omitted
        }
        guard let omitted else { return }
        log.warning(event, [name: detail, "omitted": omitted])
    }
}
