import CZlib
import Digest

/// The gzip coding (RFC 1952) of files that are compressed once and sent often.
enum Gzip {
    /// RFC 1952 §2.3: DEFLATE, no name, no time, unknown system.
    private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
    /// What the zlib format (RFC 1950 §2.2) has before and after the DEFLATE data.
    private static let zlibHeaderBytes = 2
    private static let zlibTrailerBytes = 4

    /// Compresses content; `nil` without zlib, or without memory for it.
    /// - Parameter library: The file name of zlib.
    static func compress(_ content: [UInt8], library: String = "libz.so.1") -> [UInt8]? {
        // zlib needs less: RFC 1951 §3.2.4 has blocks that are not compressed.
        let capacity = content.count + content.count / 1024 + 64
        let compressed = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            count = unsafe zlib_compress(library, content, content.count, buffer.baseAddress, capacity)
        }
        guard compressed.count > zlibHeaderBytes + zlibTrailerBytes else { return nil }
        let trailer = [CRC32.checksum(content), UInt32(truncatingIfNeeded: content.count)].flatMap { value in
            stride(from: 0, to: 32, by: 8).map { UInt8(truncatingIfNeeded: value >> $0) }
        }
        return header + compressed.dropFirst(zlibHeaderBytes).dropLast(zlibTrailerBytes) + trailer
    }
}
