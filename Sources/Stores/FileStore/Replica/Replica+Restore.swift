public import Checklists
import Records

/// The moments that a replica can restore from one of its generations.
public struct ReplicaSpan: Hashable, Sendable {
    /// The first moment.
    public var first: Timestamp
    /// The last moment at which a change became durable.
    public var last: Timestamp
    /// The newest change at the first moment.
    public var firstRevision: Revision
    /// The newest change at the last moment.
    public var lastRevision: Revision
}

/// What a restore has made.
public struct Restoration: Hashable, Sendable {
    /// The last moment at which the store was as restored; no later than the requested one.
    public var moment: Timestamp
    /// The content of the new folder.
    public var verification: Verification
}

extension Replica {
    /// The moments that can be restored, oldest first.
    public func spans() throws(StorageError) -> [ReplicaSpan] {
        var spans: [ReplicaSpan] = []
        for name in try namesToRestore() {
            let moments = try moments(of: name)
            let (first, last) = (moments[0], moments.max { $0.revision < $1.revision } ?? moments[0])
            spans.append(
                ReplicaSpan(
                    first: first.time, last: max(first.time, last.time), firstRevision: first.revision,
                    lastRevision: last.revision))
        }
        return spans
    }

    /// Makes a new data folder with what the store had acknowledged by a moment, and checks it.
    ///
    /// It may run while a server writes the replica. The folder has no epoch: the process that opens it draws
    /// one.
    ///
    /// - Parameters:
    ///   - destination: A missing or empty folder.
    ///   - moment: The moment; `nil` for the last one.
    ///   - now: The current time.
    public func restore(
        to destination: String, at moment: Timestamp?, now: Timestamp
    ) throws(StorageError) -> Restoration {
        let (name, moments) = try generation(at: moment)
        // The order of the lines can differ from that of the times if the clock was set back.
        let wanted = moment.map { moment in moments.filter { $0.time <= moment }.map(\.revision).max() }
        let source = DataFolder(
            at: folder.path(of: "\(name.text)/\(ReplicaGenerationName.data)"), folder.fileSystem)
        let target = DataFolder(at: destination, folder.fileSystem)
        var verification: Verification?
        try target.makeWhole(now: now) { (copy) throws(StorageError) in
            try source.copyAll(to: copy, through: wanted ?? nil)
            verification = try copy.verify(now: now)
        }
        guard let verification else { throw .closed }
        let revision = verification.revision
        let reached = moments.filter { $0.revision <= revision && $0.time <= moment ?? .latest }
        return Restoration(
            moment: reached.map(\.time).max() ?? name.start, verification: verification)
    }

    /// The newest generation that reaches back to a moment.
    private func generation(
        at moment: Timestamp?
    ) throws(StorageError) -> (ReplicaGenerationName, [ReplicaMoment]) {
        var earliest: Timestamp?
        for name in try namesToRestore().reversed() {
            let moments = try moments(of: name)
            let first = moments[0]
            if moment.map({ first.time <= $0 }) ?? true { return (name, moments) }
            earliest = first.time
        }
        throw .invalid(
            path: folder.path,
            reason: earliest.map { "the earliest moment is \($0.text)" } ?? "the folder has no complete copy")
    }

    private func namesToRestore() throws(StorageError) -> [ReplicaGenerationName] {
        // A missing folder is an error of its own.
        let names = try asStorageError { () throws(FileError) in try generations() }
        guard try owner() != nil else {
            throw .invalid(path: folder.path, reason: "the folder is not a replica; it has no REPLICA file")
        }
        return names
    }

    /// The moments of a generation, of which each has one or more.
    private func moments(of name: ReplicaGenerationName) throws(StorageError) -> [ReplicaMoment] {
        let file = "\(name.text)/\(ReplicaGenerationName.moments)"
        let moments = try ReplicaMoment.all(in: folder.bytes(of: file) ?? [], file: folder.path(of: file))
        guard moments.isEmpty else { return moments }
        throw .missing(
            file: folder.path(of: file),
            reason: "every copy has one; to restore older moments, move \(folder.path(of: name.text)) away")
    }
}

extension DataFolder {
    /// Copies the data folder of a generation, without its changes after one; `nil` for all changes.
    fileprivate func copyAll(to copy: DataFolder, through revision: Revision?) throws(StorageError) {
        let names = try asStorageError { () throws(FileError) in
            for folder in [FileName.checklists, FileName.deliveries, FileName.journal] {
                _ = try copy.fileSystem.makeFolder(copy.path(of: folder))
            }
            return try FolderNames(self)
        }
        for name in names.documents { try copyDocument(name, to: copy) }
        var segments = names.segments
        try asStorageError { () throws(FileError) in
            // An interrupted copy can end within the first line of a segment.
            if let last = segments.last, try lastLineEnd(of: FileName.segment(last)) == 0 {
                segments.removeLast()
            }
        }
        let last = try copySegments(segments, to: copy, through: revision)
        try markJournal(of: copy, endingWith: last)
        try asStorageError { () throws(FileError) in
            for folder in [FileName.checklists, FileName.deliveries, FileName.journal, "."] {
                try copy.fileSystem.syncFolder(copy.path(of: folder))
            }
        }
    }

    /// Copies the journal up to a change. Returns the number of the last copied segment.
    private func copySegments(
        _ numbers: [Int], to copy: DataFolder, through revision: Revision?
    ) throws(StorageError) -> Int? {
        var last: Int?
        for number in numbers {
            let name = FileName.segment(number)
            let bytes = try asStorageError { () throws(FileError) in try fileSystem.readAll(path(of: name)) }
            let segment = try JournalSegment(number: number, bytes, file: path(of: name))
            let later = revision.flatMap { revision in
                segment.records.first { $0.record.sequence > revision }
            }
            // A segment that starts after the change is copied too: the settings may name its start.
            let isLast = number == numbers.last || later != nil
            var end = later?.offset ?? segment.end
            // The line that announces the next segment would show that it is missing.
            if isLast, let next = segment.next { end = min(end, next.offset) }
            try asStorageError { () throws(FileError) in
                try copy.fileSystem.writeFile(copy.path(of: name), Array(bytes.prefix(end)), .making)
            }
            last = number
            if isLast { break }
        }
        return last
    }
}
