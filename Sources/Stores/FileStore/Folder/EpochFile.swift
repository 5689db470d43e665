import Checklists
import JSON
import Records

/// The epoch of a folder: `epoch.json`.
///
/// A backup leaves this file out, because a copy in use has a separate history. The first start of a copy
/// draws an epoch and skips the numbers that the lost history may have given.
struct EpochFile {
    var epoch: Epoch

    init(epoch: Epoch) {
        self.epoch = epoch
    }

    var bytes: [UInt8] {
        Document.bytes { json in json.member("epoch", epoch.description) }
    }

    init(_ bytes: [UInt8]) throws(FormatError) {
        var epoch: Epoch?
        try Document.read(bytes) { (name, reader) throws(FormatError) in
            guard name == "epoch" else { throw reader.unknown(name) }
            epoch = Epoch(try reader.string())
        }
        guard let epoch else { throw FormatError(offset: 0, reason: "the file has no epoch") }
        self.epoch = epoch
    }
}

extension DataFolder {
    /// The epoch of the folder; `nil` if it has none.
    /// - Throws: `StorageError` if the file is damaged or unreadable.
    func epoch() throws(StorageError) -> Epoch? {
        try content(of: FileName.epoch) { bytes throws(FormatError) in try EpochFile(bytes).epoch }
    }

    /// Writes the epoch of a folder that has none. A store must not open without it: the next start would
    /// take the folder for a copy and skip numbers.
    func begin(_ epoch: Epoch) throws(FileError) {
        try fileSystem.replaceFile(path(of: FileName.epoch), with: EpochFile(epoch: epoch).bytes)
        try fileSystem.syncFolder(path)
    }

    /// Ends the epoch: the next start finds a different history.
    func endEpoch() throws(FileError) {
        try removeIfThere(FileName.epoch)
        try fileSystem.syncFolder(path)
    }
}
