import Glibc

/// A value that one thread at a time may look at and change.
///
/// The standard library's `Mutex` hands itself to whoever waited longest, even if that thread does not run:
/// where several threads take it for a microsecond hundreds of thousands of times a second, each then waits
/// for the others to be woken. This one goes to whoever runs, after turning round for a moment.
///
/// `@unchecked Sendable`, because: `value` is touched only between `pthread_mutex_lock` and
/// `pthread_mutex_unlock`, and the mutex stays where it was made until nobody can have the lock any more.
final class Lock<Value: ~Copyable>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    @exclusivity(unchecked) private var value: Value

    init(_ value: consuming sending Value) {
        self.value = value
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ADAPTIVE_NP))
        let outcome = pthread_mutex_init(mutex, &attributes)
        precondition(outcome == 0, "a mutex that lives in memory needs nothing else")
        pthread_mutexattr_destroy(&attributes)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// What the closure returns, which has the value for itself until then. It must not wait for anything.
    func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
