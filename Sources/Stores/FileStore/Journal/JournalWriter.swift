import Checklists

/// Appends to the journal. One thread uses it.
///
/// `end` and `last` describe the durable part. The writer never leaves bytes behind `end`.
struct JournalWriter {
    /// The current segment.
    private(set) var number: Int
    /// The size of the current segment, in bytes.
    private(set) var end: Int
    /// The newest change in the journal.
    private(set) var last: Revision
    /// Whether the last record is a seal.
    private(set) var isSealed: Bool

    private let folder: DataFolder
    private(set) var file: File
    /// The time of the last check that the path of the folder leads to the open files.
    var placeCheckedAt: ContinuousClock.Instant?

    /// Continues the last segment of a journal, which must be intact.
    init(_ folder: DataFolder, after segment: JournalSegment) throws(JournalFailure) {
        self.folder = folder
        number = segment.number
        end = segment.end
        last = segment.last
        isSealed = segment.isSealed
        do throws(FileError) {
            file = try folder.fileSystem.open(folder.path(of: FileName.segment(segment.number)), .writing)
        } catch {
            throw .refused(error)
        }
    }

    /// Starts a journal or a segment after a change.
    init(_ folder: DataFolder, beginning number: Int, after last: Revision) throws(JournalFailure) {
        self.folder = folder
        self.number = number
        self.last = last
        isSealed = false
        let header = JournalSegment.header(number: number, continues: last)
        end = header.count
        file = try Self.make(FileName.segment(number), in: folder, header)
    }

    /// Writes the lines of the changes after `last`, and returns when they are durable.
    mutating func append(_ lines: [UInt8], through last: Revision) throws(JournalFailure) {
        try write(lines)
        self.last = last
        isSealed = false
    }

    /// The line that states that everything before it is durable.
    var sealLine: [UInt8] { JournalRecord.seal(.idle, sequence: last, durableOffset: end) }

    mutating func seal() throws(JournalFailure) {
        try write(sealLine)
        isSealed = true
    }

    /// Continues in a new segment. The old one stays unchanged until a checkpoint removes it.
    mutating func rotate() throws(JournalFailure) {
        let next = try JournalWriter(folder, beginning: number + 1, after: last)
        do throws(JournalFailure) {
            // This line reveals the loss of the next segment. It must come after the creation of that
            // segment: in the other order a crash between the two would look like the loss.
            try write(JournalRecord.seal(.end(next: next.number), sequence: last, durableOffset: end))
        } catch {
            if case .lost = error { throw error }
        }
        close()
        self = next
    }

    /// Closes the file. No further write is possible.
    func close() {
        folder.fileSystem.close(file)
    }

    /// Appends bytes and syncs them, or leaves none of them.
    private mutating func write(_ bytes: [UInt8]) throws(JournalFailure) {
        do throws(FileError) {
            try folder.fileSystem.writeAll(bytes.span.bytes, to: file, at: end)
        } catch {
            try rollBack()
            throw .refused(error)
        }
        do throws(FileError) {
            try folder.fileSystem.syncContent(of: file)
        } catch {
            throw .lost(error)
        }
        end += bytes.count
    }

    /// Removes the remains of a failed write.
    ///
    /// The truncation is synced too. If a power failure brought old bytes back behind new ones, they could
    /// look like valid records.
    private func rollBack() throws(JournalFailure) {
        do throws(FileError) {
            if try folder.fileSystem.size(of: file) == end { return }
            try folder.fileSystem.truncate(file, to: end)
            try folder.fileSystem.syncContent(of: file)
        } catch {
            throw .lost(error)
        }
    }

    /// Creates a segment whose header is complete as soon as its name exists.
    private static func make(
        _ name: String, in folder: DataFolder, _ header: [UInt8]
    ) throws(JournalFailure) -> File {
        let fileSystem = folder.fileSystem
        let path = folder.path(of: name)
        let temporary = path + FileName.temporarySuffix
        let file: File
        let names: File
        do throws(FileError) {
            names = try fileSystem.open(folder.path(of: FileName.journal), .folder)
        } catch {
            throw .refused(error)
        }
        defer { fileSystem.close(names) }
        do throws(FileError) {
            file = try fileSystem.open(temporary, .replacing)
        } catch {
            throw .refused(error)
        }
        do throws(FileError) {
            try fileSystem.writeAll(header.span.bytes, to: file, at: 0)
            try fileSystem.sync(file)
            try fileSystem.rename(temporary, to: path)
            try fileSystem.sync(names)
        } catch {
            fileSystem.close(file)
            // After a failed sync it is unknown whether the name is durable.
            if error.isFailedSync { throw .lost(error) }
            // The next start removes a temporary file that remains.
            try? fileSystem.remove(temporary)
            throw .refused(error)
        }
        return File(descriptor: file.descriptor, path: path)
    }
}

/// The reason why the journal could not be written.
enum JournalFailure: Error {
    /// Nothing was written, and the journal is unchanged.
    case refused(FileError)
    /// The content of the disk is unknown.
    case lost(FileError)

    var cause: FileError {
        switch self {
        case .refused(let error), .lost(let error): error
        }
    }
}
