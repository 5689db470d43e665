public import Checklists
public import MemoryStore
public import Records

// Exchanges the complete content with stores of other kinds.

extension DataFolder {
    /// The complete content of the folder except its tokens, read as at a start. Nothing changes.
    ///
    /// - Throws: `StorageError` if a start would fail; `locked` while a process uses the folder, because it
    ///   would add changes after this read.
    public func contents(
        now: Timestamp, limits: StorageLimits = StorageLimits()
    ) throws(StorageError) -> MemoryStore {
        try requireStore()
        let lock = try lock()
        defer { fileSystem.close(lock) }
        var recovery = try Recovery.read(self, now: now, threads: limits.readingThreadsMax)
        if try epoch() == nil, recovery.revision > .zero { recovery.skipNumbers() }
        var memory = recovery.finish()
        memory.secret = try secret()
        return memory
    }

    /// Creates a new folder from a memory and tokens. It gets its name when it is complete.
    ///
    /// - Parameters:
    ///   - epoch: The epoch of the folder; `nil` for a copy, whose first start draws one.
    ///   - now: The time, for the temporary name.
    /// - Throws: `StorageError.exists` if the folder exists and is not empty.
    public func make(
        of memory: MemoryStore, tokens: [StoredToken]?, epoch: Epoch? = nil, now: Timestamp
    ) throws(StorageError) {
        try makeWhole(now: now) { (folder) throws(StorageError) in
            if let epoch { try asStorageError { () throws(FileError) in try folder.begin(epoch) } }
            try folder.write(memory, tokens: tokens)
        }
    }

    private func write(_ memory: MemoryStore, tokens: [StoredToken]?) throws(StorageError) {
        let revision = memory.revision
        try asStorageError { () throws(FileError) in
            for folder in [FileName.checklists, FileName.deliveries, FileName.journal] {
                _ = try fileSystem.makeFolder(path(of: folder))
            }
            let uncovered = memory.secret == nil ? [FileName.tokens] : FileName.uncovered
            var files = CheckpointFiles(self, lists: [], deliveries: [], others: uncovered)
            for id in memory.checklistIDs {
                let bytes = memory.snapshot(of: id).map { ChecklistFile.bytes($0, revision: revision) }
                try files.write([(id, bytes)])
            }
            try files.write(
                FileName.idempotency, IdempotencyFile(revision: revision, records: memory.idempotencyRecords))
            try files.write(FileName.people, PeopleFile(revision: revision, records: memory.people()))
            try files.write(
                FileName.tombstones, TombstonesFile(revision: revision, records: memory.allTombstones))
            try files.write(FileName.webhooks, WebhooksFile(revision: revision, records: memory.webhooks()))
            let all = memory.webhooks().flatMap { memory.deliveries(to: $0.id) }
            for number in Set(all.map { DeliveriesFile.number(of: $0.id) }) {
                let deliveries = memory.deliveries(in: DeliveriesFile.identifiers(of: number))
                try files.write(number, DeliveriesFile(revision: revision, records: deliveries))
            }
            let journal = JournalSegment.header(number: 1, continues: revision)
            try fileSystem.writeFile(path(of: FileName.segment(1)), journal, .making)
            try fileSystem.syncFolder(path(of: FileName.journal))
            if let secret = memory.secret { try keep(secret) }
            try fileSystem.replaceFile(path(of: FileName.tokens), with: TokenFile(tokens: tokens).bytes)
            try files.finish(SettingsFile(revision: revision, of: memory), before: 1)
        }
        try markJournal(of: self, endingWith: 1)
    }
}
