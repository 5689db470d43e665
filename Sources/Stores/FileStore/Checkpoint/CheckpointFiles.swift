import Checklists

/// The files that a checkpoint brings up to date, in the order that keeps the folder good at every moment:
/// lists and idempotency records first, then `settings.json`, which says what the journal has to be read
/// from, and only then are the segments removed that nobody needs any more.
struct CheckpointFiles {
    /// The lists that have a file.
    private(set) var lists: Set<Checklist.ID>
    /// The parts of the delivery log that have one.
    private(set) var deliveries: Set<Int>
    /// The other files that are there, settings aside.
    private var others: Set<String>
    /// How many files were written or removed.
    private(set) var count = 0

    private let folder: DataFolder

    /// - Parameters:
    ///   - lists: The lists that have a file.
    ///   - deliveries: The parts of the delivery log that have one.
    ///   - others: The other files that are there, settings aside.
    init(_ folder: DataFolder, lists: Set<Checklist.ID>, deliveries: Set<Int>, others: Set<String>) {
        self.folder = folder
        self.lists = lists
        self.deliveries = deliveries
        self.others = others
    }

    /// Writes the files of lists, or removes those of lists that are no more. The folder is not synced.
    ///
    /// - Parameter contents: The lists; `nil` for one that is no more. What they show has to be durable. All
    ///   files are open at once.
    mutating func write(_ contents: [(id: Checklist.ID, bytes: [UInt8]?)]) throws(FileError) {
        let new = contents.compactMap { id, bytes in
            bytes.map { (folder.path(of: FileName.checklist(id)), $0) }
        }
        // Some may be in place when it fails, and have to be known to be removed later.
        for (id, bytes) in contents where bytes != nil { lists.insert(id) }
        try folder.fileSystem.replaceFiles(new)
        count += new.count
        for (id, bytes) in contents where bytes == nil && lists.contains(id) {
            try folder.removeIfThere(FileName.checklist(id))
            lists.remove(id)
            count += 1
        }
    }

    /// Writes a file that there is one of.
    mutating func write(_ name: String, _ file: RecordFile<some FileRecord>) throws(FileError) {
        try replace(name, with: file.bytes)
        others.insert(name)
    }

    /// Writes a part of the delivery log, or removes its file where nothing is left in it. The folder is not
    /// synced.
    mutating func write(_ number: Int, _ file: DeliveriesFile) throws(FileError) {
        if !file.records.isEmpty {
            try replace(FileName.deliveries(number), with: file.bytes)
            deliveries.insert(number)
        } else if deliveries.remove(number) != nil {
            try folder.removeIfThere(FileName.deliveries(number))
            count += 1
        }
    }

    /// Says that everything is in the files through a change.
    ///
    /// - Parameters:
    ///   - settings: The lists among them are set here.
    ///   - segment: The segment of the journal that goes on behind it. Those before are removed.
    mutating func finish(_ settings: SettingsFile, before segment: Int) throws(FileError) {
        for name in [FileName.checklists, FileName.deliveries] {
            try folder.fileSystem.syncFolder(folder.path(of: name))
        }
        // The new names of the other files could come to the disk later than that of the settings.
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

    /// Removes segments that nobody needs any more, the oldest first. Should some of them stay, the next
    /// start goes on.
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
