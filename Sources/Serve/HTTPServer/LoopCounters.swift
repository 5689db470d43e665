import Synchronization

/// What one loop has counted. Only the loop's thread writes, so that a plain load and store make an addition.
final class LoopCounters: Sendable {
    let accepted = Counter()
    let refused = Counter()
    let bytesIn = Counter()
    let bytesOut = Counter()
    let requests = Counter()
    private let failures = Mutex<[Int: Int]>([:])

    /// A number that one thread writes and any thread reads, with everything that was done before it was
    /// counted.
    struct Counter: ~Copyable, Sendable {
        private let value = Atomic<Int>(0)

        func add(_ amount: Int) {
            value.store(value.load(ordering: .relaxed) &+ amount, ordering: .releasing)
        }

        var count: Int { value.load(ordering: .acquiring) }
    }

    /// Counts a request that never reached the responder.
    func countFailure(_ status: Int) {
        failures.withLock { $0[status, default: 0] += 1 }
    }

    var failuresByStatus: [Int: Int] { failures.withLock { $0 } }
}
