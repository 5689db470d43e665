import Checklists
import Dispatch
import MemoryStore
import Records
import Synchronization

/// What the journal of a folder holds, from the last checkpoint on.
struct JournalContents {
    /// Its changes, laid over one another.
    private(set) var replay = Replay()
    /// The segment that it ends with; `nil` if there is none.
    private(set) var lastSegment: JournalSegment?
    /// The segments of before the checkpoint. They are not read.
    private(set) var obsolete: [Int] = []
    /// How long the segments are together, as far as they are whole.
    private(set) var bytes = 0
    /// How many changes are in them.
    private(set) var changes = 0
    /// What should be known of it.
    private(set) var notices: [String] = []

    private let folder: DataFolder
    private let mark: DurableWatermark?
    private let threads: Int

    /// Reads a journal.
    ///
    /// - Parameters:
    ///   - numbers: The segments that are there, ascending.
    ///   - checkpoint: The change through which the files are complete.
    ///   - allowsNone: Whether it may be that no segment goes on there.
    ///   - threads: How many read at once.
    /// - Throws: `StorageError` for damage, a gap, a newer format, or what the system says.
    init(
        _ folder: DataFolder, segments numbers: [Int], since checkpoint: Revision, allowsNone: Bool,
        threads: Int
    ) throws(StorageError) {
        self.folder = folder
        self.threads = threads
        // Before the segments, which may be growing.
        mark = try folder.journalMark()
        let first = try firstSegment(of: numbers, since: checkpoint, allowsNone: allowsNone)
        obsolete = Array(numbers.prefix(first))
        for number in numbers.dropFirst(first) {
            try read(number, since: checkpoint)
        }
        if let next = lastSegment?.next {
            throw .missing(
                file: path(next.number), reason: "the segment before it says that the journal goes on there"
            )
        }
        try mark?.check(that: lastSegment?.number, isLastIn: folder)
    }

    /// The index of the segment that goes on where the files end.
    private func firstSegment(
        of numbers: [Int], since checkpoint: Revision, allowsNone: Bool
    ) throws(StorageError) -> Int {
        for index in numbers.indices.reversed() {
            let header = try readHeader(numbers[index])
            if header == checkpoint { return index }
            if header < checkpoint { break }
        }
        // No segment at all is what a first start leaves behind that was cut off; the caller knows whether it
        // was.
        if numbers.isEmpty || allowsNone { return numbers.count }
        throw .missing(
            file: folder.path(of: FileName.journal),
            reason: "no segment goes on behind change \(checkpoint.rawValue), with which the files end"
        )
    }

    /// The change that a segment goes on behind.
    private func readHeader(_ number: Int) throws(StorageError) -> Revision {
        let start = try asStorageError { () throws(FileError) in
            try folder.fileSystem.readAll(path(number), to: JournalSegment.headerBytesMax)
        }
        return try JournalSegment.continued(bySegment: number, start, file: path(number))
    }

    /// Reads a segment and lays its changes over those before it.
    private mutating func read(_ number: Int, since checkpoint: Revision) throws(StorageError) {
        let bytes = try asStorageError { () throws(FileError) in try folder.fileSystem.readAll(path(number)) }
        let durable = mark?.end(of: number) ?? 0
        let segment = try JournalSegment(number: number, bytes, file: path(number), durable: durable)
        try check(segment, follows: lastSegment)
        replay.reserveCapacity(segment.records.count)
        for start in stride(from: 0, to: segment.records.count, by: entriesAtOnce) {
            let records = segment.records[start..<min(start + entriesAtOnce, segment.records.count)]
            var index = start
            for part in try entries(of: records, in: bytes, of: number) {
                for entry in part {
                    replay.add(entry, of: segment.records[index].record.sequence)
                    index += 1
                }
            }
        }
        self.bytes += segment.end
        changes += segment.records.count
        lastSegment = segment
    }

    /// Reads what some records of a segment hold, each thread a part of them, and gives the parts in order.
    private func entries(
        of records: ArraySlice<(offset: Int, record: JournalRecord)>, in bytes: [UInt8], of number: Int
    ) throws(StorageError) -> [[JournalEntry]] {
        let parts = Mutex<[Int: Result<[JournalEntry], StorageError>]>([:])
        let partCount = (records.count + threads - 1) / threads
        DispatchQueue.concurrentPerform(iterations: threads) { index in
            let part = records.dropFirst(index * partCount).prefix(partCount)
            let entries = Result { () throws(StorageError) in
                try part.map { (offset, record) throws(StorageError) in
                    try entry(of: record, in: bytes, at: offset, of: number)
                }
            }
            parts.withLock { $0[index] = entries }
        }
        return try (0..<threads).map { index throws(StorageError) in
            try parts.withLock { $0[index] }?.get() ?? []
        }
    }

    /// Reads what a record holds.
    private func entry(
        of record: JournalRecord, in bytes: [UInt8], at offset: Int, of number: Int
    ) throws(StorageError) -> JournalEntry {
        do throws(FormatError) {
            var reader = JSONReader(bytes, in: record.entry)
            let entry = try JournalEntry(from: &reader)
            try reader.end()
            return entry
        } catch {
            throw .damagedJournal(file: path(number), segment: number, offset: offset, reason: error.reason)
        }
    }

    /// How many entries are read before they are laid over one another; many at once take much memory.
    private let entriesAtOnce = 16_384

    /// Checks that nothing is missing between two segments.
    private mutating func check(
        _ segment: JournalSegment, follows previous: JournalSegment?
    ) throws(StorageError) {
        guard let previous else { return }
        guard segment.number == previous.number + 1 else {
            throw .missing(
                file: path(previous.number + 1),
                reason: "there are segments of the journal before and after it"
            )
        }
        if segment.continues == previous.last {
            // The line that says where the journal goes on was being written; every change before it is
            // there.
            if previous.tear != nil {
                notices.append("The last line of \(path(previous.number)) was cut off.")
            }
            return
        }
        throw .damagedJournal(
            file: path(previous.number), segment: previous.number, offset: previous.end,
            reason: """
                it goes on to change \(previous.last.rawValue), and the next segment begins behind change \
                \(segment.continues.rawValue)
                """
        )
    }

    private func path(_ number: Int) -> String { folder.path(of: FileName.segment(number)) }
}
