import Digest
import JSON
import Records

/// A file of the store as bytes: one JSON object that begins with `"format":1` and ends with a checksum of
/// all that stands before it, so that damage is seen.
///
/// Who repairs a file by hand takes the checksum out.
enum Document {
    /// The format that is written, and the newest that can be read.
    ///
    /// Formats 1 to 6 are the same with less in them. Versions that know no other would take what came to be
    /// kept later for damage, and are told by this that it is newer.
    static let newestFormat = 7

    /// The bytes of a file with the fields of a record.
    static func bytes(of file: some Record, capacity: Int = 256) -> [UInt8] {
        var file = file
        return bytes(capacity: capacity) { json in file.describe(&json) }
    }

    /// The bytes of a file with those members, and a line break behind them.
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

    /// Reads the fields of a record.
    ///
    /// - Returns: Also whether there is a checksum: without one the file was repaired by hand.
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
            throw reader.error("the checksum does not stand where it was written")
        }
        return (file, isChecked)
    }

    /// Reads the members between format and checksum, each by the closure, which gets the name and reads the
    /// value.
    ///
    /// - Returns: Whether there is a checksum: without one the file was repaired by hand.
    @discardableResult static func read(
        _ bytes: [UInt8], _ member: (String, inout JSONReader) throws(FormatError) -> Void
    ) throws(FormatError) -> Bool {
        var reader = JSONReader(bytes)
        let isChecked = try readFormat(of: bytes, with: &reader)
        while let name = try reader.nextName() {
            if name == "crc32" {
                guard isChecked else {
                    throw reader.error("the checksum does not stand where it was written")
                }
                _ = try reader.string()
            } else {
                try member(name, &reader)
            }
        }
        try reader.end()
        return isChecked
    }

    /// Checks format and checksum, and nothing else.
    static func check(_ bytes: [UInt8]) throws(FormatError) {
        var reader = JSONReader(bytes)
        _ = try readFormat(of: bytes, with: &reader)
    }

    /// The format that a file says it has. Nothing else of it is looked at.
    static func format(of bytes: [UInt8]) throws(FormatError) -> Int {
        var reader = JSONReader(bytes)
        return try format(with: &reader)
    }

    /// Reads up to behind the format, and tells whether the checksum was seen to be right.
    private static func readFormat(
        of bytes: [UInt8], with reader: inout JSONReader
    ) throws(FormatError) -> Bool {
        let format = try format(with: &reader)
        // Before anything else: what follows may have another form.
        guard format <= newestFormat else { throw FormatError(newerFormat: format) }
        guard format > 0 else { throw reader.error("there is no format \(format)") }
        return try hasChecksum(bytes)
    }

    /// Reads up to behind the format.
    private static func format(with reader: inout JSONReader) throws(FormatError) -> Int {
        try reader.beginObject()
        guard try reader.nextName() == "format" else {
            throw reader.error("the file does not begin with its format")
        }
        return try reader.integer()
    }

    /// Whether there is a checksum at the end, and then the right one.
    static func hasChecksum(_ bytes: [UInt8]) throws(FormatError) -> Bool {
        let digits = bytes.count - checksumEnd.count - CRC32.digitsCount
        let start = digits - checksumStart.count
        let span = bytes.span
        guard span.contains(checksumStart, at: start) else { return false }
        guard span.checksum(at: digits) == CRC32.checksum(span.extracting(0..<start)),
            span.contains(checksumEnd, at: digits + CRC32.digitsCount)
        else { throw FormatError(offset: digits, reason: "the checksum is not that of the content") }
        return true
    }

    /// What stands between the last member and the digits of the checksum, and behind them.
    private static let checksumStart = Array(#","crc32":""#.utf8)
    private static let checksumEnd = Array("\"}\n".utf8)
}
