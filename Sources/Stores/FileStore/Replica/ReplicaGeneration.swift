import Checklists

/// A generation of a replica that follows the journal of the store.
///
/// It opens its files by name for each write, so that a removed folder is an error. The segments of the store
/// stay open, because a checkpoint may remove them before they are copied.
struct ReplicaGeneration {
    let name: ReplicaGenerationName
    let source: DataFolder
    /// The folder of the generation.
    private(set) var path: String
    /// The data folder of the copy.
    private(set) var copy: DataFolder
    /// The segment that is being copied, and the size of its copy.
    var position: JournalPosition
    /// Open segments of the store, by number.
    var segments: [Int: File] = [:]
    var momentsEnd = 0
    /// The change of the last moment; `nil` if there is none.
    var through: Revision?
    /// The files outside the journal as they were copied last, by name.
    var documents: [String: [UInt8]] = [:]
    /// The size of the copied journal, in bytes.
    var journalBytes = 0
    /// The size of the other copied files, in bytes; 0 for a continued generation.
    private(set) var baseBytes = 0

    /// The number of bytes before the end of a copied segment that must be those of the store: 4 KiB.
    private static let comparedBytes = 4 << 10

    /// Continues a complete generation; `nil` if the store no longer has what follows it.
    ///
    /// - Parameter durable: The end of the store's journal.
    init?(
        continuing name: ReplicaGenerationName, of replica: Replica, from source: DataFolder,
        to durable: JournalPosition
    ) throws(StorageError) {
        self.name = name
        self.source = source
        path = replica.folder.path(of: name.text)
        copy = DataFolder(at: "\(path)/\(ReplicaGenerationName.data)", replica.folder.fileSystem)
        position = JournalPosition(segment: 0, end: 0)
        do throws(FileError) {
            let numbers = try copy.names(in: FileName.journal).compactMap(FileName.segmentNumber)
            guard let last = numbers.max(), last <= durable.segment else { return nil }
            for number in numbers { journalBytes += try copy.size(of: FileName.segment(number)) }
            position = JournalPosition(segment: last, end: try copy.lastLineEnd(of: FileName.segment(last)))
            let generation = DataFolder(at: path, copy.fileSystem)
            momentsEnd = try generation.lastLineEnd(of: ReplicaGenerationName.moments)
            through =
                ReplicaMoment.last(
                    in: try copy.fileSystem.readAll(
                        generation.path(of: ReplicaGenerationName.moments),
                        from: max(0, momentsEnd - ReplicaMoment.lineBytesMax), to: momentsEnd))?.revision
            guard try hasSameEnd(as: durable) else {
                close()
                return nil
            }
        } catch {
            close()
            throw .system(error)
        }
    }

    /// Whether the copied segment ends with bytes that the store has at the same offset.
    private mutating func hasSameEnd(as durable: JournalPosition) throws(FileError) -> Bool {
        guard let segment = try open(position.segment) else { return false }
        let size = try source.fileSystem.size(of: segment)
        guard position.end <= (position.segment == durable.segment ? durable.end : size) else { return false }
        let start = max(0, position.end - Self.comparedBytes)
        let name = FileName.segment(position.segment)
        let copied = try copy.fileSystem.readAll(copy.path(of: name), from: start, to: position.end)
        var bytes: [UInt8] = []
        while bytes.count < copied.count {
            let offset = start + bytes.count
            let count = try source.fileSystem.read(
                segment, at: offset, count: copied.count - bytes.count, into: &bytes)
            if count == 0 { return false }
        }
        return bytes == copied
    }

    /// Begins an incomplete generation. It already follows the journal.
    ///
    /// No lock holds up checkpoints. The files of the copy may show different moments, as after a crash
    /// during a checkpoint: see `Replay`. Only the settings must be as old as the first copied segment.
    init(
        beginning name: ReplicaGenerationName, of replica: Replica, from source: DataFolder
    ) throws(StorageError) {
        self.name = name
        self.source = source
        path = replica.folder.path(of: name.text + ReplicaGenerationName.partialSuffix)
        copy = DataFolder(at: "\(path)/\(ReplicaGenerationName.data)", replica.folder.fileSystem)
        position = JournalPosition(segment: 0, end: 0)
        do throws(StorageError) {
            try asStorageError { () throws(FileError) in
                _ = try copy.fileSystem.makeFolder(path)
                for folder in [".", FileName.checklists, FileName.deliveries, FileName.journal] {
                    _ = try copy.fileSystem.makeFolder(copy.path(of: folder))
                }
            }
            let settings = try openSegments()
            try asStorageError { () throws(FileError) in
                guard let settings else { return }
                try copy.fileSystem.writeFile(copy.path(of: FileName.settings), settings, .making)
            }
        } catch {
            close()
            throw error
        }
    }

    /// Opens all segments, and returns the settings with which they belong together.
    private mutating func openSegments() throws(StorageError) -> [UInt8]? {
        while true {
            let settings = try source.bytes(of: FileName.settings)
            let numbers = try asStorageError { () throws(FileError) in
                let numbers = try source.names(in: FileName.journal).compactMap(FileName.segmentNumber)
                for number in numbers { _ = try open(number) }
                return numbers
            }
            // A checkpoint removes segments only after it has replaced the settings.
            if try source.bytes(of: FileName.settings) == settings {
                position.segment = numbers.min() ?? 1
                return settings
            }
            close()
        }
    }

    /// The names of the files to copy beside settings and journal.
    func files() throws(StorageError) -> [String] {
        try asStorageError { () throws(FileError) in try FolderNames(source).documents }
            .filter { $0 != FileName.settings }
    }

    /// Copies a file. A missing one was removed by a checkpoint.
    mutating func copyFile(_ name: String) throws(StorageError) {
        baseBytes += try source.copyDocument(name, to: copy)
    }

    /// Gives the generation its name. Nothing is missing then.
    ///
    /// - Parameter moment: The moment that the copy shows.
    mutating func complete(at moment: ReplicaMoment, in replica: Replica) throws(StorageError) {
        try append([moment])
        do throws(FileError) {
            for folder in [FileName.checklists, FileName.deliveries, FileName.journal, "."] {
                try copy.fileSystem.syncFolder(copy.path(of: folder))
            }
            try copy.fileSystem.syncFolder(path)
            let final = replica.folder.path(of: name.text)
            try copy.fileSystem.rename(path, to: final)
            path = final
            copy = DataFolder(at: "\(path)/\(ReplicaGenerationName.data)", copy.fileSystem)
            try copy.fileSystem.syncFolder(replica.folder.path)
        } catch {
            throw .system(error)
        }
    }
}
