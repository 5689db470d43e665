import Checklists
import Delivery
import Synchronization

/// A clock that stands still until a test moves it, with the timer that goes by it.
final class ManualClock: Sendable {
    private struct State {
        var now: Timestamp
        var alarm: (at: Timestamp, wake: @Sendable () -> Void)?
    }

    private let state: Mutex<State>

    init(_ now: Timestamp) {
        state = Mutex(State(now: now))
    }

    @Sendable func now() -> Timestamp { state.withLock { $0.now } }

    /// What the timer is set to.
    var alarm: Timestamp? { state.withLock { $0.alarm?.at } }

    @Sendable func arm(_ moment: Timestamp, wake: @escaping @Sendable () -> Void) {
        state.withLock { $0.alarm = (moment, wake) }
        ring()
    }

    func advance(seconds: Int) {
        state.withLock { $0.now = $0.now.after(seconds: seconds) }
        ring()
    }

    func set(_ milliseconds: Int64) {
        state.withLock { $0.now = Timestamp(milliseconds: milliseconds) }
        ring()
    }

    private func ring() {
        let wake = state.withLock { state -> (@Sendable () -> Void)? in
            guard let alarm = state.alarm, alarm.at <= state.now else { return nil }
            state.alarm = nil
            return alarm.wake
        }
        wake?()
    }
}
