import Checklists
import Dispatch
import MemoryStore
import Records
import Synchronization

/// Loads lists from files and journal into a memory.
struct ChecklistLoading: ~Copyable {
    /// The lists with their items. The counters are not set.
    private(set) var memory = MemoryStore()
    /// The lists with an outdated file.
    private(set) var changed: Set<Checklist.ID> = []
    /// The newest change through which any file is complete, and that file.
    private(set) var newest: (revision: Revision, file: Checklist.ID)?
    /// One more than the highest id of a list and of an item.
    private(set) var sequences = Sequences()
    /// The number of loaded items, with duplicates.
    private(set) var itemsCount = 0
    /// Whether a file was repaired by hand.
    private(set) var isRepaired = false
    /// The cleared references, a sentence for each list.
    private(set) var notices: [String] = []

    /// The items that were in the files of two lists.
    private var known: [Item] = []
    /// The lists of the items in the journal.
    private(set) var listsInJournal: Set<Checklist.ID> = []
    private var failure: (id: Checklist.ID, error: StorageError)?

    /// A list after its file and the journal are merged.
    private struct Loaded {
        /// The list; `nil` if the journal deletes it.
        var checklist: Checklist?
        var items: [Item]
        /// Whether the journal adds to the file.
        var isChanged: Bool
        /// Whether the file was repaired by hand.
        var isRepaired = false
        /// The change through which the file is complete.
        var revision: Revision
        /// The notice of cleared references.
        var notice: String?

        /// Clears references to records that no longer exist.
        mutating func repair(_ references: References) {
            guard var list = checklist else { return }
            notice = references.repair(&list, &items)
            if notice == nil { return }
            checklist = list
            (isChanged, isRepaired) = (true, true)
        }

        /// One more than the highest id of the items.
        var nextItemID: Item.ID { items.lazy.map(\.id.next).max() ?? Item.ID(rawValue: 1) }
    }

    private init() {}

    /// Reads the files of lists in parallel, merges the journal into them and adds the lists that only the
    /// journal contains.
    ///
    /// - Throws: `StorageError` for the first damaged file.
    static func load(
        _ files: [Checklist.ID], in folder: DataFolder, under replay: Replay, _ references: References,
        threads: Int
    ) throws(StorageError) -> ChecklistLoading {
        let arrivals = replay.items.idsByChecklist()
        let loading = Mutex(ChecklistLoading())
        let next = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: threads) { _ in
            while loading.withLock({ $0.failure == nil }) {
                let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard index < files.count else { break }
                let id = files[index]
                do throws(StorageError) {
                    let file = try read(id, in: folder)
                    var loaded = merge(file, replay, arrivals[id] ?? [])
                    loaded.repair(references)
                    guard var list = loading.withLock({ $0.add(loaded, id) }) else { continue }
                    list.makeIndex()
                    loading.withLock { $0.memory.finish(list) }
                } catch {
                    loading.withLock { $0.fail(id, error) }
                }
            }
        }
        var result = loading.withLock { exchange(&$0, with: ChecklistLoading()) }
        if let failure = result.failure { throw failure.error }
        result.addUnwritten(replay, arrivals, references, besides: Set(files))
        result.memory.restoreAgain(exchange(&result.known, with: []))
        result.listsInJournal = Set(arrivals.keys)
        return result
    }

    /// The memory with the content of files and journal.
    consuming func finish() -> MemoryStore { memory }

    private static func read(
        _ id: Checklist.ID, in folder: DataFolder
    ) throws(StorageError) -> ChecklistFile {
        let name = FileName.checklist(id)
        let file = try folder.content(of: name) { bytes throws(FormatError) in try ChecklistFile(bytes) }
        guard let file else {
            throw .missing(file: folder.path(of: name), reason: "it was deleted during the start")
        }
        guard file.checklist.id == id else {
            throw .damagedFile(file: folder.path(of: name), reason: "it contains list \(file.checklist.id)")
        }
        return file
    }

    /// Merges the journal into the file of a list.
    private static func merge(
        _ file: consuming ChecklistFile, _ replay: Replay, _ arrivals: [Item.ID]
    ) -> Loaded {
        let revision = file.revision
        var loaded = Loaded(
            checklist: file.checklist, items: file.items, isChanged: !file.hasChecksum,
            isRepaired: !file.hasChecksum, revision: revision)
        if let state = replay.checklists[file.checklist.id], state.revision > revision {
            loaded.checklist = state.value
            loaded.isChanged = true
        } else if let touch = replay.touches[file.checklist.id], touch.revision > revision {
            if var list = loaded.checklist { touch.value?.apply(to: &list); loaded.checklist = list }
            loaded.isChanged = true
        }
        if !replay.items.isEmpty {
            let count = loaded.items.count
            loaded.items.removeAll { replay.touches($0.id, after: revision) }
            if loaded.items.count < count { loaded.isChanged = true }
        }
        for id in arrivals {
            guard let state = replay.items[id], state.revision > revision, let item = state.value else {
                continue
            }
            loaded.items.append(item)
            loaded.isChanged = true
        }
        return loaded
    }

    /// Adds a list to the memory.
    /// - Returns: A long list, whose index the caller makes outside the lock; `nil` if the list is finished.
    private mutating func add(_ loaded: consuming Loaded, _ id: Checklist.ID) -> RestoredList? {
        sequences.raise(above: id)
        if loaded.revision > newest?.revision ?? .zero { newest = (loaded.revision, id) }
        if loaded.isChanged { changed.insert(id) }
        if loaded.isRepaired { isRepaired = true }
        if let notice = loaded.notice { notices.append(notice) }
        guard let checklist = loaded.checklist else { return nil }
        sequences[Item.ID.self] = max(sequences[Item.ID.self], loaded.nextItemID)
        itemsCount += loaded.items.count
        let list = memory.place(checklist, items: loaded.items)
        known += list.known
        if list.isLong { return list }
        memory.finish(list)
        return nil
    }

    /// Adds the lists that only the journal contains, and raises the counters above deleted items.
    private mutating func addUnwritten(
        _ replay: Replay, _ arrivals: [Checklist.ID: [Item.ID]], _ references: References,
        besides files: Set<Checklist.ID>
    ) {
        sequences[Item.ID.self] = max(sequences[Item.ID.self], replay.items.nextID)
        for (id, state) in replay.checklists where !files.contains(id) {
            var loaded = Loaded(
                checklist: state.value, items: (arrivals[id] ?? []).compactMap { replay.items[$0]?.value },
                isChanged: state.value != nil,
                revision: state.revision
            )
            loaded.repair(references)
            if let list = add(loaded, id) { memory.finish(list) }
        }
    }

    /// Records an unusable file. The lowest id is reported, independent of the order of reading.
    private mutating func fail(_ id: Checklist.ID, _ error: StorageError) {
        if let failure, failure.id < id { return }
        failure = (id, error)
    }
}

extension Identifier {
    /// The next value of the counter after this id.
    fileprivate var next: Self { Self(rawValue: rawValue + 1) }
}
