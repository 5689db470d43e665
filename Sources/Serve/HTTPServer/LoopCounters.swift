import Synchronization

/// The counters of one loop. Only the loop's thread writes, so a plain load and store suffice for an
/// addition.
final class LoopCounters: Sendable {
    let accepted = Counter()
    let refused = Counter()
    let bytesIn = Counter()
    let bytesOut = Counter()
    let requests = Counter()
    private let failures = Mutex<[Int: Int]>([:])

    /// A counter that one thread writes and any thread reads. The reader also sees all writes before the
    /// addition.
    struct Counter: ~Copyable, Sendable {
        private let value = Atomic<Int>(0)

        func add(_ amount: Int) {
            value.store(value.load(ordering: .relaxed) &+ amount, ordering: .releasing)
        }

        var count: Int { value.load(ordering: .acquiring) }
    }

    /// Counts a request that failed before it reached the responder.
    func countFailure(_ status: Int) {
        failures.withLock { $0[status, default: 0] += 1 }
    }

    var failuresByStatus: [Int: Int] { failures.withLock { $0 } }
}
