import Checklists

/// The idempotency records by key and by age.
///
/// Each owner of keys has a limit, so an owner with many requests evicts only its own oldest records.
struct IdempotencyRecords: Sendable {
    private var byKey: [String: IdempotencyRecord] = [:]
    /// The approximate size in a file, in bytes.
    private(set) var bytes = 0
    /// The records of each owner by age.
    private var queues: [Substring: Queue] = [:]
    private var insertionsCount = 0

    /// The keys of one owner, oldest first, from `start`. A key whose record was evicted or replaced is
    /// skipped.
    private struct Queue {
        var ages: [Age] = []
        var start = 0
        /// How many of the keys have a record.
        var count = 0
    }

    private struct Age {
        var key: String
        var revision: Revision
    }

    /// All records, oldest first.
    var all: [IdempotencyRecord] {
        // Each queue is in order.
        queues.values.flatMap { queue in
            queue.ages[queue.start...].compactMap { age in
                byKey[age.key].flatMap { $0.revision == age.revision ? $0 : nil }
            }
        }.sorted { $0.revision < $1.revision }
    }

    /// The record of a key.
    subscript(key: String) -> IdempotencyRecord? { byKey[key] }

    /// Adds the newest record. Evicts the owner's records that are older than 24 hours or over the limit.
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
        // Owners that send no more requests need eviction, too.
        if insertionsCount.isMultiple(of: Self.insertionsPerSweep) { forget(at: record.at) }
        forget(of: owner, at: record.at)
    }

    /// Insertions between two evictions over all owners.
    private static let insertionsPerSweep = 1_000

    /// Removes the record that was added last.
    mutating func remove(_ record: IdempotencyRecord) {
        let owner = record.key.owner
        guard var queue = queues.removeValue(forKey: owner) else { return }
        removeValue(forKey: record.key.key, from: &queue)
        if queue.ages.last?.revision == record.revision { queue.ages.removeLast() }
        // A later insertion may have evicted the record already.
        queue.start = min(queue.start, queue.ages.count)
        if !queue.ages.isEmpty { queues[owner] = queue }
    }

    /// Evicts records older than 24 hours, and the oldest of each owner over the limit.
    mutating func forget(at now: Timestamp) {
        for owner in Array(queues.keys) { forget(of: owner, at: now) }
    }

    private mutating func forget(of owner: Substring, at now: Timestamp) {
        // Moved out of the dictionary to change it without a copy.
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
