import Synchronization

/// A value that one thread provides once and another waits for.
final class Promise<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let signal = Semaphore()

    func give(_ value: Value) {
        self.value.withLock { $0 = value }
        signal.send()
    }

    func wait() -> Value {
        while true {
            signal.wait()
            if let value = value.withLock({ $0 }) { return value }
        }
    }
}
