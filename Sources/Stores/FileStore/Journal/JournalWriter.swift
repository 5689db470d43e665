import Checklists

/// The end of the journal, where it grows. One thread works with it.
///
/// Only what is durable counts: `end` and `last` say up to where, and bytes behind `end` are never left
/// behind.
struct JournalWriter {
    /// The segment that is written.
    private(set) var number: Int
    /// How long it is.
    private(set) var end: Int
    /// The newest change in the journal.
    private(set) var last: Revision
    /// Whether a seal is the last of it.
    private(set) var isSealed: Bool

    private let folder: DataFolder
    private var file: File

    /// Goes on behind the last segment of a journal, which has to be whole.
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

    /// Begins a journal, or a segment, that goes on behind a change.
    init(_ folder: DataFolder, beginning number: Int, after last: Revision) throws(JournalFailure) {
        self.folder = folder
        self.number = number
        self.last = last
        isSealed = false
        let header = JournalSegment.header(number: number, continues: last)
        end = header.count
        file = try Self.make(FileName.segment(number), in: folder, header)
    }

    /// Writes the lines of changes that follow `last`, and returns when they are durable.
    mutating func append(_ lines: [UInt8], through last: Revision) throws(JournalFailure) {
        try write(lines)
        self.last = last
        isSealed = false
    }

    /// The line that says that everything before it is durable.
    var sealLine: [UInt8] { JournalRecord.seal(.idle, sequence: last, durableOffset: end) }

    /// Writes `sealLine`.
    mutating func seal() throws(JournalFailure) {
        try write(sealLine)
        isSealed = true
    }

    /// Goes on in a new segment. The old one stays as it is, and may be removed when files hold what is in
    /// it.
    mutating func rotate() throws(JournalFailure) {
        let next = try JournalWriter(folder, beginning: number + 1, after: last)
        do throws(JournalFailure) {
            // A lost segment is missed by this. It can only be said now that there is one: the other way
            // round, a cut between the two would look like the loss.
            try write(JournalRecord.seal(.end(next: next.number), sequence: last, durableOffset: end))
        } catch {
            if case .lost = error { throw error }
        }
        close()
        self = next
    }

    /// Closes the file. Nothing more can be written.
    func close() {
        folder.fileSystem.close(file)
    }

    /// Writes bytes at the end and syncs them, or leaves nothing of them.
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

    /// Cuts off what a write has left behind that did not succeed.
    ///
    /// The cut is synced as well: if old bytes came back behind new ones after a power failure, they could
    /// look like records that follow.
    private func rollBack() throws(JournalFailure) {
        do throws(FileError) {
            if try folder.fileSystem.size(of: file) == end { return }
            try folder.fileSystem.truncate(file, to: end)
            try folder.fileSystem.syncContent(of: file)
        } catch {
            throw .lost(error)
        }
    }

    /// Makes a segment that has its header, whole, from the moment it has its name.
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
            // Once it has its name, nobody knows for how long.
            if error.isFailedSync { throw .lost(error) }
            // What stays behind is removed at the next start.
            try? fileSystem.remove(temporary)
            throw .refused(error)
        }
        return File(descriptor: file.descriptor, path: path)
    }
}

/// Why the journal could not be written.
enum JournalFailure: Error {
    /// Nothing of it was written, and the journal is as it was.
    case refused(FileError)
    /// Nobody knows what is on the disk now.
    case lost(FileError)

    /// What the system said.
    var cause: FileError {
        switch self {
        case .refused(let error), .lost(let error): error
        }
    }
}
