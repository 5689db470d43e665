import Checklists
import Digest
import JSON
import StoredJSON

/// A line of the journal: `{"c":"29ed2ab1","s":2,"o":0,"d":{…}}` and a line break.
///
/// `c` is the CRC-32 of everything behind its comma up to the line break. `s` is the sequence number: that of
/// the change. `o` is the offset up to which the segment was durable before the batch was written that the
/// line belongs to.
struct JournalRecord: Hashable {
    /// The number of the change; for a seal, that of the last change before it.
    var sequence: Revision
    /// Up to where the segment was durable before the line's batch.
    var durableOffset: Int
    /// Where the change stands in the segment; empty for a seal.
    var entry: Range<Int>
    /// What a line without a change is for.
    var seal: Seal?

    /// A line without a change: it says that everything before it is durable, so that later damage to it is
    /// seen.
    enum Seal: Hashable {
        /// Nothing was written for a while.
        case idle
        /// The journal goes on in the segment of that number.
        case end(next: Int)
    }

    /// Appends the line of a change.
    ///
    /// - Parameter scratch: Room that is used again from line to line; empty before and after.
    static func append(
        _ change: Change, durableOffset: Int, scratch: inout JSONWriter, to bytes: inout [UInt8]
    ) {
        begin(sequence: change.revision, durableOffset: durableOffset, to: &scratch)
        JournalEntry.write(change, to: &scratch)
        finish(&scratch, to: &bytes)
    }

    /// The line of a change.
    static func line(of change: Change, durableOffset: Int) -> [UInt8] {
        var line: [UInt8] = []
        var scratch = JSONWriter(capacity: 1024)
        append(change, durableOffset: durableOffset, scratch: &scratch, to: &line)
        return line
    }

    /// The line of a seal.
    static func seal(_ seal: Seal, sequence: Revision, durableOffset: Int) -> [UInt8] {
        var json = JSONWriter()
        begin(sequence: sequence, durableOffset: durableOffset, to: &json)
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
    private static func begin(sequence: Revision, durableOffset: Int, to json: inout JSONWriter) {
        json.member("s", Int(sequence.rawValue))
        json.member("o", durableOffset)
        json.name("d")
    }

    /// Appends checksum, rest and end of a line, and empties the rest.
    private static func finish(_ rest: inout JSONWriter, to bytes: inout [UInt8]) {
        rest.endObject()
        bytes.append(contentsOf: start)
        bytes.append(checksum: rest.withBytes { CRC32.checksum($0) })
        bytes.append(contentsOf: checksumEnd)
        rest.append(to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        rest.removeAll()
    }

    /// The line that stands between two offsets, without its line break; `nil` if it is not whole.
    init?(in segment: Span<UInt8>, _ line: Range<Int>) {
        let digits = line.lowerBound + Self.start.count
        let rest = digits + CRC32.digitsCount + Self.checksumEnd.count
        guard rest < line.upperBound, segment.contains(Self.start, at: line.lowerBound),
            segment.contains(Self.checksumEnd, at: digits + CRC32.digitsCount),
            segment.checksum(at: digits) == CRC32.checksum(segment.extracting(rest..<line.upperBound))
        else { return nil }
        do throws(FormatError) {
            try self.init(checked: segment.extracting(line), at: line.lowerBound)
        } catch {
            // The checksum is right and the content is not: nothing that this format has.
            return nil
        }
    }

    /// Reads a line whose checksum is right and that begins at that offset of its segment.
    private init(checked line: Span<UInt8>, at lineOffset: Int) throws(FormatError) {
        var reader = JSONReader()
        try reader.beginObject(in: line)
        _ = try reader.nextName(in: line)
        _ = try reader.string(in: line)
        guard try reader.nextName(in: line) == "s" else { throw reader.error("there is no sequence number") }
        sequence = try reader.revision(in: line)
        guard try reader.nextName(in: line) == "o" else { throw reader.error("there is no offset") }
        durableOffset = try reader.integer(in: line)
        guard durableOffset >= 0, durableOffset <= lineOffset, try reader.nextName(in: line) == "d" else {
            throw reader.error("there is no content")
        }
        entry = lineOffset + reader.offset..<lineOffset + line.count - 1
        try readSeal(with: &reader, in: line)
    }

    /// Notes what a line without a change is for.
    private mutating func readSeal(
        with reader: inout JSONReader, in line: Span<UInt8>
    ) throws(FormatError) {
        try reader.beginObject(in: line)
        switch try reader.nextName(in: line) {
        case "sealed": seal = try reader.bool(in: line) ? .idle : nil
        case "next": seal = .end(next: try reader.integer(in: line))
        default: return
        }
        guard seal != nil, try reader.nextName(in: line) == nil, reader.offset == line.count - 1 else {
            throw reader.error("there is no seal")
        }
        entry = entry.upperBound..<entry.upperBound
    }

    /// What a line begins with. Within a text its quotes would have backslashes.
    static let start = Array(#"{"c":""#.utf8)
    private static let checksumEnd = Array("\",".utf8)
}
