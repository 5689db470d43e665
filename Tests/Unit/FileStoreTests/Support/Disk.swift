/// A disk that can lose power: a model of durable and pending content.
///
/// Only a sync of a file makes its content durable, and only a sync of a folder its names. Each unsynced
/// sector
/// of a write and each unsynced change of a name may be lost or kept independently.
struct Disk {
    /// A pending change of a file's content.
    private enum Change {
        case write(offset: Int, [UInt8])
        case truncate(Int)
    }

    private enum NameChange {
        case add(String, Entry)
        case remove(String)
        case rename(String, to: String, Entry)

        /// The folder whose names change.
        var folder: String {
            switch self {
            case .add(let name, _), .remove(let name), .rename(_, let name, _): Disk.folder(of: name)
            }
        }
    }

    private enum Entry: Hashable {
        case folder
        case file(Int)
    }

    private struct Content {
        var durable: [UInt8] = []
        var pending: [Change] = []
    }

    private var files: [Int: Content] = [:]
    private var durableNames: [String: Entry] = [:]
    private var pendingNames: [NameChange] = []
    /// The names as a running process sees them.
    private var names: [String: Entry] = [:]
    /// How many changes the store has answered.
    private(set) var answered = 0

    /// The bytes that are lost or kept together. Small, so that a line spans several sectors.
    private static let sectorBytes = 64

    mutating func apply(_ operation: DiskOperation) {
        switch operation {
        case .makeFolder(let name):
            change(.add(name, .folder))
        case .create(let name, let file):
            files[file] = Content()
            change(.add(name, .file(file)))
        case .write(let file, let offset, let bytes):
            files[file]?.pending.append(.write(offset: offset, bytes))
        case .truncate(let file, let size):
            files[file]?.pending.append(.truncate(size))
        case .syncFile(let file):
            guard var content = files[file] else { return }
            for change in content.pending { Self.apply(change, to: &content.durable) { _ in true } }
            content.pending = []
            files[file] = content
        case .syncFolder(let folder):
            for change in pendingNames where change.folder == folder { Self.apply(change, to: &durableNames) }
            pendingNames.removeAll { $0.folder == folder }
        case .rename(let name, let newName):
            if let entry = names[name] { change(.rename(name, to: newName, entry)) }
        case .remove(let name):
            change(.remove(name))
        case .answered(let changes):
            answered = changes
        }
    }

    /// The files after a power failure.
    ///
    /// - Parameter keeps: Decides for each unsynced change whether it is kept.
    func afterPowerFailure(_ keeps: () -> Bool) -> [String: [UInt8]] {
        var names = durableNames
        for change in pendingNames where keeps() { Self.apply(change, to: &names) }
        var result: [String: [UInt8]] = [:]
        for (name, entry) in names {
            guard case .file(let number) = entry, let content = files[number] else { continue }
            let folder = Self.folder(of: name)
            guard folder.isEmpty || names[folder] == .folder else { continue }
            var bytes = content.durable
            for change in content.pending { Self.apply(change, to: &bytes) { _ in keeps() } }
            result[name] = bytes
        }
        return result
    }

    private mutating func change(_ change: NameChange) {
        Self.apply(change, to: &names)
        pendingNames.append(change)
    }

    private static func folder(of name: String) -> String {
        name.lastIndex(of: "/").map { String(name[..<$0]) } ?? ""
    }

    private static func apply(_ change: NameChange, to names: inout [String: Entry]) {
        switch change {
        case .add(let name, let entry): names[name] = entry
        case .remove(let name): names[name] = nil
        case .rename(let name, let newName, let entry):
            names[name] = nil
            names[newName] = entry
        }
    }

    /// Applies the kept sectors of a change. The file may have its new length and lack the new content.
    private static func apply(_ change: Change, to bytes: inout [UInt8], keeps: (_ sector: Int) -> Bool) {
        switch change {
        case .truncate(let size):
            if keeps(0) { bytes.removeLast(max(0, bytes.count - size)) }
        case .write(let offset, let new):
            let end = offset + new.count
            for sector in offset / sectorBytes...max(offset, end - 1) / sectorBytes where keeps(sector) {
                let range = max(offset, sector * sectorBytes)..<min(end, (sector + 1) * sectorBytes)
                if bytes.count < range.upperBound {
                    bytes += Array(repeating: 0, count: range.upperBound - bytes.count)
                }
                bytes.replaceSubrange(range, with: new[range.lowerBound - offset..<range.upperBound - offset])
            }
        }
    }
}
