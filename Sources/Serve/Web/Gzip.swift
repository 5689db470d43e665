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
        var reason: UnsafePointer<CChar>?
        let zlib = unsafe zlib_open(library, &reason)
        guard unsafe reason == nil else { return nil }
        // zlib needs less: RFC 1951 §3.2.4 has blocks that are not compressed.
        var compressed = [UInt8](repeating: 0, count: content.count + content.count / 1024 + 64)
        var length = UInt(compressed.count)
        let level = Int32(ZLIB_BEST_COMPRESSION)
        let result = unsafe zlib.compress2(&compressed, &length, content, UInt(content.count), level)
        guard result == ZLIB_OK else { return nil }
        let trailer = [CRC32.checksum(content), UInt32(truncatingIfNeeded: content.count)].flatMap { value in
            stride(from: 0, to: 32, by: 8).map { UInt8(truncatingIfNeeded: value >> $0) }
        }
        let deflated = compressed.prefix(Int(length)).dropFirst(zlibHeaderBytes).dropLast(zlibTrailerBytes)
        return header + deflated + trailer
    }
}
