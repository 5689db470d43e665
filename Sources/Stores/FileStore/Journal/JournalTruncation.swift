import Checklists

/// Cutting a journal off where it is good no more.
struct JournalTruncation {
    private let folder: DataFolder
    private let now: Timestamp

    /// - Parameter now: The time, which names what is cut off.
    init(_ folder: DataFolder, now: Timestamp) {
        self.folder = folder
        self.now = now
    }

    /// Cuts a segment off at an offset. What stands behind is kept in a file beside it first.
    ///
    /// - Returns: The file that has what was cut off.
    @discardableResult
    func cut(_ segment: Int, at offset: Int) throws(FileError) -> String {
        let path = folder.path(of: FileName.segment(segment))
        let rest = try folder.fileSystem.readAll(path, from: offset)
        let kept = try keep(rest)
        let file = try folder.fileSystem.open(path, .writing)
        defer { folder.fileSystem.close(file) }
        try folder.fileSystem.truncate(file, to: offset)
        // Were it not on the disk, the rest could come back behind what is written next.
        try folder.fileSystem.sync(file)
        return kept
    }

    /// Takes a whole segment out of the journal, and keeps it under another name.
    @discardableResult
    func remove(_ segment: Int) throws(FileError) -> String {
        let path = folder.path(of: FileName.segment(segment))
        let kept = try keep(try folder.fileSystem.readAll(path))
        try folder.fileSystem.remove(path)
        try folder.fileSystem.syncFolder(folder.path(of: FileName.journal))
        return kept
    }

    /// Writes bytes into a file of their own that is on the disk when this returns.
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
