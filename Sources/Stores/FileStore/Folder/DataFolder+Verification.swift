public import Checklists
import MemoryStore

/// What a data folder holds, when nothing in it is damaged.
public struct Verification: Hashable, Sendable {
    /// The newest change.
    public var revision: Revision
    /// How many lists there are.
    public var checklists: Int
    /// How many items are on them.
    public var items: Int
    /// What a start would put in order, and files that are not the store's, a sentence each.
    public var notices: [String]
}

extension DataFolder {
    /// Reads everything as a start does, and changes nothing. It may run while a process works on the folder,
    /// whose next checkpoint then waits.
    ///
    /// - Throws: `StorageError` for what would keep a start from succeeding.
    public func verify(now: Timestamp, limits: StorageLimits = StorageLimits()) throws(StorageError)
        -> Verification
    {
        // Throws if there is no such folder, which a start would make.
        _ = try asStorageError { () throws(FileError) in try fileSystem.names(in: path) }
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
                \(path(of: FileName.segment(segment.number))) ends with \(tear.count) bytes of a write that \
                is under \
                way or was interrupted, from byte \(tear.offset) on. A start cuts off what was interrupted, \
                and keeps it.
                """
            )
        }
        return Verification(
            revision: recovery.revision, checklists: recovery.memory.checklistIDs.count,
            items: recovery.memory.itemsCount, notices: notices
        )
    }

    /// All lists with their items, by their numbers, read as a start reads them. Nothing is changed, and it
    /// may run while a process works on the folder.
    ///
    /// - Throws: `StorageError` for what would keep a start from succeeding.
    public func checklists(
        now: Timestamp, limits: StorageLimits = StorageLimits()
    ) throws(StorageError) -> [ChecklistSnapshot] {
        let memory = try contentsWhileServed(now: now, limits: limits)
        return memory.checklistIDs.compactMap { memory.snapshot(of: $0) }
    }

    /// All people with their devices, by their numbers, read in the same way.
    ///
    /// - Throws: `StorageError` for what would keep a start from succeeding.
    public func people(
        now: Timestamp, limits: StorageLimits = StorageLimits()
    ) throws(StorageError) -> [Person] {
        try contentsWhileServed(now: now, limits: limits).people()
    }

    private func contentsWhileServed(
        now: Timestamp, limits: StorageLimits
    ) throws(StorageError) -> MemoryStore {
        // Throws if there is no such folder, which a start would make.
        _ = try asStorageError { () throws(FileError) in try fileSystem.names(in: path) }
        let lock = try lockFilesIfThere(.shared)
        defer { if let lock { fileSystem.close(lock) } }
        return try Recovery.read(self, now: now, threads: limits.readingThreadsMax).finish()
    }

    /// The way out of a damaged journal: gives up everything in a segment from an offset on, and all segments
    /// after it. What is cut off is kept in the folder of the journal.
    ///
    /// - Returns: What was done, a sentence each.
    /// - Throws: `StorageError`; `locked` while a process works on the folder.
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
            throw .invalid(path: path(of: name), reason: "there is no such file")
        }
        let bytes = try asStorageError { () throws(FileError) in try fileSystem.readAll(path(of: name)) }
        guard offset == 0 || 1...bytes.count ~= offset && bytes[offset - 1] == UInt8(ascii: "\n") else {
            throw .invalid(path: path(of: name), reason: "no line begins at byte \(offset)")
        }
        try removeJournalMark(in: lock)
        let cut = JournalTruncation(self, now: now)
        var kept: [String] = []
        try asStorageError { () throws(FileError) in
            // Numbers of changes that clients have seen are going to be given again.
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
        return try kept.map { "What was cut off is kept in \($0)." }
            + reconcile(behind: segment, now: now, limits: limits)
    }

    /// Takes the line off a segment that says that the journal goes on in the next, which is gone.
    private func openEnd(of segment: Int, _ cut: JournalTruncation) throws(StorageError) {
        let file = path(of: FileName.segment(segment))
        let bytes = try asStorageError { () throws(FileError) in try fileSystem.readAll(file) }
        guard let next = try JournalSegment(number: segment, bytes, file: file).next else { return }
        try asStorageError { () throws(FileError) in _ = try cut.cut(segment, at: next.offset) }
    }

    /// Makes files and journal agree again after the journal was cut off.
    ///
    /// A checkpoint that was cut off itself may have left files that show changes which the journal has no
    /// more. They are kept, and everything is written anew.
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
                "The files had more than what is left of the journal. All of it is kept, written anew."
            ]
        }
    }

    /// Locks the files; `nil` if there is no folder to lock yet.
    private func lockFilesIfThere(_ sharing: LockSharing) throws(StorageError) -> File? {
        do throws(FileError) {
            return try lockFiles(sharing, waits: true)
        } catch {
            if error.isMissing { return nil }
            throw .system(error)
        }
    }
}
