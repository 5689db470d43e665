import Checklists
import Glibc

extension ReplicaGeneration {
    /// The number of bytes that are copied at once: 1 MiB.
    private static let chunkBytesMax = 1 << 20

    /// Copies the journal of the store up to a durable position.
    ///
    /// - Returns: `false` if the store or the copy no longer has what is needed. Only a new generation helps
    ///   then.
    mutating func advance(to durable: JournalPosition) throws(FileError) -> Bool {
        while true {
            guard let segment = try open(position.segment) else { return false }
            // Earlier segments no longer change.
            let isLast = position.segment == durable.segment
            let end = isLast ? durable.end : try source.fileSystem.size(of: segment)
            guard position.segment <= durable.segment, position.end <= end else { return false }
            if position.end < end, try !append(segment, to: end) { return false }
            if isLast { return true }
            source.fileSystem.close(segment)
            segments[position.segment] = nil
            position = JournalPosition(segment: position.segment + 1, end: 0)
        }
    }

    /// Appends bytes of a segment to its copy, and returns when they are durable.
    /// - Returns: `false` if the copy is shorter than it was.
    private mutating func append(_ segment: File, to end: Int) throws(FileError) -> Bool {
        let name = FileName.segment(position.segment)
        let isNew = position.end == 0
        let file = try copy.fileSystem.open(copy.path(of: name), isNew ? .replacing : .writing)
        defer { copy.fileSystem.close(file) }
        guard try copy.fileSystem.size(of: file) >= position.end else { return false }
        var offset = position.end
        while offset < end {
            var bytes: [UInt8] = []
            let count = try source.fileSystem.read(
                segment, at: offset, count: min(Self.chunkBytesMax, end - offset), into: &bytes)
            guard count > 0 else { throw FileError(call: "pread", path: segment.path, code: EIO) }
            try copy.fileSystem.writeAll(bytes.span.bytes, to: file, at: offset)
            offset += count
        }
        try copy.fileSystem.syncContent(of: file)
        if isNew { try copy.fileSystem.syncFolder(copy.path(of: FileName.journal)) }
        journalBytes += end - position.end
        position.end = end
        return true
    }

    /// The open segment of the store; `nil` if it is gone.
    mutating func open(_ number: Int) throws(FileError) -> File? {
        if let segment = segments[number] { return segment }
        do throws(FileError) {
            let segment = try source.fileSystem.open(source.path(of: FileName.segment(number)), .reading)
            segments[number] = segment
            return segment
        } catch {
            if error.isMissing { return nil }
            throw error
        }
    }

    /// Appends moments, and returns when they are durable. Those of changes that have one are left out: a
    /// start knows only a late one.
    mutating func append(_ moments: [ReplicaMoment]) throws(StorageError) {
        let moments = moments.filter { moment in through.map { $0 < moment.revision } ?? true }
        guard let last = moments.last else { return }
        var bytes: [UInt8] = []
        for moment in moments { bytes += moment.line }
        do throws(FileError) {
            let file = try copy.fileSystem.open(
                "\(path)/\(ReplicaGenerationName.moments)", momentsEnd == 0 ? .replacing : .writing)
            defer { copy.fileSystem.close(file) }
            try copy.fileSystem.writeAll(bytes.span.bytes, to: file, at: momentsEnd)
            try copy.fileSystem.syncContent(of: file)
        } catch {
            throw .system(error)
        }
        momentsEnd += bytes.count
        through = last.revision
    }

    /// Copies the tokens and the secret if they have changed. The journal does not cover them.
    mutating func copyDocuments() throws(StorageError) {
        for name in [FileName.tokens, FileName.secret] {
            // The copy of a lost file stays.
            guard let bytes = try source.bytes(of: name), bytes != documents[name] else { continue }
            try asStorageError { () throws(FileError) in
                try copy.fileSystem.replaceFile(copy.path(of: name), with: bytes)
                try copy.fileSystem.syncFolder(copy.path)
            }
            documents[name] = bytes
        }
    }

    /// Closes the segments of the store.
    mutating func close() {
        for segment in segments.values { source.fileSystem.close(segment) }
        segments = [:]
    }
}

extension DataFolder {
    func size(of name: String) throws(FileError) -> Int {
        let file = try fileSystem.open(path(of: name), .reading)
        defer { fileSystem.close(file) }
        return try fileSystem.size(of: file)
    }

    /// The offset behind the last line break of a file; 0 if it has none.
    func lastLineEnd(of name: String) throws(FileError) -> Int {
        let chunk = 64 << 10
        var end = try size(of: name)
        while end > 0 {
            let start = max(0, end - chunk)
            let bytes = try fileSystem.readAll(path(of: name), from: start, to: end)
            if let line = bytes.lastIndex(of: UInt8(ascii: "\n")) { return start + line + 1 }
            end = start
        }
        return 0
    }
}
