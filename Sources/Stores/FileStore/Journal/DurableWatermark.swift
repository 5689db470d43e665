import Checklists
import JSON
import Records

/// How far the journal is on the disk, for certain: the content of `LOCK`.
///
/// A journal that was cut off behind a line looks as if it had never been longer; this tells. It is written
/// after every batch, and synced with every seal only: what it says is true at any time, and after a power
/// failure it may say less than could be said.
struct DurableWatermark: Hashable {
    /// The segment that is written.
    var segment: Int
    /// Up to where it is on the disk.
    var end: Int

    /// A mark.
    init(segment: Int, end: Int) {
        self.segment = segment
        self.end = end
    }

    /// The bytes of the file, always as many, and fewer than a disk writes at once.
    var bytes: [UInt8] {
        var bytes = Document.bytes(capacity: Self.bytesCount) { json in
            json.member("segment", segment)
            json.member("end", end)
        }
        bytes += Array(repeating: UInt8(ascii: " "), count: Self.bytesCount - bytes.count - 1)
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    /// Reads the file; `nil` for anything that is not whole, which proves nothing.
    /// - Throws: `FormatError` for a newer format.
    init?(_ bytes: [UInt8]) throws(FormatError) {
        guard let lineEnd = bytes.span.lineEnd(from: 0) else { return nil }
        let line = Array(bytes[...lineEnd])
        var segment: Int?
        var end: Int?
        do throws(FormatError) {
            guard try Document.hasChecksum(line) else { return nil }
            try Document.read(line) { (name, reader) throws(FormatError) in
                switch name {
                case "segment": segment = try reader.integer()
                case "end": end = try reader.integer()
                default: throw reader.unknown(name)
                }
            }
        } catch {
            if error.newerFormat != nil { throw error }
            return nil
        }
        guard let segment, let end else { return nil }
        self.init(segment: segment, end: end)
    }

    /// Up to where a segment is on the disk, for certain: 0 where this says nothing of it.
    func end(of number: Int) -> Int { segment == number ? end : 0 }

    /// Checks that the journal goes as far as this says.
    /// - Parameter last: The number of its last segment; `nil` if there is none.
    /// - Throws: `StorageError.missing`.
    func check(that last: Int?, isLastIn folder: DataFolder) throws(StorageError) {
        guard segment > last ?? 0 else { return }
        throw .missing(
            file: folder.path(of: last == nil ? FileName.journal : FileName.segment(segment)),
            reason: "\(FileName.lock) says that the journal goes up to segment \(segment)")
    }

    private static let bytesCount = 128
}

extension DataFolder {
    /// How far the journal was on the disk; `nil` if nothing says so.
    func journalMark() throws(StorageError) -> DurableWatermark? {
        try content(of: FileName.lock) { bytes throws(FormatError) in try DurableWatermark(bytes) } ?? nil
    }

    /// Takes away what says how far the journal was on the disk, before it is cut off.
    func removeJournalMark(in lock: File) throws(StorageError) {
        try asStorageError { () throws(FileError) in
            try fileSystem.truncate(lock, to: 0)
            try fileSystem.sync(lock)
        }
    }
}
