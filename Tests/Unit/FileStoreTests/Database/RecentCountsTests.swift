import Checklists
import Testing

@testable import SQLStore

@Suite struct `The recent counts` {
    private struct Counts: UpdatableCounts {
        var newest: UInt64
        var size: Int
        var history: History { History(epoch: Epoch(rawValue: 1), newest: Revision(rawValue: newest)) }
        var sum: Int { 0 }
    }

    private var counts = RecentCounts<String, Counts>(countsMax: 3, sizeMax: 10)

    @Test mutating func `forget the others if there are too many values`() {
        counts.remember(Counts(newest: 1, size: 6), of: "a")
        counts.remember(Counts(newest: 1, size: 4), of: "b")
        #expect(counts["a"] != nil && counts["b"] != nil)
        counts.remember(Counts(newest: 1, size: 5), of: "c")
        #expect(counts["a"] == nil && counts["b"] == nil && counts["c"] != nil)
    }

    @Test mutating func `leave out counts with too many values, and keep the others`() {
        counts.remember(Counts(newest: 1, size: 6), of: "a")
        counts.remember(Counts(newest: 1, size: 11), of: "b")
        #expect(counts["a"] != nil && counts["b"] == nil)
    }

    @Test mutating func `are not replaced by those of a slower read`() {
        counts.remember(Counts(newest: 2, size: 1), of: "a")
        counts.remember(Counts(newest: 1, size: 1), of: "a")
        #expect(counts["a"]?.newest == 2)
    }
}
