public import Checklists
import Dispatch
import Glibc
import Synchronization

/// A timer by the wall clock. It follows changes of the clock, also while the machine sleeps.
public final class WallClockTimer: Sendable {
    private let source: Mutex<any DispatchSourceTimer>

    /// Creates a timer that is not set.
    public init() {
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "timer", qos: .userInitiated))
        timer.activate()
        source = Mutex(timer)
    }

    deinit {
        source.withLock { $0.cancel() }
    }

    /// Sets the timer to a moment and replaces the one before. A past moment wakes at once.
    @Sendable public func arm(_ moment: Timestamp, wake: @escaping @Sendable () -> Void) {
        let (seconds, milliseconds) = moment.milliseconds.quotientAndRemainder(dividingBy: 1000)
        let time = timespec(tv_sec: Int(seconds), tv_nsec: Int(milliseconds) * 1_000_000)
        source.withLock { source in
            source.setEventHandler(handler: wake)
            source.schedule(wallDeadline: DispatchWallTime(timespec: time))
        }
    }
}
