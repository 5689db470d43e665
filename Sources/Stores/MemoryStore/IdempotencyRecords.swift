import Checklists

/// What requests with idempotency keys left behind, by their keys and by age.
///
/// Each owner of keys has a share of the records: who makes many requests loses their own oldest ones.
struct IdempotencyRecords: Sendable {
    private var byKey: [String: IdempotencyRecord] = [:]
    /// About how many bytes they take in a file.
    private(set) var bytes = 0
    /// The keys of each owner.
    private var queues: [Substring: Queue] = [:]
    private var insertionsCount = 0

    /// The keys of one owner from the oldest record on, from `start`; one of a record that was forgotten or
    /// made anew is skipped.
    private struct Queue {
        var ages: [Age] = []
        var start = 0
        /// How many of them have a record.
        var count = 0
    }

    private struct Age {
        var key: String
        var revision: Revision
    }

    /// All records, oldest first.
    var all: [IdempotencyRecord] {
        // Each of the parts is in order.
        queues.values.flatMap { queue in
            queue.ages[queue.start...].compactMap { age in
                byKey[age.key].flatMap { $0.revision == age.revision ? $0 : nil }
            }
        }.sorted { $0.revision < $1.revision }
    }

    /// What a request with a key left behind.
    subscript(key: String) -> IdempotencyRecord? { byKey[key] }

    /// Adds a record, which is newer than all others, and forgets what is older than 24 hours then.
    mutating func insert(_ record: IdempotencyRecord) {
        let old = byKey.updateValue(record, forKey: record.key.key)
        bytes += record.storedBytes - (old?.storedBytes ?? 0)
        let owner = record.key.owner
        if old == nil { queues[owner, default: Queue()].count += 1 }
        if old?.revision != record.revision {
            queues[owner, default: Queue()].ages.append(
                Age(key: record.key.key, revision: record.revision))
        }
        insertionsCount &+= 1
        // Those of owners who write no more have an end as well.
        if insertionsCount.isMultiple(of: Self.insertionsPerSweep) { forget(at: record.at) }
        forget(of: owner, at: record.at)
    }

    /// After how many records those of all owners are looked through.
    private static let insertionsPerSweep = 1_000

    /// Takes back the record that was added last.
    mutating func remove(_ record: IdempotencyRecord) {
        let owner = record.key.owner
        guard var queue = queues.removeValue(forKey: owner) else { return }
        removeValue(forKey: record.key.key, from: &queue)
        if queue.ages.last?.revision == record.revision { queue.ages.removeLast() }
        // It may have been forgotten already, when a later one was added.
        queue.start = min(queue.start, queue.ages.count)
        if !queue.ages.isEmpty { queues[owner] = queue }
    }

    /// Forgets what is older than 24 hours, and the oldest of each owner while there are too many.
    mutating func forget(at now: Timestamp) {
        for owner in Array(queues.keys) { forget(of: owner, at: now) }
    }

    private mutating func forget(of owner: Substring, at now: Timestamp) {
        // Taken out, so that it is not copied.
        guard var queue = queues.removeValue(forKey: owner) else { return }
        while queue.start < queue.ages.count {
            let age = queue.ages[queue.start]
            if let record = byKey[age.key], record.revision == age.revision {
                guard queue.count > Limits.idempotencyRecordsPerPersonMax || record.isExpired(at: now) else {
                    break
                }
                removeValue(forKey: age.key, from: &queue)
            }
            queue.start += 1
        }
        if queue.start > queue.ages.count / 2 {
            queue.ages.removeFirst(queue.start)
            queue.start = 0
        }
        if !queue.ages.isEmpty { queues[owner] = queue }
    }

    private mutating func removeValue(forKey key: String, from queue: inout Queue) {
        guard let old = byKey.removeValue(forKey: key) else { return }
        bytes -= old.storedBytes
        queue.count -= 1
    }
}
