import Synchronization

/// A number that only grows. Any thread can raise it.
final class Counter: Sendable {
    private let count = Atomic<Int>(0)

    var value: Int { count.load(ordering: .relaxed) }

    func add(_ amount: Int = 1) {
        count.add(amount, ordering: .relaxed)
    }
}

/// A Prometheus histogram of durations. Each bucket counts durations up to its bound.
final class Histogram: Sendable {
    /// The upper bounds in seconds, as printed.
    let bounds: [Double]
    private let buckets: [Counter]
    private let nanoseconds = Counter()

    init(bounds: [Double]) {
        self.bounds = bounds
        buckets = (0...bounds.count).map { _ in Counter() }
    }

    func record(nanoseconds elapsed: UInt64) {
        let seconds = Double(elapsed) / 1e9
        buckets[bounds.firstIndex { seconds <= $0 } ?? bounds.count].add()
        nanoseconds.add(Int(clamping: elapsed))
    }

    /// The lines of one histogram, with `labels` (`route="/"`, without braces) on each.
    func lines(_ name: String, labels: String = "") -> [String] {
        var total = 0
        let separator = labels.isEmpty ? "" : ","
        let braced = labels.isEmpty ? "" : "{\(labels)}"
        var lines: [String] = []
        for (bucket, bound) in zip(buckets, bounds.map { "\($0)" } + ["+Inf"]) {
            total += bucket.value
            lines.append("\(name)_bucket{\(labels)\(separator)le=\"\(bound)\"} \(total)")
        }
        lines.append("\(name)_sum\(braced) \(Double(nanoseconds.value) / 1e9)")
        lines.append("\(name)_count\(braced) \(total)")
        return lines
    }
}
