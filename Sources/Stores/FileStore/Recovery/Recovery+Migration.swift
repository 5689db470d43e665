import Checklists

extension Recovery {
    /// Rewrites everything in the newest format, and keeps the old files beside the new ones.
    ///
    /// After an interruption the next start repeats it: `settings.json` is replaced last, and all old files
    /// are kept before the first is replaced.
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
            // A backup of the folder may be running.
            let lock = try folder.lockFiles(.exclusive, waits: true)
            defer { if let lock { folder.fileSystem.close(lock) } }
            try rewrite(before: segment + 1)
        } catch {
            journal.close()
            throw .refused(error)
        }
        return journal
    }

    /// The notice for the operator after a migration.
    var migrationNotice: String {
        """
        The files in \(folder.path) were converted from format \(format) to \(Document.newestFormat). The \
        old files are kept with the suffix \(FileName.keptSuffix); remove them when the new ones work.
        """
    }

    /// Copies every file in an older format, and returns when the copies are durable.
    private func keepOldFiles() throws(FileError) {
        let names = try FolderNames(folder)
        let files =
            names.checklists.map(FileName.checklist) + names.deliveries.map(FileName.deliveries)
            + names.segments.map(FileName.segment) + names.files.subtracting(FileName.uncovered)
            + [FileName.settings]
        for name in files {
            let bytes = try folder.fileSystem.readAll(folder.path(of: name))
            // An interrupted migration has already kept the old version of a rewritten file. All files were
            // readable before.
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
