/// What requests with idempotency keys left behind, by their keys and by age.
struct OnceRecords: Sendable {
    private var byKey: [String: OnceRecord] = [:]
    /// The keys from the oldest record on, from `start`; one of a record that was forgotten or made anew is
    /// skipped.
    private var ages: [Age] = []
    private var start = 0

    private struct Age {
        var key: String
        var revision: Revision
    }

    /// All records, oldest first.
    var all: [OnceRecord] {
        ages[start...].compactMap { age in byKey[age.key].flatMap { $0.revision == age.revision ? $0 : nil } }
    }

    /// What the same request left behind less than 24 hours ago.
    ///
    /// - Throws: `idempotencyKeyReused` if it was another request.
    func record(of key: IdempotencyKey?, at now: Timestamp) throws(ChecklistsError) -> OnceRecord? {
        guard let key, let record = byKey[key.key], !Self.isExpired(record, at: now) else { return nil }
        guard record.key.fingerprint == key.fingerprint else { throw .idempotencyKeyReused }
        return record
    }

    /// Adds a record, which is newer than all others, and forgets what is older than 24 hours then.
    mutating func insert(_ record: OnceRecord) {
        if byKey.updateValue(record, forKey: record.key.key)?.revision != record.revision {
            ages.append(Age(key: record.key.key, revision: record.revision))
        }
        forget(at: record.at)
    }

    /// Takes back the record that was added last.
    mutating func remove(_ record: OnceRecord) {
        byKey[record.key.key] = nil
        if ages.last?.revision == record.revision { ages.removeLast() }
    }

    /// Forgets what is older than 24 hours, and the oldest while there are too many.
    mutating func forget(at now: Timestamp) {
        while start < ages.count {
            if let record = byKey[ages[start].key], record.revision == ages[start].revision {
                guard byKey.count > Limits.onceRecordsMax || Self.isExpired(record, at: now) else { break }
                byKey[record.key.key] = nil
            }
            start += 1
        }
        if start > ages.count / 2 {
            ages.removeFirst(start)
            start = 0
        }
    }

    private static func isExpired(_ record: OnceRecord, at now: Timestamp) -> Bool {
        record.at.advanced(byMilliseconds: Limits.onceRecordMillisecondsMax) <= now
    }
}
