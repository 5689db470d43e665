import Checklists
import Glibc
import JSON
import MemoryStore
import StoreFixtures
import Testing

@testable import FileStore

@Suite struct `The end of the journal` {
    private let files = FaultyFileSystem()
    private let place = TemporaryFolder()

    private var folder: DataFolder { DataFolder(at: place.path, files) }

    /// A journal with only its header.
    private func begin() throws -> JournalWriter {
        try place.write([], to: "journal/0000000009.jsonl")
        return try JournalWriter(folder, beginning: 1, after: .zero)
    }

    /// The line of a change at the end of the journal.
    private func line(_ revision: UInt64, _ journal: JournalWriter) -> [UInt8] {
        var line: [UInt8] = []
        var scratch = JSONWriter()
        JournalRecord.append(
            Sample.change(revision), durableOffset: journal.end, scratch: &scratch, to: &line)
        return line
    }

    /// The error of a body.
    private func failure(_ body: () throws(JournalFailure) -> Void) -> JournalFailure? {
        do throws(JournalFailure) {
            try body()
            return nil
        } catch {
            return error
        }
    }

    private func read(_ number: Int = 1) throws -> JournalSegment {
        let name = FileName.segment(number)
        let bytes = try place[name]
        return try JournalSegment(number: number, bytes, file: name)
    }

    @Test func `is appended and synced before any request is answered`() throws {
        var journal = try begin()
        for revision in 1...3 as ClosedRange<UInt64> {
            try journal.append(line(revision, journal), through: Revision(rawValue: revision))
            #expect(files.calls.suffix(2).map { $0.prefix { $0 != " " } } == ["pwrite", "fdatasync"])
        }
        #expect(try read().last == Revision(rawValue: 3))
        #expect(try read().end == journal.end)
        try journal.seal()
        #expect(try read().isSealed)
        journal.close()
    }

    @Test func `has its folder synced before its first line`() throws {
        let journal = try begin()
        journal.close()
        let calls = files.calls.map { String($0.split(separator: " ")[0]) }
        #expect(calls == ["open", "pwrite", "fsync", "rename", "fsync"])
        #expect(files.calls.last == "fsync \(place.path)/journal")
    }

    @Test func `is written in several pieces after short writes`() throws {
        var journal = try begin()
        files.setPlan { _, call, _ in call == "pwrite" ? .short(7) : nil }
        try journal.append(line(1, journal), through: Revision(rawValue: 1))
        journal.close()
        #expect(try read().last == Revision(rawValue: 1))
    }

    @Test(arguments: [ENOSPC, EDQUOT, EFBIG, EROFS, EIO], [0, 1, 2, 3])
    func `is unchanged after a failed write of any length`(
        code: Int32, pieces: Int
    ) throws {
        var journal = try begin()
        try journal.append(line(1, journal), through: Revision(rawValue: 1))
        let before = try place["journal/0000000001.jsonl"]
        let first = files.calls.count
        files.setPlan { number, call, _ in
            guard call == "pwrite" else { return nil }
            return number < first + pieces ? .short(40) : .error(code)
        }
        let second = line(2, journal)
        let failure = failure { () throws(JournalFailure) in
            try journal.append(second, through: Revision(rawValue: 2))
        }
        #expect(failure?.cause.code == code)
        #expect(try place["journal/0000000001.jsonl"] == before)
        // Without a sync of the truncation, old bytes could reappear after new ones.
        let isSynced = files.calls.last == "fdatasync \(place.path)/journal/0000000001.jsonl"
        #expect(isSynced == (pieces > 0))

        files.setPlan { _, _, _ in nil }
        try journal.append(second, through: Revision(rawValue: 2))
        journal.close()
        #expect(try read().last == Revision(rawValue: 2))
    }

    @Test(arguments: ["fdatasync", "ftruncate"])
    func `is lost if the state of the disk is unknown`(failing: String) throws {
        var journal = try begin()
        let first = files.calls.count
        files.setPlan { number, call, _ in
            if failing == "ftruncate", call == "pwrite" {
                return number == first ? .short(5) : .error(ENOSPC)
            }
            return call == failing ? .error(EIO) : nil
        }
        let line = line(1, journal)
        let failure = failure { () throws(JournalFailure) in
            try journal.append(line, through: Revision(rawValue: 1))
        }
        #expect(failure?.cause.call == failing)
        #expect(failure?.isLost == true)
        journal.close()
    }

    @Test func `continues in a new segment`() throws {
        var journal = try begin()
        try journal.append(line(1, journal), through: Revision(rawValue: 1))
        try journal.rotate()
        #expect(journal.number == 2)
        try journal.append(line(2, journal), through: Revision(rawValue: 2))
        journal.close()
        #expect(try read(1).next?.number == 2)
        #expect(try read(2).continues == Revision(rawValue: 1))
        #expect(try read(2).last == Revision(rawValue: 2))
    }

    @Test func `stays in its segment if a new one does not fit`() throws {
        var journal = try begin()
        try journal.append(line(1, journal), through: Revision(rawValue: 1))
        for failing in ["open", "pwrite", "rename"] {
            files.setPlan { _, call, _ in call == failing ? .error(ENOSPC) : nil }
            let failure = failure { () throws(JournalFailure) in try journal.rotate() }
            #expect(failure?.isLost == false)
            #expect(failure?.cause.isLackOfRoom == true)
            #expect(journal.number == 1)
            #expect(try place.names == ["journal/0000000001.jsonl", "journal/0000000009.jsonl"])
        }
        files.setPlan { _, _, _ in nil }
        try journal.append(line(2, journal), through: Revision(rawValue: 2))
        journal.close()
        #expect(try read(1).last == Revision(rawValue: 2))
    }

    @Test func `may lack the line that names the next segment`() throws {
        var journal = try begin()
        let first = files.calls.count
        // The first call writes the header of the new segment.
        files.setPlan { number, call, _ in call == "pwrite" && number > first + 1 ? .error(ENOSPC) : nil }
        try journal.rotate()
        journal.close()
        #expect(try read(1).next == nil)
        #expect(try read(2).continues == .zero)
    }
}

extension JournalFailure {
    fileprivate var isLost: Bool {
        if case .lost = self { true } else { false }
    }
}
