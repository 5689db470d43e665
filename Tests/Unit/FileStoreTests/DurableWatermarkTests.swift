import Checklists
import MemoryStore
import StoreFixtures
import Testing

@testable import FileStore

@Suite struct `The durable watermark of the journal` {
    private let folder = TemporaryFolder()

    /// A used folder; returns its journal.
    private func makeFolder() async throws -> [UInt8] {
        try await withStore(folder) { store in
            for step in Work.steps.prefix(5) { try await step(store) }
        }
        return try folder["journal/0000000001.jsonl"]
    }

    @Test func `has a fixed length, and reads back`() throws {
        for end in [0, 54, 123_456_789, Int.max] {
            let mark = DurableWatermark(segment: end / 2, end: end)
            #expect(mark.bytes.count == 128)
            #expect(try DurableWatermark(mark.bytes) == mark)
        }
    }

    @Test func `has the journal's length after a stop`() async throws {
        let journal = try await makeFolder()
        let bytes = try folder["LOCK"]
        #expect(try DurableWatermark(bytes) == DurableWatermark(segment: 1, end: journal.count))
    }

    @Test func `proves nothing when it is damaged in any way`() throws {
        let bytes = DurableWatermark(segment: 7, end: 1234).bytes
        let end = try #require(bytes.firstIndex(of: UInt8(ascii: "\n")))
        for index in 0...end {
            for bit in 0..<8 {
                var damaged = bytes
                damaged[index] ^= 1 << bit
                #expect(try DurableWatermark(damaged) == nil)
            }
            let cut = Array(bytes[..<index])
            #expect(try DurableWatermark(cut) == nil)
        }
    }

    @Test func `reveals a missing segment`() async throws {
        _ = try await makeFolder()
        try folder.write(DurableWatermark(segment: 2, end: 54).bytes, to: "LOCK")
        #expect(throws: StorageError.self) { try Recovery.contents(of: folder) }
    }

    @Test func `reveals an emptied folder`() async throws {
        _ = try await makeFolder()
        for name in try folder.names where name != "LOCK" { try folder.remove(name) }
        await #expect(throws: StorageError.self) { try await withStore(folder) { _ in } }
    }

    @Test func `is removed when the journal is truncated on purpose`() async throws {
        let journal = try await makeFolder()
        try folder.write(Array(journal.dropLast(30)), to: "journal/0000000001.jsonl")
        var refusal: StorageError?
        do throws(StorageError) {
            _ = try Recovery.contents(of: folder)
        } catch {
            refusal = error
        }
        guard case .damagedJournal(_, let segment, let offset, _) = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        _ = try folder.data.truncate(segment: segment, at: offset, now: Sample.moment)
        try await withStore(folder) { _ in }
    }

    @Test func `is part of a backup`() async throws {
        let copy = TemporaryFolder()
        _ = try await makeFolder()
        try folder.data.backup(to: copy.path, now: Sample.moment)
        let journal = try copy["journal/0000000001.jsonl"]
        try copy.write(Array(journal.dropLast(30)), to: "journal/0000000001.jsonl")
        #expect(throws: StorageError.self) { try Recovery.contents(of: copy) }
    }
}
