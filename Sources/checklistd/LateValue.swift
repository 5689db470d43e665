import Synchronization

/// A value that is set once, after the objects that need it exist.
final class LateValue<Value: Sendable>: Sendable {
    private let content = Mutex<Value?>(nil)

    /// The value; `nil` until it is set.
    var value: Value? {
        get { content.withLock { $0 } }
        set { content.withLock { $0 = newValue } }
    }
}
