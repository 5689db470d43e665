import Checklists
import Dispatch
import MemoryStore
import Records
import Synchronization

/// The content of a folder's journal since the last checkpoint.
struct JournalContents {
    /// The changes, merged.
    private(set) var replay = Replay()
    /// The last segment; `nil` if there is none.
    private(set) var lastSegment: JournalSegment?
    /// The segments before the checkpoint, which are not read.
    private(set) var obsolete: [Int] = []
    /// The size of the intact parts of the segments, in bytes.
    private(set) var bytes = 0
    private(set) var changes = 0
    private(set) var notices: [String] = []

    private let folder: DataFolder
    private let mark: DurableWatermark?
    private let threads: Int

    /// Reads a journal.
    ///
    /// - Parameters:
    ///   - numbers: The existing segments, ascending.
    ///   - checkpoint: The change through which the files are complete.
    ///   - allowsNone: Whether the segment after the checkpoint may be missing.
    ///   - threads: The number of reading threads.
    /// - Throws: `StorageError` for damage, a gap, a newer format or a system error.
    init(
        _ folder: DataFolder, segments numbers: [Int], since checkpoint: Revision, allowsNone: Bool,
        threads: Int
    ) throws(StorageError) {
        self.folder = folder
        self.threads = threads
        // Read before the segments, which may grow meanwhile.
        mark = try folder.durableWatermark()
        let first = try firstSegment(of: numbers, since: checkpoint, allowsNone: allowsNone)
        obsolete = Array(numbers.prefix(first))
        for number in numbers.dropFirst(first) {
            try read(number, since: checkpoint)
        }
        if let next = lastSegment?.next {
            throw .missing(
                file: path(next.number), reason: "the previous segment names it as the next one"
            )
        }
        try mark?.check(that: lastSegment?.number, isLastIn: folder)
        if mark == nil, changes > 0 {
            notices.append(
                """
                \(folder.path(of: FileName.lock)) does not have the length of the journal. Was it deleted? \
                The server cannot tell whether the last changes are missing.
                """)
        }
    }

    /// The index of the segment that starts after the checkpoint.
    private func firstSegment(
        of numbers: [Int], since checkpoint: Revision, allowsNone: Bool
    ) throws(StorageError) -> Int {
        for index in numbers.indices.reversed() {
            let header = try readHeader(numbers[index])
            if header == checkpoint { return index }
            if header < checkpoint { break }
        }
        // An interrupted first start leaves no segment. The caller knows whether this is one.
        if numbers.isEmpty || allowsNone { return numbers.count }
        throw .missing(
            file: folder.path(of: FileName.journal),
            reason: "the files end with change \(checkpoint.rawValue), and no segment starts after it"
        )
    }

    /// The change after which a segment starts.
    private func readHeader(_ number: Int) throws(StorageError) -> Revision {
        let start = try asStorageError { () throws(FileError) in
            try folder.fileSystem.readAll(path(number), to: JournalSegment.headerBytesMax)
        }
        return try JournalSegment.continued(bySegment: number, start, file: path(number))
    }

    /// Reads a segment and merges its changes into the previous ones.
    private mutating func read(_ number: Int, since checkpoint: Revision) throws(StorageError) {
        let bytes = try asStorageError { () throws(FileError) in try folder.fileSystem.readAll(path(number)) }
        let durable = mark?.end(of: number) ?? 0
        let segment = try JournalSegment(number: number, bytes, file: path(number), durable: durable)
        try check(segment, follows: lastSegment)
        for start in stride(from: 0, to: segment.records.count, by: entriesAtOnce) {
            let records = segment.records[start..<min(start + entriesAtOnce, segment.records.count)]
            let entries = try entries(of: records, in: bytes, of: number).joined()
            replay.add(zip(entries, records).map { (entry: $0, revision: $1.record.sequence) })
        }
        self.bytes += segment.end
        changes += segment.records.count
        lastSegment = segment
    }

    /// Decodes records of a segment in parallel. Returns the parts in order.
    private func entries(
        of records: ArraySlice<(offset: Int, record: JournalRecord)>, in bytes: [UInt8], of number: Int
    ) throws(StorageError) -> [[JournalEntry]] {
        let parts = Mutex<[Int: Result<[JournalEntry], StorageError>]>([:])
        // More parts than threads: entries differ in length, and a thread that ends early takes another part.
        let partsCount = 16 * threads
        let recordsCount = (records.count + partsCount - 1) / partsCount
        DispatchQueue.concurrentPerform(iterations: partsCount) { index in
            let part = records.dropFirst(index * recordsCount).prefix(recordsCount)
            let entries = Result { () throws(StorageError) in
                try part.map { (offset, record) throws(StorageError) in
                    try entry(of: record, in: bytes, at: offset, of: number)
                }
            }
            parts.withLock { $0[index] = entries }
        }
        return try (0..<partsCount).map { index throws(StorageError) in
            try parts.withLock { $0[index] }?.get() ?? []
        }
    }

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

    /// The number of entries that are decoded before they are merged, to limit the memory.
    private let entriesAtOnce = 16_384

    /// Checks that there is no gap between two segments.
    private mutating func check(
        _ segment: JournalSegment, follows previous: JournalSegment?
    ) throws(StorageError) {
        guard let previous else { return }
        guard segment.number == previous.number + 1 else {
            throw .missing(
                file: path(previous.number + 1),
                reason: "the segments before and after it exist"
            )
        }
        if segment.continues == previous.last {
            // The process was writing the line that announces the next segment. Every change before it is
            // present.
            if previous.tear != nil {
                notices.append(
                    "The last line of \(path(previous.number)) is incomplete, but no change is lost.")
            }
            return
        }
        throw .damagedJournal(
            file: path(previous.number), segment: previous.number, offset: previous.end,
            reason: """
                the segment ends with change \(previous.last.rawValue), but the next one starts after change \
                \(segment.continues.rawValue)
                """
        )
    }

    private func path(_ number: Int) -> String { folder.path(of: FileName.segment(number)) }
}
