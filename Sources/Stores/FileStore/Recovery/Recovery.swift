import Checklists
import MemoryStore
import Records

/// The content of a data folder, merged from files and journal. Reading changes nothing on the disk.
struct Recovery: ~Copyable {
    /// The merged content.
    var memory = MemoryStore()
    /// The change through which the content is complete.
    private(set) var revision: Revision
    let journal: JournalContents
    /// The lists that have a file.
    private(set) var files: Set<Checklist.ID>
    /// The parts of the delivery log that have a file.
    let deliveryFiles: Set<Int>
    /// The other existing files except `settings.json`.
    private(set) var otherFiles: Set<String>
    /// The files that lack changes of the journal.
    var changed = ChangedFiles()
    /// Whether the folder is empty, or its first start was interrupted.
    private(set) var isNew = false
    /// Whether a file was repaired by hand. A revision may then have another content than clients have seen.
    var isRepaired = false
    /// Temporary files that an ended process has left behind.
    private(set) var temporaries: [String]
    /// Notices for the operator, a sentence each.
    var notices: [String]

    let folder: DataFolder
    private let now: Timestamp
    let settings: SettingsFile
    /// The format of the settings, which a migration writes last.
    let format: Int
    /// Whether files may be newer than the end of the journal, as after a truncation.
    let allowsNewerFiles: Bool

    /// Reads a folder.
    ///
    /// - Parameters:
    ///   - now: The time, at which idempotency records expire.
    ///   - threads: The number of threads that read files.
    ///   - allowsNewerFiles: Whether files may be newer than the end of the journal. Only a truncation sets
    ///     it.
    /// - Throws: `StorageError` for a damaged or missing file, or a newer format.
    static func read(
        _ folder: DataFolder, now: Timestamp, threads: Int, allowsNewerFiles: Bool = false
    ) throws(StorageError) -> Recovery {
        let names = try asStorageError { () throws(FileError) in try FolderNames(folder) }
        let found = try folder.content(of: FileName.settings) { bytes throws(FormatError) in
            try SettingsFile(bytes)
        }
        let idempotency = try folder.content(of: FileName.idempotency) { bytes throws(FormatError) in
            try IdempotencyFile(bytes)
        }
        // After an interrupted first start the settings are missing and the other files are empty.
        guard found != nil || names.isEmpty && idempotency?.revision ?? .zero == .zero else {
            throw .missing(
                file: folder.path(of: FileName.settings), reason: "the folder has other files of the store")
        }
        let settings = found ?? SettingsFile()
        let journal = try JournalContents(
            folder, segments: names.segments, since: settings.revision, allowsNone: allowsNewerFiles,
            threads: threads
        )
        let isNew = journal.lastSegment == nil && settings.revision == .zero && names.checklists.isEmpty
        guard journal.lastSegment != nil || isNew || allowsNewerFiles else {
            throw .missing(file: folder.path(of: FileName.journal), reason: "it contains no segment")
        }
        let format = try folder.content(of: FileName.settings) { bytes throws(FormatError) in
            try Document.format(of: bytes)
        }
        var recovery = Recovery(
            folder, names, settings, format: format ?? Document.newestFormat, journal, isNew: isNew, now: now,
            allowsNewerFiles: allowsNewerFiles
        )
        try recovery.restore(idempotency, threads: threads)
        return recovery
    }

    private init(
        _ folder: DataFolder, _ names: FolderNames, _ settings: SettingsFile, format: Int,
        _ journal: JournalContents,
        isNew: Bool, now: Timestamp, allowsNewerFiles: Bool
    ) {
        self.folder = folder
        self.settings = settings
        self.format = format
        self.journal = journal
        self.isNew = isNew
        self.now = now
        self.allowsNewerFiles = allowsNewerFiles
        revision = journal.lastSegment?.last ?? settings.revision
        files = Set(names.checklists)
        deliveryFiles = Set(names.deliveries)
        otherFiles = names.files
        temporaries = names.temporaries
        notices = names.unknown.map { "\(folder.path(of: $0)) is not a file of the store and is ignored." }
        notices += journal.notices
    }

    /// The merged content.
    consuming func finish() -> MemoryStore { memory }

    /// Skips the numbers that the history which a copy has lost may have given.
    mutating func skipNumbers() {
        memory.restore(memory.sequences.ofNextEpoch)
        revision = revision.beforeNextEpoch
        memory.restore(revision: revision)
    }

    /// Restores everything into the memory.
    private mutating func restore(_ idempotency: IdempotencyFile?, threads: Int) throws(StorageError) {
        try checkFiles()
        try checkOtherFiles()
        let people = try folder.content(of: FileName.people) { bytes throws(FormatError) in
            try PeopleFile(bytes)
        }
        let touched = journal.replay.people
        let references = References(
            among: touched.filter { $0.value.value != nil }.map(\.key)
                + (people?.records ?? []).map(\.id).filter { touched[$0] == nil })
        let loaded = try ChecklistLoading.load(
            files.sorted(), in: folder, under: journal.replay, references, threads: threads
        )
        notices += loaded.notices.sorted()
        if let newest = loaded.newest { try reach(newest.revision, of: FileName.checklist(newest.file)) }
        changed.checklists = loaded.changed
        isRepaired = loaded.isRepaired || !settings.hasChecksum
        let (itemsCount, listsInJournal) = (loaded.itemsCount, loaded.listsInJournal)
        var sequences = settings.sequences
        sequences.raise(to: loaded.sequences)
        memory = loaded.finish()
        if !allowsNewerFiles { try checkHomes(itemsCount, listsInJournal) }
        try restore(idempotency)
        try restorePeople(people, references)
        try restoreTombstones()
        try restoreWebhooks(references)
        try restoreDeliveries()
        try restorePreferences(references)
        // The settings are written together with the preferences, and get a checksum then.
        if !settings.hasChecksum { changed.preferences = true }
        memory.restore(sequences)
        memory.restore(revision: revision)
    }

    /// The settings list the files from the next checkpoint on. Those of a new folder list them at once.
    mutating func rememberUncovered() {
        otherFiles.formUnion(FileName.uncovered)
        if !isNew { changed.preferences = true }
    }

    /// Checks that every list has its file, unless the journal deletes the list.
    private mutating func checkFiles() throws(StorageError) {
        let known = Set(settings.checklists)
        for id in settings.checklists where !files.contains(id) {
            // The journal contains a list completely if the list was restored after its deletion.
            if journal.replay.deletedChecklists.contains(id) { continue }
            let file = folder.path(of: FileName.checklist(id))
            guard allowsNewerFiles else {
                throw .unlisted(file)
            }
            notices.append("\(file) is missing. Its list is lost, unless the discarded changes deleted it.")
        }
        for id in files where !known.contains(id) && journal.replay.checklists[id] == nil && !allowsNewerFiles
        {
            throw .damagedFile(
                file: folder.path(of: FileName.checklist(id)),
                reason: "neither \(FileName.settings) nor the journal has this list"
            )
        }
    }

    /// Checks that every item is on exactly one list.
    ///
    /// - Parameters:
    ///   - itemsCount: The number of items that were loaded into the memory.
    ///   - listsInJournal: The lists of the items in the journal.
    private func checkHomes(
        _ itemsCount: Int, _ listsInJournal: Set<Checklist.ID>
    ) throws(StorageError) {
        if let list = listsInJournal.subtracting(memory.checklistIDs).min() {
            let item = journal.replay.items.firstItem(on: list)
            throw .missing(
                file: folder.path(of: FileName.checklist(list)),
                reason: "the journal has item \(item.map(\.description) ?? "?") on this list"
            )
        }
        if memory.itemsCount != itemsCount { throw try itemOnTwoLists() }
    }

    /// The error that names an item in the files of two lists. It reads the files again to find the item.
    private func itemOnTwoLists() throws(StorageError) -> StorageError {
        var homes: [Item.ID: Checklist.ID] = [:]
        for id in files.sorted() {
            let name = FileName.checklist(id)
            let file = try folder.content(of: name) { bytes throws(FormatError) in try ChecklistFile(bytes) }
            for item in file?.items ?? []
            where !journal.replay.touches(item.id, after: file?.revision ?? .zero) {
                if let other = homes.updateValue(id, forKey: item.id) {
                    return .damagedFile(
                        file: folder.path(of: name),
                        reason: "item \(item.id) is also in the file of list \(other)"
                    )
                }
            }
        }
        return .damagedFile(file: folder.path(of: FileName.checklists), reason: "an item is on two lists")
    }

    /// Checks that the journal contains the change through which a file is complete.
    mutating func reach(_ newer: Revision, of name: String) throws(StorageError) {
        guard newer > revision else { return }
        if let segment = journal.lastSegment, !allowsNewerFiles {
            throw .endOfJournalLost(
                file: folder.path(of: name), revision: newer,
                journal: folder.path(of: FileName.segment(segment.number)), segment: segment.number,
                offset: segment.end
            )
        }
        revision = newer
    }

    /// Restores the preferences: the newer ones of settings and journal.
    private mutating func restorePreferences(_ references: References) throws(StorageError) {
        var all = journal.replay.preferences
        for preferences in settings.preferences {
            try reach(preferences.revision, of: FileName.settings)
            if let newer = all[preferences.personID], newer.revision > preferences.revision { continue }
            all[preferences.personID] = preferences
        }
        changed.preferences = !journal.replay.preferences.isEmpty
        for known in all.values where journal.replay.people[known.personID].map({ $0.value != nil }) ?? true {
            var preferences = Optional(known)
            let selected = known.selectedChecklistID.flatMap { memory.checklist($0) }
            if let notice = references.repair(&preferences, on: selected) {
                notices.append(notice)
                changed.preferences = true
            }
            guard let preferences else { continue }
            if preferences != known { isRepaired = true }
            memory.restore(preferences)
        }
    }

    /// Restores the idempotency records.
    private mutating func restore(_ file: IdempotencyFile?) throws(StorageError) {
        let name = FileName.idempotency
        if let file {
            try reach(file.revision, of: name)
        } else if !isNew {
            guard allowsNewerFiles else {
                throw .missing(file: folder.path(of: name), reason: "every data folder has one")
            }
            notices.append(
                "\(folder.path(of: name)) is missing. Repeated requests may be applied twice.")
        }
        changed.idempotency = !journal.replay.idempotencyRecords.isEmpty
        for record in file?.records ?? [] { memory.restore(record) }
        for record in journal.replay.idempotencyRecords { memory.restore(record) }
        memory.forgetIdempotencyRecords(at: now)
    }
}

extension MemoryStore {
    /// The number of items. Unlike `counts`, this does not sort them.
    var itemsCount: Int {
        checklistIDs.reduce(0) { count, id in count + (snapshot(of: id)?.items.count ?? 0) }
    }
}
