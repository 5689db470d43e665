import Checklists

/// Reads the central directory of a zip archive (APPNOTE §4.3.12).
enum ZipDirectory {
    /// The size of the record at the end of an archive, without its comment (APPNOTE §4.3.16).
    private static let endBytes = 22
    /// The maximum size of the comment in that record.
    private static let commentBytesMax = 65_535

    static let damaged = ImportError.malformed("The archive is damaged: its directory is invalid.")
    static let zip64 = ImportError.malformed("The archive has the format Zip64. Split it into smaller ones.")
    static let split = ImportError.malformed("The archive has several parts. Join them into one file.")

    /// The files and directories of an archive, in the order of its directory.
    static func entries(in bytes: [UInt8], _ limits: ImportLimits) throws(ImportError) -> [ZipEntry] {
        guard let end = end(of: bytes) else {
            throw .malformed("The file is not a zip archive, or its end is missing.")
        }
        let count = bytes.littleEndian16(at: end + 10)
        let size = bytes.littleEndian32(at: end + 12)
        let start = bytes.littleEndian32(at: end + 16)
        if count == 0xFFFF || size == 0xFFFF_FFFF || start == 0xFFFF_FFFF { throw zip64 }
        guard bytes.littleEndian16(at: end + 4) == 0, bytes.littleEndian16(at: end + 6) == 0,
            bytes.littleEndian16(at: end + 8) == count
        else { throw split }
        guard count <= limits.archiveEntriesMax else {
            throw .tooMany(limits.archiveEntriesMax, "files in the archive")
        }
        guard start + size <= end, count * ZipEntry.headerBytes <= size else { throw damaged }
        var entries: [ZipEntry] = []
        entries.reserveCapacity(count)
        var offset = start
        for _ in 0..<count {
            entries.append(try ZipEntry(in: bytes, start..<start + size, at: &offset))
        }
        guard offset == start + size else { throw damaged }
        try checkSizes(of: entries, limits)
        try checkOverlap(of: entries)
        return entries
    }

    /// Where the record at the end begins. The comment behind it fills the rest of the archive.
    private static func end(of bytes: [UInt8]) -> Int? {
        let last = bytes.count - endBytes
        guard last >= 0 else { return nil }
        return (max(0, last - commentBytesMax)...last).last { index in
            bytes[index] == UInt8(ascii: "P") && bytes.littleEndian32(at: index) == 0x0605_4B50
                && index + endBytes + bytes.littleEndian16(at: index + 20) == bytes.count
        }
    }

    /// Refuses archives that unpack to much more than their size.
    private static func checkSizes(of entries: [ZipEntry], _ limits: ImportLimits) throws(ImportError) {
        let total = entries.reduce(0) { $0 + $1.size }
        guard total <= limits.unpackedBytesMax else {
            throw .malformed(
                "The files in the archive have \(total) bytes together. The maximum is "
                    + "\(limits.unpackedBytesMax) bytes.")
        }
        for entry in entries where entry.size >= limits.compressionRatioBytesMin {
            guard entry.size / limits.compressionRatioMax <= entry.content.count else {
                throw .malformed(
                    "The file \(entry.name.quoted) in the archive is more than "
                        + "\(limits.compressionRatioMax) times its compressed size. Unpack it first.")
            }
        }
    }

    /// Refuses entries that share bytes. A small archive of such entries unpacks to a very large content.
    private static func checkOverlap(of entries: [ZipEntry]) throws(ImportError) {
        var end = 0
        for entry in entries.sorted(by: { $0.start < $1.start }) {
            guard entry.start >= end else {
                throw .malformed("The archive is damaged: \(entry.name.quoted) overlaps another file.")
            }
            end = entry.content.upperBound
        }
    }
}
