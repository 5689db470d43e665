package import Checklists
import Synchronization

/// A clock that moves when a test says so.
package final class ManualClock: Sendable {
    private let time: Mutex<Timestamp>

    /// A clock that shows a moment.
    package init(_ moment: Timestamp = Sample.moment) {
        time = Mutex(moment)
    }

    /// What time it is.
    package var now: Timestamp { time.withLock { $0 } }

    /// Moves the time on.
    package func advance(bySeconds seconds: Int64) { advance(byMilliseconds: seconds * 1000) }

    /// Moves the time on.
    package func advance(byMilliseconds milliseconds: Int64) {
        time.withLock { $0 = $0.advanced(byMilliseconds: milliseconds) }
    }
}
