import Digest
import JSON
import Records

/// The common form of the store's files: one JSON object that begins with `"format"` and ends with a
/// checksum of everything before it.
///
/// A person who repairs a file by hand removes the checksum.
enum Document {
    /// The format that the store writes, and the newest that it reads.
    ///
    /// Format 9 is a subset of this one. A version that does not know the format reports a newer file instead
    /// of damage.
    static let newestFormat = 10

    /// The oldest format that the store reads.
    static let oldestFormat = 9

    /// Encodes a record as a file.
    static func bytes(of file: some Record, capacity: Int = 256) -> [UInt8] {
        var file = file
        return bytes(capacity: capacity) { json in file.describe(&json) }
    }

    /// Encodes the given members as a file, with a final line break.
    static func bytes(capacity: Int = 256, _ members: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter(capacity: capacity)
        json.beginObject()
        json.member("format", newestFormat)
        members(&json)
        var bytes = json.bytes
        let checksum = CRC32.checksum(bytes)
        bytes.append(contentsOf: checksumStart)
        bytes.append(checksum: checksum)
        bytes.append(contentsOf: checksumEnd)
        return bytes
    }

    /// Parses the fields of a record.
    ///
    /// - Returns: The record, and whether it has a checksum. A file without one was repaired by hand.
    static func read<File: Record>(
        _ type: File.Type, from bytes: [UInt8]
    ) throws(FormatError) -> (file: File, hasChecksum: Bool) {
        var reader = JSONReader(bytes)
        let isChecked = try readFormat(of: bytes, with: &reader)
        var file = File.blank
        var checksum: String?
        try reader.readMembers { json throws(FormatError) in
            try file.describe(&json)
            try json.optional("crc32", &checksum)
        }
        try reader.end()
        guard isChecked || checksum == nil else {
            throw reader.error("the checksum is not the last member")
        }
        return (file, isChecked)
    }

    /// Parses the members between format and checksum. The closure gets each name and reads its value.
    ///
    /// - Returns: Whether there is a checksum. A file without one was repaired by hand.
    @discardableResult static func read(
        _ bytes: [UInt8], _ member: (String, inout JSONReader) throws(FormatError) -> Void
    ) throws(FormatError) -> Bool {
        var reader = JSONReader(bytes)
        let isChecked = try readFormat(of: bytes, with: &reader)
        while let name = try reader.nextName() {
            if name == "crc32" {
                guard isChecked else {
                    throw reader.error("the checksum is not the last member")
                }
                _ = try reader.string()
            } else {
                try member(name, &reader)
            }
        }
        try reader.end()
        return isChecked
    }

    /// Checks format and checksum only.
    static func check(_ bytes: [UInt8]) throws(FormatError) {
        var reader = JSONReader(bytes)
        _ = try readFormat(of: bytes, with: &reader)
    }

    /// The format that a file states. Nothing else is checked.
    static func format(of bytes: [UInt8]) throws(FormatError) -> Int {
        var reader = JSONReader(bytes)
        return try format(with: &reader)
    }

    /// Reads the format, and returns whether there is a valid checksum.
    private static func readFormat(
        of bytes: [UInt8], with reader: inout JSONReader
    ) throws(FormatError) -> Bool {
        let format = try format(with: &reader)
        // Checked first, because a newer format may have another structure.
        guard format <= newestFormat else { throw FormatError(newerFormat: format) }
        guard format >= oldestFormat else {
            throw reader.error(
                """
                format \(format) was never released; start the build of format \(oldestFormat) once, which \
                converts the folder
                """)
        }
        return try hasChecksum(bytes)
    }

    /// Reads up to the value of `format`.
    private static func format(with reader: inout JSONReader) throws(FormatError) -> Int {
        try reader.beginObject()
        guard try reader.nextName() == "format" else {
            throw reader.error("the first member must be \"format\"")
        }
        return try reader.integer()
    }

    /// Whether the file ends with a checksum. Throws if the checksum is wrong.
    static func hasChecksum(_ bytes: [UInt8]) throws(FormatError) -> Bool {
        let digits = bytes.count - checksumEnd.count - CRC32.digitsCount
        let start = digits - checksumStart.count
        let span = bytes.span
        guard span.contains(checksumStart, at: start) else { return false }
        guard span.checksum(at: digits) == CRC32.checksum(span.extracting(0..<start)),
            span.contains(checksumEnd, at: digits + CRC32.digitsCount)
        else { throw FormatError(offset: digits, reason: "the checksum does not match the content") }
        return true
    }

    /// The bytes before and after the digits of the checksum.
    private static let checksumStart = Array(#","crc32":""#.utf8)
    private static let checksumEnd = Array("\"}\n".utf8)
}
