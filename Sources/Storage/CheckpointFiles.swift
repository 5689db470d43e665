import Checklists

/// The files that a checkpoint brings up to date, in the order that keeps the folder good at every moment: lists and
/// idempotency records first, then `settings.json`, which says what the journal has to be read from, and only then are
/// the segments removed that nobody needs any more.
struct CheckpointFiles {
    /// The lists that have a file.
    private(set) var lists: Set<Checklist.ID>
    /// How many files were written or removed.
    private(set) var count = 0

    private let folder: DataFolder

    /// - Parameter lists: The lists that have a file.
    init(_ folder: DataFolder, lists: Set<Checklist.ID>) {
        self.folder = folder
        self.lists = lists
    }

    /// Writes the file of a list, or removes it where there is no such list any more. The folder is not synced.
    ///
    /// - Parameter revision: The change that the list is shown after. It has to be durable.
    mutating func write(
        _ id: Checklist.ID, _ snapshot: ChecklistSnapshot?, revision: Revision
    ) throws(FileError) {
        if let snapshot {
            try replace(FileName.checklist(id), with: ChecklistFile.bytes(snapshot, revision: revision))
            lists.insert(id)
        } else if lists.contains(id) {
            try folder.removeIfThere(FileName.checklist(id))
            lists.remove(id)
            count += 1
        }
    }

    /// Writes what idempotency keys left behind.
    mutating func write(_ records: IdempotencyFile) throws(FileError) {
        try replace(FileName.idempotency, with: records.bytes)
    }

    /// Says that everything is in the files through a change.
    ///
    /// - Parameters:
    ///   - settings: The lists among them are set here.
    ///   - segment: The segment of the journal that goes on behind it. Those before are removed.
    mutating func finish(_ settings: SettingsFile, before segment: Int) throws(FileError) {
        try folder.fileSystem.syncFolder(folder.path(of: FileName.checklists))
        // The new name of the idempotency records could come to the disk later than that of the settings.
        try folder.fileSystem.syncFolder(folder.path)
        var settings = settings
        settings.checklists = lists.sorted()
        try replace(FileName.settings, with: settings.bytes)
        try folder.fileSystem.syncFolder(folder.path)
        let numbers = try folder.names(in: FileName.journal).compactMap(FileName.segmentNumber)
        try Self.removeSegments(numbers.filter { $0 < segment }, in: folder)
    }

    /// Removes segments that nobody needs any more, the oldest first. Should some of them stay, the next start goes on.
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
