import Synchronization

/// A value that one thread waits for and another hands over, once.
final class Promise<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let signal = Semaphore()

    /// Hands the value over.
    func give(_ value: Value) {
        self.value.withLock { $0 = value }
        signal.send()
    }

    /// Waits for the value.
    func wait() -> Value {
        while true {
            signal.wait()
            if let value = value.withLock({ $0 }) { return value }
        }
    }
}
