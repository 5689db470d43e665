import Checklists
import JSON
import MemoryStore
import Records
import StoreFixtures
import Testing

@testable import FileStore

/// A segment of two batches. Changes 6 to 8 were written when the header was durable, and changes 9 to 11
/// when change 8 was.
private struct WrittenSegment {
    var bytes = JournalSegment.header(number: 7, continues: Revision(rawValue: 5))
    /// The offsets of the lines: the header, the changes, and the seal.
    var offsets: [Int] = [0]
    /// The offset of the second batch.
    var lastBatch = 0

    init() {
        var scratch = JSONWriter()
        for batch in [6...8 as ClosedRange<UInt64>, 9...11] {
            let start = bytes.count
            lastBatch = start
            for revision in batch {
                offsets.append(bytes.count)
                JournalRecord.append(
                    Sample.change(revision), durableOffset: start, scratch: &scratch, to: &bytes)
            }
        }
        offsets.append(bytes.count)
    }

    mutating func seal(_ seal: JournalRecord.Seal = .idle) {
        bytes += JournalRecord.seal(seal, sequence: Revision(rawValue: 11), durableOffset: bytes.count)
    }

    /// How many complete changes are in the first `count` bytes; `nil` without a complete header.
    func changes(in count: Int) -> Int? {
        let whole = offsets.dropFirst().count { $0 <= count }
        return whole == 0 ? nil : whole - 1
    }
}

private func read(_ bytes: [UInt8]) throws(StorageError) -> JournalSegment {
    try JournalSegment(number: 7, bytes, file: "journal/0000000007.jsonl")
}

@Suite struct `A segment of the journal` {
    @Test func `returns the written changes`() throws {
        let written = WrittenSegment()
        let segment = try read(written.bytes)
        #expect(segment.continues == Revision(rawValue: 5))
        #expect(segment.last == Revision(rawValue: 11))
        #expect(segment.end == written.bytes.count)
        #expect(segment.tear == nil)
        #expect(!segment.isSealed)
        #expect(segment.records.map(\.offset) == Array(written.offsets.dropFirst().dropLast()))
        for (offset, record) in segment.records {
            var reader = JSONReader(written.bytes, in: record.entry)
            let entry = try JournalEntry(from: &reader)
            let revision = record.sequence.rawValue
            let item = Sample.plainItem(Int(revision), revision: revision)
            #expect(entry.outcomes == [.item(item.id, item)])
            #expect(record.durableOffset <= offset)
        }
    }

    @Test func `has lines that people can read`() {
        var bytes: [UInt8] = []
        var scratch = JSONWriter()
        JournalRecord.append(Sample.change(2), durableOffset: 0, scratch: &scratch, to: &bytes)
        let expected = #"""
            {"c":"xxxxxxxx","s":2,"o":0,"d":{"changes":[{"item":{"id":2,"checklistId":1,\#
            "text":"Item 2","position":2,\#
            "createdAt":"2026-11-20T23:55:57.484Z","updatedAt":"2026-11-20T23:55:57.484Z","revision":2}}]}}

            """#
        bytes.replaceSubrange(6..<14, with: "xxxxxxxx".utf8)
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }

    @Test func `that is sealed says so`() throws {
        var written = WrittenSegment()
        written.seal()
        var segment = try read(written.bytes)
        #expect(segment.isSealed)
        #expect(segment.end == written.bytes.count)
        #expect(segment.last == Revision(rawValue: 11))
        written.seal(.end(next: 8))
        segment = try read(written.bytes)
        #expect(segment.next?.number == 8)
    }

    @Test func `cut off anywhere keeps every whole line before the cut`() throws {
        let written = WrittenSegment()
        for count in 0...written.bytes.count {
            let bytes = Array(written.bytes[..<count])
            guard let changes = written.changes(in: count) else {
                #expect(throws: StorageError.self) { try read(bytes) }
                continue
            }
            let segment = try read(bytes)
            #expect(segment.records.count == changes)
            let end = written.offsets[changes + 1]
            #expect(segment.end == end)
            #expect(
                segment.tear == (end == count ? nil : JournalSegment.Tear(offset: end, count: count - end)))
        }
    }

    @Test func `with a flipped bit before the last batch is refused at the damaged line`() throws {
        let written = WrittenSegment()
        for index in 0..<written.lastBatch {
            for bit in 0..<8 {
                var bytes = written.bytes
                bytes[index] ^= 1 << bit
                let error = #expect(throws: StorageError.self, "bit \(bit) of byte \(index)") {
                    try read(bytes)
                }
                let line = try #require(written.offsets.last { $0 <= index })
                switch error {
                case .damagedJournal(_, 7, line, _): break
                // The flipped bit may be in the header's format number.
                case .newerFormat where line == 0: break
                default: Issue.record("bit \(bit) of byte \(index) gives \(String(describing: error))")
                }
            }
        }
    }

    @Test func `with a flipped bit in the last batch loses that line and those behind it`() throws {
        let written = WrittenSegment()
        for index in written.lastBatch..<written.bytes.count {
            for bit in 0..<8 {
                var bytes = written.bytes
                bytes[index] ^= 1 << bit
                let line = try #require(written.offsets.last { $0 <= index })
                let segment = try read(bytes)
                #expect(segment.end == line, "bit \(bit) of byte \(index)")
                #expect(segment.tear?.offset == line)
            }
        }
    }

    @Test func `that is sealed is refused with a flipped bit anywhere before the seal`() throws {
        var written = WrittenSegment()
        let end = written.bytes.count
        written.seal()
        for index in 0..<end {
            var bytes = written.bytes
            bytes[index] ^= 1 << (index % 8)
            #expect(throws: StorageError.self, "byte \(index)") { try read(bytes) }
        }
    }

    @Test func `whose seal is cut off loses nothing`() throws {
        var written = WrittenSegment()
        let end = written.bytes.count
        written.seal()
        for count in end..<written.bytes.count {
            #expect(try read(Array(written.bytes[..<count])).last == Revision(rawValue: 11))
        }
    }

    @Test func `may lose any sectors of the last batch`() throws {
        let written = WrittenSegment()
        // Small sectors, so that a batch and a line each span several.
        let sectorBytes = 64
        let first = written.lastBatch / sectorBytes
        let last = (written.bytes.count - 1) / sectorBytes
        for lost in 0..<(1 << (last - first + 1)) {
            var bytes = written.bytes
            for sector in first...last where lost >> (sector - first) & 1 == 1 {
                for index in sector * sectorBytes..<(sector + 1) * sectorBytes
                where index >= written.lastBatch && index < bytes.count {
                    bytes[index] = 0
                }
            }
            let segment = try read(bytes)
            let firstLost =
                zip(bytes, written.bytes).enumerated().first { $1.0 != $1.1 }?.offset ?? bytes.count
            #expect(segment.records.count == written.changes(in: firstLost))
        }
    }

    @Test func `refuses a repeated line`() throws {
        let written = WrittenSegment()
        for index in 1..<written.offsets.count - 1 {
            var bytes = written.bytes
            let line = bytes[written.offsets[index]..<written.offsets[index + 1]]
            bytes.insert(contentsOf: line, at: written.offsets[index + 1])
            #expect(throws: StorageError.self) { try read(bytes) }
        }
    }

    @Test func `refuses a line that is missing`() throws {
        let written = WrittenSegment()
        for index in 1..<written.offsets.count - 2 {
            var bytes = written.bytes
            bytes.removeSubrange(written.offsets[index]..<written.offsets[index + 1])
            #expect(throws: StorageError.self) { try read(bytes) }
        }
    }

    @Test func `refuses lines in another order`() throws {
        let written = WrittenSegment()
        for index in 1..<written.offsets.count - 2 {
            let first = written.bytes[written.offsets[index]..<written.offsets[index + 1]]
            let second = written.bytes[written.offsets[index + 1]..<written.offsets[index + 2]]
            var bytes = written.bytes
            bytes.replaceSubrange(
                written.offsets[index]..<written.offsets[index + 2], with: Array(second) + Array(first))
            #expect(throws: StorageError.self) { try read(bytes) }
        }
    }

    @Test func `refuses changes behind its end`() throws {
        var written = WrittenSegment()
        written.seal(.end(next: 8))
        var scratch = JSONWriter()
        JournalRecord.append(
            Sample.change(12), durableOffset: written.bytes.count, scratch: &scratch, to: &written.bytes)
        #expect(throws: StorageError.self) { try read(written.bytes) }
    }

    @Test func `refuses another segment's header`() {
        let bytes = JournalSegment.header(number: 8, continues: .zero)
        #expect(throws: StorageError.self) { try read(bytes) }
    }
}
