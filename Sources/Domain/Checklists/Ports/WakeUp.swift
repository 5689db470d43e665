/// A coalescing wake-up signal with a deadline, for one loop.
///
/// Signals before the next pass of the loop are one wake-up; none is lost. A pass may find nothing to do.
public struct WakeUp: Sendable {
    /// Sets a timer of the wall clock to a deadline, in place of the preceding one. A past deadline wakes at
    /// once.
    public typealias Timer = @Sendable (_ deadline: Timestamp, _ wake: @escaping @Sendable () -> Void) -> Void

    private let signals = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    private let timer: Timer

    /// Creates a wake-up with a timer that nothing else sets.
    public init(timer: @escaping Timer) {
        self.timer = timer
    }

    /// Creates a wake-up without deadlines.
    public init() {
        self.init { _, _ in preconditionFailure("The wake-up has no timer.") }
    }

    /// Wakes the loop now.
    public func signal() { signals.continuation.yield() }

    /// Wakes the loop at a deadline, in place of the preceding one.
    public func signal(at deadline: Timestamp) {
        timer(deadline) { [signals] in signals.continuation.yield() }
    }

    /// Ends the loop after the current pass.
    public func end() { signals.continuation.finish() }

    /// Runs a pass now and after each wake-up, until `end` or until the task is cancelled.
    public func run(_ pass: () async -> Void) async {
        signal()
        for await _ in signals.stream where !Task.isCancelled { await pass() }
    }
}
