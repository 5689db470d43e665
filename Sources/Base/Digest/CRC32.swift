import CDigest

/// CRC-32 with the reflected polynomial 0xEDB88320, as in zlib, PNG and Ethernet. It detects damage, not
/// tampering.
public enum CRC32 {
    /// The checksum of these bytes.
    public static func checksum(_ bytes: [UInt8]) -> UInt32 {
        checksum(bytes.span)
    }

    /// The checksum of these bytes, behind others with the checksum `before`.
    public static func checksum(_ bytes: Span<UInt8>, after before: UInt32 = 0) -> UInt32 {
        let folded = canFold && bytes.count >= 64 ? bytes.count / 16 * 16 : 0
        let crc = folded == 0 ? ~before : fold(bytes.extracting(0..<folded), ~before)
        return ~takeIn(bytes.extracting(folded..<bytes.count), crc)
    }

    /// The CRC register after bytes, which the processor folds 16 at a time.
    private static func fold(_ bytes: Span<UInt8>, _ before: UInt32) -> UInt32 {
        unsafe bytes.withUnsafeBufferPointer { unsafe fold_crc32(before, $0.baseAddress, $0.count) }
    }

    private static let canFold = can_fold_crc32() != 0

    /// The CRC register after bytes, computed from tables.
    static func takeIn(_ bytes: Span<UInt8>, _ before: UInt32) -> UInt32 {
        let tables = tables.span
        var crc = before
        var index = 0
        // Slicing by 8: each byte goes through the table that also shifts it past the bytes behind it.
        while index + 8 <= bytes.count {
            crc ^= UInt32(bytes[index])
            crc ^= UInt32(bytes[index + 1]) << 8
            crc ^= UInt32(bytes[index + 2]) << 16
            crc ^= UInt32(bytes[index + 3]) << 24
            let low = tables[0x700 | Int(crc & 0xFF)] ^ tables[0x600 | Int(crc >> 8 & 0xFF)]
            let high = tables[0x500 | Int(crc >> 16 & 0xFF)] ^ tables[0x400 | Int(crc >> 24)]
            let next = tables[0x300 | Int(bytes[index + 4])] ^ tables[0x200 | Int(bytes[index + 5])]
            let last = tables[0x100 | Int(bytes[index + 6])] ^ tables[Int(bytes[index + 7])]
            crc = low ^ high ^ next ^ last
            index += 8
        }
        while index < bytes.count {
            crc = crc >> 8 ^ tables[Int(UInt8(truncatingIfNeeded: crc) ^ bytes[index])]
            index += 1
        }
        return crc
    }

    /// Eight consecutive tables of 256 entries: the effect of a byte with 0 to 7 bytes behind it.
    private static let tables: [UInt32] = {
        var tables = (0..<256 as Range<UInt32>).map { byte in
            (0..<8).reduce(byte) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        for index in 256..<2048 {
            let before = tables[index - 256]
            tables.append(before >> 8 ^ tables[Int(before & 0xFF)])
        }
        return tables
    }()
}
