import Checklists

/// Counts by list. After commits, only the lists that the commits touch are counted again.
protocol UpdatableCounts: Sendable {
    /// The newest point in the history that the counts include.
    var history: History { get }
    /// The number of counted rows.
    var sum: Int { get }
    /// The approximate number of values that are kept.
    var size: Int { get }
}

extension UpdatableCounts {
    /// Whether counting the touched lists again is faster than counting all lists.
    ///
    /// - Parameter newest: The newest revision.
    func isRecent(at newest: Revision) -> Bool {
        newest.rawValue <= history.newest.rawValue + Limits.changesRecountedMax(of: sum)
    }
}

/// The counts of recent queries or callers.
struct RecentCounts<Key: Hashable & Sendable, Counts: UpdatableCounts>: Sendable {
    private var counts: [Key: Counts] = [:]
    private var size = 0
    private let countsMax: Int
    private let sizeMax: Int

    /// - Parameter sizeMax: The maximum number of values, over all counts.
    init(countsMax: Int = .max, sizeMax: Int) {
        self.countsMax = countsMax
        self.sizeMax = sizeMax
    }

    subscript(key: Key) -> Counts? { counts[key] }

    /// Remembers counts, and forgets all others if there are too many.
    mutating func remember(_ new: Counts, of key: Key) {
        if let old = counts[key] {
            // A slower read must not replace a newer one.
            if old.history.epoch == new.history.epoch, old.history.newest > new.history.newest { return }
            size -= old.size
        }
        counts[key] = nil
        let more = new.size
        if more > sizeMax { return }
        if counts.count >= countsMax || size + more > sizeMax { removeAll() }
        counts[key] = new
        size += more
    }

    mutating func removeAll() { (counts, size) = ([:], 0) }
}
