public import Checklists
import Glibc
import Records

extension DataFolder {
    /// Copies everything into a new data folder, complete through some change during the copy.
    ///
    /// It may run while a process uses the folder. A lock keeps checkpoints from replacing the files, and the
    /// growing journal is copied last. The copy gets its name when it is complete. It has no epoch: the
    /// process that opens it draws one.
    ///
    /// - Parameters:
    ///   - destination: A missing or empty folder. Missing parents are created.
    ///   - now: The time, for the name of the incomplete copy.
    /// - Throws: `StorageError.exists`, and for a damaged file the error that a start would throw.
    public func backup(to destination: String, now: Timestamp) throws(StorageError) {
        try requireStore()
        // A copy without them would not open.
        _ = (try tokens(), try secret())
        let lock = try asStorageError { () throws(FileError) in try lockFiles(.shared, waits: true) }
        defer { if let lock { fileSystem.close(lock) } }
        try DataFolder(at: destination, fileSystem).makeWhole(now: now) { (copy) throws(StorageError) in
            try copyAll(to: copy)
        }
    }

    /// Creates the folder under a temporary name and renames it when its content is complete.
    ///
    /// - Parameters:
    ///   - now: The time, for the temporary name.
    ///   - write: Writes the content into the temporary folder.
    /// - Throws: `StorageError.exists` if the folder exists and is not empty, and any error of `write`.
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

    /// Creates the temporary folder. An error names the requested folder, because the user does not know the
    /// temporary one.
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
        for name in names.documents { try copyDocument(name, to: copy) }
        // Read before the segments, which may grow meanwhile.
        let mark = try durableWatermark()
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

    /// Copies a file after checking its format and checksum. A missing file is skipped.
    /// - Returns: The size of the file in bytes.
    @discardableResult
    func copyDocument(_ name: String, to copy: DataFolder) throws(StorageError) -> Int {
        guard let bytes = try bytes(of: name) else { return 0 }
        do throws(FormatError) {
            try Document.check(bytes)
        } catch {
            throw error.inFile(path(of: name))
        }
        try asStorageError { () throws(FileError) in
            try copy.fileSystem.writeFile(copy.path(of: name), bytes, .making)
        }
        return bytes.count
    }

    /// Copies the intact part of a segment. Behind that a write may be in progress, but not before `durable`.
    private func copySegment(_ number: Int, to copy: DataFolder, durable: Int) throws(StorageError) {
        let name = FileName.segment(number)
        let bytes = try asStorageError { () throws(FileError) in try fileSystem.readAll(path(of: name)) }
        let segment = try JournalSegment(number: number, bytes, file: path(of: name), durable: durable)
        try asStorageError { () throws(FileError) in
            try fileSystem.writeFile(copy.path(of: name), Array(bytes.prefix(segment.end)), .making)
        }
    }

    /// Writes the durable watermark of a copy.
    func markJournal(of copy: DataFolder, endingWith last: Int?) throws(StorageError) {
        guard let last else { return }
        try asStorageError { () throws(FileError) in
            let mark = DurableWatermark(segment: last, end: try copy.size(of: FileName.segment(last)))
            try fileSystem.writeFile(copy.path(of: FileName.lock), mark.bytes, .making)
        }
    }

    /// Removes an incomplete copy. Files that cannot be removed stay under the temporary name.
    func removeAll() {
        for folder in [FileName.checklists, FileName.deliveries, FileName.journal, "."] {
            do throws(FileError) {
                for name in try names(in: folder) { try? fileSystem.remove(path(of: "\(folder)/\(name)")) }
                try fileSystem.removeFolder(folder == "." ? path : path(of: folder))
            } catch {}
        }
    }
}
