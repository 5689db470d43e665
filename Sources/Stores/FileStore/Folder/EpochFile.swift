import Checklists
import JSON
import Records

/// Which history a folder belongs to: `epoch.json`.
///
/// It stands in a file of its own, which a backup leaves out: a copy that somebody works on has a history of
/// its own from there on, and draws an epoch at its first start, as does a folder of an earlier version.
struct EpochFile {
    /// The epoch.
    var epoch: Epoch

    /// A file of that epoch.
    init(epoch: Epoch) {
        self.epoch = epoch
    }

    /// The bytes of the file.
    var bytes: [UInt8] {
        Document.bytes { json in json.member("epoch", epoch.description) }
    }

    /// Reads the file.
    init(_ bytes: [UInt8]) throws(FormatError) {
        var epoch: Epoch?
        try Document.read(bytes) { (name, reader) throws(FormatError) in
            guard name == "epoch" else { throw reader.unknown(name) }
            epoch = Epoch(try reader.string())
        }
        guard let epoch else { throw FormatError(offset: 0, reason: "the file lacks an epoch") }
        self.epoch = epoch
    }
}

extension DataFolder {
    /// The epoch of the folder; `nil` where it has none yet.
    /// - Throws: `StorageError` for a file that is damaged or cannot be read.
    func epoch() throws(StorageError) -> Epoch? {
        try content(of: FileName.epoch) { bytes throws(FormatError) in try EpochFile(bytes).epoch }
    }

    /// Begins an epoch in a folder that has none.
    func begin(_ epoch: Epoch) {
        // Without room the next start draws another, and clients look once more for nothing.
        try? fileSystem.replaceFile(path(of: FileName.epoch), with: EpochFile(epoch: epoch).bytes)
        try? fileSystem.syncFolder(path)
    }

    /// Ends the epoch: what the next start finds is not what was there before.
    func endEpoch() throws(FileError) {
        try removeIfThere(FileName.epoch)
        try fileSystem.syncFolder(path)
    }
}
