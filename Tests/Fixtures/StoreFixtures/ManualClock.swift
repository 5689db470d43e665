package import Checklists
import Synchronization

/// A clock that only a test advances.
package final class ManualClock: Sendable {
    private let time: Mutex<Timestamp>

    package init(_ moment: Timestamp = Sample.moment) {
        time = Mutex(moment)
    }

    /// The current time.
    package var now: Timestamp { time.withLock { $0 } }

    package func advance(bySeconds seconds: Int64) { advance(byMilliseconds: seconds * 1000) }

    package func advance(byMilliseconds milliseconds: Int64) {
        time.withLock { $0 = $0.advanced(byMilliseconds: milliseconds) }
    }
}
