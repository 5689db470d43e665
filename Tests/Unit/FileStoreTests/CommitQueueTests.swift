import Checklists
import MemoryStore
import StoreFixtures
import Synchronization
import Testing

@testable import FileStore

/// The outcomes of waits, by name.
private final class Endings: Sendable {
    private let endings = Mutex<[String: String]>([:])

    /// A completion that records its outcome under a name. It may be called once.
    func waiter(_ name: String) -> @Sendable (CommitQueue.Outcome) -> Void {
        { ending in
            let old = self.endings.withLock { $0.updateValue("\(ending)", forKey: name) }
            #expect(old == nil, "\(name) was told twice")
        }
    }

    var all: [String: String] { endings.withLock { $0 } }
}

@Suite final class `The queue of changes` {
    private let endings = Endings()
    private var queue = CommitQueue(durable: Revision(rawValue: 3), offset: 100)

    private func revision(_ number: UInt64) -> Revision { Revision(rawValue: number) }

    @Test func `collects changes while a batch is written`() throws {
        queue.add(Sample.change(4), endings.waiter("4"))
        let first = queue.take()
        queue.add(Sample.change(5), endings.waiter("5"))
        queue.add(Sample.change(6), endings.waiter("6"))
        #expect(queue.count == 2)
        #expect(queue.durable == revision(3))
        queue.finish(first).send()
        #expect(endings.all == ["4": "durable"])
        #expect(queue.durable == revision(4))
        let second = queue.take()
        queue.finish(second).send()
        #expect(endings.all == ["4": "durable", "5": "durable", "6": "durable"])
        #expect(queue.durable == revision(6))
    }

    @Test func `writes in each line up to where the journal was durable before its batch`() throws {
        var segment = JournalSegment.header(number: 1, continues: revision(3))
        queue = CommitQueue(durable: revision(3), offset: segment.count)
        var starts: [Int] = []
        for batch in [4...4 as ClosedRange<UInt64>, 5...7, 8...9] {
            for number in batch { queue.add(Sample.change(number)) { _ in } }
            starts += Array(repeating: segment.count, count: batch.count)
            let lines = queue.take()
            segment += lines
            _ = queue.finish(lines)
        }
        let read = try JournalSegment(number: 1, segment, file: "")
        #expect(read.records.map(\.record.durableOffset) == starts)
        #expect(read.records.map(\.record.sequence.rawValue) == [4, 5, 6, 7, 8, 9])
    }

    @Test func `counts seals and new segments in the offsets`() {
        queue.add(Sample.change(4)) { _ in }
        let lines = queue.take()
        _ = queue.finish(lines)
        queue.takeSeal(bytes: 50)
        _ = queue.finish([])
        queue.add(Sample.change(5)) { _ in }
        #expect(String(decoding: queue.take(), as: UTF8.self).contains(#""o":\#(100 + lines.count + 50),"#))
        queue.rotate(headerBytes: 70)
        queue.add(Sample.change(6)) { _ in }
        _ = queue.finish([])
        #expect(String(decoding: queue.take(), as: UTF8.self).contains(#""o":70,"#))
    }

    @Test func `has readers wait for the revision that they read`() {
        queue.add(Sample.change(4), endings.waiter("4"))
        let first = queue.take()
        queue.add(Sample.change(5), endings.waiter("5"))
        #expect(queue.wait(for: revision(3), seenIn: queue.epoch, endings.waiter("reads 3")).isDurable)
        #expect(queue.wait(for: revision(4), seenIn: queue.epoch, endings.waiter("reads 4")) == nil)
        #expect(queue.wait(for: revision(5), seenIn: queue.epoch, endings.waiter("reads 5")) == nil)
        queue.finish(first).send()
        #expect(endings.all == ["4": "durable", "reads 4": "durable"])
        queue.finish(queue.take()).send()
        #expect(endings.all["reads 5"] == "durable")
    }

    @Test func `reverts all changes that are not durable, newest first`() {
        queue.add(Sample.change(4), endings.waiter("4"))
        let lines = queue.take()
        queue.add(Sample.change(5), endings.waiter("5"))
        queue.add(Sample.change(6), endings.waiter("6"))
        _ = queue.wait(for: revision(4), seenIn: queue.epoch, endings.waiter("reads 4"))
        let (changes, waiters) = queue.rollBack(to: 100, .rolledBack(.storageFull))
        #expect(changes == [Sample.change(6), Sample.change(5), Sample.change(4)])
        waiters.send()
        let expected = "rolledBack(Checklists.ChecklistsError.storageFull)"
        #expect(endings.all == ["4": expected, "5": expected, "6": expected, "reads 4": expected])
        #expect(queue.durable == revision(3))
        #expect(queue.count == 0)

        queue.add(Sample.change(4)) { _ in }
        let again = queue.take()
        #expect(again == lines)
        _ = queue.finish(again)
        #expect(queue.durable == revision(4))
    }

    @Test func `has readers wait at most for the newest change`() {
        #expect(queue.wait(for: revision(9), seenIn: queue.epoch, endings.waiter("early")).isDurable)
        queue.add(Sample.change(4), endings.waiter("4"))
        #expect(queue.wait(for: revision(9), seenIn: queue.epoch, endings.waiter("reads 9")) == nil)
        queue.finish(queue.take()).send()
        #expect(endings.all == ["4": "durable", "reads 9": "durable"])
    }

    @Test func `distinguishes a change from a later one with the same revision`() {
        let epoch = queue.epoch
        queue.add(Sample.change(4)) { _ in }
        _ = queue.rollBack(to: 100, .rolledBack(.storageFull))
        queue.add(Sample.change(4)) { _ in }
        _ = queue.finish(queue.take())
        #expect(queue.durable == revision(4))
        #expect(queue.wait(for: revision(4), seenIn: epoch, endings.waiter("old"))?.isDurable == false)
        #expect(queue.wait(for: revision(4), seenIn: queue.epoch, endings.waiter("new")).isDurable)
    }
}

extension CommitQueue.Outcome? {
    fileprivate var isDurable: Bool {
        if case .some(let ending) = self { ending.isDurable } else { false }
    }
}

extension CommitQueue.Outcome {
    fileprivate var isDurable: Bool {
        if case .durable = self { true } else { false }
    }
}
