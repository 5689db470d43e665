import CZlib
import Digest

/// The gzip coding (RFC 1952), for files and answers.
public enum Gzip {
    /// RFC 1952 §2.3: DEFLATE, no file name, no time, unknown operating system.
    private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
    /// The zlib format (RFC 1950 §2.2) encloses the DEFLATE data in these two.
    private static let zlibHeaderBytes = 2
    private static let zlibTrailerBytes = 4

    /// How much time zlib spends on a small result.
    public enum Level: Int32, Sendable {
        case fastest = 1
        case smallest = 9
    }

    /// Compresses content; `nil` if zlib is missing or lacks memory.
    /// - Parameter library: The file name of zlib.
    public static func compress(
        _ content: [UInt8], _ level: Level = .smallest, library: String = "libz.so.1"
    ) -> [UInt8]? {
        var reason: UnsafePointer<CChar>?
        let zlib = unsafe zlib_open(library, &reason)
        // Without a reason, `zlib` has every function.
        guard unsafe reason == nil else { return nil }
        // An upper bound: RFC 1951 §3.2.4 allows blocks that are not compressed.
        var compressed = [UInt8](repeating: 0, count: content.count + content.count / 1024 + 64)
        var length = UInt(compressed.count)
        // The function writes at most `length` bytes, reads `content.count` bytes, and keeps no pointer.
        let result = unsafe zlib.compress2(&compressed, &length, content, UInt(content.count), level.rawValue)
        guard result == ZLIB_OK else { return nil }
        let trailer = [CRC32.checksum(content), UInt32(truncatingIfNeeded: content.count)].flatMap { value in
            stride(from: 0, to: 32, by: 8).map { UInt8(truncatingIfNeeded: value >> $0) }
        }
        let deflated = compressed.prefix(Int(length)).dropFirst(zlibHeaderBytes).dropLast(zlibTrailerBytes)
        return header + deflated + trailer
    }
}
