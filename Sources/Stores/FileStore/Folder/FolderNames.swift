import Checklists

/// The names in a data folder, by kind.
struct FolderNames {
    /// The lists that have a file, ascending.
    private(set) var checklists: [Checklist.ID] = []
    /// The parts of the delivery log, ascending.
    private(set) var deliveries: [Int] = []
    /// The segments of the journal, ascending.
    private(set) var segments: [Int] = []
    /// Temporary files that an ended process has left behind.
    private(set) var temporaries: [String] = []
    /// Truncated parts of the journal.
    private(set) var torn: [String] = []
    /// Files that do not belong to the store.
    private(set) var unknown: [String] = []
    /// The existing files of which the folder has one each, except `settings.json`.
    private(set) var files: Set<String> = []

    /// The files of the store except its journal, in the order of a copy. Those of which a folder has one
    /// each may be missing.
    var documents: [String] {
        checklists.map(FileName.checklist) + deliveries.map(FileName.deliveries)
            + [
                FileName.people, FileName.tombstones, FileName.webhooks, FileName.idempotency,
                FileName.settings, FileName.tokens, FileName.secret,
            ]
    }

    /// Whether no file can contain a change.
    var isEmpty: Bool {
        checklists.isEmpty && segments.isEmpty && deliveries.isEmpty
            && files.isDisjoint(with: [FileName.people, FileName.tombstones, FileName.webhooks])
    }

    /// Reads the names in a folder. A missing folder is empty.
    init(_ folder: DataFolder) throws(FileError) {
        for name in try folder.names(in: ".") {
            switch name {
            case FileName.lock, FileName.settings, FileName.epoch, FileName.checklists,
                FileName.deliveries, FileName.journal, FileName.controlSocket:
                break
            case FileName.idempotency, FileName.people, FileName.tombstones, FileName.webhooks,
                FileName.secret, FileName.tokens:
                files.insert(name)
            // Another process may be replacing the tokens now.
            case FileName.tokens + FileName.temporarySuffix: break
            case FileName.settings + FileName.temporarySuffix,
                FileName.epoch + FileName.temporarySuffix,
                FileName.secret + FileName.temporarySuffix,
                FileName.idempotency + FileName.temporarySuffix,
                FileName.people + FileName.temporarySuffix,
                FileName.tombstones + FileName.temporarySuffix,
                FileName.webhooks + FileName.temporarySuffix:
                temporaries.append(name)
            default:
                if !Self.isKept(name, &temporaries, in: "") { unknown.append(name) }
            }
        }
        for name in try folder.names(in: FileName.checklists) {
            if let id = FileName.checklistID(of: name) {
                checklists.append(id)
            } else {
                sort(name, in: FileName.checklists) { FileName.checklistID(of: $0) != nil }
            }
        }
        for name in try folder.names(in: FileName.deliveries) {
            if let number = FileName.deliveriesNumber(of: name) {
                deliveries.append(number)
            } else {
                sort(name, in: FileName.deliveries) { FileName.deliveriesNumber(of: $0) != nil }
            }
        }
        for name in try folder.names(in: FileName.journal) {
            if let number = FileName.segmentNumber(of: name) {
                segments.append(number)
            } else if name.hasPrefix(FileName.tornPrefix) {
                torn.append("\(FileName.journal)/\(name)")
            } else {
                sort(name, in: FileName.journal) { FileName.segmentNumber(of: $0) != nil }
            }
        }
        checklists.sort()
        deliveries.sort()
        segments.sort()
        unknown.sort()
    }

    /// Records a temporary or an unknown name.
    private mutating func sort(_ name: String, in folder: String, _ isOurs: (String) -> Bool) {
        let path = "\(folder)/\(name)"
        if Self.isKept(name, &temporaries, in: "\(folder)/") { return }
        if name.hasSuffix(FileName.temporarySuffix),
            isOurs(String(name.dropLast(FileName.temporarySuffix.count)))
        {
            temporaries.append(path)
        } else {
            unknown.append(path)
        }
    }

    /// Whether a migration has kept the file. An incomplete one is temporary.
    private static func isKept(_ name: String, _ temporaries: inout [String], in folder: String) -> Bool {
        if name.hasSuffix(FileName.keptSuffix) { return true }
        guard name.hasSuffix(FileName.keptSuffix + FileName.temporarySuffix) else { return false }
        temporaries.append(folder + name)
        return true
    }
}
