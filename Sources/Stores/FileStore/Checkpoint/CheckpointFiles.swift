import Checklists

/// The files that a checkpoint writes, in the order that keeps the folder consistent at any moment. Lists and
/// idempotency records come first, then `settings.json`, which states where the journal must be read from.
/// Only then are the superfluous segments removed.
struct CheckpointFiles {
    /// The lists that have a file.
    private(set) var lists: Set<Checklist.ID>
    /// The parts of the delivery log that have a file.
    private(set) var deliveries: Set<Int>
    /// The other existing files except `settings.json`.
    private var others: Set<String>
    /// The number of files written or removed.
    private(set) var count = 0

    private let folder: DataFolder

    /// - Parameters:
    ///   - lists: The lists that have a file.
    ///   - deliveries: The parts of the delivery log that have a file.
    ///   - others: The other existing files except `settings.json`.
    init(_ folder: DataFolder, lists: Set<Checklist.ID>, deliveries: Set<Int>, others: Set<String>) {
        self.folder = folder
        self.lists = lists
        self.deliveries = deliveries
        self.others = others
    }

    /// Writes the files of lists, or removes those of deleted lists. The folder is not synced.
    ///
    /// - Parameter contents: The lists; `nil` for a deleted one. Their state must be durable. All files are
    ///   open at once.
    mutating func write(_ contents: [(id: Checklist.ID, bytes: [UInt8]?)]) throws(FileError) {
        let new = contents.compactMap { id, bytes in
            bytes.map { (folder.path(of: FileName.checklist(id)), $0) }
        }
        // If writing fails, some files may already exist. They must be known, so that a later checkpoint
        // removes them.
        for (id, bytes) in contents where bytes != nil { lists.insert(id) }
        try folder.fileSystem.replaceFiles(new)
        count += new.count
        for (id, bytes) in contents where bytes == nil && lists.contains(id) {
            try folder.removeIfThere(FileName.checklist(id))
            lists.remove(id)
            count += 1
        }
    }

    /// Writes a file of which the folder has one.
    mutating func write(_ name: String, _ file: RecordFile<some FileRecord>) throws(FileError) {
        try replace(name, with: file.bytes)
        others.insert(name)
    }

    /// Writes a part of the delivery log, or removes its file if it is empty. The folder is not synced.
    mutating func write(_ number: Int, _ file: DeliveriesFile) throws(FileError) {
        if !file.records.isEmpty {
            try replace(FileName.deliveries(number), with: file.bytes)
            deliveries.insert(number)
        } else if deliveries.remove(number) != nil {
            try folder.removeIfThere(FileName.deliveries(number))
            count += 1
        }
    }

    /// Completes the checkpoint: the files now contain every change through the settings' revision.
    ///
    /// - Parameters:
    ///   - settings: The method fills in its lists of files.
    ///   - segment: The segment of the journal with the later changes. All segments before it are removed.
    mutating func finish(_ settings: SettingsFile, before segment: Int) throws(FileError) {
        for name in [FileName.checklists, FileName.deliveries] {
            try folder.fileSystem.syncFolder(folder.path(of: name))
        }
        // Without this sync the disk could store the rename of the settings before those of the other files.
        try folder.fileSystem.syncFolder(folder.path)
        var settings = settings
        settings.checklists = lists.sorted()
        settings.deliveries = deliveries.sorted()
        settings.files = others.sorted()
        try replace(FileName.settings, with: settings.bytes)
        try folder.fileSystem.syncFolder(folder.path)
        let numbers = try folder.names(in: FileName.journal).compactMap(FileName.segmentNumber)
        try Self.removeSegments(numbers.filter { $0 < segment }, in: folder)
    }

    /// Removes superfluous segments, oldest first. If some remain after a crash, the next start removes them.
    static func removeSegments(_ numbers: [Int], in folder: DataFolder) throws(FileError) {
        guard !numbers.isEmpty else { return }
        for number in numbers.sorted() { try folder.removeIfThere(FileName.segment(number)) }
        try folder.fileSystem.syncFolder(folder.path(of: FileName.journal))
    }

    private mutating func replace(_ name: String, with bytes: [UInt8]) throws(FileError) {
        try folder.fileSystem.replaceFile(folder.path(of: name), with: bytes)
        count += 1
    }
}
