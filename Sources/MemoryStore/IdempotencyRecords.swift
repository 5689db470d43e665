import Checklists

/// What requests with idempotency keys left behind, by their keys and by age.
struct IdempotencyRecords: Sendable {
    private var byKey: [String: IdempotencyRecord] = [:]
    /// About how many bytes they take in a file.
    private(set) var bytes = 0
    /// The keys from the oldest record on, from `start`; one of a record that was forgotten or made anew is
    /// skipped.
    private var ages: [Age] = []
    private var start = 0

    private struct Age {
        var key: String
        var revision: Revision
    }

    /// All records, oldest first.
    var all: [IdempotencyRecord] {
        ages[start...].compactMap { age in byKey[age.key].flatMap { $0.revision == age.revision ? $0 : nil } }
    }

    /// What a request with a key left behind.
    subscript(key: String) -> IdempotencyRecord? { byKey[key] }

    /// Adds a record, which is newer than all others, and forgets what is older than 24 hours then.
    mutating func insert(_ record: IdempotencyRecord) {
        let old = byKey.updateValue(record, forKey: record.key.key)
        bytes += record.storedBytes - (old?.storedBytes ?? 0)
        if old?.revision != record.revision {
            ages.append(Age(key: record.key.key, revision: record.revision))
        }
        forget(at: record.at)
    }

    /// Takes back the record that was added last.
    mutating func remove(_ record: IdempotencyRecord) {
        removeValue(forKey: record.key.key)
        if ages.last?.revision == record.revision { ages.removeLast() }
        // It may have been forgotten already, when a later one was added.
        start = min(start, ages.count)
    }

    /// Forgets what is older than 24 hours, and the oldest while there are too many.
    mutating func forget(at now: Timestamp) {
        while start < ages.count {
            if let record = byKey[ages[start].key], record.revision == ages[start].revision {
                guard byKey.count > Limits.idempotencyRecordsMax || record.isExpired(at: now) else { break }
                removeValue(forKey: record.key.key)
            }
            start += 1
        }
        if start > ages.count / 2 {
            ages.removeFirst(start)
            start = 0
        }
    }

    private mutating func removeValue(forKey key: String) {
        bytes -= byKey.removeValue(forKey: key)?.storedBytes ?? 0
    }
}
