import Checklists
import Digest
import JSON
import Records

/// A line of the journal: `{"c":"29ed2ab1","s":2,"o":0,"d":{…}}` and a line break.
///
/// `c` is the CRC-32 of everything after its comma up to the line break. `s` is the sequence number, which is
/// the last revision of the change. If the change has several, `f` between `s` and `o` is the first. `o` is
/// the offset up to which the segment was durable before the batch of this line.
struct JournalRecord: Hashable {
    /// The last revision of the change; for a seal, that of the last change before it.
    var sequence: Revision
    /// The first revision of the change.
    var first: Revision
    /// The offset up to which the segment was durable before the batch of this line.
    var durableOffset: Int
    /// The range of the change in the segment; empty for a seal.
    var entry: Range<Int>
    /// The kind of a line without a change.
    var seal: Seal?

    /// A line without a change. It proves that everything before it is durable, so that recovery detects
    /// later damage.
    enum Seal: Hashable {
        /// The store has written nothing for a while.
        case idle
        /// The journal continues in the segment with this number.
        case end(next: Int)
    }

    /// Appends the line of a change.
    ///
    /// - Parameter scratch: Memory that is reused for each line; empty before and after.
    static func append(
        _ change: Change, durableOffset: Int, scratch: inout JSONWriter, to bytes: inout [UInt8]
    ) {
        begin(
            sequence: change.revision, first: change.firstRevision, durableOffset: durableOffset, to: &scratch
        )
        JournalEntry.write(change, to: &scratch)
        finish(&scratch, to: &bytes)
    }

    /// Encodes the line of a change.
    static func line(of change: Change, durableOffset: Int) -> [UInt8] {
        var line: [UInt8] = []
        var scratch = JSONWriter(capacity: 1024)
        append(change, durableOffset: durableOffset, scratch: &scratch, to: &line)
        return line
    }

    /// Encodes the line of a seal.
    static func seal(_ seal: Seal, sequence: Revision, durableOffset: Int) -> [UInt8] {
        var json = JSONWriter()
        begin(sequence: sequence, first: sequence, durableOffset: durableOffset, to: &json)
        json.beginObject()
        switch seal {
        case .idle: json.member("sealed", true)
        case .end(let next): json.member("next", next)
        }
        json.endObject()
        var line: [UInt8] = []
        finish(&json, to: &line)
        return line
    }

    /// Writes `"s":2,"o":0,"d":`.
    private static func begin(
        sequence: Revision, first: Revision, durableOffset: Int, to json: inout JSONWriter
    ) {
        json.member("s", Int(sequence.rawValue))
        if first != sequence { json.member("f", Int(first.rawValue)) }
        json.member("o", durableOffset)
        json.name("d")
    }

    /// Appends the checksum, the rest and the line break, and empties the rest.
    private static func finish(_ rest: inout JSONWriter, to bytes: inout [UInt8]) {
        rest.endObject()
        bytes.append(contentsOf: start)
        bytes.append(checksum: rest.withBytes { CRC32.checksum($0) })
        bytes.append(contentsOf: checksumEnd)
        rest.append(to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        rest.removeAll()
    }

    /// Parses the line in a range, without its line break; `nil` if it is not intact.
    init?(in segment: [UInt8], _ line: Range<Int>) {
        let digits = line.lowerBound + Self.start.count
        let rest = digits + CRC32.digitsCount + Self.checksumEnd.count
        let bytes = segment.span
        guard rest < line.upperBound, bytes.contains(Self.start, at: line.lowerBound),
            bytes.contains(Self.checksumEnd, at: digits + CRC32.digitsCount),
            bytes.checksum(at: digits) == CRC32.checksum(bytes.extracting(rest..<line.upperBound))
        else { return nil }
        do throws(FormatError) {
            try self.init(checked: line, of: segment)
        } catch {
            // The checksum is valid but the content is not: this format has no such line.
            return nil
        }
    }

    /// Parses a line whose checksum is valid.
    private init(checked line: Range<Int>, of segment: [UInt8]) throws(FormatError) {
        var reader = JSONReader(segment, in: line)
        try reader.beginObject()
        _ = try reader.nextName()
        _ = try reader.string()
        guard try reader.nextName() == "s" else { throw reader.error("the sequence number \"s\" is missing") }
        sequence = try Revision(from: &reader)
        first = sequence
        var name = try reader.nextName()
        if name == "f" {
            first = try Revision(from: &reader)
            name = try reader.nextName()
        }
        guard name == "o", first <= sequence else { throw reader.error("the offset \"o\" is missing") }
        durableOffset = try reader.integer()
        guard durableOffset >= 0, durableOffset <= line.lowerBound, try reader.nextName() == "d" else {
            throw reader.error("the content \"d\" is missing or the offset is invalid")
        }
        entry = reader.offset..<line.upperBound - 1
        try readSeal(with: &reader)
    }

    /// Reads the kind of a line without a change.
    private mutating func readSeal(
        with reader: inout JSONReader
    ) throws(FormatError) {
        try reader.beginObject()
        switch try reader.nextName() {
        case "sealed": seal = try reader.bool() ? .idle : nil
        case "next": seal = .end(next: try reader.integer())
        default: return
        }
        guard seal != nil, try reader.nextName() == nil, reader.offset == entry.upperBound else {
            throw reader.error("the seal is invalid")
        }
        entry = entry.upperBound..<entry.upperBound
    }

    /// The start of every line. A JSON string cannot contain it, because its quotes would be escaped.
    static let start = Array(#"{"c":""#.utf8)
    private static let checksumEnd = Array("\",".utf8)
}
