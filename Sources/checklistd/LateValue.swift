import Synchronization

/// Something that is put in its place once, after others that need it were made.
final class LateValue<Value: Sendable>: Sendable {
    private let content = Mutex<Value?>(nil)

    /// The value, once it is there.
    var value: Value? {
        get { content.withLock { $0 } }
        set { content.withLock { $0 = newValue } }
    }
}
