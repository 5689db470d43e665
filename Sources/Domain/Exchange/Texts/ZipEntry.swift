/// A file or directory in a zip archive.
struct ZipEntry: Sendable {
    /// The name, which ends with `/` for a directory.
    let name: String
    /// Where the stored or compressed bytes are in the archive.
    let content: Range<Int>
    /// Where the local header begins.
    let start: Int
    /// Whether the content is compressed by DEFLATE. Otherwise it is stored.
    let isDeflated: Bool
    /// The size of the content, in bytes.
    let size: Int
    /// The CRC-32 of the content.
    let checksum: UInt32
}

extension ZipEntry {
    /// APPNOTE §4.4.4: encryption is bit 0, strong encryption bit 6, and an encrypted directory bit 13.
    private static let encryptionFlags = 1 << 0 | 1 << 6 | 1 << 13
    /// APPNOTE §4.4.4: the content is a patch of another file.
    private static let patchFlag = 1 << 5

    /// The size of a header in the directory, without its name, extra field and comment.
    static let headerBytes = 46
    private static let localHeaderBytes = 30

    /// Reads a header of the directory and the local header that it points to.
    ///
    /// The sizes are those of the directory. A local header has zeros where a data descriptor follows the
    /// content.
    /// - Parameters:
    ///   - directory: Where the directory is.
    ///   - offset: Where the header begins. It moves behind the header.
    init(
        in bytes: [UInt8], _ directory: Range<Int>, at offset: inout Int
    ) throws(ImportError) {
        let header = offset
        guard header + Self.headerBytes <= directory.upperBound,
            bytes.littleEndian32(at: header) == 0x0201_4B50
        else { throw ZipDirectory.damaged }
        let nameEnd = header + Self.headerBytes + bytes.littleEndian16(at: header + 28)
        offset = nameEnd + bytes.littleEndian16(at: header + 30) + bytes.littleEndian16(at: header + 32)
        guard offset <= directory.upperBound else { throw ZipDirectory.damaged }
        let flags = bytes.littleEndian16(at: header + 8)
        let method = bytes.littleEndian16(at: header + 10)
        name = String(decoding: bytes[header + Self.headerBytes..<nameEnd], as: UTF8.self)
        checksum = UInt32(bytes.littleEndian32(at: header + 16))
        let packed = bytes.littleEndian32(at: header + 20)
        size = bytes.littleEndian32(at: header + 24)
        start = bytes.littleEndian32(at: header + 42)
        isDeflated = method == 8
        guard flags & Self.encryptionFlags == 0 else {
            throw .malformed("The file \(name.quoted) in the archive is encrypted. Remove the password.")
        }
        guard method == 0 || method == 8, flags & Self.patchFlag == 0 else {
            throw .malformed(
                "The file \(name.quoted) in the archive has the compression method \(method). Use DEFLATE.")
        }
        if packed == 0xFFFF_FFFF || size == 0xFFFF_FFFF || start == 0xFFFF_FFFF { throw ZipDirectory.zip64 }
        guard bytes.littleEndian16(at: header + 34) == 0 else { throw ZipDirectory.split }
        guard start + Self.localHeaderBytes <= directory.lowerBound,
            bytes.littleEndian32(at: start) == 0x0403_4B50, bytes.littleEndian16(at: start + 8) == method
        else { throw Self.damaged(name) }
        let begin =
            start + Self.localHeaderBytes + bytes.littleEndian16(at: start + 26)
            + bytes.littleEndian16(at: start + 28)
        guard begin + packed <= directory.lowerBound, isDeflated || packed == size else {
            throw Self.damaged(name)
        }
        content = begin..<begin + packed
    }

    private static func damaged(_ name: String) -> ImportError {
        .malformed("The archive is damaged: the directory and the header of \(name.quoted) differ.")
    }
}

extension [UInt8] {
    /// The number in two bytes.
    func littleEndian16(at index: Int) -> Int { Int(self[index]) | Int(self[index + 1]) << 8 }

    /// The number in four bytes.
    func littleEndian32(at index: Int) -> Int {
        littleEndian16(at: index) | littleEndian16(at: index + 2) << 16
    }
}

extension String {
    /// The name of a file, short enough for an error message.
    var quoted: String {
        let line = asLine
        let start = line.prefix(80)
        return start.endIndex < line.endIndex ? "\(start)…" : String(start)
    }
}
