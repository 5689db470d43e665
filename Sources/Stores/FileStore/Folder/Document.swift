import Digest
import JSON
import StoredJSON

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

    /// Reads the members between format and checksum, each by the closure, which gets the name and reads the
    /// value.
    ///
    /// - Returns: Whether there is a checksum: without one the file was repaired by hand.
    @discardableResult static func read(
        _ bytes: Span<UInt8>, _ member: (String, inout JSONReader, Span<UInt8>) throws(FormatError) -> Void
    ) throws(FormatError) -> Bool {
        var reader = JSONReader()
        let isChecked = try readFormat(with: &reader, in: bytes)
        while let name = try reader.nextName(in: bytes) {
            if name == "crc32" {
                guard isChecked else {
                    throw reader.error("the checksum does not stand where it was written")
                }
                _ = try reader.string(in: bytes)
            } else {
                try member(name, &reader, bytes)
            }
        }
        try reader.end(in: bytes)
        return isChecked
    }

    /// Checks format and checksum, and nothing else.
    static func check(_ bytes: Span<UInt8>) throws(FormatError) {
        var reader = JSONReader()
        _ = try readFormat(with: &reader, in: bytes)
    }

    /// The format that a file says it has. Nothing else of it is looked at.
    static func format(of bytes: Span<UInt8>) throws(FormatError) -> Int {
        var reader = JSONReader()
        return try format(with: &reader, in: bytes)
    }

    /// Reads up to behind the format, and tells whether the checksum was seen to be right.
    private static func readFormat(
        with reader: inout JSONReader, in bytes: Span<UInt8>
    ) throws(FormatError) -> Bool {
        let format = try format(with: &reader, in: bytes)
        // Before anything else: what follows may have another form.
        guard format <= newestFormat else { throw FormatError(newerFormat: format) }
        guard format > 0 else { throw reader.error("there is no format \(format)") }
        return try hasChecksum(bytes)
    }

    /// Reads up to behind the format.
    private static func format(
        with reader: inout JSONReader, in bytes: Span<UInt8>
    ) throws(FormatError) -> Int {
        try reader.beginObject(in: bytes)
        guard try reader.nextName(in: bytes) == "format" else {
            throw reader.error("the file does not begin with its format")
        }
        return try reader.integer(in: bytes)
    }

    /// Whether there is a checksum at the end, and then the right one.
    static func hasChecksum(_ bytes: Span<UInt8>) throws(FormatError) -> Bool {
        let digits = bytes.count - checksumEnd.count - CRC32.digitsCount
        let start = digits - checksumStart.count
        guard bytes.contains(checksumStart, at: start) else { return false }
        guard bytes.checksum(at: digits) == CRC32.checksum(bytes.extracting(0..<start)),
            bytes.contains(checksumEnd, at: digits + CRC32.digitsCount)
        else { throw FormatError(offset: digits, reason: "the checksum is not that of the content") }
        return true
    }

    /// What stands between the last member and the digits of the checksum, and behind them.
    private static let checksumStart = Array(#","crc32":""#.utf8)
    private static let checksumEnd = Array("\"}\n".utf8)
}

extension JSONWriter {
    /// Writes a member whose value is an array, each element on a line of its own, for people.
    mutating func lines<Elements: Sequence>(
        _ name: StaticString, _ elements: Elements, _ write: (Elements.Element, inout JSONWriter) -> Void
    ) {
        array(name) { json in
            for element in elements {
                json.breakLine()
                write(element, &json)
            }
        }
    }
}
