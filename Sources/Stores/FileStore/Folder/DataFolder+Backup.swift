public import Checklists
import Glibc
import Records

extension DataFolder {
    /// Copies everything into a new folder, which is a data folder itself, complete through some change of
    /// the meantime.
    ///
    /// It may run while a process works on the folder: the files are held as they are until they are copied,
    /// and the journal, which goes on growing, is copied last. The copy gets its name when it is complete. It
    /// has no epoch: whoever works on it begins one.
    ///
    /// - Parameters:
    ///   - destination: A folder that is not there yet, or is empty. Those that it is in are made as well.
    ///   - now: The time, which names what is not complete yet.
    /// - Throws: `StorageError.exists`, and for a damaged file what a start would throw.
    public func backup(to destination: String, now: Timestamp) throws(StorageError) {
        let lock = try asStorageError { () throws(FileError) in try lockFiles(.shared, waits: true) }
        defer { if let lock { fileSystem.close(lock) } }
        try DataFolder(at: destination, fileSystem).makeWhole(now: now) { (copy) throws(StorageError) in
            try copyAll(to: copy)
        }
    }

    /// Makes the folder, which gets its name when all that is to be in it is there.
    ///
    /// - Parameters:
    ///   - now: The time, which names what is not complete yet.
    ///   - write: Writes into a folder of another name.
    /// - Throws: `StorageError.exists` where it is there already and not empty, and what `write` throws.
    func makeWhole(
        now: Timestamp, _ write: (DataFolder) throws(StorageError) -> Void
    ) throws(StorageError) {
        let isTaken = try asStorageError { () throws(FileError) in try !names(in: ".").isEmpty }
        if isTaken { throw .exists(path: path) }
        let partial = DataFolder(at: "\(path).partial-\(now.milliseconds)", fileSystem)
        do throws(StorageError) {
            try makePlace(beginningAs: partial)
            try write(partial)
            try asStorageError { () throws(FileError) in try fileSystem.rename(partial.path, to: path) }
        } catch {
            partial.removeAll()
            throw error
        }
        do throws(FileError) {
            try fileSystem.syncFolder(parent)
        } catch {
            removeAll()
            throw .system(error)
        }
    }

    /// Makes the folder that is written to first. An error names the folder that was asked for: nobody knows
    /// the other one.
    private func makePlace(beginningAs partial: DataFolder) throws(StorageError) {
        try asStorageError { () throws(FileError) in
            try fileSystem.makeFolders(parent)
            do throws(FileError) {
                guard try fileSystem.makeFolder(partial.path) else {
                    throw FileError(call: "mkdir", path: partial.path, code: EEXIST)
                }
            } catch {
                throw FileError(call: error.call, path: path, code: error.code)
            }
        }
    }

    private func copyAll(to copy: DataFolder) throws(StorageError) {
        let names = try asStorageError { () throws(FileError) in
            for folder in [FileName.checklists, FileName.deliveries, FileName.journal] {
                _ = try fileSystem.makeFolder(copy.path(of: folder))
            }
            return try FolderNames(self)
        }
        for id in names.checklists { try copyDocument(FileName.checklist(id), to: copy) }
        for number in names.deliveries { try copyDocument(FileName.deliveries(number), to: copy) }
        try copyDocument(FileName.people, to: copy)
        try copyDocument(FileName.removals, to: copy)
        try copyDocument(FileName.webhooks, to: copy)
        try copyDocument(FileName.idempotency, to: copy)
        try copyDocument(FileName.settings, to: copy)
        try copyDocument(FileName.tokens, to: copy)
        try copyDocument(FileName.secret, to: copy)
        // Before the segments, which may be growing.
        let mark = try journalMark()
        try mark?.check(that: names.segments.last, isLastIn: self)
        for number in names.segments {
            try copySegment(number, to: copy, durable: mark?.end(of: number) ?? 0)
        }
        try markJournal(of: copy, endingWith: names.segments.last)
        try asStorageError { () throws(FileError) in
            for folder in [FileName.checklists, FileName.deliveries, FileName.journal, "."] {
                try fileSystem.syncFolder(copy.path(of: folder))
            }
        }
    }

    /// Copies a file whose format is known and whose checksum is right; one that is missing is left out.
    private func copyDocument(_ name: String, to copy: DataFolder) throws(StorageError) {
        guard let bytes = try bytes(of: name) else { return }
        do throws(FormatError) {
            try Document.check(bytes)
        } catch {
            throw error.inFile(path(of: name))
        }
        try asStorageError { () throws(FileError) in
            try fileSystem.writeFile(copy.path(of: name), bytes, .making)
        }
    }

    /// Copies a segment of the journal as far as it is whole: behind that a write may be under way, but not
    /// before `durable`.
    private func copySegment(_ number: Int, to copy: DataFolder, durable: Int) throws(StorageError) {
        let name = FileName.segment(number)
        let bytes = try asStorageError { () throws(FileError) in try fileSystem.readAll(path(of: name)) }
        let segment = try JournalSegment(number: number, bytes, file: path(of: name), durable: durable)
        try asStorageError { () throws(FileError) in
            try fileSystem.writeFile(copy.path(of: name), Array(bytes.prefix(segment.end)), .making)
        }
    }

    /// Notes in a copy how long its journal is.
    func markJournal(of copy: DataFolder, endingWith last: Int?) throws(StorageError) {
        guard let last else { return }
        try asStorageError { () throws(FileError) in
            let file = try fileSystem.open(copy.path(of: FileName.segment(last)), .reading)
            defer { fileSystem.close(file) }
            let mark = DurableWatermark(segment: last, end: try fileSystem.size(of: file))
            try fileSystem.writeFile(copy.path(of: FileName.lock), mark.bytes, .making)
        }
    }

    /// Removes a copy that did not get complete. What cannot be removed stays, under a name that says what it
    /// is.
    private func removeAll() {
        for folder in [FileName.checklists, FileName.deliveries, FileName.journal, "."] {
            do throws(FileError) {
                for name in try names(in: folder) { try? fileSystem.remove(path(of: "\(folder)/\(name)")) }
                try fileSystem.removeFolder(folder == "." ? path : path(of: folder))
            } catch {}
        }
    }
}
