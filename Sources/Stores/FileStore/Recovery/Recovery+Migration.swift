import Checklists

extension Recovery {
    /// Writes everything anew in the newest format. The files of the older one are kept beside the new ones.
    ///
    /// Whenever it is cut off, the next start does it again: `settings.json` is the last file to be replaced,
    /// and before the first is, all old ones are kept.
    ///
    /// - Parameter segment: The last segment of the journal.
    /// - Returns: The journal, in a new segment.
    func migrate(behind segment: Int) throws(JournalFailure) -> JournalWriter {
        do throws(FileError) {
            try keepOldFiles()
        } catch {
            throw .refused(error)
        }
        let journal = try JournalWriter(folder, beginning: segment + 1, after: revision)
        do throws(FileError) {
            // A backup of the folder may be going on.
            let lock = try folder.lockFiles(.exclusive, waits: true)
            defer { if let lock { folder.fileSystem.close(lock) } }
            try rewrite(before: segment + 1)
        } catch {
            journal.close()
            throw .refused(error)
        }
        return journal
    }

    /// What an operator should know after that.
    var migrationNotice: String {
        """
        The files in \(folder.path) had format \(format) and have format \(Document.newestFormat) now. The \
        old ones are kept with \(FileName.keptSuffix) at the end of their names; remove them when all is well.
        """
    }

    /// Puts a copy beside every file that has an older format, and returns when all of them are on the disk.
    private func keepOldFiles() throws(FileError) {
        let names = try FolderNames(folder)
        let files =
            names.checklists.map(FileName.checklist) + names.deliveries.map(FileName.deliveries)
            + names.segments.map(FileName.segment) + names.files + [FileName.settings]
        for name in files {
            let bytes = try folder.fileSystem.readAll(folder.path(of: name))
            // One that was written anew before a start was cut off has its copy. All could be read just now.
            guard let format = try? Document.format(of: bytes), format < Document.newestFormat else {
                continue
            }
            try folder.fileSystem.replaceFile(folder.path(of: name) + FileName.keptSuffix, with: bytes)
        }
        for name in [FileName.checklists, FileName.deliveries, FileName.journal, "."] {
            try folder.fileSystem.syncFolder(folder.path(of: name))
        }
    }
}
