import CZlib
import Digest
import Synchronization

/// The gzip coding (RFC 1952) of files and answers, piece by piece.
public struct Gzip {
    /// RFC 1952 §2.3: DEFLATE, no file name, no time, unknown operating system.
    private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]

    /// How much time zlib spends on a small result.
    public enum Level: Int32, Sendable {
        case fastest = 1
        case smallest = 9
    }

    private let zlib: zlib_library
    private let level: Level
    private var checksum: UInt32 = 0
    private var count: UInt32 = 0
    private var hasBegun = false

    /// Begins a file; `nil` if zlib is missing.
    /// - Parameter library: The file name of zlib.
    public init?(_ level: Level, library: String = "libz.so.1") {
        var reason: UnsafePointer<CChar>?
        zlib = unsafe zlib_open(library, &reason)
        // Without a reason, `zlib` has every function.
        guard unsafe reason == nil else { return nil }
        self.level = level
    }

    /// Compresses content; `nil` if zlib is missing or lacks memory.
    public static func compress(
        _ content: [UInt8], _ level: Level = .smallest, library: String = "libz.so.1"
    ) -> [UInt8]? {
        var file = Gzip(level, library: library)
        return file?.next(content, isLast: true)
    }

    /// Compresses the pieces of one file, one call each; `nil` if zlib is missing.
    public static func coder(
        _ level: Level = .smallest
    ) -> (@Sendable (_ piece: [UInt8], _ isLast: Bool) -> [UInt8]?)? {
        guard let begun = Gzip(level) else { return nil }
        let file = Mutex(begun)
        return { piece, isLast in file.withLock { $0.next(piece, isLast: isLast) } }
    }

    /// The compressed form of the next piece; `nil` if zlib lacks memory.
    public mutating func next(_ piece: [UInt8], isLast: Bool) -> [UInt8]? {
        // An upper bound: RFC 1951 §3.2.4 allows blocks that are not compressed.
        var compressed = [UInt8](repeating: 0, count: piece.count + piece.count / 1024 + 64)
        // The function writes at most `compressed.count` octets, reads `piece.count`, and keeps no pointer.
        let length = unsafe zlib_deflate(
            zlib, level.rawValue, isLast, piece, piece.count, &compressed, compressed.count)
        guard length > 0 else { return nil }
        checksum = CRC32.checksum(piece.span, after: checksum)
        count &+= UInt32(truncatingIfNeeded: piece.count)
        let trailer = [checksum, count].flatMap { value in
            stride(from: 0, to: 32, by: 8).map { UInt8(truncatingIfNeeded: value >> $0) }
        }
        defer { hasBegun = true }
        return (hasBegun ? [] : Self.header) + compressed.prefix(length) + (isLast ? trailer : [])
    }
}
