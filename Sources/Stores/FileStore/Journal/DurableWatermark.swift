import Checklists
import JSON
import Records

/// The durable watermark of the journal: the content of `LOCK`.
///
/// A journal that is truncated at a line break looks complete; the watermark reveals the loss. It is written
/// after every batch, but synced only with a seal. So it never states too much, and after a power failure it
/// may state less than is durable.
struct DurableWatermark: Hashable {
    /// The current segment.
    var segment: Int
    /// The offset up to which the segment is durable.
    var end: Int

    init(segment: Int, end: Int) {
        self.segment = segment
        self.end = end
    }

    /// Encodes the file: always 128 bytes, less than a disk writes atomically.
    var bytes: [UInt8] {
        var bytes = Document.bytes(capacity: Self.bytesCount) { json in
            json.member("segment", segment)
            json.member("end", end)
        }
        bytes += Array(repeating: UInt8(ascii: " "), count: Self.bytesCount - bytes.count - 1)
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    /// Parses the file; `nil` for an incomplete one, which proves nothing.
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

    /// The offset up to which a segment is known to be durable; 0 for other segments.
    func end(of number: Int) -> Int { segment == number ? end : 0 }

    /// Checks that the journal reaches the watermark.
    /// - Parameter last: The number of its last segment; `nil` if there is none.
    /// - Throws: `StorageError.missing`.
    func check(that last: Int?, isLastIn folder: DataFolder) throws(StorageError) {
        guard segment > last ?? 0 else { return }
        throw .missing(
            file: folder.path(of: last == nil ? FileName.journal : FileName.segment(segment)),
            reason: "\(FileName.lock) names segment \(segment) as the newest")
    }

    private static let bytesCount = 128
}

extension DataFolder {
    /// The durable watermark of the journal; `nil` if there is none.
    func durableWatermark() throws(StorageError) -> DurableWatermark? {
        try content(of: FileName.lock) { bytes throws(FormatError) in try DurableWatermark(bytes) } ?? nil
    }

    /// Removes the watermark before a truncation of the journal.
    func removeJournalMark(in lock: File) throws(StorageError) {
        try asStorageError { () throws(FileError) in
            try fileSystem.truncate(lock, to: 0)
            try fileSystem.sync(lock)
        }
    }
}
