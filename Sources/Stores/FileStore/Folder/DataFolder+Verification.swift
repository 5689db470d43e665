public import Checklists
import MemoryStore

/// The content of an undamaged data folder.
public struct Verification: Hashable, Sendable {
    /// The newest change.
    public var revision: Revision
    /// The number of lists.
    public var checklists: Int
    /// The number of items.
    public var items: Int
    /// Repairs that a start would make, and foreign files: a sentence for each.
    public var notices: [String]
}

extension DataFolder {
    /// Reads everything as a start does, without changes. It may run while a process uses the folder; the
    /// next checkpoint of that process then waits.
    ///
    /// - Throws: `StorageError` if a start would fail.
    public func verify(now: Timestamp, limits: StorageLimits = StorageLimits()) throws(StorageError)
        -> Verification
    {
        try requireStore()
        let lock = try lockFilesIfThere(.shared)
        defer { if let lock { fileSystem.close(lock) } }
        _ = try tokens()
        _ = try epoch()
        _ = try secret()
        let recovery = try Recovery.read(self, now: now, threads: limits.readingThreadsMax)
        var notices = recovery.notices
        if let segment = recovery.journal.lastSegment, let tear = segment.tear {
            notices.append(
                """
                \(path(of: FileName.segment(segment.number))) ends at byte \(tear.offset) with \
                \(tear.count) bytes of an unfinished write. If no process is writing them, the next start \
                moves them to a torn- file.
                """
            )
        }
        return Verification(
            revision: recovery.revision, checklists: recovery.memory.checklistIDs.count,
            items: recovery.memory.itemsCount, notices: notices
        )
    }

    /// All lists with their items, by number, read as at a start. Nothing changes, and a process may use the
    /// folder meanwhile.
    ///
    /// - Throws: `StorageError` if a start would fail.
    public func checklists(
        now: Timestamp, limits: StorageLimits = StorageLimits()
    ) throws(StorageError) -> [ChecklistSnapshot] {
        let memory = try contentsWhileServed(now: now, limits: limits)
        return memory.checklistIDs.compactMap { memory.snapshot(of: $0) }
    }

    /// All people with their devices, by number, read as at a start. Nothing changes, and a process may use
    /// the folder meanwhile.
    ///
    /// - Throws: `StorageError` if a start would fail.
    public func people(
        now: Timestamp, limits: StorageLimits = StorageLimits()
    ) throws(StorageError) -> [Person] {
        try contentsWhileServed(now: now, limits: limits).people()
    }

    private func contentsWhileServed(
        now: Timestamp, limits: StorageLimits
    ) throws(StorageError) -> MemoryStore {
        try requireStore()
        let lock = try lockFilesIfThere(.shared)
        defer { if let lock { fileSystem.close(lock) } }
        return try Recovery.read(self, now: now, threads: limits.readingThreadsMax).finish()
    }

    /// Repairs a damaged journal: discards everything in a segment from an offset on, and all later segments.
    /// The journal's folder keeps what is discarded.
    ///
    /// - Returns: A sentence for each action.
    /// - Throws: `StorageError`; `locked` while a process uses the folder.
    public func truncate(
        segment: Int, at offset: Int, now: Timestamp, limits: StorageLimits = StorageLimits()
    ) throws(StorageError) -> [String] {
        let lock = try lock()
        defer { fileSystem.close(lock) }
        let files = try lockFilesIfThere(.exclusive)
        defer { if let files { fileSystem.close(files) } }
        let names = try asStorageError { () throws(FileError) in try FolderNames(self) }
        let name = FileName.segment(segment)
        guard names.segments.contains(segment) else {
            throw .invalid(path: path(of: name), reason: "the journal has no such segment")
        }
        let bytes = try asStorageError { () throws(FileError) in try fileSystem.readAll(path(of: name)) }
        guard offset == 0 || 1...bytes.count ~= offset && bytes[offset - 1] == UInt8(ascii: "\n") else {
            throw .invalid(
                path: path(of: name),
                reason: "no line starts at byte \(offset); use the offset that the error names")
        }
        try removeJournalMark(in: lock)
        let cut = JournalTruncation(self, now: now)
        var kept: [String] = []
        try asStorageError { () throws(FileError) in
            // Later changes will reuse revisions that clients have seen.
            try endEpoch()
            for later in names.segments.reversed() where later > segment {
                kept.append(try cut.remove(later))
            }
            if offset == 0 {
                kept.append(try cut.remove(segment))
            } else if offset < bytes.count {
                kept.append(try cut.cut(segment, at: offset))
            }
        }
        if let last = names.segments.last(where: { $0 < segment || $0 == segment && offset > 0 }) {
            try openEnd(of: last, cut)
        }
        return try kept.map { "The discarded part is kept in \($0)." }
            + reconcile(behind: segment, now: now, limits: limits)
    }

    /// Removes the line of a segment that announces the next one, which is gone.
    private func openEnd(of segment: Int, _ cut: JournalTruncation) throws(StorageError) {
        let file = path(of: FileName.segment(segment))
        let bytes = try asStorageError { () throws(FileError) in try fileSystem.readAll(file) }
        guard let next = try JournalSegment(number: segment, bytes, file: file).next else { return }
        try asStorageError { () throws(FileError) in _ = try cut.cut(segment, at: next.offset) }
    }

    /// Makes files and journal consistent after the truncation.
    ///
    /// An interrupted checkpoint may have left files with changes that the journal has lost. They are kept,
    /// and all files are rewritten.
    private func reconcile(
        behind segment: Int, now: Timestamp, limits: StorageLimits
    ) throws(StorageError) -> [String] {
        let threads = limits.readingThreadsMax
        do throws(StorageError) {
            _ = try Recovery.read(self, now: now, threads: threads)
            return []
        } catch {
            let recovery = try Recovery.read(self, now: now, threads: threads, allowsNewerFiles: true)
            do throws(JournalFailure) {
                let journal = try JournalWriter(self, beginning: segment + 1, after: recovery.revision)
                journal.close()
            } catch {
                throw .system(error.cause)
            }
            try asStorageError { () throws(FileError) in try recovery.rewrite(before: segment + 1) }
            return recovery.notices + [
                "The files were newer than the remaining journal. They were kept and rewritten."
            ]
        }
    }

    /// Locks the files; `nil` if the folder does not exist.
    private func lockFilesIfThere(_ sharing: LockSharing) throws(StorageError) -> File? {
        do throws(FileError) {
            return try lockFiles(sharing, waits: true)
        } catch {
            if error.isMissing { return nil }
            throw .system(error)
        }
    }
}
