import Checklists

/// The names in a data folder, by what they are.
struct FolderNames {
    /// The lists that have a file, ascending.
    private(set) var checklists: [Checklist.ID] = []
    /// The numbers of the files that the delivery log has, ascending.
    private(set) var deliveries: [Int] = []
    /// The segments of the journal, ascending.
    private(set) var segments: [Int] = []
    /// Files that were to replace others when the process ended.
    private(set) var temporaries: [String] = []
    /// What was cut off the journal at some time.
    private(set) var torn: [String] = []
    /// Everything that is none of the store's.
    private(set) var unknown: [String] = []
    /// The files that there is one of each, settings aside.
    private(set) var files: Set<String> = []

    /// Whether there is nothing that a change was ever kept in.
    var isEmpty: Bool {
        checklists.isEmpty && segments.isEmpty && deliveries.isEmpty
            && files.isDisjoint(with: [FileName.people, FileName.removals, FileName.webhooks])
    }

    /// Looks into a folder; one that is missing is empty.
    init(_ folder: DataFolder) throws(FileError) {
        for name in try folder.names(in: ".") {
            switch name {
            case FileName.lock, FileName.settings, FileName.epoch, FileName.secret, FileName.checklists,
                FileName.deliveries, FileName.journal:
                break
            case FileName.idempotency, FileName.people, FileName.removals, FileName.webhooks:
                files.insert(name)
            // Somebody else may be about to replace them.
            case FileName.tokens, FileName.tokens + FileName.temporarySuffix: break
            case FileName.settings + FileName.temporarySuffix,
                FileName.epoch + FileName.temporarySuffix,
                FileName.secret + FileName.temporarySuffix,
                FileName.idempotency + FileName.temporarySuffix,
                FileName.people + FileName.temporarySuffix,
                FileName.removals + FileName.temporarySuffix,
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

    /// Notes a name that is that of a temporary file, or unknown.
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

    /// Whether a file was kept from an older format; one that was not finished is a temporary one.
    private static func isKept(_ name: String, _ temporaries: inout [String], in folder: String) -> Bool {
        if name.hasSuffix(FileName.keptSuffix) { return true }
        guard name.hasSuffix(FileName.keptSuffix + FileName.temporarySuffix) else { return false }
        temporaries.append(folder + name)
        return true
    }
}
