import Checklists

/// Truncates a damaged journal and keeps what it removes.
struct JournalTruncation {
    private let folder: DataFolder
    private let now: Timestamp

    /// - Parameter now: The time, for the names of the kept files.
    init(_ folder: DataFolder, now: Timestamp) {
        self.folder = folder
        self.now = now
    }

    /// Truncates a segment at an offset, after copying the rest to a file beside it.
    ///
    /// - Returns: The path of the copy.
    @discardableResult
    func cut(_ segment: Int, at offset: Int) throws(FileError) -> String {
        let path = folder.path(of: FileName.segment(segment))
        let rest = try folder.fileSystem.readAll(path, from: offset)
        let kept = try keep(rest)
        let file = try folder.fileSystem.open(path, .writing)
        defer { folder.fileSystem.close(file) }
        try folder.fileSystem.truncate(file, to: offset)
        // Without this sync, a power failure could bring the old bytes back behind new ones.
        try folder.fileSystem.sync(file)
        return kept
    }

    /// Removes a whole segment from the journal and keeps it under another name.
    @discardableResult
    func remove(_ segment: Int) throws(FileError) -> String {
        let path = folder.path(of: FileName.segment(segment))
        let kept = try keep(try folder.fileSystem.readAll(path))
        try folder.fileSystem.remove(path)
        try folder.fileSystem.syncFolder(folder.path(of: FileName.journal))
        return kept
    }

    /// Writes bytes to a new file that is durable when this returns.
    private func keep(_ bytes: [UInt8]) throws(FileError) -> String {
        let base = folder.path(of: FileName.torn(at: now))
        var path = base
        var number = 1
        while true {
            do throws(FileError) {
                try folder.fileSystem.writeFile(path, bytes, .making)
                try folder.fileSystem.syncFolder(folder.path(of: FileName.journal))
                return path
            } catch {
                guard error.isTaken else { throw error }
            }
            number += 1
            path = "\(base)-\(number)"
        }
    }
}
