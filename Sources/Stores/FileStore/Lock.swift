import Glibc

/// A lock with the value that it protects.
///
/// `Mutex` of the standard library passes to the thread that waited longest, even while that thread sleeps.
/// If several threads lock it hundreds of thousands of times a second for a microsecond, each then waits for
/// the others to wake up. This lock goes to a running thread, which spins for a moment first.
///
/// `@unchecked Sendable`, because: `value` is accessed only between `pthread_mutex_lock` and
/// `pthread_mutex_unlock`, and the mutex keeps its address until no thread can hold the lock any more.
final class Lock<Value: ~Copyable>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    @exclusivity(unchecked) private var value: Value

    init(_ value: consuming sending Value) {
        self.value = value
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ADAPTIVE_NP))
        let outcome = pthread_mutex_init(mutex, &attributes)
        precondition(outcome == 0, "initializing a mutex cannot fail")
        pthread_mutexattr_destroy(&attributes)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs the closure with exclusive access to the value. The closure must not block.
    func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
