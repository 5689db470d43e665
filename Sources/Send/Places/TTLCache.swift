import Checklists

/// A cache whose values expire after `Limits.cachedMilliseconds`. It holds at most `Limits.cachedMax` values.
struct TTLCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private var entries: [Key: (value: Value, expiresAt: Timestamp)] = [:]

    /// The value of a key, unless it has expired.
    func value(of key: Key, at now: Timestamp) -> Value? {
        guard let entry = entries[key], now < entry.expiresAt else { return nil }
        return entry.value
    }

    /// Stores a value; evicts the oldest one where the cache is full.
    mutating func store(_ value: Value, of key: Key, at now: Timestamp) {
        if entries[key] == nil, entries.count >= Limits.cachedMax {
            entries = entries.filter { now < $0.value.expiresAt }
            if entries.count >= Limits.cachedMax,
                let oldest = entries.min(by: { $0.value.expiresAt < $1.value.expiresAt })
            {
                entries[oldest.key] = nil
            }
        }
        entries[key] = (value, now.advanced(byMilliseconds: Limits.cachedMilliseconds))
    }
}
