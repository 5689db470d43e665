import Checklists
import MemoryStore
import Records

extension Recovery {
    /// Repairs what a crash has left behind, and opens the journal at its end.
    ///
    /// - Parameter now: The time, for the names of truncated parts.
    /// - Returns: The journal, and notices for the operator, a sentence each.
    func putInOrder(at now: Timestamp) throws(StorageError) -> (JournalWriter, notices: [String]) {
        try asStorageError { () throws(FileError) in try makeFolders() }
        let notices = try asStorageError { () throws(FileError) in
            // A backup of the folder may be running even though no server uses it.
            let files = try folder.lockFiles(.exclusive, waits: true)
            defer { if let files { folder.fileSystem.close(files) } }
            try syncWhatWasRead()
            for name in temporaries { try folder.removeIfThere(name) }
            if let segment = journal.lastSegment {
                try CheckpointFiles.removeSegments(journal.obsolete, in: folder)
                return try cutTear(off: segment, at: now)
            }
            var new = checkpointFiles
            try new.write(FileName.idempotency, IdempotencyFile(revision: revision, records: []))
            try new.finish(settings, before: 1)
            return []
        }
        do throws(JournalFailure) {
            guard let segment = journal.lastSegment else {
                return (try JournalWriter(folder, beginning: 1, after: revision), notices)
            }
            if format < Document.newestFormat {
                return (try migrate(behind: segment.number), notices + [migrationNotice])
            }
            return (try JournalWriter(folder, after: segment), notices)
        } catch {
            throw .system(error.cause)
        }
    }

    /// Writes the files that journal and checkpoints do not cover, unless the settings list them. A folder
    /// of an earlier version can lack them.
    ///
    /// - Throws: `StorageError`, for a damaged secret too: without it, signed links and push subscriptions
    ///   would silently stop working.
    mutating func makeUncovered(_ makeSecret: () -> StoreSecret) throws(StorageError) {
        let secret = try folder.secret()
        if FileName.uncovered.isSubset(of: settings.files) { return }
        do throws(StorageError) {
            if secret == nil {
                try asStorageError { () throws(FileError) in try folder.keep(makeSecret()) }
            }
            try folder.beginTokens()
        } catch {
            // With space again, a later start writes them.
            if case .system(let cause) = error, cause.isLackOfRoom { return }
            throw error
        }
        rememberUncovered()
    }

    /// Skips numbers, as the history begins anew, and returns when that is durable. The next start repeats it
    /// if the epoch is not written.
    mutating func beginHistory(_ journal: inout JournalWriter) throws(StorageError) {
        let first = Revision(rawValue: revision.rawValue + 1)
        skipNumbers()
        // A migration may have replaced the settings.
        var settings = try folder.content(of: FileName.settings) { bytes throws(FormatError) in
            try SettingsFile(bytes)
        }
        settings?.sequences = memory.sequences
        let change = Change(from: first, revision: revision, mutations: [])
        let line = JournalRecord.line(of: change, durableOffset: journal.end)
        try asStorageError { () throws(FileError) in
            // A backup of the folder may be running.
            let lock = try folder.lockFiles(.exclusive, waits: true)
            defer { if let lock { folder.fileSystem.close(lock) } }
            guard let settings else { return }
            try folder.fileSystem.replaceFile(folder.path(of: FileName.settings), with: settings.bytes)
            try folder.fileSystem.syncFolder(folder.path)
        }
        do throws(JournalFailure) {
            try journal.append(line, through: revision)
        } catch {
            throw .system(error.cause)
        }
    }

    /// Creates the subfolders.
    private func makeFolders() throws(FileError) {
        let hasMadeChecklists = try folder.fileSystem.makeFolder(folder.path(of: FileName.checklists))
        let hasMadeDeliveries = try folder.fileSystem.makeFolder(folder.path(of: FileName.deliveries))
        let hasMadeJournal = try folder.fileSystem.makeFolder(folder.path(of: FileName.journal))
        if hasMadeChecklists || hasMadeDeliveries || hasMadeJournal {
            try folder.fileSystem.syncFolder(folder.path)
        }
    }

    /// Syncs data that a killed process may have left only in the page cache: the end of the journal, and
    /// names. State that clients see from now on must survive a power failure.
    private func syncWhatWasRead() throws(FileError) {
        let fileSystem = folder.fileSystem
        if let segment = journal.lastSegment {
            let file = try fileSystem.open(folder.path(of: FileName.segment(segment.number)), .writing)
            defer { fileSystem.close(file) }
            try fileSystem.syncContent(of: file)
        }
        for name in [FileName.checklists, FileName.deliveries, FileName.journal] {
            try fileSystem.syncFolder(folder.path(of: name))
        }
        try fileSystem.syncFolder(folder.path)
        do throws(FileError) {
            if isNew { try fileSystem.syncFolder(folder.parent) }
        } catch {
            // Another user created the folder, in a parent that this user cannot read.
            if !error.isDenied { throw error }
        }
    }

    /// Truncates the remains of an interrupted write.
    private func cutTear(off segment: JournalSegment, at now: Timestamp) throws(FileError) -> [String] {
        guard let tear = segment.tear else { return [] }
        let path = folder.path(of: FileName.segment(segment.number))
        let kept = try JournalTruncation(folder, now: now).cut(segment.number, at: tear.offset)
        return [
            """
            \(path) ended at byte \(tear.offset) with \(tear.count) bytes of an interrupted write, whose \
            requests were never answered. They were moved to \(kept).
            """
        ]
    }

    /// The time of the last write to the journal; `nil` if it is unknown.
    var journalWrittenAt: Timestamp? {
        journal.lastSegment.flatMap {
            folder.fileSystem.writtenAt(folder.path(of: FileName.segment($0.number)))
        }
    }

    /// The existing files, for the first checkpoint.
    var checkpointFiles: CheckpointFiles {
        CheckpointFiles(folder, lists: files, deliveries: deliveryFiles, others: otherFiles)
    }

    /// Rewrites all files, and removes the segments before the given one, which starts after all recovered
    /// changes.
    func rewrite(before segment: Int) throws(FileError) {
        var writer = checkpointFiles
        for id in files.union(memory.checklistIDs).sorted() {
            let bytes = memory.snapshot(of: id).map { ChecklistFile.bytes($0, revision: revision) }
            try writer.write([(id, bytes)])
        }
        try writer.write(
            FileName.idempotency, IdempotencyFile(revision: revision, records: memory.idempotencyRecords))
        try writer.write(FileName.people, PeopleFile(revision: revision, records: memory.people()))
        let tombstones = memory.allTombstones
        try writer.write(FileName.tombstones, TombstonesFile(revision: revision, records: tombstones))
        try writer.write(FileName.webhooks, WebhooksFile(revision: revision, records: memory.webhooks()))
        for number in deliveryFiles.union(changed.deliveries).sorted() {
            let deliveries = memory.deliveries(in: DeliveriesFile.identifiers(of: number))
            try writer.write(number, DeliveriesFile(revision: revision, records: deliveries))
        }
        let settings = SettingsFile(revision: revision, of: memory)
        try writer.finish(settings, before: segment)
    }
}
